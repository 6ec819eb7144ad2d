// SPDX-License-Identifier: Apache-2.0
package fairlead.knot;

import fairlead.deadlock.StaticCheck;
import fairlead.deadlock.WaitTable;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;
import fairlead.hw.HwLayout.VcState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the VCs of a running machine every `period` cycles, and once more when it has come to rest. Changes nothing; the first finding of each kind is kept.
 *
 * <p>Use: before each batch stop at {@link #nextSample}; after it hand over the events, then {@link #look}.
 */
public final class KnotDetector {
    /** Cycles between two snapshots. */
    public static final int PERIOD = 32;

    private static final int STARVATION_PERIOD = 1024;

    private final Shape shape;
    private final int period;
    private final long from;
    private final WaitTable table;
    private final Waits waits;
    private final Progress progress;
    private final Trail trail;
    private final long[] words;
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
        progress = new Progress(config);
        trail = new Trail(shape);
        words = new long[shape.nodes() * Engine.VC_WORDS];
    }

    /** Cycles that the consumer of an ejection port must have stood still to be taken for one that waits. */
    public static int horizon(final MachineConfig config) {
        final Progress progress = new Progress(config);
        return java.util.stream.IntStream.range(0, config.nodes())
                .map(progress::horizon)
                .max()
                .orElse(0);
    }

    /** The next cycle after `cycle` in which a snapshot is due. */
    public long nextSample(final long cycle) {
        return Math.max(from, cycle - cycle % period + period);
    }

    public void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            progress.event(batch);
            trail.event(batch);
        }
        batch.rewind();
    }

    /** A snapshot, if one is due or the machine is at rest. */
    public void look(final Engine engine, final boolean atRest) {
        final long cycle = engine.cycle();
        if (cycle == lastLook && !atRest || cycle < from || cycle % period != 0 && !atRest) {
            return;
        }
        if (progress.inNetwork() == 0 && !atRest) {
            progress.rest();
            lastLook = cycle; // nothing can wait
            return;
        }
        engine.vcStates(words);
        look(cycle, words, atRest);
    }

    void look(final long cycle, final long[] vcWords, final boolean atRest) {
        looks++;
        if (unknown.isEmpty()) {
            final int wrong = waits.unknown(vcWords);
            unknown = wrong < 0 ? "" : "cycle " + cycle + ": " + edge(wrong, vcWords[wrong]);
        }
        progress.snapshot(cycle, vcWords);
        if (knot == null) {
            final int dead = waits.solve(vcWords, place -> atRest || progress.stands(cycle, place));
            if (dead > 0) {
                knot = report(cycle, vcWords, dead);
            }
        }
        if (starved.isEmpty()
                && knot == null
                && (lastLook < 0 || cycle / STARVATION_PERIOD != lastLook / STARVATION_PERIOD)) {
            starved = progress.starved(cycle);
            starvedAt = cycle;
        }
        lastLook = cycle;
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
        final int wantPort = (int) VcState.wantPort(word);
        final int wantVc = (int) VcState.wantVc(word);
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

    /** Snapshots so far. */
    public long looks() {
        return looks;
    }
}
