// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;

/** Makes events by hand for a RawWatch. A destination is a rank, or a Coord that no node has. */
final class RawEvents {
    static final int MEMORY = 4096;

    private final MachineConfig machine;
    private final RawWatch watch;
    private long cycle;

    private RawEvents(final Shape shape) {
        machine = MachineConfig.of(shape)
                .latency(new Latency(1, 1, 1, 1, 1, 0))
                .buffers(new Buffers(4, 4, 4, 4, 16, 4))
                .memoryBytes(MEMORY)
                .dla(DlaLimits.of(16))
                .tasks(1)
                .barrierWidth(4)
                .build();
        watch = new RawWatch(machine, EnumSet.allOf(RawWatch.Kind.class));
    }

    static RawEvents of(final int kx, final int ky, final int kz) {
        return new RawEvents(new Shape(kx, ky, kz));
    }

    private RawEvents event(final int node, final int kind, final long a, final long b) {
        final ByteBuffer record = ByteBuffer.allocate(EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(EventRecord.CYCLE_OFFSET, cycle++);
        record.putShort(EventRecord.NODE_OFFSET, (short) node);
        record.put(EventRecord.KIND_OFFSET, (byte) kind);
        record.putLong(EventRecord.A_OFFSET, a);
        record.putLong(EventRecord.B_OFFSET, b);
        watch.events(new EventCursor().wrap(record, 1));
        return this;
    }

    /**
     * Returns the header of a packet from node 0 to the node of this rank, or to this Coord if there is no such rank.
     */
    private long header(final int to) {
        final long dst = to < machine.nodes() ? machine.shape().coord(to) : to;
        return (long) PacketType.PUT << Header0.PTYPE_LSB | dst << Header0.DST_LSB;
    }

    RawEvents injected(final int node, final int to, final int tag) {
        return event(node, EventKind.PACKET_INJECTED, header(to), tag);
    }

    RawEvents injected(final int node, final int to, final int address, final int bytes) {
        return event(
                node,
                EventKind.PACKET_INJECTED,
                header(to) | (long) bytes << Header0.LENGTH_LSB,
                (long) address << Header1.ADDR_LSB);
    }

    RawEvents issued(final int node, final int to, final int kind, final int bytes, final int mode) {
        final long target = to < machine.nodes() ? machine.shape().coord(to) : to;
        return event(
                node,
                EventKind.OP_ISSUED,
                (long) kind << Descriptor0.KIND_LSB
                        | target << Descriptor0.TARGET_LSB
                        | (long) bytes << Descriptor0.LENGTH_LSB
                        | (long) mode << Descriptor0.MODE_LSB,
                0);
    }

    /** Adds the event that an epoch begins to close, or that it has ended. */
    RawEvents epoch(final int node, final boolean closes) {
        return event(node, closes ? EventKind.EPOCH_CLOSING : EventKind.EPOCH_ENDED, 3, 0);
    }

    RawEvents begin(final long first) {
        watch.begin(first);
        return this;
    }

    /** Ends the run at rest, on a machine that has executed nothing. */
    RawEvents rest() {
        try (Engine engine = new ModelEngineFactory().open(machine, new EngineOptions(true, true, 1, false))) {
            watch.end(engine, StopReason.IDLE);
        }
        return this;
    }

    RawEvents hop(final int node, final int to, final int tag) {
        return event(node, EventKind.HOP, header(to), tag);
    }

    RawEvents delivered(final int node, final int to, final int tag) {
        return event(node, EventKind.PACKET_DELIVERED, header(to), tag);
    }

    RawEvents data(final int node, final int to, final int landing, final int bytes) {
        final long word0 = (long) PacketType.DATA << Header0.PTYPE_LSB
                | (long) bytes << Header0.LENGTH_LSB
                | (long) machine.shape().coord(node) << Header0.SRC_LSB
                | (long) machine.shape().coord(to) << Header0.DST_LSB;
        return event(node, EventKind.PACKET_INJECTED, word0, (long) landing << Header1.ADDR_LSB);
    }

    RawEvents committed(final int node, final int address, final int bytes) {
        return event(
                node,
                EventKind.COMMITTED,
                (long) address << CommitEvent.ADDRESS_LSB | (long) bytes << CommitEvent.BYTES_LSB,
                0);
    }

    void expectNothing() {
        assertNull(watch.violation());
    }

    void expect(final RawWatch.Kind kind) {
        assertNotNull(watch.violation());
        assertEquals(kind, watch.violation().kind());
    }
}
