// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.machine.FifoNumber;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Checks memory FIFO messages: each message in a reception slot must have been sent to this node and this FIFO, must
 * arrive once, byte for byte, and in order.
 */
final class Messages extends Checker {
    private static final long NEVER = -1;

    private final Shadow shadow;
    private final Landings landings;
    private final int base;
    private final List<Integer> depths; // packets of each reception FIFO
    private final int depth; // slots of a FIFO in memory, of which it may use fewer
    private final int slots;
    private final List<List<Operation>> sent = new ArrayList<>();
    private final long[] commits; // cycles of the first and the last write to each slot since its last message
    private long compared;

    Messages(final Subject of, final Shadow shadow, final Landings landings, final Violations violations) {
        super(of, violations);
        this.landings = landings;
        this.shadow = shadow;
        this.base = program.messageBase();
        depths = List.copyOf(config.buffers().receptions().each());
        this.depth = Collections.max(depths);
        this.slots = base == 0 ? 0 : depth * HwLayout.RECEPTION_FIFOS;
        for (int node = 0; node < program.nodes(); node++) {
            sent.add(new ArrayList<>());
        }
        commits = new long[slots == 0 ? 0 : 2 * slots * program.nodes()];
        Arrays.fill(commits, NEVER);
    }

    long compared() {
        return compared;
    }

    void posted(final Operation op) {
        sent.get(op.target()).add(op);
    }

    void refused(final Operation op) {
        sent.get(op.target()).remove(op);
    }

    /**
     * Returns whether the write goes to a reception slot. The contents of the slot are judged when the message is
     * announced.
     */
    boolean committed(final long cycle, final int node, final int address) {
        if (slots == 0 || address < base || address >= base + slots * HwLayout.RECEPTION_SLOT) {
            return false;
        }
        final int at = 2 * (node * slots + (address - base) / HwLayout.RECEPTION_SLOT);
        if (commits[at] == NEVER) {
            commits[at] = cycle;
        }
        commits[at + 1] = cycle;
        return true;
    }

    /**
     * Handles MSG_ARRIVED.
     *
     * @param a a MessageEvent
     * @param origin rank of the sender
     */
    void arrived(final long cycle, final int node, final long a, final int origin) {
        final int fifo = (int) MessageEvent.fifo(a);
        final int slot = (int) MessageEvent.slot(a);
        final int bytes = (int) MessageEvent.bytes(a);
        final String where = "cycle " + cycle + ": node " + node + " slot " + slot + " of reception FIFO " + fifo;
        if (slots == 0 || fifo >= HwLayout.RECEPTION_FIFOS || slot >= depths.get(fifo)) {
            violations.add(where + ", which it does not have, is said to hold a message");
            return;
        }
        final int address = base + (fifo * depth + slot) * HwLayout.RECEPTION_SLOT;
        final int at = 2 * (node * slots + fifo * depth + slot);
        final List<Operation> here = sent.get(node);
        for (int i = 0; i < here.size(); i++) {
            final Operation op = here.get(i);
            if (op.node() == origin
                    && op.length() == bytes
                    && FifoNumber.reception(op.remote()) == fifo
                    && same(op, node, address)) {
                compared += bytes;
                overtakes(op, i, here, where);
                if (commits[at] != NEVER) {
                    times.committed(op.id(), commits[at], commits[at + 1]);
                    landings.touched(op.id(), commits[at], cycle);
                    landings.landed(op.id(), commits[at + 1], cycle);
                }
                commits[at] = NEVER;
                here.remove(i);
                return;
            }
        }
        violations.add(where + " holds no message that node " + origin + " sent there");
    }

    /**
     * Reports the message `op` if an earlier message of the same task to the same FIFO has not arrived. Such messages
     * use one injection FIFO and one path and therefore arrive in the order in which they were handed over.
     */
    private void overtakes(final Operation op, final int place, final List<Operation> here, final String where) {
        for (int i = 0; i < place; i++) {
            final Operation before = here.get(i);
            if (before.node() == op.node()
                    && before.task() == op.task()
                    && FifoNumber.reception(before.remote()) == FifoNumber.reception(op.remote())
                    && times.postedAt(before.id()) <= times.postedAt(op.id())) {
                violations.add(where + " holds " + op + " before " + before);
                return;
            }
        }
    }

    private boolean same(final Operation op, final int node, final int address) {
        for (int i = 0; i < op.length(); i++) {
            if (shadow.at(node, address + i) != wanted(op, i)) {
                return false;
            }
        }
        return true;
    }

    /** Bytes that depend on the run stay as they are at the source until the message has arrived. */
    private byte wanted(final Operation op, final int i) {
        if (i < Long.BYTES) {
            return (byte) (op.match() >>> Byte.SIZE * i);
        }
        return op.isUnknown() ? shadow.at(op.node(), op.local() + i) : op.payload(i);
    }

    void finish() {
        sent.forEach(here -> here.forEach(op -> violations.add(op + " never arrived")));
    }
}
