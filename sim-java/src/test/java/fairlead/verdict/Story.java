// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.Result;
import fairlead.run.Machines;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * An invented run for the checkers to judge: operations of one task per node, and events as a machine could have given
 * them.
 */
final class Story {
    static final int SOURCE = 0;
    static final int LANDING = 1024;
    private static final int WINDOW = 1024;

    final ProgramBuilder builder;
    private final MachineConfig machine;
    private final byte[][] memory = new byte[3][Machines.MEMORY];
    private Program program;
    private Checks checks;
    long last = 1000; // cycle of the end of the run
    boolean drained = true;
    boolean moving;
    long brokenSums;
    long carried; // number of flits on links
    List<String> open = List.of();

    Story() {
        this(EpochAccess.OPEN);
    }

    Story(EpochAccess access) {
        this(Machines.of(new Shape(3, 1, 1), 1).change().epochAccess(access).build());
    }

    /** @param machine a machine of 3 nodes and one task a node */
    Story(MachineConfig machine) {
        this.machine = machine;
        builder = new ProgramBuilder("story", machine.shape(), machine.tasks(), Machines.MEMORY);
        builder.windows().everywhere("source", WINDOW);
        builder.windows().everywhere("landing", WINDOW);
    }

    /** Makes the program use messages. */
    Story withMessages() {
        builder.messageSlots(1, machine.buffers().reception());
        return this;
    }

    int add(int node, Operation op) {
        return builder.task(node, 0).add(op);
    }

    Story begin() {
        program = builder.build();
        checks = new Checks(program, machine, null);
        return this;
    }

    /** Begins, and posts the first operations, one in each cycle. */
    void begin(int posted) {
        begin();
        for (int op = 0; op < posted; op++) {
            posted(op, op + 1);
        }
    }

    /** Ends the run while it still moves. */
    void cutOff() {
        drained = false;
        moving = true;
    }

    Program program() {
        return program;
    }

    Operation op(int id) {
        return program.operation(id);
    }

    Story posted(int id, long cycle) {
        checks.posted(op(id), id, cycle);
        return this;
    }

    /** Posts an EPOCH_OPEN under this index. */
    Story given(int id, int index, long cycle) {
        checks.posted(op(id), index, cycle);
        return this;
    }

    Story done(int id, long cycle) {
        checks.completed(op(id), cycle, Result.DONE);
        return this;
    }

    Story ended(int id, long cycle, Result result) {
        checks.completed(op(id), cycle, result);
        return this;
    }

    Story event(long cycle, int node, int kind, long a, long b, long c) {
        ByteBuffer record = ByteBuffer.allocate(EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(0, cycle)
                .putShort(8, (short) node)
                .put(10, (byte) unit(kind, a))
                .put(11, (byte) kind)
                .putLong(16, a)
                .putLong(24, b)
                .putLong(32, c);
        checks.events(new EventCursor().wrap(record, 1));
        return this;
    }

    /** Returns the unit of the first local port that tells of this packet, or 0 for other events. */
    private static int unit(int kind, long word0) {
        boolean responds = Header0.ptype(word0) >= PacketType.DATA;
        return switch (kind) {
            case EventKind.PACKET_INJECTED -> responds ? EventUnit.TX_RSP0 : EventUnit.TX_REQ0;
            case EventKind.PACKET_DELIVERED -> responds ? EventUnit.RX_RSP0 : EventUnit.RX_REQ0;
            default -> 0;
        };
    }

    /** Writes up to 16 bytes at memory port 0. */
    Story write(long cycle, int node, int address, byte... bytes) {
        return writeBy(0, cycle, node, address, bytes);
    }

    /** Writes up to 16 bytes at this memory port. */
    Story writeBy(int port, long cycle, int node, int address, byte... bytes) {
        ByteBuffer words = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        words.put(0, bytes);
        if (address + bytes.length <= Machines.MEMORY) {
            System.arraycopy(bytes, 0, memory[node], address, bytes.length);
        }
        return event(
                cycle,
                node,
                EventKind.COMMITTED,
                address | (long) bytes.length << CommitEvent.BYTES_LSB | (long) port << CommitEvent.PORT_LSB,
                words.getLong(0),
                words.getLong(8));
    }

    /** Writes piece `index` of a put or get with its correct bytes, `shift` bytes from its place. */
    Story piece(int id, int index, long cycle, int shift) {
        Operation op = op(id);
        byte[] bytes = new byte[Math.min(16, op.length() - 16 * index)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = op.payload(16 * index + i);
        }
        boolean get = op.kind() == fairlead.program.OpKind.GET;
        return write(
                cycle, get ? op.node() : op.target(), (get ? op.local() : op.remote()) + 16 * index + shift, bytes);
    }

    /** Writes all pieces of an operation, one in each cycle. */
    Story pieces(int id, long cycle) {
        for (int i = 0; i < (op(id).length() + 15) / 16; i++) {
            piece(id, i, cycle + i, 0);
        }
        return this;
    }

    /** Executes an atomic at a memory port. */
    Story atomic(long cycle, int node, int address, int operation, long now, int bytes) {
        for (int i = 0; i < bytes; i++) {
            memory[node][address + i] = (byte) (now >>> Byte.SIZE * i);
        }
        return event(
                cycle,
                node,
                EventKind.COMMITTED,
                address | (long) bytes << CommitEvent.BYTES_LSB | (long) operation << CommitEvent.OPERATION_LSB,
                bytes == 0 ? 0 : now,
                0);
    }

    /** Adds a packet of an epoch, which belongs to no operation, from a node to the next node. */
    Story packet(long cycle, boolean in, int origin, long low) {
        int target = (origin + 1) % memory.length;
        return packet(cycle, in, in ? origin : target, header(PacketType.TERM, origin, target, 0), low);
    }

    /** Lets a packet enter or leave the network at this node. */
    Story packet(long cycle, boolean in, int node, long word0, long word1) {
        return event(cycle, node, in ? EventKind.PACKET_INJECTED : EventKind.PACKET_DELIVERED, word0, word1, 0);
    }

    /** Returns the places and the way of a packet in the ring of three nodes. */
    private long way(int origin, int target) {
        boolean minus = Math.floorMod(target - origin, memory.length) == 2;
        return (long) machine.shape().coord(origin) << Header0.SRC_LSB
                | (long) machine.shape().coord(target) << Header0.DST_LSB
                | (minus ? 1L << Header0.DIR_LSB : 0)
                | ((minus ? target > origin : target < origin) ? 1L << Header0.CROSS_LSB : 0);
    }

    long header(int type, int origin, int target, int bytes) {
        return way(origin, target)
                | (long) type << Header0.PTYPE_LSB
                | (type >= PacketType.DATA ? 1L << Header0.CLS_LSB : 0)
                | (long) bytes << Header0.LENGTH_LSB
                | 1L << Header0.LAST_LSB;
    }

    /** Lets a request of an operation enter, or leave at this node; its tag is the id of the operation. */
    Story request(long cycle, boolean in, int id, int type, int target) {
        int origin = op(id).node();
        return packet(cycle, in, in ? origin : target, header(type, origin, target, 16), (long) id << Header1.TAG_LSB);
    }

    /** Writes a message to a slot of its target and announces it there in FIFO `fifo`. */
    Story message(int id, long cycle, int node, int fifo, int slot) {
        Operation op = op(id);
        int address = program.messageBase() + (fifo * machine.buffers().reception() + slot) * HwLayout.RECEPTION_SLOT;
        for (int i = 0; i < op.length(); i += 16) {
            byte[] bytes = new byte[Math.min(16, op.length() - i)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = i + j < 8 ? (byte) (op.match() >>> 8 * (i + j)) : op.payload(i + j);
            }
            write(cycle, node, address + i, bytes);
        }
        return arrived(cycle + 1, node, fifo, slot, op.node(), op.length());
    }

    Story arrived(long cycle, int node, int fifo, int slot, int origin, int bytes) {
        return event(
                cycle,
                node,
                EventKind.MSG_ARRIVED,
                (long) fifo << MessageEvent.FIFO_LSB
                        | (long) slot << MessageEvent.SLOT_LSB
                        | (long) bytes << MessageEvent.BYTES_LSB
                        | (long) machine.shape().coord(origin) << MessageEvent.ORIGIN_LSB,
                0,
                0);
    }

    /** Sends a packet without payload from `origin`; it arrives one cycle later. */
    Story control(long cycle, int ptype, int origin, int target, int entry, int addr) {
        long word0 = header(ptype, origin, target, 0) | (cycle & Header0.STAMP_MASK) << Header0.STAMP_LSB;
        long word1 = (long) entry << Header1.ENTRY_LSB | (long) addr << Header1.ADDR_LSB;
        event(cycle, origin, EventKind.PACKET_INJECTED, word0, word1, 0);
        return event(cycle + 1, target, EventKind.PACKET_DELIVERED, word0, word1, 0);
    }

    /**
     * Sends a NACK of `type` from `refuser` to `origin`, where it arrives one cycle later; `tag` is the index if the
     * type is INIT.
     */
    /** @param reason RefusalReason */
    Story nack(long cycle, int type, int refuser, int origin, int tag, int flags, int reason) {
        long word0 = header(PacketType.NACK, refuser, origin, 0);
        long word1 = (long) type << Header1.SLOT_LSB
                | (long) reason << Header1.ADDR_LSB
                | (long) flags << Header1.EPOCH_LSB
                | (type == PacketType.INIT ? (long) tag << Header1.ENTRY_LSB : (long) tag << Header1.TAG_LSB);
        return packet(cycle, true, refuser, word0, word1).packet(cycle + 1, false, origin, word0, word1);
    }

    /** Gives a command of software. */
    Story command(long cycle, int node, int op, long word0, long word1) {
        return command(cycle, node, CommandBuffer.nameFor(0, op), op, word0, word1);
    }

    Story command(long cycle, int node, int owner, int op, long word0, long word1) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, node, 0, owner, op, word0, word1, 0, 0, 0);
        checks.commands(commands);
        return this;
    }

    int coord(int node) {
        return machine.shape().coord(node);
    }

    /** Returns the cycle of the first event that shows a violation. */
    long firstViolation() {
        return checks.firstViolation();
    }

    /** Changes memory without a write at a port. */
    Story corrupt(int node, int address) {
        memory[node][address] ^= 1;
        return this;
    }

    /** Adds a put of 32 bytes from node 0 to its own place in the target's landing zone. */
    int put(int target, int slot) {
        return add(0, Ops.put(target, SOURCE, LANDING + 64 * slot, 32, slot));
    }

    /** Adds an operation of node 0 after its others. */
    int flush(int target) {
        return add(0, Ops.flush(target));
    }

    int fence(int target) {
        return add(0, Ops.fence(target));
    }

    int quiet() {
        return add(0, Ops.quiet());
    }

    /** Adds a get of node 0 from the landing zone of node 1 to its source. */
    int get(int bytes) {
        return add(0, Ops.get(1, LANDING, SOURCE, bytes, 3));
    }

    /** Adds a fetch-and-add of node 0 to a word of node 1. */
    int fadd(int offset, long operand) {
        return add(0, Ops.fadd(1, LANDING + offset, operand));
    }

    /** Asserts that the verdict is false and that its text contains `detail`. */
    void fails(String name, String detail) {
        Verdict verdict = verdict(name);
        assertEquals(Boolean.FALSE, verdict.holds(), verdict.detail());
        assertTrue(verdict.detail().contains(detail), verdict.detail());
    }

    /** Asserts that the verdict is false with this text, or not false if the text is null. */
    void judge(String name, String detail) {
        if (detail != null) {
            fails(name, detail);
        } else {
            assertNotEquals(Boolean.FALSE, verdict(name).holds(), verdict(name).detail());
        }
    }

    /** Asserts that the verdict is true and has judged this number of comparisons. */
    void holds(String name, long checked) {
        Verdict verdict = verdict(name);
        assertEquals(Boolean.TRUE, verdict.holds(), verdict.detail());
        assertEquals(checked, verdict.checked());
    }

    Verdict verdict(String name) {
        RunEnd end = new RunEnd(
                drained,
                moving,
                last,
                open,
                (n, page) -> ByteBuffer.wrap(memory[n]), // one page holds the whole memory
                new EngineStats(last, 3000, 3000, 0, 0, carried, 12, brokenSums, 0),
                "",
                new long[0]);
        return checks.finish(end).stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
