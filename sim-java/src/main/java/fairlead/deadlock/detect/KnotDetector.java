// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.detect;

import fairlead.deadlock.graph.StaticCheck;
import fairlead.deadlock.graph.WaitTable;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.hw.HwLayout.VcState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Looks at the VCs of a running machine every `period` cycles, and once more when it has come to rest. Changes nothing; the first finding of each kind is kept.
 *
 * <p>Use: before each batch stop at {@link #nextSample}; after it hand over the events, then {@link #look}.
 */
public final class KnotDetector {
    /** Cycles between two snapshots. */
    public static final int PERIOD = 32;

    private static final int STARVATION_PERIOD = 1024;
    /** Of a router and its fabric, on both ways of a link. */
    private static final int REGISTERS = 4;

    private final Shape shape;
    private final int period;
    private final long from;
    private final WaitTable table;
    private final Waits waits;
    private final VcProgress progress;
    private final Trail trail;
    private final long[] words;
    /** Cycles in which everything that is on its way on a link arrives, 0 where a snapshot shows it. */
    private final int settle;

    private long suspectSince = -1;
    private long lastLook = -1;
    private long looks;
    private Knot knot;
    private String unknown = "";
    private String starved = "";
    private long starvedAt;

    public KnotDetector(final MachineConfig config) {
        this(config, PERIOD, 0);
    }

    /** @param from no snapshot before this cycle */
    public KnotDetector(final MachineConfig config, final int period, final long from) {
        this.period = period;
        this.from = from;
        shape = config.shape();
        table = StaticCheck.of(config).waits(shape);
        waits = new Waits(config, table);
        settle = settle(config);
        progress = new VcProgress(config);
        trail = new Trail(shape);
        words = new long[shape.nodes() * Engine.VC_WORDS];
    }

    /** Cycles that the consumer of an ejection port must have stood still to be taken for one that waits. */
    public static int horizon(final MachineConfig config) {
        final VcProgress progress = new VcProgress(config);
        return java.util.stream.IntStream.range(0, config.nodes())
                .map(progress::horizon)
                .max()
                .orElse(0);
    }

    /** Cycles from a snapshot with suspects to a report: what is on a link is not seen when credits are packets. */
    public static int settle(final MachineConfig config) {
        return Waits.countsPackets(config)
                ? config.latency().link() + config.latency().credit() + REGISTERS
                : 0;
    }

    /** The next cycle after `cycle` in which a snapshot is due. */
    public long nextSample(final long cycle) {
        return suspectSince >= 0 ? cycle + 1 : Math.max(from, cycle - cycle % period + period);
    }

    public void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            switch (batch.kind()) {
                case EventKind.PACKET_INJECTED:
                    if (isOfThisMachine(batch, EventUnit.TX_REQ0)) {
                        progress.injected(batch);
                        trail.injected(batch);
                    }
                    break;
                case EventKind.PACKET_DELIVERED:
                    if (isOfThisMachine(batch, EventUnit.RX_REQ0)) {
                        progress.delivered(batch);
                        trail.delivered(batch);
                    }
                    break;
                case EventKind.HOP:
                    if (batch.node() < shape.nodes()
                            && HopEvent.link(batch.c()) < Shape.DIRECTIONS
                            && HopEvent.vc(batch.c()) < Waits.VCS) {
                        trail.hop(batch);
                    }
                    break;
                default:
                    break;
            }
        }
        batch.rewind();
    }

    /** Whether node, unit and places of a packet event exist; what a broken machine says else is for the checkers. */
    private boolean isOfThisMachine(final EventCursor e, final int firstUnit) {
        return e.node() < shape.nodes()
                && e.unit() >= firstUnit
                && e.unit() < firstUnit + HwLayout.CLASSES * HwLayout.LOCAL_PORTS
                && isPlace(Header0.src(e.a()))
                && isPlace(Header0.dst(e.a()));
    }

    private boolean isPlace(final long coord) {
        return (coord & 15) < shape.kx() && (coord >> 4 & 15) < shape.ky() && (coord >> 8 & 15) < shape.kz();
    }

    /** A snapshot, if one is due or the machine is at rest. */
    public void look(final Engine engine, final boolean atRest) {
        final long cycle = engine.cycle();
        if (cycle == lastLook && !atRest || cycle < from || cycle % period != 0 && !atRest && suspectSince < 0) {
            return;
        }
        if (progress.inNetwork() == 0 && !atRest) {
            progress.rest();
            trail.rest();
            lastLook = cycle; // nothing can wait
            return;
        }
        engine.vcStates(words);
        look(cycle, words, atRest);
    }

    /** The same with a snapshot that was taken elsewhere, whatever the events say. */
    public void look(final long cycle, final long[] vcWords, final boolean atRest) {
        looks++;
        waits.take(vcWords);
        if (unknown.isEmpty()) {
            final int wrong = waits.unknown();
            unknown = wrong < 0 ? "" : "cycle " + cycle + ": " + edge(wrong, vcWords[wrong]);
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
     * With packets as credits a set of suspects is a knot when it was one in every cycle in which something could still arrive: nobody in it had a choice to go, so nobody
     * went, and what was on its way has come.
     */
    private void judge(final long cycle, final long[] vcWords, final boolean atRest) {
        final IntPredicate stands = place -> atRest || progress.stands(cycle, place);
        final boolean goesOn = suspectSince >= 0 && cycle == lastLook + 1;
        final int suspects = goesOn ? waits.again(stands) : waits.solve(stands);
        if (suspects == 0) {
            suspectSince = -1;
            return;
        }
        suspectSince = goesOn ? suspectSince : cycle;
        if (atRest || cycle - suspectSince >= settle) {
            suspectSince = -1;
            knot = report(cycle, vcWords, waits.solve(stands));
        }
    }

    private Knot report(final long cycle, final long[] vcWords, final int dead) {
        final List<List<Integer>> rings = waits.rings();
        final List<Integer> ring = rings.stream()
                .min(java.util.Comparator.comparingInt(List::size))
                .orElseThrow(() -> new IllegalStateException("dead VCs without a ring"));
        final List<Knot.Member> members = new ArrayList<>();
        for (final int vc : ring) {
            members.add(member(vc, vcWords[vc]));
        }
        return new Knot(cycle, lastLook, members, dead, waits.occupied());
    }

    private Knot.Member member(final int vc, final long word) {
        final int out = waits.shown(vc);
        final int wantPort = Waits.port(out);
        final int wantVc = out % Waits.VCS;
        final boolean head = VcState.head(word) != 0;
        final int occupancy = (int) VcState.occupancy(word);
        final String wants = Knot.output(wantPort, wantVc);
        return new Knot.Member(
                Waits.node(vc),
                Waits.port(vc),
                vc % Waits.VCS,
                occupancy,
                trail.front(vc, head, wantPort >= Waits.LINKS),
                Knot.place(shape, vc) + " (" + occupancy + " flits)" + (head ? "" : " and " + wants),
                wantPort,
                wantVc,
                head ? wants : "a credit of " + wants,
                waits.why(vc));
    }

    private String edge(final int vc, final long word) {
        return Knot.place(shape, vc) + " wants "
                + Knot.output((int) VcState.wantPort(word), (int) VcState.wantVc(word))
                + ", and the static graph has no such wait";
    }

    /** The shortest of the first knots. */
    public Optional<Knot> knot() {
        return Optional.ofNullable(knot);
    }

    /** A wait that the static graph does not have, in words; empty: none was seen. */
    public String unknownWait() {
        return unknown;
    }

    /** A pair of nodes that gets nothing through while the machine moves, in words; empty: none. */
    public String starved() {
        return starved;
    }

    public long starvedAt() {
        return starvedAt;
    }

    /** A packet that has made more hops than its path has, in words; empty: none. Only with hop events. */
    public String lost() {
        return trail.lost();
    }

    /** Cycle of the last delivery. */
    public long lastDelivery() {
        return progress.lastDelivery();
    }

    /** Cycles without progress after which a moving machine is taken for one that gets nowhere. */
    public long patience() {
        return progress.patience();
    }

    /** True iff the last snapshot showed suspects. */
    public boolean suspects() {
        return suspectSince >= 0;
    }

    /** Snapshots so far. */
    public long looks() {
        return looks;
    }
}
