// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.live.Step;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * Barriers of one PE. All PEs of a full machine use its barrier; those of another set count in words, to which in each
 * of log2 rounds the PE that is 2^round before adds one.
 */
public final class Meetings {
    /** The words in which the PEs of a set count, by the set; equal on all nodes, given in the order of first use. */
    static final class Slots {
        private final Map<Object, Long> slots = new HashMap<>(); // places in the memory of the software
        private long barriers; // of the machine, that a PE has joined
    }

    private static final int ROUNDS = 16;

    private final Pe pe;
    private final Slots slots;
    private final Map<Object, Long> met = new HashMap<>(); // how often the sets have met
    private long barriers; // of the machine, that this PE has joined

    Meetings(Pe pe, Slots slots) {
        this.pe = pe;
        this.slots = slots;
    }

    /**
     * Waits until all members of a set are here.
     *
     * @param set what tells it from other sets
     * @param me number of this PE in it
     * @param number gives the PE of a member
     * @param ordered whether member i is PE i
     * @param await waits for a step
     */
    public void meet(Object set, int me, int size, IntUnaryOperator number, boolean ordered, Consumer<Step> await) {
        if (size == pe.task.nodes() && ordered) {
            slots.barriers = Math.max(slots.barriers, ++barriers);
            await.accept(pe.task.barrier());
            return;
        }
        long slot = slots.slots.computeIfAbsent(set, s -> pe.memory.reserve(ROUNDS * Long.BYTES));
        long times = met.merge(set, 1L, Long::sum);
        for (int round = 0; 1 << round < size; round++) {
            int word = pe.memory.symmetric(slot + round * Long.BYTES);
            pe.task.fetchOp(OpKind.FADD, pe.node(number.applyAsInt((me + (1 << round)) % size)), word, 1);
            await.accept(pe.task.poll(word, Comparison.GE, times));
        }
    }

    /** Waits until all PEs are here, and knows what they know then. */
    public void meetAll() {
        Object meeting = pe.order.arrive("all", pe.number, pe.pes());
        meet("all", pe.number, pe.pes(), i -> i, true, pe.task::await);
        pe.order.leave(meeting, i -> true);
    }

    /** Lets those go on that wait in a barrier of the machine for this PE, which ends the program. */
    public void leave() {
        if (barriers < slots.barriers) {
            barriers++;
            pe.task.await(pe.task.barrier());
        }
    }
}
