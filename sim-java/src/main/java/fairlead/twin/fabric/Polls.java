// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostEvent;
import fairlead.twin.nic.IndexSet;
import java.util.Arrays;

/**
 * The answers to host commands, and the POLL commands that wait, in the order in which they began. A poll compares its
 * word when it begins, when the word was written, and when it reaches its limit (docs/spec/fabric.md, rule 1.4).
 */
final class Polls {
    private static final int EQUAL = 0;
    private static final int NOT_EQUAL = 1;
    private static final int LESS = 2;
    private static final int LESS_EQUAL = 3;
    private static final int GREATER = 4;
    private static final int GREATER_EQUAL = 5;
    static final int COMPARISONS = 6;

    private static final int ADDRESS = 0;
    private static final int OPERAND = 1;
    private static final int LIMIT = 2;
    private static final int COMPARISON_SHIFT = 32;
    private static final int FIELD = 7; // bits of the comparison, and of the bytes above and below it
    private static final int ABOVE_SHIFT = 3;
    private static final int BELOW_SHIFT = 6;
    private static final int SIGN_SHIFT = 9;

    private final CommandSlots slots;
    private final EventStream events;
    private int sequence; // of the answers of a node in a cycle
    private final CommandSlots.SlotList waiting;
    private final boolean[] look;
    // address range of the words that a node's polls compare; a write outside the range affects no poll
    private final int[] lowest;
    private final int[] highest;
    private final DueHeap limits = new DueHeap();
    private long[] until = new long[64];
    private boolean[] due = new boolean[64]; // by slot: whether the poll must compare because its word was written
    int limited; // number of polls with a limit, which answer even without a write

    Polls(CommandSlots slots, EventStream events, int nodes) {
        this.slots = slots;
        this.events = events;
        waiting = new CommandSlots.SlotList(slots, nodes);
        look = new boolean[nodes];
        lowest = new int[nodes];
        highest = new int[nodes];
        Arrays.fill(lowest, Integer.MAX_VALUE);
        Arrays.fill(highest, -1);
    }

    /** Returns the address of a POLL from its word 0, whose upper bits hold the comparison. */
    static long address(long word0) {
        return word0 & 0xFFFFFFFFL;
    }

    /** Returns whether there is such a comparison of at least one byte. */
    static boolean isKnown(long word0) {
        long how = word0 >>> COMPARISON_SHIFT;
        return (how & FIELD) < COMPARISONS
                && how >>> SIGN_SHIFT <= 1
                && (how >>> ABOVE_SHIFT & FIELD) + (how >>> BELOW_SHIFT & FIELD) < Long.BYTES;
    }

    /** Begins the answers of a node in a cycle. */
    void begin() {
        sequence = 0;
    }

    /** Answers a host command by an event of unit 0; these are numbered from 0 within a node and cycle. */
    void answer(int slot, int kind, long b, long c) {
        long a = (long) slots.task[slot] << HostEvent.TASK_LSB | slots.seq[slot] & HostEvent.SEQUENCE_MASK;
        events.emit(slots.node[slot], EventUnit.HOST, kind, sequence++, a, b, c);
    }

    /** Begins a poll; this object now owns its slot. */
    void begin(long t, int slot) {
        if (slot >= until.length) {
            until = Arrays.copyOf(until, Math.max(slot + 1, 2 * until.length));
            due = Arrays.copyOf(due, until.length);
        }
        int node = slots.node[slot];
        long limit = slots.word(slot, LIMIT);
        until[slot] = limit == 0 || limit < 0 || limit > Long.MAX_VALUE - 1 - t ? Long.MAX_VALUE : t + limit;
        join(node, slot);
        due[slot] = true;
        look[node] = true;
        if (until[slot] != Long.MAX_VALUE) {
            limited++;
            limits.add(until[slot], node, node);
        }
    }

    private void join(int node, int slot) {
        int address = (int) address(slots.word(slot, ADDRESS));
        lowest[node] = Math.min(lowest[node], address);
        highest[node] = Math.max(highest[node], address + Long.BYTES - 1);
        waiting.append(node, slot);
    }

    void written(int node, int address, int length) {
        if (address > highest[node] || address + length <= lowest[node]) {
            return;
        }
        for (int slot = waiting.first[node]; slot != CommandSlots.NONE; slot = slots.next[slot]) {
            int word = (int) address(slots.word(slot, ADDRESS));
            if (address < word + Long.BYTES && address + length > word) {
                due[slot] = true;
                look[node] = true;
            }
        }
    }

    /**
     * Returns the cycle of the next limit, or Long.MAX_VALUE. The limit may belong to a poll that has already answered.
     */
    long nextLimit() {
        return limits.next();
    }

    void wakeAtLimit(long t, IndexSet awake) {
        while (limits.next() <= t) {
            int node = limits.take();
            if (!waiting.isEmpty(node)) {
                look[node] = true;
                awake.add(node);
            }
        }
    }

    boolean mustLook(int node) {
        return look[node];
    }

    void look(long t, int node, NodeMemory memory) {
        look[node] = false;
        lowest[node] = Integer.MAX_VALUE;
        highest[node] = -1;
        int slot = waiting.takeAll(node);
        while (slot != CommandSlots.NONE) {
            int next = slots.next[slot];
            if (!(due[slot] || t >= until[slot]) || !answers(t, slot, memory)) {
                join(node, slot);
            }
            slot = next;
        }
    }

    private boolean answers(long t, int slot, NodeMemory memory) {
        due[slot] = false;
        long word0 = slots.word(slot, ADDRESS);
        long value = memory.load64((int) address(word0));
        boolean held = holds((int) (word0 >>> COMPARISON_SHIFT), value, slots.word(slot, OPERAND));
        if (held || t >= until[slot]) {
            answer(slot, EventKind.POLLED, value, held ? 1 : 0);
            limited -= until[slot] == Long.MAX_VALUE ? 0 : 1;
            slots.release(slot);
            return true;
        }
        return false;
    }

    private static boolean holds(int how, long word, long operand) {
        int above = Byte.SIZE * (how >>> ABOVE_SHIFT & FIELD);
        int unused = above + Byte.SIZE * (how >>> BELOW_SHIFT & FIELD);
        int order = how >>> SIGN_SHIFT == 0
                ? Long.compareUnsigned(word << above >>> unused, operand)
                : Long.compare(word << above >> unused, operand);
        int comparison = how & FIELD;
        return switch (comparison) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_EQUAL -> order >= 0;
            default -> throw new IllegalStateException("comparison " + comparison);
        };
    }

    /** Returns the first waiting poll of a node, or NONE; the others follow by {@link CommandSlots#next}. */
    int first(int node) {
        return waiting.first[node];
    }
}
