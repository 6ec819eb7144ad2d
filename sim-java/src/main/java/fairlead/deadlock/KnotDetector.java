// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Inspects the VCs of a running machine every `period` cycles, and once more when the machine is at rest. It does not
 * change the machine; it keeps the first finding of each kind.
 *
 * <p>The caller ends each batch before {@link #nextSample}. After the batch it passes the events to {@link #events} and
 * then calls {@link #look}.
 */
public final class KnotDetector {
    /** Number of cycles between two snapshots. */
    public static final int PERIOD = 32;

    private static final long QUIET = 1 << 16; // cycles after which an empty network is looked at more rarely
    private static final int QUIET_SHARE = 16; // it is looked at after so small a part of its rest
    private static final int STARVATION_PERIOD = 1024;
    /** Number of register stages in a router and its fabric, summed over both directions of a link. */
    private static final int REGISTERS = 3;

    private final Shape shape;
    private final int period;
    private final long from;
    private final Waits waits;
    private final VcProgress progress;
    private final Trail trail; // null without hop events
    private final long[] words;
    /** Number of cycles in which all flits and credits on a link arrive; 0 if a snapshot shows them. */
    private final int settle;

    private long suspectSince = -1;
    private long lastLook = -1;
    private long busyUntil; // cycle of the last injection or delivery
    private long looks;
    private Knot knot;
    private String unknown = "";
    private String starved = "";
    private long starvedAt;

    public KnotDetector(MachineConfig config) {
        this(config, PERIOD, 0, false);
    }

    /**
     * @param from first cycle in which a snapshot may be taken
     * @param hops true if the run has hop events, which name packets
     */
    public KnotDetector(MachineConfig config, int period, long from, boolean hops) {
        this.period = period;
        this.from = from;
        shape = config.shape().torus();
        waits = new Waits(config, StaticCheck.of(config).waits(shape));
        settle = settle(config);
        progress = new VcProgress(config);
        trail = hops ? new Trail(shape) : null;
        words = new long[config.nodes() * Engine.VC_WORDS];
    }

    /** Returns the number of cycles without progress after which the consumer of an ejection port counts as waiting. */
    public static int horizon(MachineConfig config) {
        return IntStream.range(0, config.nodes())
                .map(node -> VcProgress.horizon(config, node))
                .max()
                .orElse(0);
    }

    /**
     * Returns the number of cycles from a snapshot with suspects to a report. With credits that count packets, a
     * snapshot does not show the flits and credits on the links.
     */
    public static int settle(MachineConfig config) {
        return Waits.countsPackets(config)
                ? config.latency().link() + config.latency().credit() + REGISTERS + HwLayout.ROUTER_STAGES
                : 0;
    }

    /** Returns the next cycle after `cycle` in which a snapshot is due. */
    public long nextSample(long cycle) {
        long quiet = progress.inNetwork() == 0 ? Math.max(0, cycle - busyUntil - QUIET) / QUIET_SHARE : 0;
        return suspectSince >= 0 ? cycle + 1 : Math.max(from, (cycle + quiet) / period * period + period);
    }

    public void events(EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            int kind = batch.kind();
            boolean injected = kind == EventKind.PACKET_INJECTED && isOfThisMachine(batch, EventUnit.TX_REQ0);
            boolean delivered = kind == EventKind.PACKET_DELIVERED && isOfThisMachine(batch, EventUnit.RX_REQ0);
            if (injected) {
                busyUntil = batch.cycle();
                progress.injected(batch);
            } else if (delivered) {
                busyUntil = batch.cycle();
                progress.delivered(batch);
            }
            if (trail != null && injected) {
                trail.injected(batch);
            } else if (trail != null && delivered) {
                trail.delivered(batch);
            } else if (trail != null && kind == EventKind.HOP && batch.node() < shape.nodes()) {
                trail.hop(batch);
            }
        }
        batch.rewind();
    }

    /**
     * Returns whether the node, unit and coordinates of a packet event exist; the checkers report events for which they
     * do not.
     */
    private boolean isOfThisMachine(EventCursor e, int firstUnit) {
        return e.node() < shape.nodes()
                && e.unit() >= firstUnit
                && e.unit() < firstUnit + HwLayout.CLASSES * HwLayout.MOST_PORTS
                && shape.isOnTorusAt(Header0.src(e.a()))
                && shape.isOnTorusAt(Header0.dst(e.a()));
    }

    /** Takes a snapshot if one is due or the machine is at rest, of an engine that shows its VCs. */
    public void look(Engine engine, boolean atRest) {
        long cycle = engine.cycle();
        if (!engine.showsVcs()) {
            lastLook = cycle;
            return;
        }
        if (cycle == lastLook && !atRest || cycle < from || cycle % period != 0 && !atRest && suspectSince < 0) {
            return;
        }
        if (progress.inNetwork() == 0 && !atRest) {
            progress.rest();
            lastLook = cycle; // without packets nothing can wait
            return;
        }
        engine.vcStates(words);
        look(cycle, words, atRest);
    }

    /** Judges a given snapshot, regardless of the packets that the events have reported. */
    public void look(long cycle, long[] vcWords, boolean atRest) {
        looks++;
        waits.take(vcWords);
        if (unknown.isEmpty()) {
            int vc = waits.unknown();
            long word = vc < 0 ? 0 : vcWords[vc];
            unknown = vc < 0
                    ? ""
                    : "cycle " + cycle + ": " + Knot.place(shape, vc) + " wants "
                            + Knot.output((int) VcState.wantPort(word), (int) VcState.wantVc(word))
                            + ", and the static graph has no such wait";
        }
        progress.snapshot(cycle, vcWords);
        if (knot == null) {
            judge(cycle, vcWords, atRest);
        }
        if (starved.isEmpty()
                && knot == null
                && (lastLook < 0 || cycle / STARVATION_PERIOD != lastLook / STARVATION_PERIOD)) {
            starved = progress.starved(cycle);
            starvedAt = cycle;
        }
        lastLook = cycle;
    }

    /**
     * Searches the snapshot for a knot. With credits that count packets, a set of suspects is a knot if it has been
     * suspect in every cycle in which a flit or credit could still arrive: no packet of the set could move during that
     * time, and everything on the links has arrived.
     */
    private void judge(long cycle, long[] vcWords, boolean atRest) {
        IntPredicate stands = place -> atRest || progress.stands(cycle, place);
        boolean goesOn = suspectSince >= 0 && cycle == lastLook + 1;
        if (waits.solve(stands, goesOn) == 0) {
            suspectSince = -1;
            return;
        }
        suspectSince = goesOn ? suspectSince : cycle;
        if (atRest || cycle - suspectSince >= settle) {
            suspectSince = -1;
            int dead = waits.solve(stands, false);
            List<Knot.Member> members =
                    waits.ring().stream().map(vc -> member(vc, vcWords[vc])).toList();
            knot = new Knot(cycle, lastLook, members, dead, waits.occupied());
        }
    }

    private Knot.Member member(int vc, long word) {
        int out = waits.shown(vc);
        int wantPort = Waits.port(out);
        int wantVc = out % Waits.VCS;
        boolean head = VcState.head(word) != 0;
        int occupancy = (int) VcState.occupancy(word);
        String wants = Knot.output(wantPort, wantVc);
        return new Knot.Member(
                Waits.node(vc),
                Waits.port(vc),
                vc % Waits.VCS,
                trail == null ? "" : trail.front(vc, head, wantPort >= Waits.LINKS),
                Knot.place(shape, vc) + " (" + occupancy + " flits)" + (head ? "" : " and " + wants),
                wantPort,
                wantVc,
                head ? wants : "a credit of " + wants,
                waits.why(vc));
    }

    /** Returns the shortest of the knots that were found first. */
    public Optional<Knot> knot() {
        return Optional.ofNullable(knot);
    }

    /** Returns a description of a wait that the static graph does not contain, or an empty string. */
    public String unknownWait() {
        return unknown;
    }

    /**
     * Returns a description of a pair of nodes between which no packet arrives while other packets move, or an empty
     * string.
     */
    public String starved() {
        return starved;
    }

    public long starvedAt() {
        return starvedAt;
    }

    /**
     * Returns a description of a packet with more hops than a minimal path has, or an empty string. It requires hop
     * events.
     */
    public String lost() {
        return trail == null ? "" : trail.lost();
    }

    public long lastDelivery() {
        return progress.lastDelivery();
    }

    /** Returns the number of cycles without progress after which a moving machine counts as livelocked. */
    public long patience() {
        return progress.patience();
    }

    public long looks() {
        return looks;
    }

    /** Finds the packet in front of each VC from PACKET_INJECTED, HOP and PACKET_DELIVERED of a run with hop events. */
    static final class Trail {
        private record Key(long word0, long word1) {}

        private static final class Packet {
            private final Key key;
            private ArrayDeque<Packet> queue;
            private int hops;

            Packet(Key key) {
                this.key = key;
            }
        }

        private final Shape shape;
        private final int most;
        private final Map<Key, Packet> packets = new HashMap<>();
        /**
         * For each VC, the packets whose heads have arrived, oldest first. Packets before the first one that is
         * completely in the buffer have left.
         */
        private final ArrayDeque<Packet>[] queues;

        private String lost = "";

        @SuppressWarnings({"unchecked", "rawtypes"})
        Trail(Shape shape) {
            this.shape = shape;
            queues = (ArrayDeque<Packet>[]) new ArrayDeque<?>[shape.nodes() * Waits.PORTS * Waits.VCS];
            most = shape.kx() / 2 + shape.ky() / 2 + shape.kz() / 2;
        }

        void injected(EventCursor e) {
            int local = Waits.LINKS + e.unit() - EventUnit.TX_REQ0;
            int vc = (e.node() * Waits.PORTS + local) * Waits.VCS + WaitTable.localVc(local);
            Packet fresh = new Packet(new Key(e.a(), e.b()));
            packets.put(fresh.key, fresh);
            enter(fresh, vc);
        }

        void hop(EventCursor e) {
            Packet packet = packets.get(new Key(e.a(), e.b()));
            int direction = (int) HopEvent.link(e.c());
            if (packet != null && direction < Shape.DIRECTIONS && HopEvent.vc(e.c()) < Waits.VCS) {
                enter(
                        packet,
                        (shape.neighbour(e.node(), direction) * Waits.PORTS + (direction ^ 1)) * Waits.VCS
                                + (int) HopEvent.vc(e.c()));
                if (++packet.hops > most && lost.isEmpty()) {
                    lost = text(packet.key) + " has made " + packet.hops + " hops in cycle " + e.cycle() + ", node "
                            + shape.place(e.node()) + "; no path of this shape has more than " + most;
                }
            }
        }

        void delivered(EventCursor e) {
            Packet done = packets.remove(new Key(e.a(), e.b()));
            if (done != null) {
                leave(done);
                done.queue.remove(done);
            }
        }

        private void enter(Packet packet, int vc) {
            if (packet.queue != null) {
                leave(packet);
            }
            if (queues[vc] == null) {
                queues[vc] = new ArrayDeque<>();
            }
            queues[vc].add(packet);
            packet.queue = queues[vc];
        }

        /**
         * Notes that the packet's head leaves its VC: earlier packets have left, and the packet remains in front until
         * its tail leaves.
         */
        private static void leave(Packet packet) {
            while (!packet.queue.isEmpty() && packet.queue.peek() != packet) {
                packet.queue.remove();
            }
        }

        String front(int vc, boolean head, boolean ejects) {
            if (queues[vc] == null) {
                return "";
            }
            for (Packet packet : queues[vc]) {
                boolean left = packet.queue != queues[vc];
                if (head != left || !head && ejects) {
                    return text(packet.key);
                }
            }
            return "";
        }

        String lost() {
            return lost;
        }

        private String text(Key key) {
            long word0 = key.word0;
            return PacketType.name((int) Header0.ptype(word0)) + " " + shape.rankOfCoord((int) Header0.src(word0))
                    + " -> " + shape.rankOfCoord((int) Header0.dst(word0)) + " tag " + Header1.tag(key.word1);
        }
    }
}
