// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.Step;
import fairlead.pe.Frames;
import fairlead.pe.NativeException;
import fairlead.pe.Pe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Collectives of one PE: the members meet, each gets what it needs from the others, and they meet again.
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

    private static final int LENGTH = 0x7000; // address of the word in which a PE tells the length of its part
    private static final int LENGTHS = 0x8000; // address of the lengths of all
    private static final int CHUNK = Frames.BYTES / 2;
    private static final int COPY = 15; // the function of calls.h

    private final Pe pe;
    private final Transfers transfers;

    Groups(Pe pe, Transfers transfers) {
        this.pe = pe;
        this.transfers = transfers;
    }

    /** Waits until all members are here, and knows what some of them know then. */
    void meet(Members set, IntPredicate from) {
        Object meeting = pe.order.arrive(set, member(set), set.size);
        meet(set);
        pe.order.leave(meeting, from);
    }

    /** Waits until all members are here, which orders no accesses of theirs. */
    private void meet(Members set) {
        pe.meetings.meet(set, member(set), set.size, set::pe, set.stride == 1, pe.task::await);
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

    private void copy(long dest, long source, long bytes) throws IOException {
        if (dest != source && bytes > 0) {
            pe.memory.combine(dest, source, bytes << 10 | COPY);
        }
    }

    void broadcast(long dest, long source, long bytes, int root, Members set, boolean rootToo) throws IOException {
        int me = member(set);
        meet(set, i -> i == root);
        if (me != root) {
            pe.await(transfers.get(dest, source, bytes, set.pe(root), false, 0));
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
        meet(set, i -> true);
        List<Step> steps = new ArrayList<>();
        long at = dest;
        for (int i = 0; i < set.size; i++) {
            if (i == me) {
                copy(at, source, bytes);
            } else if (lengths[i] > 0) {
                steps.addAll(transfers.get(at, source, lengths[i], set.pe(i), false, 0));
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
        meet(set, i -> true);
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
                    steps.addAll(transfers.get(into, out, bytes, set.pe(member), false, 0));
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
            meet(set, i -> true);
            for (int i = 0; i < set.size && bytes > 0; i++) {
                long operand = i == me ? source + done : work;
                if (i != me) {
                    pe.await(transfers.get(work, source + done, bytes, set.pe(i), false, 0));
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
