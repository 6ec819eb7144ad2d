// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;
import fairlead.engine.ideal.Machines;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.Result;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A made-up run on two nodes for the checkers to judge: operations of one task a node, and events as a machine might have told them. */
final class Story {
    static final int SOURCE = 0;
    static final int LANDING = 1024;
    private static final int WINDOW = 1024;

    final ProgramBuilder builder;
    private final MachineConfig machine = Machines.of(new Shape(3, 1, 1), 1);
    private final byte[][] memory = new byte[3][Machines.MEMORY];
    private Program program;
    private Checks checks;
    boolean drained = true;
    boolean moving;
    long brokenSums;
    List<String> open = List.of();

    Story() {
        builder = new ProgramBuilder("story", machine.shape(), machine.tasks(), Machines.MEMORY);
        builder.windows().everywhere("source", WINDOW);
        builder.windows().everywhere("landing", WINDOW);
    }

    int add(final int node, final Operation op) {
        return builder.task(node, 0).add(op);
    }

    Story begin() {
        program = builder.build();
        checks = new Checks(program, machine);
        return this;
    }

    Operation op(final int id) {
        return program.operation(id);
    }

    Story posted(final int id, final long cycle) {
        checks.posted(op(id), id, cycle);
        return this;
    }

    Story done(final int id, final long cycle) {
        checks.completed(op(id), cycle, Result.DONE);
        return this;
    }

    Story ended(final int id, final long cycle, final Result result) {
        checks.completed(op(id), cycle, result);
        return this;
    }

    Story event(final long cycle, final int node, final int kind, final long a, final long b, final long c) {
        final ByteBuffer record = ByteBuffer.allocate(EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(0, cycle)
                .putShort(8, (short) node)
                .put(11, (byte) kind)
                .putLong(16, a)
                .putLong(24, b)
                .putLong(32, c);
        checks.events(new EventCursor().wrap(record, 1));
        return this;
    }

    /** A write of up to 16 bytes at a memory port. */
    Story write(final long cycle, final int node, final int address, final byte... bytes) {
        final ByteBuffer words = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        words.put(0, bytes);
        if (address + bytes.length <= Machines.MEMORY) {
            System.arraycopy(bytes, 0, memory[node], address, bytes.length);
        }
        return event(
                cycle,
                node,
                EventKind.COMMITTED,
                address | (long) bytes.length << CommitEvent.BYTES_LSB,
                words.getLong(0),
                words.getLong(8));
    }

    /** Piece `index` of a put or get as it must be, `shift` bytes off its place. */
    Story piece(final int id, final int index, final long cycle, final int shift) {
        final Operation op = op(id);
        final byte[] bytes = new byte[Math.min(16, op.length() - 16 * index)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = op.payload(16 * index + i);
        }
        final boolean get = op.kind() == fairlead.program.OpKind.GET;
        return write(
                cycle, get ? op.node() : op.target(), (get ? op.local() : op.remote()) + 16 * index + shift, bytes);
    }

    /** All pieces of an operation, one a cycle. */
    Story pieces(final int id, final long cycle) {
        for (int i = 0; i < (op(id).length() + 15) / 16; i++) {
            piece(id, i, cycle + i, 0);
        }
        return this;
    }

    /** An atomic at a memory port. */
    Story atomic(
            final long cycle,
            final int node,
            final int address,
            final int operation,
            final long now,
            final boolean writes) {
        if (writes) {
            ByteBuffer.wrap(memory[node]).order(ByteOrder.LITTLE_ENDIAN).putLong(address, now);
        }
        return event(
                cycle,
                node,
                EventKind.COMMITTED,
                address | (writes ? 8L : 0L) << CommitEvent.BYTES_LSB | (long) operation << CommitEvent.OPERATION_LSB,
                writes ? now : 0,
                0);
    }

    Story packet(final long cycle, final boolean in, final int origin, final long low) {
        final long word = (long) machine.shape().coord(origin) << Header0.SRC_LSB;
        return event(cycle, origin, in ? EventKind.PACKET_INJECTED : EventKind.PACKET_DELIVERED, word, low, 0);
    }

    /** Memory changes and no port wrote it. */
    Story corrupt(final int node, final int address) {
        memory[node][address] ^= 1;
        return this;
    }

    Verdict verdict(final String name) {
        final RunEnd end = new RunEnd(
                drained,
                moving,
                1000,
                open,
                (n, page) -> ByteBuffer.wrap(memory[n]), // one page has it all
                new EngineStats(1000, 3000, 3000, 0, 0, 0, 12, brokenSums),
                "");
        return checks.finish(end).stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
