// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.hw.HwLayout.EventRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A window on one event record at a time, little-endian: u64 cycle, u16 node, u8 unit, u8 kind, u32 seq, u64 a, b, c.
 *
 * <p>Hot path: moving and reading allocate nothing. The records stay valid until the engine runs again. Events of a batch are in the order (cycle, node, unit, seq), and a
 * batch holds whole cycles.
 */
public final class EventCursor {
    public static final int BYTES = EventRecord.BYTES;

    private ByteBuffer data = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);
    private int end;
    private int at = -BYTES;

    /** Points at a new batch of `count` records at the start of `records`; the first next() goes to the first of them. */
    public EventCursor wrap(final ByteBuffer records, final int count) {
        if (records.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("event records must be little-endian");
        }
        data = records;
        end = count * BYTES;
        at = -BYTES;
        return this;
    }

    public boolean next() {
        at += BYTES;
        return at < end;
    }

    /** Back to before the first record of the batch. */
    public void rewind() {
        at = -BYTES;
    }

    public int count() {
        return end / BYTES;
    }

    public long cycle() {
        return data.getLong(at + EventRecord.CYCLE_OFFSET);
    }

    public int node() {
        return data.getShort(at + EventRecord.NODE_OFFSET) & 0xFFFF;
    }

    public int unit() {
        return data.get(at + EventRecord.UNIT_OFFSET) & 0xFF;
    }

    public int kind() {
        return data.get(at + EventRecord.KIND_OFFSET) & 0xFF;
    }

    public int seq() {
        return data.getInt(at + EventRecord.SEQUENCE_OFFSET);
    }

    public long a() {
        return data.getLong(at + EventRecord.A_OFFSET);
    }

    public long b() {
        return data.getLong(at + EventRecord.B_OFFSET);
    }

    public long c() {
        return data.getLong(at + EventRecord.C_OFFSET);
    }

    /** The batch itself, for whoever hashes whole records; this record starts at {@link #offset}. */
    public ByteBuffer data() {
        return data;
    }

    public int offset() {
        return at;
    }
}
