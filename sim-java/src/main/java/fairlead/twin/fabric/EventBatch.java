// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.EventCursor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The events of one batch of all parts, in the order (cycle, node, unit, sequence), in whole cycles. With a single
 * part, the events are not copied.
 */
final class EventBatch {
    private final EventStream[] parts;
    private final int[] next; // by part: its first record that is not yet in the order
    private final int fullAt;
    final EventCursor cursor = new EventCursor();
    private byte[] records;
    private ByteBuffer view;

    /**
     * Makes the batch.
     *
     * @param parts streams of the parts, in ascending order of their nodes
     * @param fullAt number of records at which a batch ends
     */
    EventBatch(EventStream[] parts, int fullAt) {
        this.parts = parts;
        this.fullAt = fullAt;
        next = new int[parts.length];
        room(0);
        cursor.wrap(view, 0);
    }

    private void room(int count) {
        if (records == null || records.length < count * EventStream.BYTES) {
            records = new byte[2 * count * EventStream.BYTES];
            view = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    void begin() {
        for (EventStream part : parts) {
            part.begin();
        }
    }

    /** Returns the cycle of the first reactive event of the batch, or Long.MAX_VALUE. */
    long firstReactive() {
        long first = Long.MAX_VALUE;
        for (EventStream part : parts) {
            first = Math.min(first, part.firstReactive);
        }
        return first;
    }

    private int count() {
        int count = 0;
        for (EventStream part : parts) {
            count += part.count();
        }
        return count;
    }

    boolean isNearlyFull() {
        return count() >= fullAt;
    }

    /** Returns the number of events since cycle 0. */
    long total() {
        long total = 0;
        for (EventStream part : parts) {
            total += part.total;
        }
        return total;
    }

    void finish() {
        if (parts.length == 1) {
            cursor.wrap(parts[0].view(), parts[0].count());
            return;
        }
        int count = count();
        room(count);
        for (int part = 0; part < parts.length; part++) {
            next[part] = 0;
        }
        for (int at = 0; at < count; ) {
            at = append(at, firstCycle());
        }
        cursor.wrap(view, count);
    }

    private long firstCycle() {
        long cycle = Long.MAX_VALUE;
        for (int part = 0; part < parts.length; part++) {
            cycle = Math.min(cycle, parts[part].cycleAt(next[part]));
        }
        return cycle;
    }

    /** Copies the records of one cycle to index `at` and returns the index behind them. */
    private int append(int at, long cycle) {
        int to = at;
        for (int part = 0; part < parts.length; part++) {
            int from = next[part];
            int end = from;
            while (parts[part].cycleAt(end) == cycle) {
                end++;
            }
            parts[part].copy(from, end, records, to);
            next[part] = end;
            to += end - from;
        }
        return to;
    }
}
