// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.hw.HwLayout.EventRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A view of one event record at a time, little-endian: u64 cycle, u16 node, u8 unit, u8 kind, u32 seq, u64 a, b, c.
 *
 * <p>Hot path: moving and reading allocate no memory. The records stay valid until the engine runs again. The events of
 * a batch are in the order (cycle, node, unit, seq), and a batch contains whole cycles.
 */
public final class EventCursor {
    public static final int BYTES = EventRecord.BYTES;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private static final ByteBuffer NONE = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);

    private ByteBuffer data = NONE;
    // the array of the buffer, if it has one that begins with it, because reading the array takes fewer steps
    private byte[] array;
    private int end;
    private int at = -BYTES;

    /** Sets a new batch of `count` records at the start of `records`; the first next() moves to the first record. */
    public EventCursor wrap(ByteBuffer records, int count) {
        if (records.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("event records must be little-endian");
        }
        data = records;
        array = records.hasArray() && records.arrayOffset() == 0 ? records.array() : null;
        end = count * BYTES;
        at = -BYTES;
        return this;
    }

    public boolean next() {
        at += BYTES;
        return at < end;
    }

    /** Moves to a record of the batch, of which the first one is 0. */
    public EventCursor to(int record) {
        at = record * BYTES;
        return this;
    }

    /** Moves back before the first record of the batch. */
    public void rewind() {
        at = -BYTES;
    }

    public int count() {
        return end / BYTES;
    }

    private long word(int offset) {
        return array != null ? (long) LONGS.get(array, at + offset) : data.getLong(at + offset);
    }

    private int octet(int offset) {
        return (array != null ? array[at + offset] : data.get(at + offset)) & 0xFF;
    }

    public long cycle() {
        return word(EventRecord.CYCLE_OFFSET);
    }

    public int node() {
        int place = at + EventRecord.NODE_OFFSET;
        return (array != null ? (short) SHORTS.get(array, place) : data.getShort(place)) & 0xFFFF;
    }

    public int unit() {
        return octet(EventRecord.UNIT_OFFSET);
    }

    public int kind() {
        return octet(EventRecord.KIND_OFFSET);
    }

    public int seq() {
        int place = at + EventRecord.SEQUENCE_OFFSET;
        return array != null ? (int) INTS.get(array, place) : data.getInt(place);
    }

    public long a() {
        return word(EventRecord.A_OFFSET);
    }

    public long b() {
        return word(EventRecord.B_OFFSET);
    }

    public long c() {
        return word(EventRecord.C_OFFSET);
    }

    /**
     * Returns the buffer of the batch, for callers that hash whole records; the current record starts at {@link
     * #offset}.
     */
    public ByteBuffer data() {
        return data;
    }

    public int offset() {
        return at;
    }
}
