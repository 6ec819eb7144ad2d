// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.DlaOptions;
import fairlead.machine.Routing;
import fairlead.machine.Unsafe;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The controls that this version can express; docs/understand/deadlock.md lists the others with the reason. */
public final class Controls {
    private static final long MAX_CYCLES = 100_000;
    private static final int BIG = 4096;
    /** A buffer depth with room for one packet, but not for two. */
    private static final int SHALLOW = 20;

    private static final EngineOptions HOPS = new EngineOptions(true, true, 1, false);

    private final List<Control> all = new ArrayList<>();

    private Controls() {
        rings();
        cutThrough();
        endpoints();
        others();
        all.addAll(TreeControls.all());
        all.addAll(PositiveControls.all());
    }

    static List<Control> all() {
        return List.copyOf(new Controls().all);
    }

    public static List<String> ids() {
        return all().stream().map(Control::id).toList();
    }

    /**
     * Runs controls one after the other.
     *
     * @param ids the controls to run; if empty, all
     * @param done a listener that gets each result at once
     */
    public static List<ControlResult> run(final List<String> ids, final Consumer<ControlResult> done) {
        final List<ControlResult> results = new ArrayList<>();
        for (final Control control : all()) {
            if (ids.isEmpty() || ids.contains(control.id())) {
                final ControlResult result = ControlRun.of(control);
                done.accept(result);
                results.add(result);
            }
        }
        return results;
    }

    public static List<String> positiveIds() {
        return PositiveControls.all().stream().map(Control::id).toList();
    }

    /**
     * Returns the ids of the positive controls whose machine needs no variant of the RTL, so that the twin can run
     * them.
     */
    public static List<String> positiveIdsOfTheTwin() {
        return PositiveControls.soaks().stream()
                .filter(soak -> !soak.machine().unsafe().isSet())
                .map(Soak::id)
                .toList();
    }

    /**
     * Runs positive controls repeatedly, with other latencies in each run.
     *
     * @param ids the controls to run; if empty, all
     * @param wanted the number of saturated tile-cycles to reach for each control
     * @param done a listener that gets each result at once
     */
    public static List<SoakResult> soak(
            final List<String> ids, final EngineFactory factory, final long wanted, final Consumer<SoakResult> done) {
        final List<SoakResult> results = new ArrayList<>();
        for (final Soak soak : PositiveControls.soaks()) {
            if (ids.isEmpty() || ids.contains(soak.id())) {
                final SoakResult result = soak.run(factory, wanted);
                done.accept(result);
                results.add(result);
            }
        }
        return results;
    }

    private void rings() {
        ring("N01", "one VC, no dateline", 5, new Testbed(5, 1, 1).unsafe(UnsafeVariant.ONE_VC));
        ring("N02x", "no VC switch in x", 5, new Testbed(5, 1, 1).unsafe(UnsafeVariant.NO_DATELINE_X));
        ring("N02y", "no VC switch in y", 5, new Testbed(1, 5, 1).unsafe(UnsafeVariant.NO_DATELINE_Y));
        ring("N02z", "no VC switch in z", 5, new Testbed(1, 1, 5).unsafe(UnsafeVariant.NO_DATELINE_Z));
        ring(
                "N03",
                "VC switched one link early at one node",
                5,
                new Testbed(5, 1, 1).unsafe(UnsafeVariant.EARLY_DATELINE, 3, 0));
        ring("N04", "VC back to 0 in mid-ring", 5, new Testbed(5, 1, 1).unsafe(UnsafeVariant.DATELINE_BACK));
        final Testbed cube = new Testbed(4, 4, 4).depths(2, 2, 4).unsafe(UnsafeVariant.ONE_VC);
        add("N01-4", "one VC, all to all on 4x4x4", "run", 4, "deadlock", cube, Senders.allPuts(cube, 1024));
        final Testbed mixed = new Testbed(2, 2, 2).depths(2, 2, 4).unsafe(UnsafeVariant.MIXED_ORDER);
        add(
                "N05",
                "x, y, z from even sources, z, y, x from odd ones",
                "run",
                4,
                "deadlock",
                mixed,
                Senders.pairs(mixed, BIG, new int[] {0, 5}, new int[] {5, 0}, new int[] {1, 4}, new int[] {4, 1}));
    }

    /** Adds the controls of adaptive and bubble routing, with buffers of one or two packets. */
    private void cutThrough() {
        final int one = HwLayout.MAX_PACKET_FLITS;
        final Testbed noEscape =
                adaptive(8, 1).tasks(4).roundRobin().depths(one, one, 4).unsafe(UnsafeVariant.NO_ESCAPE);
        add(
                "N06",
                "adaptive packets, no escape",
                "run",
                8,
                "deadlock",
                noEscape,
                Senders.streams(noEscape, 4, 3, 1, BIG));
        final Testbed blocked = adaptive(8, 1)
                .tasks(4)
                .roundRobin()
                .depths(one, one, 4)
                .unsafe(UnsafeVariant.ESCAPE_BLOCKED, Unsafe.ALL_NODES, 1);
        add(
                "N07",
                "no escape for adaptive packets that come from X-",
                "run",
                8,
                "deadlock",
                blocked,
                Senders.flood(blocked, 4, 1, BIG, false));
        final Testbed entered =
                bubble(8, 1).tasks(4).roundRobin().depths(2 * one, one, 4).unsafe(UnsafeVariant.BUBBLE_ONE);
        add(
                "N09",
                "a bubble ring is entered with one free slot",
                "run",
                8,
                "deadlock",
                entered,
                Senders.flood(entered, 4, 1, BIG, false));
        final Testbed noTurn =
                bubble(4, 8).tasks(4).roundRobin().depths(2 * one, one, 4).unsafe(UnsafeVariant.BUBBLE_NO_TURN);
        add("N10", "the same, by turns only", "run", 8, "deadlock", noTurn, Senders.flood(noTurn, 4, 1, BIG, false));
        shallowBuffers();
    }

    /** Adds controls whose buffers hold no whole packet, or too few packets. */
    private void shallowBuffers() {
        final int one = HwLayout.MAX_PACKET_FLITS;
        final Testbed shallowBubble = bubble(8, 1).depths(one, one, 4);
        add(
                "N19",
                "a bubble ring of buffers for one packet",
                "refused",
                0,
                "refused",
                shallowBubble,
                Senders.shift(shallowBubble, 2, BIG));
        final Testbed shortBuffers = adaptive(8, 1).depths(one - 1, one, 4);
        add(
                "N19-A",
                "adaptive packets longer than a buffer",
                "refused",
                0,
                "refused",
                shortBuffers,
                Senders.shift(shortBuffers, 2, BIG));
        ring(
                "N31",
                "an adaptive head waits for one of its choices only",
                5,
                adaptive(5, 1).depths(one, one, 4).unsafe(UnsafeVariant.BIND_EARLY));
        final Testbed shallow = adaptive(16, 1).tasks(4).depths(SHALLOW, one, 4).unsafe(UnsafeVariant.SHALLOW_ADAPTIVE);
        add(
                "N33",
                "adaptive packets with flit credits",
                "run",
                16,
                "deadlock",
                shallow,
                Senders.streams(shallow, 4, 7, 8, BIG));
    }

    private static Testbed adaptive(final int kx, final int ky) {
        return new Testbed(kx, ky, 1).routing(Routing.ADAPTIVE);
    }

    private static Testbed bubble(final int kx, final int ky) {
        return new Testbed(kx, ky, 1).routing(Routing.BUBBLE);
    }

    private void ring(final String id, final String text, final int cycle, final Testbed machine) {
        add(id, text, "run", cycle, "deadlock", machine, Senders.shift(machine, 2, BIG));
    }

    private void endpoints() {
        final Testbed oneClass =
                new Testbed(2, 2, 2).tasks(4).depths(1, 1, 1).latency(100, 16).unsafe(UnsafeVariant.ONE_CLASS);
        endpoint("N11", "requests and responses on one class", 12, oneClass, Senders.flood(oneClass, 4, 10, 0, true));
        final Testbed oneReceiver = new Testbed(2, 1, 1).depths(2, 2, 1).unsafe(UnsafeVariant.ONE_RECEIVER);
        endpoint("N12", "two classes, one receiver", 5, oneReceiver, Senders.allGets(oneReceiver, BIG, 4, false));
        final Testbed completion = new Testbed(2, 2, 2).tasks(4).depths(2, 2, 2).unsafe(UnsafeVariant.COMPLETION_WAITS);
        endpoint(
                "N26",
                "a completion waits for the descriptor fetch",
                6,
                completion,
                Senders.flood(completion, 4, 1, BIG, false));
        final Testbed pong = new Testbed(2, 2, 2).tasks(4).depths(2, 2, 1).unsafe(UnsafeVariant.PONG_BEHIND);
        endpoint("N27", "a response goes behind later puts", 5, pong, Senders.flood(pong, 4, 2, 1024, true));
        final Testbed count = new Testbed(2, 2, 2).tasks(4).depths(2, 2, 1).unsafe(UnsafeVariant.COUNT_WAITS);
        endpoint(
                "N28",
                "PUT_COUNT keeps its place until requests have room",
                6,
                count,
                Senders.manyEpochs(count, 4, 20, 2048));
        final Testbed closing = new Testbed(2, 1, 1).unsafe(UnsafeVariant.CLOSING_WAITS);
        add(
                "N30",
                "two epochs that close to each other, PUT_COUNT waits for the own one",
                "run (units)",
                2,
                "deadlock",
                closing,
                Senders.epochs(closing, 64));
    }

    private void endpoint(
            final String id, final String text, final int cycle, final Testbed machine, final Program program) {
        add(id, text, "run (endpoint)", cycle, "deadlock", machine, program);
    }

    private void others() {
        final Testbed pool = new Testbed(2, 1, 1).tasks(2).dla(9).unsafe(UnsafeVariant.POOL_OVER);
        add("N14", "the pool grants one credit too many", "assertion", 0, "DP_P1", pool, DlaTraffic.poolTwice(pool, 5));
        storePath();
        final Testbed leak = new Testbed(5, 1, 1).unsafe(UnsafeVariant.CREDIT_LEAK, -1, 5);
        add("N18", "a credit lost in 32 departures", "run", 0, "credit_leak", leak, Senders.shift(leak, 2, BIG));
        final Testbed nonatomic = new Testbed(5, 1, 1).unsafe(UnsafeVariant.NONATOMIC_VC);
        add(
                "N20",
                "an output VC is given away before its tail has gone",
                "assertion",
                0,
                "RT_P8",
                nonatomic,
                Senders.incast(nonatomic, 0, BIG, 1));
        final Testbed fixed = new Testbed(5, 1, 1).depths(8, 8, 4).unsafe(UnsafeVariant.FIXED_PRIORITY);
        add("N21", "fixed priority in the switch", "run", 0, "starvation", fixed, Senders.passing(fixed, 12, 16_384));
        final Testbed passes =
                new Testbed(4, 4, 1).tasks(4).roundRobin().depths(8, 8, 4).unsafe(UnsafeVariant.POINTER_PASSES);
        assertion(
                "N25",
                "the pointer of an input port passes a VC that is refused",
                "RT_P12",
                passes,
                getsAndPuts(passes));
        final Testbed turn = new Testbed(8, 1, 1).tasks(4).roundRobin();
        add(
                "N32",
                "a saturated tornado by round robin alone",
                "run",
                0,
                "starvation",
                turn,
                PositiveControls.tornado(turn));
        livelocks();
    }

    /** Adds controls in which packets move but none is delivered, and controls that only software can end. */
    private void livelocks() {
        final Testbed misroute = new Testbed(5, 1, 1).unsafe(UnsafeVariant.MISROUTE);
        all.add(new Control(
                "N24",
                "packets go round without bound",
                "run",
                5,
                "livelock",
                misroute.config(),
                Senders.single(misroute, 1, 2),
                HOPS,
                2000));
        final Testbed release = new Testbed(2, 1, 1).tasks(2).dla(16).unsafe(UnsafeVariant.NO_RELEASE);
        add("N29", "the pool is never released", "assertion", 0, "DL_P1", release, DlaTraffic.poolTwice(release, 5));
        final Testbed shipped = new Testbed(2, 1, 1).tasks(2).dla(16);
        add(
                "N29-S",
                "the same by software: a task keeps the pool, another sends again for ever",
                "run",
                0,
                "livelock",
                shipped,
                DlaTraffic.poolKept(shipped, 16));
        add(
                "S01",
                "a poll of a word that nobody writes",
                "run",
                0,
                "software_wait",
                shipped,
                Senders.unwritten(shipped));
        add(
                "S02",
                "two tasks that each receive before they send",
                "run",
                0,
                "program",
                shipped,
                Senders.crossedReceives(shipped));
    }

    /** Adds the flaws of the DLA; P09 to P12 run the same programs on the shipped machine. */
    private void storePath() {
        final Testbed bypass = new Testbed(3, 1, 1).dla(16).depths(4, 4, 2).options(DlaOptions.BYPASS);
        endpoint("N13", "the DLA bypassed: stores stall", 3, bypass, Senders.storedGets(bypass, 60, 64));
        final Testbed early = new Testbed(2, 1, 1).unsafe(UnsafeVariant.EARLY_CREDITS);
        assertion("N15", "credits come home at the release", "DL_P1", early, PositiveControls.released(early));
        final Testbed deaf = new Testbed(2, 1, 1).tasks(2).dla(16).unsafe(UnsafeVariant.END_DROPPED);
        add(
                "N34",
                "DLA_END dropped with the discarded requests",
                "run",
                0,
                "program",
                deaf,
                DlaTraffic.poolLent(deaf, 16, 400));
        final Testbed absorb = new Testbed(2, 1, 1).unsafe(UnsafeVariant.ABSORB_OVERFLOW);
        assertion(
                "N35", "an overflow absorbed by the empty FIFO", "DL_P4", absorb, PositiveControls.overflowing(absorb));
        final Testbed mark = new Testbed(2, 1, 1).unsafe(UnsafeVariant.EARLY_MARK);
        assertion(
                "N36", "a marker answered before the requests have left", "DN_P3", mark, PositiveControls.marked(mark));
    }

    /** Returns a program in which four tasks per node load every link with packets of both classes. */
    static Program getsAndPuts(final Testbed machine) {
        return Senders.allGets(machine, BIG, 2, true);
    }

    private void assertion(
            final String id, final String text, final String property, final Testbed machine, final Program program) {
        add(id, text, "assertion", 0, property, machine, program);
    }

    private void add(
            final String id,
            final String text,
            final String stage,
            final int cycle,
            final String kind,
            final Testbed machine,
            final Program program) {
        all.add(new Control(
                id,
                text,
                stage,
                cycle,
                kind,
                machine.config().withMessageBase(program.messageBase()),
                program,
                EngineOptions.DEFAULT,
                MAX_CYCLES));
    }
}
