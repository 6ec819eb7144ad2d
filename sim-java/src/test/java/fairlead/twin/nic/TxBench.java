// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A DmaTx between stand-ins: a memory of one latency, a router that returns every credit one loop later, and neighbours
 * that a test controls.
 */
final class TxBench
        implements PartitionPorts.InjectionLinks, MemoryPorts, EventPorts, Ports.ReceivePort, Ports.SelfTraffic {
    /** An event in the engine's cycles: decided in `cycle` and visible one cycle later. */
    record Event(long cycle, int unit, int kind, long a, long b) {}

    record Flit(long cycle, int port, int index, boolean tail, long w0, long w1) {}

    record Read(long cycle, int port, int ctx, int address, int length) {}

    record Told(long cycle, String what) {}

    private record Due(long cycle, int port, int ctx, long d0, long d1) {}

    private static final int NODE = 5;

    private final Shape shape = new Shape(4, 4, 2);
    final DmaTx tx;
    final Packets packets = new Packets(16);
    final TxNeighbours.Epochs epochs = new TxNeighbours.Epochs(this::tell);
    final TxNeighbours.Fences fences = new TxNeighbours.Fences(this::tell);
    final TxNeighbours.Dla dla = new TxNeighbours.Dla();
    final TxNeighbours.Control[] requestControl = control();
    final TxNeighbours.Control[] responseControl = control();
    final List<Event> events = new ArrayList<>();
    final List<Flit> flits = new ArrayList<>();
    final List<Read> reads = new ArrayList<>();
    final List<Told> told = new ArrayList<>();
    final int memoryLatency;
    final int loop;
    private final Deque<Due> replies = new ArrayDeque<>();
    private final Deque<Due> credits = new ArrayDeque<>();
    int used = -1; // byte counter with another user
    long cycle;

    /**
     * @param pageLatency L of the timing table: cycles from the visible request to the visible reply
     * @param loop cycles from a send to the first cycle in which its credit can be spent again
     */
    TxBench(int pageLatency, int localPorts, Buffers buffers, int loop) {
        this(pageLatency, localPorts, buffers, loop, Routing.ADAPTIVE);
    }

    /** Returns a bench of this routing; the other benches are adaptive, so that every mode is accepted. */
    static TxBench of(Routing routing) {
        return new TxBench(20, 2, new Buffers(8, 16, 16, 64, 64, 8), 4, routing);
    }

    private TxBench(int pageLatency, int localPorts, Buffers buffers, int loop, Routing routing) {
        memoryLatency = pageLatency + 1;
        this.loop = loop;
        MachineConfig machine = MachineConfig.of(shape)
                .latency(new Latency(2, 2, memoryLatency, 16, 8, 0))
                .buffers(buffers)
                .localPorts(localPorts)
                .dla(DlaLimits.of(64))
                .tasks(1)
                .routing(routing)
                .build();
        tx = new DmaTx(
                new TileContext(NODE, shape.coord(NODE), machine, null, packets, this, this, this),
                new Ports.Beside(
                        TxNeighbours.only(EpochPort.Origin.class, epochs),
                        null,
                        TxNeighbours.only(Ports.FencePort.class, fences),
                        dla,
                        this),
                requestControl,
                responseControl,
                this);
    }

    static TxBench usual() {
        return new TxBench(20, 2, new Buffers(8, 16, 16, 64, 64, 8), 4);
    }

    private TxNeighbours.Control[] control() {
        return new TxNeighbours.Control[] {new TxNeighbours.Control(this::tell), new TxNeighbours.Control(this::tell)};
    }

    private void tell(String what) {
        told.add(new Told(cycle, what));
    }

    static long word0(int kind, int fifo, int target, int tag, int length) {
        return Descriptors.word0(kind, target, tag, length) | (long) fifo << Descriptor0.FIFO_LSB;
    }

    static long word1(int local, int remote) {
        return (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB;
    }

    /** Gives a POST in the next cycle. */
    void post(long w0, long w1) {
        tx.command(0, TileCommand.POST, w0, w1, 0, 0);
    }

    void post(int kind, int fifo, int target, int tag, int length) {
        post(word0(kind, fifo, target, tag, length), word1(0x100, 0x2000));
    }

    void step() {
        while (!replies.isEmpty() && replies.peek().cycle == cycle) {
            Due due = replies.poll();
            tx.readReply(due.port, due.ctx, due.d0, due.d1);
        }
        while (!credits.isEmpty() && credits.peek().cycle == cycle) {
            tx.injectCredit(credits.poll().port);
        }
        tx.step(cycle);
        tx.edge(cycle);
        dla.edge();
        for (int i = 0; i < requestControl.length; i++) {
            requestControl[i].edge();
            responseControl[i].edge();
        }
        fences.edge();
        cycle++;
    }

    void run(int cycles) {
        for (int i = 0; i < cycles; i++) {
            step();
        }
    }

    /** Returns the 16 bytes of memory that a read gets; bytes beyond its length are zero. */
    static long memory(int address, int length, int half) {
        long word = 0;
        for (int i = 0; i < 8; i++) {
            if (8 * half + i < length) {
                word |= (Mix.mix64(address + 8L * half + i) & 0xFF) << 8 * i;
            }
        }
        return word;
    }

    List<Event> of(int kind) {
        return events.stream().filter(e -> e.kind == kind).toList();
    }

    List<Flit> on(int port) {
        return flits.stream().filter(f -> f.port == port).toList();
    }

    List<Flit> heads(int port) {
        return flits.stream().filter(f -> f.port == port && f.index == 0).toList();
    }

    List<Long> cyclesOf(String what) {
        return told.stream().filter(t -> t.what.equals(what)).map(t -> t.cycle).toList();
    }

    @Override
    public void inject(int from, int port, int flit) {
        boolean head = Packets.isHead(flit);
        long w0 = head ? packets.header0(Packets.packet(flit)) : packets.w0(flit);
        long w1 = head ? packets.header1(Packets.packet(flit)) : packets.w1(flit);
        flits.add(new Flit(cycle, port, Packets.index(flit), Packets.isTail(flit), w0, w1));
        if (Packets.isTail(flit)) {
            packets.close(Packets.packet(flit));
        }
        credits.add(new Due(cycle + loop - 1, port, 0, 0, 0));
    }

    @Override
    public void ejectCredit(int from, int port) {
        throw new IllegalStateException("the transmit half returned a credit");
    }

    /** A request of the store path waits, with this word in each of its flits. */
    void store(int ptype, int dst, int length, long w0) {
        int flits = (length + 15) / 16;
        dla.words.add(new TxNeighbours.Dla.Word(
                true,
                flits == 0,
                (long) ptype << Header0.PTYPE_LSB
                        | (long) dst << Header0.DST_LSB
                        | (long) length << Header0.LENGTH_LSB
                        | 1L << Header0.LAST_LSB
                        | Header0.STAMP_MASK << Header0.STAMP_LSB,
                0x777));
        for (int i = 1; i <= flits; i++) {
            dla.words.add(new TxNeighbours.Dla.Word(false, i == flits, w0, i));
        }
    }

    @Override
    public void read(int port, int ctx, int address, int length) {
        reads.add(new Read(cycle, port, ctx, address, length));
        replies.add(new Due(cycle + memoryLatency, port, ctx, memory(address, length, 0), memory(address, length, 1)));
    }

    @Override
    public void write(int port, int op, int address, int length, long d0, long d1) {
        throw new IllegalStateException("the transmit half wrote memory");
    }

    @Override
    public void emit(int unit, int kind, long a, long b) {
        events.add(new Event(cycle, unit, kind, a, b));
    }

    @Override
    public void freed(int r) {
        tell("freed " + r);
    }

    @Override
    public boolean counterLoad(int r, int counter, int value) {
        tell("load " + r + " " + counter + " " + value);
        return counter != used;
    }

    @Override
    public void produced() {
        tell("produced");
    }

    @Override
    public void consumed() {
        throw new IllegalStateException("the transmit half consumed");
    }

    @Override
    public boolean outstanding() {
        return false;
    }
}
