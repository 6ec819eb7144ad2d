// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import java.util.ArrayList;
import java.util.List;

/** The list of a case's words, written task by task; sheet.yaml composes further words. */
public final class WordSheet {
    final MachineConfig machine;
    final List<Word> words = new ArrayList<>();
    int node; // of the words that follow
    int task;

    public WordSheet(MachineConfig machine) {
        this.machine = machine;
    }

    public void turn(int itsNode, int itsTask) {
        node = itsNode;
        task = itsTask;
    }

    public List<Word> words() {
        return words;
    }

    private Word last() {
        return words.get(words.size() - 1);
    }

    private void replaceLast(Word word) {
        words.set(words.size() - 1, word);
    }

    void spread(int cycles) {
        replaceLast(last().withSpread(cycles));
    }

    void add(int gap, int op, long w0, long w1, long w2, long w3, int data) {
        words.add(new Word(node, task, gap, op, w0, w1, w2, w3, data, 0));
    }

    void add(int gap, int op, long w0) {
        add(gap, op, w0, 0, 0, 0, 0);
    }

    /**
     * Returns the first word of a descriptor. Puts, gets and fences use the machine's routing; one in three is
     * unordered with drawn ties, which any machine accepts.
     */
    private long word0(int kind, int target, int length, int fifo) {
        boolean moded = kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FENCE;
        long mode = !moded
                ? PacketMode.DETERMINISTIC
                : words.size() % 3 == 0 ? PacketMode.DRAWN : machine.routing().dataMode();
        return (long) kind << Descriptor0.KIND_LSB
                | FifoNumber.inDescriptor(fifo)
                | (long) machine.shape().coord(target) << Descriptor0.TARGET_LSB
                | (long) length << Descriptor0.LENGTH_LSB
                | mode << Descriptor0.MODE_LSB;
    }

    private static long word1(int local, int remote) {
        return (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB;
    }

    /** Adds a descriptor for an injection FIFO, without an epoch, a counter and operands. */
    public void transfer(int gap, int kind, int target, int length, int local, int remote, int fifo) {
        long word1 = word1(local, remote) & HwLayout.Meant.post(kind, 1);
        add(gap, TileCommand.POST, word0(kind, target, length, fifo), word1, 0, 0, 0);
    }

    /** Sets bits of the first two words of the last descriptor or request. */
    void spoil(long first, long second) {
        replaceLast(last().with(last().w0() | first, last().w1() | second));
    }

    int data() {
        return last().data();
    }

    /** Leaves the last request so many data words. */
    void cut(int data) {
        replaceLast(last().withData(data));
    }

    public void operands(long value, long compare) {
        replaceLast(last().withOperands(value, compare));
    }

    /** @param value key of the bytes of a put; operands of an atomic, 32 bits each */
    void request(int gap, int kind, int target, int length, int local, int remote, int channel, long value) {
        long word0 = word0(kind, target, length, 0) & ~(Descriptor0.MODE_MASK << Descriptor0.MODE_LSB);
        int data = kind == OpKind.PUT ? Word.flits(length) : kind <= OpKind.CAS ? 1 : 0;
        long word1 = word1(local, remote) & HwLayout.Meant.dlaRequest(kind, 1);
        add(gap, TileCommand.DLA_REQUEST, word0, word1, value, channel, data);
    }

    int top() {
        return Case.messageBase(machine);
    }
}
