// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.ports.EjectionLinks;
import fairlead.twin.ports.Packets;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * An engine on the RTL that runs one cycle at a time and drives the routers of the twin beside it: what the RTL's NICs
 * put on the local pins in a cycle is seen in the change of the injection buffers and ejection credits, the packets in
 * the events. After every cycle all VCs of all routers and the hops must be equal, and what the twin ejects must be
 * what the RTL delivers.
 */
final class RouterShadow implements Engine, EjectionLinks {
    private static final int LOCALS = RouterShape.LOCALS;
    private static final int VCS = RouterShape.NUMBERS;

    private final Engine rtl;
    private final Shape shape;
    private final Packets packets;
    private final TorusRouter twin;
    private final long[] rtlVcs;
    private final long[] twinVcs;
    private final List<ArrayDeque<long[]>> entering = new ArrayList<>(); // headers injected, by node * LOCALS + port
    private final List<ArrayDeque<Long>> leaving = new ArrayList<>(); // header 0 of packets that the twin has ejected
    private final int[] packet; // packet that is entering
    private final int[] index; // index of its next flit
    private final List<String> twinHops = new ArrayList<>();
    private long compared;
    private long flits;
    private long rtlFlitHops;

    /** @param machine configuration of the RTL; a twin with any other one must differ */
    RouterShadow(final Engine rtl, final MachineConfig machine) {
        this.rtl = rtl;
        shape = machine.shape();
        packets = new Packets(64);
        twin = new TorusRouter(
                machine,
                packets,
                this,
                (node, link, vc, p) -> twinHops.add(hop(node, link, vc, packets.header0(p), packets.header1(p))));
        rtlVcs = new long[machine.nodes() * VC_WORDS];
        twinVcs = new long[machine.nodes() * VC_WORDS];
        for (int i = 0; i < machine.nodes() * LOCALS; i++) {
            entering.add(new ArrayDeque<>());
            leaving.add(new ArrayDeque<>());
        }
        packet = new int[machine.nodes() * LOCALS];
        index = new int[machine.nodes() * LOCALS];
    }

    private static String hop(final int node, final int link, final int vc, final long w0, final long w1) {
        return node + " link " + link + " vc " + vc + " header " + Long.toHexString(w0) + " " + Long.toHexString(w1);
    }

    @Override
    public StopReason run(final long limitCycle) {
        final long t = rtl.cycle();
        if (limitCycle <= t) {
            return rtl.run(limitCycle);
        }
        final StopReason stop = rtl.run(t + 1);
        if (rtl.cycle() == t + 1) {
            compare(t);
        } else if (rtl.cycle() != t) {
            throw new AssertionError("the RTL went from cycle " + t + " to " + rtl.cycle());
        }
        return stop;
    }

    private void compare(final long t) {
        final List<String> rtlHops = new ArrayList<>();
        final EventCursor events = rtl.events();
        final List<long[]> delivered = new ArrayList<>();
        while (events.next()) {
            final int port;
            switch (events.kind()) {
                case EventKind.PACKET_INJECTED:
                    port = events.node() * LOCALS + events.unit() - EventUnit.TX_REQ0;
                    entering.get(port).add(new long[] {events.a(), events.b()});
                    break;
                case EventKind.PACKET_DELIVERED:
                    port = events.node() * LOCALS + events.unit() - EventUnit.RX_REQ0;
                    delivered.add(new long[] {port, events.a()});
                    break;
                case EventKind.HOP:
                    rtlHops.add(hop(
                            events.node(), (int) (events.c() >> 8), (int) (events.c() & 0xFF), events.a(), events.b()));
                    break;
                default:
            }
        }
        events.rewind();

        rtl.vcStates(rtlVcs);
        twinHops.clear();
        twin.partitions()[0].grants(t);
        twin.vcStates(twinVcs);
        localPins(t);
        twin.registers();
        twin.arrivals(t);
        twin.registers();
        twin.vcStates(twinVcs);
        equal(t);
        if (!rtlHops.equals(twinHops)) {
            throw new AssertionError("cycle " + t + ": hops of the RTL " + rtlHops + ", of the twin " + twinHops);
        }
        for (final long[] packetAt : delivered) {
            final Long header = leaving.get((int) packetAt[0]).poll();
            if (header == null || header != packetAt[1]) {
                throw new AssertionError("cycle " + t + ": the RTL delivers " + Long.toHexString(packetAt[1])
                        + ", the twin has ejected " + (header == null ? "nothing" : Long.toHexString(header)));
            }
        }
    }

    /**
     * Gives the twin the values that were on the local pins of the RTL in t, between the grants and the arrivals of t.
     */
    private void localPins(final long t) {
        for (int node = 0; node < shape.nodes(); node++) {
            for (int port = 0; port < LOCALS; port++) {
                final int at = word(node, port);
                final int local = node * LOCALS + port;
                final long more = VcState.occupancy(rtlVcs[at]) - VcState.occupancy(twinVcs[at]);
                final long credits = VcState.credits(rtlVcs[at]) - VcState.credits(twinVcs[at]);
                if (more < 0 || more > 1 || credits < 0 || credits > 1) {
                    throw new AssertionError("cycle " + t + " node " + node + " local port " + port + ": occupancy "
                            + more + " and credits " + credits + " more in the RTL than in the twin after its grants");
                }
                if (more == 1) {
                    twin.inject(node, port, enter(local));
                }
                if (credits == 1) {
                    twin.ejectCredit(node, port);
                }
            }
        }
    }

    private static int word(final int node, final int port) {
        return (node * HwLayout.ROUTER_PORTS + HwLayout.LINKS + port) * VCS + port / HwLayout.MOST_PORTS * (VCS / 2);
    }

    private int enter(final int local) {
        if (index[local] == 0) {
            final long[] header = entering.get(local).remove();
            packet[local] = packets.open(header[0], header[1]);
        }
        final long length = Header0.length(packets.header0(packet[local]));
        final boolean tail = index[local] == (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        final int flit = Packets.flit(packet[local], index[local], tail);
        index[local] = tail ? 0 : index[local] + 1;
        flits++;
        return flit;
    }

    private void equal(final long t) {
        for (int i = 0; i < rtlVcs.length; i++) {
            if (rtlVcs[i] != twinVcs[i]) {
                throw new AssertionError("cycle " + t + " node " + i / VC_WORDS + " port " + i % VC_WORDS / VCS + " vc "
                        + i % VCS + ": RTL " + text(rtlVcs[i]) + ", twin " + text(twinVcs[i]));
            }
        }
        compared++;
    }

    private static String text(final long word) {
        return "occupancy " + VcState.occupancy(word) + " head " + VcState.head(word) + " wants "
                + VcState.wantPort(word) + "." + VcState.wantVc(word) + " adaptive " + VcState.adaptive(word)
                + " enters "
                + VcState.enters(word) + " credits " + VcState.credits(word) + " owner "
                + (VcState.owned(word) == 0 ? "none" : VcState.ownerPort(word) + "." + VcState.ownerVc(word));
    }

    @Override
    public void eject(final int node, final int port, final int flit) {
        if (Packets.isTail(flit)) {
            leaving.get(node * LOCALS + port).add(packets.header0(Packets.packet(flit)));
            packets.close(Packets.packet(flit));
        }
    }

    @Override
    public void injectCredit(final int node, final int port) {
        // the RTL's NIC counts its own credits
    }

    /** Returns the number of cycles after which everything was equal. */
    long compared() {
        return compared;
    }

    long flits() {
        return flits;
    }

    /** Returns the number of router cycles in which a flit had to wait. */
    long waited() {
        return twin.blockedRouters();
    }

    long flitHops() {
        return twin.flitHops();
    }

    /** Returns the count of the RTL's fabric at the end of the run. */
    long rtlFlitHops() {
        return rtlFlitHops;
    }

    String imbalance() {
        return twin.imbalance();
    }

    boolean idle() {
        return twin.idle();
    }

    // ---- the RTL, as it is

    @Override
    public String name() {
        return rtl.name();
    }

    @Override
    public MachineConfig config() {
        return rtl.config();
    }

    @Override
    public Capabilities capabilities() {
        return rtl.capabilities();
    }

    @Override
    public long cycle() {
        return rtl.cycle();
    }

    @Override
    public void loadMemory(final int node, final int address, final byte[] data) {
        rtl.loadMemory(node, address, data);
    }

    @Override
    public void submit(final CommandBuffer commands) {
        rtl.submit(commands);
    }

    @Override
    public EventCursor events() {
        return rtl.events();
    }

    @Override
    public ByteBuffer memory(final int node) {
        return rtl.memory(node);
    }

    @Override
    public String inspect(final int node) {
        return rtl.inspect(node);
    }

    @Override
    public void vcStates(final long[] into) {
        rtl.vcStates(into);
    }

    @Override
    public void treeLinks(final long[] into) {
        rtl.treeLinks(into);
    }

    @Override
    public EngineStats stats() {
        return rtl.stats();
    }

    @Override
    public String failure() {
        return rtl.failure();
    }

    @Override
    public void close() {
        rtlFlitHops = rtl.stats().flitHops();
        rtl.close();
    }
}
