// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseDraw.EdgeDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.support.TestMachine;
import fairlead.support.UnitCommands;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Plays the runs of the library `cover`, which counts register toggles (scripts/lib/coverage.sh), all in lockstep with
 * the twin.
 */
public final class CoverageRuns {
    private static final List<String> FAST = List.of("edges", "random", "focus", "raw", "units");
    private static final List<String> REST =
            List.of("fills", "counts", "presets", "more", "order", "tree", "acks", "notices", "machines");
    private static final long BUDGET = 60_000;
    private static final long SHORT_BUDGET = 20_000;
    private static final int WORDS = 1000;
    private static final long PERIOD = 61;
    private static final long EDGES_PERIOD = 1009;
    private static final long END = 1_000_000;
    private static final long SLOW_END = 1L << 40;
    private static final long SLOW_PERIOD = 999_983;
    private static final int COUNTED_CASES = 60;
    private static final long ACKS_END = 800_000;
    private static final long STATUS_END = 21_000;
    private static final long NOTICES_END = 98_000;
    private static final long UNITS_END = 20_000; // commands that no software issues need not come to rest

    private final Capabilities limits = FabricLibrary.variant("product").capabilities();
    private final LockstepFactory engines =
            new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory());
    private final List<String> wrong = new ArrayList<>();

    private CoverageRuns() {}

    /**
     * Plays the named parts in this order. `list` plays nothing and prints the names of all parts, the longest first:
     * `fast` before those that EdgesTest, LockstepTest, RawTest also play in the fast tier, and
     * `rest` before all others.
     *
     * @param args names of parts
     */
    public static void main(String[] args) {
        if (List.of(args).equals(List.of("list"))) {
            REST.forEach(part -> System.out.println("rest " + part));
            FAST.forEach(part -> System.out.println("fast " + part));
            return;
        }
        CoverageRuns runs = new CoverageRuns();
        List.of(args).forEach(runs::part);
        runs.wrong.forEach(System.err::println);
        System.exit(runs.wrong.isEmpty() ? 0 : 1);
    }

    private void part(String name) {
        switch (name) {
            case "edges" -> edges(1, 18);
            case "random" -> random(Focus.NONE, BUDGET, 1, 24);
            case "focus" -> {
                for (Focus focus : Focus.values()) {
                    random(focus, SHORT_BUDGET, 2001, 2020);
                }
            }
            case "raw" -> raw(1, 5);
            case "units" -> units(0, 29);
            case "more" -> {
                random(Focus.NONE, BUDGET, 1001, 1016);
                raw(1000, 1007);
                units(30, 59);
            }
            case "order" -> random(Focus.ORDER, SHORT_BUDGET, 2021, 2060);
            case "tree" -> random(Focus.TREE, SHORT_BUDGET, 2021, 2080);
            case "fills" -> fills().forEach(this::fill);
            case "presets" -> presets(1, 40);
            case "acks" -> {
                Fills.Fill fill = Fills.unordered(limits, 4, 4, 4);
                told("acks", "", RunningPresets.acknowledgements(fill, ACKS_END));
            }
            case "notices" -> {
                Fills.Fill notices = UnitFills.notices(limits);
                for (int seed = 1; seed <= 3; seed++) {
                    told("notices", "", RunningPresets.notices(notices, NOTICES_END, limits.dlaChannels(), seed));
                }
                told("status", "", RunningPresets.writes(UnitFills.status(limits, 1, 3000), STATUS_END));
            }
            case "counts" -> counts();
            case "machines" -> machines(24);
            default -> { // one of the fills
                fills().stream().filter(fill -> fill.name().startsWith(name)).forEach(this::fill);
            }
        }
    }

    /** Plays runs whose performance counters are set during the run, and a run that counts for 2^34 cycles. */
    private void counts() {
        CountPresets.Bits bits = new CountPresets.Bits(false);
        for (long seed = 1; seed <= COUNTED_CASES; seed++) {
            Focus focus = seed % 4 == 0 ? Focus.NONE : Focus.SWITCH;
            Case one = new CaseDraw(limits, SHORT_BUDGET, focus).draw(3000 + seed);
            told("counts seed " + seed, "", CountPresets.play(one, PERIOD, seed, bits));
        }
        for (Fills.Fill fill : List.of(WaitFills.beside(limits, 120), WaitFills.paced(limits, 16))) {
            told(fill.name(), "", CountPresets.play(fill.config(), fill.commands(), PERIOD, 1, bits));
        }
        Fills.Fill slow = WaitFills.slow(limits, 2);
        play(
                "slow",
                engines.watched(SLOW_PERIOD, new Monitor() {}).open(slow.config(), EngineOptions.DEFAULT),
                engine -> {
                    engine.stretches(true);
                    engine.submit(slow.commands());
                    while (engine.run(SLOW_END) != StopReason.IDLE
                            && engine.failure().isEmpty()) {
                        // the events are compared, and nothing else is looked for
                    }
                });
        System.out.println("counts");
    }

    private void fill(Fills.Fill fill) {
        commands(fill.name(), fill.config(), fill.commands(), END);
    }

    private List<Fills.Fill> fills() {
        return List.of(
                Fills.messages(limits),
                Fills.store(limits, 0),
                Fills.store(limits, 1),
                Fills.store(limits, 2),
                Fills.epochs(limits, EpochAccess.OPEN),
                Fills.epochs(limits, EpochAccess.QUEUE),
                UnitFills.epochs(limits, EpochAccess.OPEN, 4),
                UnitFills.epochs(limits, EpochAccess.QUEUE, 66),
                UnitFills.epochs(limits, EpochAccess.REFUSE, 3),
                UnitFills.barriers(limits),
                UnitFills.incast(limits, 16, 16, 1, 77),
                UnitFills.incast(limits, 1, 8, 16, 77),
                UnitFills.longest(limits),
                UnitFills.anywhere(limits, 16, 4, 4),
                UnitFills.anywhere(limits, 4, 4, 16),
                UnitFills.anywhere(limits, 4, 16, 4),
                UnitFills.atomics(limits),
                UnitFills.status(limits, 0xFFFF, 27_000),
                UnitFills.status(limits, (1 << 12) - 2, 12_000),
                UnitFills.status(limits, (1 << 13) - 2, 24_000),
                UnitFills.self(limits),
                TreeFills.full(limits),
                TreeFills.device(limits),
                TreeFills.barriers(limits),
                UnitFills.gets(limits, Routing.ADAPTIVE),
                UnitFills.gets(limits, new Routing(Routing.Mode.ADAPTIVE, true, true, false)),
                Fills.paced(limits),
                Fills.unordered(limits, 16, 16, 1),
                Fills.unordered(limits, 1, 16, 16),
                Fills.traffic(limits, 3, 3, 3, 100, 20),
                Fills.traffic(limits, 4, 4, 4, 60, 20),
                Fills.traffic(limits, 4, 3, 2, 100, 1000),
                Fills.traffic(limits, 2, 2, 2, 300, 300),
                Fills.traffic(limits, 16, 8, 2, 6, 20),
                Fills.traffic(limits, 2, 16, 8, 6, 20),
                Fills.traffic(limits, 8, 2, 16, 6, 20));
    }

    /** Plays cases whose counters begin just before one of their bits changes. */
    private void presets(long first, long last) {
        for (long seed = first; seed <= last; seed++) {
            Focus focus = seed % 2 == 0 ? Focus.STORE_PATH : Focus.NONE;
            Case one = new CaseDraw(limits, BUDGET, focus).draw(seed);
            DlaLimits dla = one.machine().dla();
            DlaOptions options = dla.options();
            boolean many = options.eventCredits() != 0 && seed % 4 < 2;
            MachineConfig machine = !many
                    ? one.machine()
                    : one.machine()
                            .change()
                            .dla(dla.with(new DlaOptions(
                                    0xFFFF,
                                    options.statusAddress(),
                                    options.statusCredits(),
                                    options.statusCycles(),
                                    options.blocks(),
                                    options.bypass())))
                            .build();
            play(
                    "presets seed " + seed,
                    new PresetEngine("product", machine, one.options(), seed, null, true),
                    one::play);
        }
        System.out.println("presets seed " + first + " to " + last);
    }

    /** Opens machines of arbitrary legal depths and limits, which execute nothing. */
    private void machines(int count) {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < count; i++) {
            int most = 8192;
            int[] at = i == 0
                    ? IntStream.generate(() -> most).limit(9).toArray()
                    : random.ints(9, 1, most + 1).toArray();
            DlaOptions options = new DlaOptions(
                    random.nextInt(1 << 16),
                    16 * random.nextInt(1 << 20),
                    random.nextInt(1 << 16),
                    random.nextInt(1 << 14),
                    1,
                    false);
            TestMachine machine = new TestMachine(1, 1, 1, 1);
            machine.linkInterval = 1 + random.nextInt(HwLayout.MAX_LINK_INTERVAL);
            machine.memoryBytes = 1024 + random.nextInt((1 << HwLayout.ADDRESS_BITS) - 1023);
            machine.dla = new DlaLimits(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], options);
            machine.buffers = new Buffers(
                    1 + random.nextInt(limits.most().linkVc()),
                    1 + random.nextInt(limits.most().local()),
                    1 + random.nextInt(limits.most().injection()),
                    1 + random.nextInt(limits.most().reception()),
                    5 + random.nextInt(limits.most().dla() - 4),
                    1 + random.nextInt(limits.most().response()));
            int reception = machine.buffers.reception();
            List<Integer> each = new SplittableRandom(i)
                    .ints(HwLayout.RECEPTION_FIFOS, 1, reception + 1)
                    .boxed()
                    .toList();
            machine.buffers = machine.buffers.withReceptions(new Depths(each));
            int base = random.nextInt(1 << 20) * HwLayout.RECEPTION_SLOT;
            commands("machine " + i, machine.config().withMessageBase(base), new CommandBuffer(), 10);
        }
    }

    private void told(String what, String difference, String failure) {
        if (!difference.isEmpty() || !failure.isEmpty()) {
            wrong.add(what + ": " + difference + failure);
        }
    }

    private void cases(String what, LongFunction<Case> draw, long first, long last) {
        for (long seed = first; seed <= last; seed++) {
            CaseOutcome outcome = new CaseRun(engines, PERIOD, limits.most().linkVc()).play(draw.apply(seed));
            told(what + seed, outcome.differs() ? outcome.difference().toString() : "", outcome.failure());
        }
        System.out.println(what + first + " to " + last);
    }

    private void random(Focus focus, long budget, long first, long last) {
        cases("focus " + focus + " seed ", new CaseDraw(limits, budget, focus)::draw, first, last);
    }

    private void edges(long first, long last) {
        LockstepFactory rarely = engines.watched(EDGES_PERIOD, new Monitor() {});
        for (long seed = first; seed <= last; seed++) {
            Case one = new EdgeDraw(limits).draw(seed);
            play("edges seed " + seed, rarely.open(one.machine(), one.options()), one::play);
        }
        System.out.println("edges seed " + first + " to " + last);
    }

    private void raw(long first, long last) {
        RawRun run = new RawRun(engines.watched(PERIOD, new Monitor() {}), false, EnumSet.allOf(RawWatch.Kind.class));
        for (long seed = first; seed <= last; seed++) {
            RawRun.Result result = run.play(RawDraw.draw(seed, WORDS, limits));
            told("raw seed " + seed, result.isSound() ? "" : result.toString(), "");
        }
        System.out.println("raw seed " + first + " to " + last);
    }

    private void units(long first, long last) {
        for (long seed = first; seed <= last; seed++) {
            UnitCommands load = new UnitCommands(seed);
            commands("units seed " + seed, load.config(), load.commands(), UNITS_END);
        }
    }

    private void commands(String what, MachineConfig config, CommandBuffer commands, long end) {
        play(what, engines.watched(EDGES_PERIOD, new Monitor() {}).open(config, EngineOptions.DEFAULT), engine -> {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(end);
            } while (stop != StopReason.IDLE && engine.failure().isEmpty() && engine.cycle() < end);
            System.out.println(what + ": " + stop + " in cycle " + engine.cycle());
            if (stop == StopReason.IDLE && engine.failure().isEmpty()) {
                engine.reset();
                engine.run(10);
            }
        });
    }

    /** Plays on engines in lockstep, and tells whether they differ or fail. */
    private <E extends Engine> void play(String what, E engines, Consumer<E> run) {
        try (engines) {
            run.accept(engines);
            told(what, "", engines.failure());
        } catch (DifferenceException e) {
            told(what, e.getMessage(), "");
        }
    }
}
