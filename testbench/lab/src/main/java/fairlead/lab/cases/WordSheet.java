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
public class WordSheet {
    final SplittableRandom random;
    final MachineConfig machine;
    final List<Word> words = new ArrayList<>();
    int node; // of the words that follow
    int task;

    public WordSheet(final SplittableRandom random, final MachineConfig machine) {
        this.random = random;
        this.machine = machine;
    }

    /** Makes the following words words of this task. */
    public void turn(final int itsNode, final int itsTask) {
        node = itsNode;
        task = itsTask;
    }

    public List<Word> words() {
        return words;
    }

    boolean chance(final int percent) {
        return random.nextInt(100) < percent;
    }

    int between(final int low, final int high) {
        return low + random.nextInt(high - low + 1);
    }

    int of(final int... values) {
        return values[random.nextInt(values.length)];
    }

    private Word last() {
        return words.get(words.size() - 1);
    }

    void replaceLast(final Word word) {
        words.set(words.size() - 1, word);
    }

    void spread(final int cycles) {
        replaceLast(last().withSpread(cycles));
    }

    void add(final int gap, final int op, final long w0, final long w1, final long w2, final long w3, final int data) {
        words.add(new Word(node, task, gap, op, w0, w1, w2, w3, data, 0));
    }

    void add(final int gap, final int op, final long w0) {
        add(gap, op, w0, 0, 0, 0, 0);
    }

    /**
     * Returns the first word of a descriptor. Puts, gets and fences use the machine's routing; one in three is
     * unordered with drawn ties, which any machine accepts.
     */
    private long word0(final int kind, final int target, final int length, final int fifo) {
        final boolean moded = kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FENCE;
        final long mode = !moded
                ? PacketMode.DETERMINISTIC
                : words.size() % 3 == 0 ? PacketMode.DRAWN : machine.routing().dataMode();
        return (long) kind << Descriptor0.KIND_LSB
                | FifoNumber.inDescriptor(fifo)
                | (long) machine.shape().coord(target) << Descriptor0.TARGET_LSB
                | (long) length << Descriptor0.LENGTH_LSB
                | mode << Descriptor0.MODE_LSB;
    }

    private static long word1(final int local, final int remote) {
        return (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB;
    }

    /** Adds a descriptor for an injection FIFO, without an epoch, a counter and operands. */
    public void transfer(
            final int gap,
            final int kind,
            final int target,
            final int length,
            final int local,
            final int remote,
            final int fifo) {
        add(gap, TileCommand.POST, word0(kind, target, length, fifo), word1(local, remote), 0, 0, 0);
    }

    /** Puts the last descriptor into an epoch of its origin; -1 is none. */
    void in(final int epoch) {
        if (epoch >= 0) {
            final long bits = (long) epoch << Descriptor0.INDEX_LSB | 1L << Descriptor0.EPOCH_LSB;
            replaceLast(last().with(last().w0() | bits, last().w1()));
        }
    }

    /** Lets the last descriptor or request decrement a byte counter of its target; -1 is none. */
    void counts(final int counter) {
        if (counter >= 0) {
            final long bits = (long) counter << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB;
            replaceLast(last().with(last().w0(), last().w1() | bits));
        }
    }

    /** Gives the last descriptor operands. */
    public void operands(final long value, final long compare) {
        replaceLast(last().withOperands(value, compare));
    }

    /** Adds a flush or fence. */
    void order(final int gap, final int kind, final int target, final int fifo) {
        transfer(gap, kind, target, 0, 0, 0, fifo);
    }

    /**
     * Adds a request of the store path and its data.
     *
     * @param value key of the bytes of a put; operands of an atomic, 32 bits each
     */
    void request(
            final int gap,
            final int kind,
            final int target,
            final int length,
            final int local,
            final int remote,
            final int channel,
            final long value) {
        final long word0 = word0(kind, target, length, 0) & ~(Descriptor0.MODE_MASK << Descriptor0.MODE_LSB);
        final int data = kind == OpKind.PUT ? Word.flits(length) : kind <= OpKind.CAS ? 1 : 0;
        add(gap, TileCommand.DLA_REQUEST, word0, word1(local, remote), value, channel, data);
    }

    void alloc(final int gap, final int channel, final boolean persistent, final int credits, final long flags) {
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
    void channel(final int gap, final int op, final int channel, final long flags) {
        add(
                gap,
                op,
                (long) channel << DlaCommand.CHANNEL_LSB
                        | (flags & 1) << DlaCommand.DEALLOC_LSB
                        | (flags >>> 2 & DlaCommand.BLOCK_MASK) << DlaCommand.BLOCK_LSB);
    }

    /** @param how {@link WordPlayer#HASTY}, or 0 to wait for the answer to the previous command */
    void epoch(final int gap, final int op, final int index, final int target, final int id, final int how) {
        final long word = (long) index << EpochCommand.INDEX_LSB
                | (long) machine.shape().coord(target) << EpochCommand.TARGET_LSB
                | (long) id << EpochCommand.ID_LSB;
        add(gap, op, word, 0, 0, how, 0);
    }

    /** Adds one of these commands of the node's own memory: LOAD, STORE, ADD, CAS_LOCAL, POLL and FILL. */
    void host(final int gap, final int op, final long address, final long value, final long other) {
        add(gap, op, address, value, other, 0, 0);
    }

    /** Adds a packet for the collective network. */
    void tree(final int gap, final long header, final long tag, final int length) {
        add(gap, TileCommand.TREE_GIVE, header, tag, 0, 0, Word.flits(length));
    }

    int top() {
        return Case.messageBase(machine);
    }
}
