// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A DmaRx alone: the bench plays the router (it keeps the credits), a memory that acknowledges M cycles after the
 * request, and the other units. All that the unit does is one line, "cycle what arguments"; cycles are those of step,
 * so a register of the page shows its value one cycle later.
 */
final class RxBench {
    static final int NODE = 1;
    static final int MEMORY_BYTES = 1 << 16;
    static final int MESSAGE_BASE = 0x8000;
    static final int PORTS = HwLayout.CLASSES * HwLayout.MOST_PORTS;

    /** The parameters that a test may change before the first cycle. */
    static final class Setup {
        int memory = 4;
        int localDepth = 8;
        int receptionDepth = 4;
        int responseDepth = 4;
        /** Whether notices of the other units come before the step of DmaRx; otherwise they come after it. */
        boolean noticesFirst;
    }

    final int me;
    final int other;
    final Packets packets = new Packets(64);
    final DmaRx rx;
    final List<String> lines = new ArrayList<>();
    final ByteBuffer memory = ByteBuffer.allocate(MEMORY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    final RxNeighbours neighbours = new RxNeighbours(this::say);
    /** While true, memory acknowledges nothing. */
    boolean memoryHeld;

    long cycle;

    private record Write(long due, int op, int address, int length, long d0, long d1) {}

    private final Setup setup;
    private final List<ArrayDeque<Integer>> links = new ArrayList<>();
    private final int[] credits = new int[PORTS];
    private final int[] returned = new int[PORTS];
    private final List<ArrayDeque<Write>> writes = new ArrayList<>();
    private final List<Runnable> notices = new ArrayList<>();
    private long[] command;

    RxBench() {
        this(new Setup());
    }

    RxBench(Setup setup) {
        this.setup = setup;
        Shape shape = new Shape(4, 2, 2);
        me = shape.coord(NODE);
        other = shape.coord(NODE + 4);
        MachineConfig machine = MachineConfig.of(shape)
                .latency(new Latency(1, 1, setup.memory, 1, 1, 0))
                .buffers(new Buffers(8, setup.localDepth, 8, setup.receptionDepth, 64, setup.responseDepth))
                .localPorts(HwLayout.MOST_PORTS)
                .memoryBytes(MEMORY_BYTES)
                .messageBase(MESSAGE_BASE)
                .dla(DlaLimits.of(64))
                .tasks(1)
                .build();
        Capabilities limits = new Capabilities("bench", false, true, new Buffers(64, 64, 64, 64, 64, 64), 16, 16, 2);
        for (int port = 0; port < PORTS; port++) {
            links.add(new ArrayDeque<>());
            writes.add(new ArrayDeque<>());
            credits[port] = setup.localDepth;
        }
        rx = new DmaRx(
                new TileContext(NODE, me, machine, limits, packets, new Router(), new Memory(), new Events()),
                new Ports.Beside(
                        neighbours.port(EpochPort.Origin.class),
                        neighbours.port(EpochPort.Target.class),
                        neighbours.port(Ports.FencePort.class),
                        null,
                        neighbours.port(Ports.SelfTraffic.class)));
        rx.connect(neighbours.port(Ports.TransmitPort.class));
    }

    private void say(String what, Object... arguments) {
        StringBuilder line = new StringBuilder().append(cycle).append(' ').append(what);
        for (Object argument : arguments) {
            line.append(' ').append(argument);
        }
        lines.add(line.toString());
    }

    /** Returns the lines whose `what` is one of these, in order of time. */
    List<String> of(String... whats) {
        return lines.stream()
                .filter(line -> List.of(whats).contains(line.split(" ")[1]))
                .toList();
    }

    /**
     * Sends a packet to ejection link `port`; its flits follow one in each cycle from the next cycle on, as credits
     * allow.
     */
    void send(int port, Headers headers, long... payload) {
        int packet = packets.open(headers.word0(), headers.word1());
        int flits = headers.flits();
        for (int i = 1; i < flits; i++) {
            int at = 2 * (i - 1);
            packets.payload(
                    packet, i, at < payload.length ? payload[at] : 0, at + 1 < payload.length ? payload[at + 1] : 0);
        }
        for (int i = 0; i < flits; i++) {
            links.get(port).add(Packets.flit(packet, i, i == flits - 1));
        }
    }

    /** Gives a host command in the next cycle. */
    void command(int op, long w0, long w1) {
        command = new long[] {op, w0, w1};
    }

    /** Sends a notice of another unit in the next cycle. */
    void notice(Runnable notice) {
        notices.add(notice);
    }

    /** Lets a get take a byte counter in the next cycle. */
    void load(int port, int counter, int value) {
        notice(() -> {
            if (!rx.counterLoad(port, counter, value)) {
                say("busy", port, counter);
            }
        });
    }

    /** Lets the other unit take the CREDIT in the next cycle. */
    void takeCredit() {
        Ports.ControlSource credit = rx.creditSend();
        say("creditTaken", credit.ptype(), credit.dst(), Header1.entry(credit.word1()));
        notice(credit::take);
    }

    void run(int cycles) {
        for (int i = 0; i < cycles; i++) {
            step();
        }
    }

    /** Returns a packet of the other node to this node. */
    Headers to(int ptype) {
        return Headers.of(ptype, other, me);
    }

    private void step() {
        inputs();
        if (setup.noticesFirst) {
            tell();
        }
        rx.step(cycle);
        tell();
        rx.edge(cycle);
        for (int port = 0; port < PORTS; port++) {
            credits[port] += returned[port];
            returned[port] = 0;
        }
        cycle++;
    }

    private void tell() {
        notices.forEach(Runnable::run);
        notices.clear();
    }

    private void inputs() {
        for (int port = 0; port < PORTS; port++) {
            if (!links.get(port).isEmpty() && credits[port] > 0) {
                credits[port]--;
                rx.eject(port, links.get(port).remove());
            }
        }
        for (int port = 0; port < HwLayout.MOST_PORTS; port++) {
            Write write = writes.get(port).peek();
            if (write != null && write.due <= cycle && !memoryHeld) {
                writes.get(port).remove();
                rx.writeAck(port, commit(write));
            }
        }
        if (command != null) {
            rx.command((int) command[0], command[1], command[2]);
            command = null;
        }
    }

    private long commit(Write write) {
        if (write.op == WriteOp.WRITE) {
            for (int i = 0; i < write.length; i++) {
                long word = i < Long.BYTES ? write.d0 : write.d1;
                memory.put(write.address + i, (byte) (word >>> 8 * (i & 7)));
            }
            return -1; // meaningless
        }
        boolean half = write.length == Integer.BYTES;
        long old = half ? Integer.toUnsignedLong(memory.getInt(write.address)) : memory.getLong(write.address);
        boolean equal = half ? (int) old == (int) write.d1 : old == write.d1;
        long left =
                switch (write.op) {
                    case WriteOp.FETCH_ADD -> old + write.d0;
                    case WriteOp.FETCH_AND -> old & write.d0;
                    case WriteOp.FETCH_OR -> old | write.d0;
                    case WriteOp.FETCH_XOR -> old ^ write.d0;
                    case WriteOp.COMPARE_SWAP -> equal ? write.d0 : old;
                    default -> write.d0;
                };
        if (half) {
            memory.putInt(write.address, (int) left);
        } else {
            memory.putLong(write.address, left);
        }
        return old;
    }

    private final class Router implements PartitionPorts.InjectionLinks {
        @Override
        public void inject(int node, int port, int flit) {
            throw new AssertionError("DmaRx injects nothing");
        }

        @Override
        public void ejectCredit(int node, int port) {
            say("credit", port);
            returned[port]++;
        }
    }

    private final class Memory implements MemoryPorts {
        @Override
        public void read(int port, int ctx, int address, int length) {
            throw new AssertionError("DmaRx reads nothing");
        }

        @Override
        public void write(int port, int op, int address, int length, long d0, long d1) {
            say("write", port, op, address, length, Long.toHexString(d0), Long.toHexString(d1));
            writes.get(port).add(new Write(cycle + setup.memory, op, address, length, d0, d1));
        }
    }

    private final class Events implements EventPorts {
        @Override
        public void emit(int unit, int kind, long a, long b) {
            String name = EventKind.name(kind);
            switch (kind) {
                case EventKind.PACKET_DELIVERED -> say(name, EventUnit.name(unit), HwLayout.Header1.tag(b));
                case EventKind.OP_REFUSED -> say(name, a, Headers.describe(b));
                case EventKind.MSG_ARRIVED -> say(
                        name,
                        MessageEvent.fifo(a),
                        MessageEvent.slot(a),
                        MessageEvent.bytes(a),
                        MessageEvent.origin(a),
                        b);
                default -> say(name, Long.toHexString(a), Long.toHexString(b));
            }
        }
    }
}
