// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.List;

/** Memory FIFO messages: what lands in a reception slot must be a message that was sent here, once, byte for byte. */
final class Messages {
    private final Shadow shadow;
    private final OpTimes times;
    private final Violations violations;
    private final int base;
    private final int slots;
    private final List<List<Operation>> sent = new ArrayList<>();
    private long compared;

    Messages(
            final Program program,
            final int slotsPerFifo,
            final Shadow shadow,
            final OpTimes times,
            final Violations violations) {
        this.shadow = shadow;
        this.times = times;
        this.violations = violations;
        this.base = program.messageBase();
        this.slots = base == 0 ? 0 : slotsPerFifo * HwLayout.RECEPTION_FIFOS;
        for (int node = 0; node < program.nodes(); node++) {
            sent.add(new ArrayList<>());
        }
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

    /** Whether the write belongs to a reception slot; its contents are judged when the message is announced. */
    boolean committed(final int node, final int address) {
        return slots > 0 && address >= base && address < base + slots * HwLayout.RECEPTION_SLOT;
    }

    /** MSG_ARRIVED: a is a MessageEvent; its origin as a rank. */
    void arrived(final long cycle, final int node, final long a, final int origin) {
        final int fifo = (int) MessageEvent.fifo(a);
        final int slot = (int) MessageEvent.slot(a);
        final int bytes = (int) MessageEvent.bytes(a);
        final int address = base + (fifo * (slots / HwLayout.RECEPTION_FIFOS) + slot) * HwLayout.RECEPTION_SLOT;
        for (final Operation op : sent.get(node)) {
            if (op.node() == origin && op.length() == bytes && same(op, node, address)) {
                compared += bytes;
                times.committed(op.id(), cycle);
                sent.get(node).remove(op);
                return;
            }
        }
        violations.add("cycle " + cycle + ": node " + node + " slot " + slot + " of reception FIFO " + fifo
                + " holds no message that node " + origin + " sent");
    }

    private boolean same(final Operation op, final int node, final int address) {
        for (int i = 0; i < op.length(); i++) {
            final byte wanted = i < 8 ? (byte) (op.match() >>> 8 * i) : op.payload(i);
            if (shadow.at(node, address + i) != wanted) {
                return false;
            }
        }
        return true;
    }

    void finish() {
        sent.forEach(here -> here.forEach(op -> violations.add(op + " never arrived")));
    }
}
