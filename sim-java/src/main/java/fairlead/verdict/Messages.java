// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.machine.FifoNumber;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Checks memory FIFO messages: each message in a reception slot must have been sent to this node and this FIFO, must
 * arrive once, byte for byte, and in order.
 */
final class Messages extends Checker {
    private final int base = program.messageBase();
    private final List<Integer> depths; // packets of each reception FIFO
    private final int depth; // slots of a FIFO in memory, of which it may use fewer
    private final int slots;
    private final List<List<Operation>> sent = each(nodes, ArrayList::new);
    private final long[] commits; // cycles of the first and the last write to each slot since its last message
    long compared;

    Messages(JudgedRun run) {
        super(run, run.data);
        depths = List.copyOf(config.buffers().receptions().each());
        depth = Collections.max(depths);
        slots = base == 0 ? 0 : depth * HwLayout.RECEPTION_FIFOS;
        commits = never(2 * slots * nodes);
    }

    void posted(Operation op) {
        sent.get(op.target()).add(op);
    }

    void refused(Operation op) {
        sent.get(op.target()).remove(op);
    }

    /**
     * Returns whether the write goes to a reception slot. The contents of the slot are judged when the message is
     * announced.
     */
    boolean committed(MemoryWrite w) {
        if (slots == 0 || w.address < base || w.address >= base + slots * HwLayout.RECEPTION_SLOT) {
            return false;
        }
        int at = 2 * (w.node * slots + (w.address - base) / HwLayout.RECEPTION_SLOT);
        commits[at] = commits[at] == NEVER ? w.cycle : commits[at];
        commits[at + 1] = w.cycle;
        return true;
    }

    /** Handles MSG_ARRIVED, of which `a` is a MessageEvent. */
    void arrived(long cycle, int node, long a) {
        int fifo = (int) MessageEvent.fifo(a);
        int slot = (int) MessageEvent.slot(a);
        int origin = rank(MessageEvent.origin(a));
        if (slots == 0 || fifo >= HwLayout.RECEPTION_FIFOS || slot >= depths.get(fifo)) {
            fails(cycle, node, a, ", which it does not have, is said to hold a message");
            return;
        }
        int address = base + (fifo * depth + slot) * HwLayout.RECEPTION_SLOT;
        int at = 2 * (node * slots + fifo * depth + slot);
        List<Operation> here = sent.get(node);
        for (int i = 0; i < here.size(); i++) {
            Operation op = here.get(i);
            if (op.node() == origin
                    && op.length() == MessageEvent.bytes(a)
                    && FifoNumber.reception(op.remote()) == fifo
                    && same(op, node, address)) {
                compared += op.length();
                overtakes(cycle, a, op, here.subList(0, i));
                if (commits[at] != NEVER) {
                    times.committed(op.id(), commits[at], commits[at + 1]);
                    run.fences.touched(op.id(), commits[at], cycle);
                    run.landed(op.id(), commits[at + 1], cycle);
                }
                commits[at] = NEVER;
                here.remove(i);
                return;
            }
        }
        fails(cycle, node, a, " holds no message that node " + origin + " sent there");
    }

    private void fails(long cycle, int node, long a, String what) {
        report(cycle, node, " slot " + MessageEvent.slot(a) + " of reception FIFO " + MessageEvent.fifo(a) + what);
    }

    /**
     * Reports the message `op` if an earlier message of the same task to the same FIFO has not arrived. Such messages
     * use one injection FIFO and one path and therefore arrive in the order in which they were handed over.
     */
    private void overtakes(long cycle, long a, Operation op, List<Operation> earlier) {
        for (Operation before : earlier) {
            if (before.node() == op.node()
                    && before.task() == op.task()
                    && FifoNumber.reception(before.remote()) == FifoNumber.reception(op.remote())
                    && times.postedAt(before.id()) <= times.postedAt(op.id())) {
                fails(cycle, op.target(), a, " holds " + op + " before " + before);
                return;
            }
        }
    }

    private boolean same(Operation op, int node, int address) {
        for (int i = 0; i < op.length(); i++) {
            if (run.shadow.at(node, address + i) != wanted(op, i)) {
                return false;
            }
        }
        return true;
    }

    /** Bytes that depend on the run stay as they are at the source until the message has arrived. */
    private byte wanted(Operation op, int i) {
        if (i < Long.BYTES) {
            return (byte) (op.match() >>> Byte.SIZE * i);
        }
        return op.isUnknown() ? run.shadow.at(op.node(), op.local() + i) : op.payload(i);
    }

    void finish() {
        sent.forEach(here -> here.forEach(op -> violations.add(op + " never arrived")));
    }
}
