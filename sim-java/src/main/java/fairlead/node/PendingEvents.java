// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies of events to which software has not reacted yet, in their order. */
final class PendingEvents {
    private final EventCursor cursor = new EventCursor();
    private ByteBuffer data = allocate(64);
    private int from; // in bytes
    private int to;

    private static ByteBuffer allocate(int events) {
        return ByteBuffer.allocate(events * EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    void add(EventCursor event) {
        if (to == data.capacity()) {
            ByteBuffer room = 2 * from >= to ? data : allocate(2 * to / EventCursor.BYTES);
            room.put(0, data, from, to - from);
            data = room;
            to -= from;
            from = 0;
        }
        data.put(to, event.data(), event.offset(), EventCursor.BYTES);
        to += EventCursor.BYTES;
    }

    boolean isEmpty() {
        return from == to;
    }

    /** Returns the cycle of the first event, or Long.MAX_VALUE. */
    long first() {
        return isEmpty() ? Long.MAX_VALUE : data.getLong(from + EventRecord.CYCLE_OFFSET);
    }

    /** Removes the first event, which is valid until the next call of this object. */
    EventCursor next() {
        int record = from / EventCursor.BYTES;
        from += EventCursor.BYTES;
        return cursor.wrap(data, record + 1).to(record);
    }
}
