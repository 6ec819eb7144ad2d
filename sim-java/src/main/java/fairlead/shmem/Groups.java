// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.Step;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Barriers and collectives of one PE. All PEs of a full machine use its barrier; those of a set, or of a machine with
 * more nodes, count in words of frame 0, to which in each of log2 rounds the PE that is 2^round before adds one. In a
 * collective the members meet, each gets what it needs from the others, and they meet again.
 */
final class Groups {
    /**
     * A set of PEs.
     *
     * @param stride numbers from one member to the next
     */
    record Members(int start, int stride, int size) {
        int pe(int member) {
            return start + member * stride;
        }
    }

    /** The words in which the PEs of a set count, by the set; equal on all nodes, given in the order of first use. */
    static final class Slots {
        private final Map<Members, Integer> slots = new HashMap<>();
        private long barriers; // of the machine, that a PE has joined

        private int of(Members set) {
            int slot = slots.computeIfAbsent(set, s -> slots.size() * ROUNDS * Long.BYTES);
            if (slot >= LENGTH) {
                throw NativeException.run("more than " + LENGTH / (ROUNDS * Long.BYTES) + " sets of PEs meet");
            }
            return slot;
        }
    }

    private static final int ROUNDS = 16;
    private static final int LENGTH = 0x7000; // address of the word in which a PE tells the length of its part
    private static final int LENGTHS = 0x8000; // address of the lengths of all
    private static final int CHUNK = Frames.BYTES / 2;
    private static final int COPY = 15; // the function of calls.h

    private final Pe pe;
    private final Slots slots;
    private final Map<Members, Long> met = new HashMap<>(); // how often the sets have met
    private long barriers; // of the machine, that this PE has joined

    Groups(Pe pe, Slots slots) {
        this.pe = pe;
        this.slots = slots;
    }

    /** Waits until all members are here. */
    void meet(Members set) {
        int me = member(set);
        if (set.size == pe.task.nodes() && set.stride == 1) {
            slots.barriers = Math.max(slots.barriers, ++barriers);
            pe.task.await(pe.task.barrier());
            return;
        }
        int slot = slots.of(set);
        long times = met.merge(set, 1L, Long::sum);
        for (int round = 0; 1 << round < set.size; round++) {
            int word = slot + round * Long.BYTES;
            pe.task.fetchOp(OpKind.FADD, pe.node(set.pe((me + (1 << round)) % set.size)), word, 1);
            pe.task.await(pe.task.poll(word, Comparison.GE, times));
        }
    }

    /** Lets those go on that wait in a barrier of the machine for this PE, which ends the program. */
    void leave() {
        if (barriers < slots.barriers) {
            barriers++;
            pe.task.await(pe.task.barrier());
        }
    }

    /** Returns the number of this PE in a set all of whose members are there. */
    private int member(Members set) {
        String what = "the set of " + set.size + " PEs from " + set.start + " on with stride " + set.stride;
        int last = set.pe(Math.max(0, set.size - 1));
        if (Math.min(set.start, last) < 0 || Math.max(set.start, last) >= pe.pes() || set.size < 1) {
            throw NativeException.run(what + " is not among the " + pe.pes() + " of the program");
        }
        int member = set.stride == 0 ? 0 : (pe.number - set.start) / set.stride;
        if (member < 0 || member >= set.size || set.pe(member) != pe.number) {
            throw NativeException.run("this PE is not in " + what);
        }
        return member;
    }

    private void get(long dest, long source, long bytes, int from, List<Step> steps) throws IOException {
        if (bytes == 0) {
            return;
        }
        pe.requireSymmetric(source, bytes);
        pe.other(from).memory.push(source, bytes);
        pe.accesses(from, source, bytes, Conflicts.Kind.READS);
        for (long done = 0; done < bytes; ) {
            int part = (int) Math.min(bytes - done, Math.min(Frames.left(dest + done), Frames.left(source + done)));
            int here = pe.memory.at(dest + done);
            steps.add(pe.task.get(pe.node(from), here, pe.memory.symmetric(source + done), part));
            done += part;
        }
    }

    private void copy(long dest, long source, long bytes) throws IOException {
        if (dest != source && bytes > 0) {
            pe.memory.combine(dest, source, bytes << 10 | COPY);
        }
    }

    void broadcast(long dest, long source, long bytes, int root, Members set, boolean rootToo) throws IOException {
        int me = member(set);
        meet(set);
        if (me != root) {
            List<Step> steps = new ArrayList<>();
            get(dest, source, bytes, set.pe(root), steps);
            pe.await(steps);
        } else if (rootToo) {
            copy(dest, source, bytes);
        }
        meet(set);
    }

    void collect(long dest, long source, long bytes, boolean same, Members set) throws IOException {
        int me = member(set);
        long[] lengths = new long[set.size];
        Arrays.fill(lengths, bytes);
        if (!same) {
            lengths(lengths, bytes, set);
        }
        meet(set);
        List<Step> steps = new ArrayList<>();
        long at = dest;
        for (int i = 0; i < set.size; i++) {
            if (i == me) {
                copy(at, source, bytes);
            } else if (lengths[i] > 0) {
                get(at, source, lengths[i], set.pe(i), steps);
            }
            at += lengths[i];
        }
        pe.await(steps);
        meet(set);
    }

    private void lengths(long[] lengths, long bytes, Members set) {
        pe.task.store(
                LENGTH,
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(bytes)
                        .array());
        meet(set);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < set.size; i++) {
            steps.add(pe.task.get(pe.node(set.pe(i)), LENGTHS + i * Long.BYTES, LENGTH, Long.BYTES));
        }
        pe.await(steps);
        for (int i = 0; i < set.size; i++) {
            lengths[i] = pe.memory.word(LENGTHS + i * Long.BYTES);
        }
    }

    /**
     * Exchanges blocks.
     *
     * @param count elements of a block
     * @param to bytes from one element of dest to the next
     * @param from the same of the source
     */
    void exchange(long dest, long source, long count, long to, long from, int size, Members set) throws IOException {
        int me = member(set);
        meet(set);
        List<Step> steps = new ArrayList<>();
        boolean dense = to == size && from == size;
        long pieces = dense ? Math.min(1, count) : count;
        long bytes = dense ? count * size : size;
        for (int i = 0; i < set.size; i++) {
            int member = (me + i) % set.size;
            for (long k = 0; k < pieces; k++) {
                long into = dest + (member * count + k) * to;
                long out = source + (me * count + k) * from;
                if (member == me) {
                    copy(into, out, bytes);
                } else {
                    get(into, out, bytes, set.pe(member), steps);
                }
            }
        }
        pe.await(steps);
        meet(set);
    }

    /**
     * Reduces in the order of the members, so that all get equal bits.
     *
     * @param function number of the type times 16 plus that of the function
     * @param work the process's array for an operand and for the result of a part
     */
    void reduce(long dest, long source, long count, int function, int size, long work, Members set) throws IOException {
        int me = member(set);
        long result = work + CHUNK;
        for (long done = 0; done == 0 || done < count * size; done += CHUNK) {
            int bytes = (int) Math.min(CHUNK, count * size - done);
            meet(set);
            for (int i = 0; i < set.size && bytes > 0; i++) {
                long operand = i == me ? source + done : work;
                if (i != me) {
                    List<Step> steps = new ArrayList<>();
                    get(work, source + done, bytes, set.pe(i), steps);
                    pe.await(steps);
                    pe.memory.patch();
                }
                long elements = bytes / size;
                pe.memory.combine(result, operand, i == 0 ? (long) bytes << 10 | COPY : elements << 10 | function);
            }
            meet(set);
            copy(dest + done, result, bytes);
        }
    }
}
