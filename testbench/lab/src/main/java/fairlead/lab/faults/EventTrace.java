// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Mix;
import fairlead.node.Observer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The event records of a run, hops included, which can be compared with those of a sound run. */
final class EventTrace implements Observer {
    private static final long STAMP = Header0.STAMP_MASK << Header0.STAMP_LSB; // when a packet was prepared

    private byte[] records = new byte[1 << 16];
    private int size;
    private long whatHappened;

    @Override
    public void events(final EventCursor batch) {
        final int bytes = batch.count() * EventCursor.BYTES;
        if (size + bytes > records.length) {
            records = Arrays.copyOf(records, Math.max(2 * records.length, size + bytes));
        }
        batch.data().duplicate().position(0).get(records, size, bytes);
        size += bytes;
        batch.rewind();
        while (batch.next()) {
            if (EventKind.isIdentity(batch.kind()) && !isStatus(batch)) {
                final boolean isHeader =
                        batch.kind() == EventKind.PACKET_INJECTED || batch.kind() == EventKind.PACKET_DELIVERED;
                long h = Mix.mix64((long) batch.node() << 16 | batch.unit() << 8 | batch.kind());
                h = Mix.mix64(h ^ (isHeader ? batch.a() & ~STAMP : batch.a()));
                h = Mix.mix64(h + batch.b());
                whatHappened += Mix.mix64(h ^ batch.c());
            }
        }
        batch.rewind();
    }

    /** Tells whether the DLA has written its status, which is a hint about a moment. */
    private static boolean isStatus(final EventCursor e) {
        return e.kind() == EventKind.COMMITTED && CommitEvent.port(e.a()) == HwLayout.MOST_PORTS;
    }

    /** Returns the cycle of the first record that differs from the one of the sound run, or -1. */
    long differsFrom(final EventTrace sound) {
        final int at = Arrays.mismatch(records, 0, size, sound.records, 0, sound.size);
        return at < 0 ? -1 : Math.min(cycle(at / EventCursor.BYTES), sound.cycle(at / EventCursor.BYTES));
    }

    private long cycle(final int record) {
        final int place = record * EventCursor.BYTES + EventRecord.CYCLE_OFFSET;
        return place + Long.BYTES > size
                ? Long.MAX_VALUE
                : ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN).getLong(place);
    }

    /** Returns a hash of what happened at which node, whatever the order and the cycles. */
    long whatHappened() {
        return whatHappened;
    }
}
