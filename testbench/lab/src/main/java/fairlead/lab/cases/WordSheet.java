// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The list of a case's words, written task by task, and how legal words are composed. */
public final class WordSheet {
    final SplittableRandom random;
    final MachineConfig machine;
    final List<Word> words = new ArrayList<>();
    int node; // of the words that follow
    int task;

    public WordSheet(SplittableRandom random, MachineConfig machine) {
        this.random = random;
        this.machine = machine;
    }

    /** Makes the following words words of this task. */
    public void turn(int itsNode, int itsTask) {
        node = itsNode;
        task = itsTask;
    }

    public List<Word> words() {
        return words;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
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
        add(gap, TileCommand.POST, word0(kind, target, length, fifo), word1(local, remote), 0, 0, 0);
    }

    /** Sets bits of the first two words of the last descriptor or request. */
    void spoil(long first, long second) {
        replaceLast(last().with(last().w0() | first, last().w1() | second));
    }

    /** Puts the last descriptor into an epoch of its origin; -1 is none. */
    void in(int epoch) {
        if (epoch >= 0) {
            spoil((long) epoch << Descriptor0.INDEX_LSB | 1L << Descriptor0.EPOCH_LSB, 0);
        }
    }

    /** Lets the last descriptor or request decrement a byte counter of its target; -1 is none. */
    void counts(int counter) {
        if (counter >= 0) {
            spoil(0, (long) counter << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB);
        }
    }

    /** Returns the number of data words of the last request. */
    int data() {
        return last().data();
    }

    /** Leaves the last request so many data words. */
    void cut(int data) {
        replaceLast(last().withData(data));
    }

    /** Gives the last descriptor operands. */
    public void operands(long value, long compare) {
        replaceLast(last().withOperands(value, compare));
    }

    /** Adds a flush or fence. */
    void order(int gap, int kind, int target, int fifo) {
        transfer(gap, kind, target, 0, 0, 0, fifo);
    }

    /**
     * Adds a request of the store path and its data.
     *
     * @param value key of the bytes of a put; operands of an atomic, 32 bits each
     */
    void request(int gap, int kind, int target, int length, int local, int remote, int channel, long value) {
        long word0 = word0(kind, target, length, 0) & ~(Descriptor0.MODE_MASK << Descriptor0.MODE_LSB);
        int data = kind == OpKind.PUT ? Word.flits(length) : kind <= OpKind.CAS ? 1 : 0;
        add(gap, TileCommand.DLA_REQUEST, word0, word1(local, remote), value, channel, data);
    }

    void alloc(int gap, int channel, boolean persistent, int credits, long flags) {
        add(
                gap,
                TileCommand.DLA_ALLOC,
                (long) channel << DlaCommand.CHANNEL_LSB
                        | 1L << (persistent ? DlaCommand.PR_LSB : DlaCommand.CD_LSB)
                        | (flags & 1) << DlaCommand.HIGH_LSB
                        | (flags >>> 1 & 1) << DlaCommand.CHAIN_LSB
                        | (long) credits << DlaCommand.CREDITS_LSB
                        | (flags >>> 2 & DlaCommand.BLOCK_MASK) << DlaCommand.BLOCK_LSB);
    }

    /** Adds another command of the store path. Bit 0 of `flags` deallocates, the rest is the number of a block. */
    void channel(int gap, int op, int channel, long flags) {
        add(
                gap,
                op,
                (long) channel << DlaCommand.CHANNEL_LSB
                        | (flags & 1) << DlaCommand.DEALLOC_LSB
                        | (flags >>> 2 & DlaCommand.BLOCK_MASK) << DlaCommand.BLOCK_LSB);
    }

    /** @param how {@link WordPlayer#HASTY}, or 0 to wait for the answer to the previous command */
    void epoch(int gap, int op, int index, int target, int id, int how) {
        long word = (long) index << EpochCommand.INDEX_LSB
                | (long) machine.shape().coord(target) << EpochCommand.TARGET_LSB
                | (long) id << EpochCommand.ID_LSB;
        add(gap, op, word, 0, 0, how, 0);
    }

    /** Adds one of these commands of the node's own memory: LOAD, STORE, ADD, CAS_LOCAL, POLL and FILL. */
    void host(int gap, int op, long address, long value, long other) {
        add(gap, op, address, value, other, 0, 0);
    }

    /** Adds a packet for the collective network. */
    void tree(int gap, long header, long tag, int length) {
        add(gap, TileCommand.TREE_GIVE, header, tag, 0, 0, Word.flits(length));
    }

    int top() {
        return Case.messageBase(machine);
    }
}
