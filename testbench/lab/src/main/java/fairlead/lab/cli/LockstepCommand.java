// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.cli.ResultFile;
import fairlead.cli.StructureOption;
import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseDraw.EdgeDraw;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.cases.Focus;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lab.lockstep.CaseRun.Totals;
import fairlead.lab.lockstep.Coverage.Bin;
import fairlead.lab.lockstep.Repro;
import fairlead.lab.lockstep.Repro.Found;
import fairlead.lab.lockstep.WaitCross;
import fairlead.lockstep.Difference;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.program.OpKind;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `scripts/lab lockstep`, which runs two engines together and compares them (docs/lab/lockstep.md). */
@Command(name = "lockstep", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class LockstepCommand implements Callable<Integer> {
    private static final long BUDGET = 500_000;
    private static final int SEEDS = 20;
    private static final int MOST_WORDS = 1_000_000; // words of one case; a case is held in memory as a whole

    /** The number of cycles between two samples of VC states, a prime to avoid the machine's own periods. */
    private static final int PERIOD = 61;

    @Parameters(arity = "0..*", paramLabel = "SCENARIO")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--set", paramLabel = "PATH=VALUE")
    private List<String> overrides = new ArrayList<>();

    @Option(names = "--seeds", paramLabel = "N")
    private Long seeds;

    @Option(names = "--from", paramLabel = "FROM", defaultValue = "1")
    private long from;

    @Option(names = "--seed", paramLabel = "S")
    private Long seed;

    @Option(names = "--seconds", paramLabel = "T")
    private Double seconds;

    @Option(names = "--budget", paramLabel = "N", defaultValue = "" + BUDGET)
    private long budget;

    @Option(names = "--against", paramLabel = "ENGINE", defaultValue = "model")
    private String against;

    @Option(names = "--bins", paramLabel = "N")
    private Long bins;

    @Option(names = "--raw")
    private boolean raw;

    @Option(names = "--hole", paramLabel = "NAME")
    private String hole;

    @Option(names = "--words", paramLabel = "N", defaultValue = "2000")
    private int words;

    @Option(names = "--no-shrink", negatable = true)
    private boolean shrink = true;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out/lockstep", converter = ResultFile.Folder.class)
    private Path out;

    @Mixin
    private JsonOption json;

    @Option(names = "--edges")
    private boolean edges;

    @Option(names = "--focus", paramLabel = "PART", defaultValue = "none", completionCandidates = FocusWords.class)
    private String focus;

    @Mixin
    private StructureOption structure;

    @Mixin
    private ProgressOption progress;

    @Mixin
    private CrossOption cross;

    private final Totals totals = new Totals();
    private final List<Found> found = new ArrayList<>();
    private final long begin = System.nanoTime();
    private CaseRun run;

    @Override
    public Integer call() throws IOException {
        structure.require();
        OptionRange.atLeastOne("--seeds", seeds);
        if (seconds != null && !(seconds > 0)) {
            throw new BadInput("--seconds " + seconds + ": must be more than 0");
        }
        OptionRange.atLeastOne("--budget", budget);
        OptionRange.atLeastOne("--bins", bins);
        LockstepFactory engines = new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), second());
        // no library is larger than the product's, so the limits of the second engine hold for both
        Capabilities limits = FabricLibrary.variant("model".equals(against) ? "product" : against)
                .capabilities();
        if (raw) {
            return raw(engines, limits);
        }
        if (hole != null) {
            throw new BadInput("--hole: only with --raw");
        }
        run = new CaseRun(engines, PERIOD, limits.most().linkVc());
        for (Path file : files) {
            Case one = read(file);
            one.scenario().check(limits);
            play(one, file.toString(), file);
        }
        LongFunction<Case> draw =
                edges ? new EdgeDraw(limits)::draw : new CaseDraw(limits, budget, Focus.named(focus))::draw;
        if (seed != null) {
            playSeed(draw, seed);
        } else {
            long count = seeds != null ? seeds : seconds != null ? Long.MAX_VALUE - from : files.isEmpty() ? SEEDS : 0;
            try (CountedProgress shown = progress.of("cases", seconds == null ? count : 0)) {
                for (long s = from; s < from + count && inTime(); s++) {
                    playSeed(draw, s);
                    shown.ended();
                }
            }
        }
        if (!json.takesStdout()) {
            print();
        }
        json.write(() -> LabMain.json(json()));
        return exitCode();
    }

    private int raw(LockstepFactory engines, Capabilities limits) throws IOException {
        if (!files.isEmpty() || bins != null) {
            throw new BadInput("--raw: draws its own cases; it takes no scenario and no --bins");
        }
        OptionRange.between("--words", words, 1, MOST_WORDS);
        if (hole != null) {
            return RawLockstep.holes(hole, seed != null ? seed : from, words, limits);
        }
        RawLockstep cases =
                new RawLockstep(engines.watched(PERIOD, new Monitor() {}), limits, against, structure.words(), words);
        long count = seed != null ? 1 : seeds != null ? seeds : seconds != null ? Long.MAX_VALUE - from : SEEDS;
        cases.play(seed != null ? seed : from, count, this::inTime);
        return cases.report(json, elapsed());
    }

    private EngineFactory second() {
        List<String> known = new ArrayList<>(List.of("model"));
        known.addAll(FabricLibrary.TILES);
        LabMain.require("--against", List.of(against), known, "engine");
        return "model".equals(against) ? new ModelEngineFactory() : new RtlEngineFactory(RtlOptions.of(against));
    }

    private double elapsed() {
        return (System.nanoTime() - begin) * 1e-9;
    }

    private boolean inTime() {
        return seconds == null || elapsed() < seconds;
    }

    private Case read(Path file) {
        String text = InputText.of(file);
        if (CaseFile.isCase(text)) {
            return CaseFile.read(file, text);
        }
        fairlead.scenario.Scenario scenario = ScenarioReader.read(file, text, overrides);
        if (!scenario.faults().isEmpty()) {
            throw new BadInput(file + ": faults: the twin has none; --set faults=[] runs it without");
        }
        return new Case(scenario.effective(), scenario);
    }

    private String sets() {
        return overrides.stream().map(o -> " --set '" + o + "'").collect(Collectors.joining());
    }

    private void playSeed(LongFunction<Case> draw, long s) throws IOException {
        play(draw.apply(s), "seed " + s, null);
    }

    private void play(Case one, String name, Path file) throws IOException {
        CaseOutcome outcome = run.play(one);
        totals.add(outcome);
        if (!outcome.failure().isEmpty()) {
            System.err.println("fairlead: " + name + " failed on both engines: " + outcome.failure());
        }
        if (outcome.differs()) {
            differs(one, name, file, outcome.difference());
        }
    }

    private void differs(Case one, String name, Path file, Difference difference) throws IOException {
        String plain = "scripts/lab lockstep " + (file != null ? file + sets() : "--seed " + one.seed());
        String command = plain
                + (file == null && budget != BUDGET ? " --budget " + budget : "")
                + (file == null && edges ? " --edges" : "")
                + (file == null ? structure.words() : "")
                + (file == null && Focus.named(focus) != Focus.NONE ? " --focus " + focus : "")
                + ("model".equals(against) ? "" : " --against " + against);
        System.err.println("fairlead: " + name + " differs: " + difference.text("rtl", against));
        System.err.println("fairlead: repeat with: " + command);
        Case small = shrink ? Repro.shrink(run, one) : one;
        Difference last = shrink ? run.play(small).difference() : difference;
        String base = name.replaceAll("[^A-Za-z0-9.-]+", "-");
        Path kept = Repro.write(small, out, base);
        System.err.println("fairlead: " + (shrink ? "shrunk to " : "") + small.size() + " operations in " + kept
                + ", on " + small.machine().shape() + ": " + last.text("rtl", against));
        List<EngineFactory> both = List.of(new RtlEngineFactory(RtlOptions.PRODUCT), second());
        new DifferencePage(small, last, both, against, command).tell(out.resolve(base + ".html"));
        Path wave = Repro.wave(small, last, out, base);
        System.err.println("fairlead: waveform of the RTL around it: " + wave);
        found.add(new Found(name, difference, small.size(), kept, wave, command));
    }

    private int exitCode() {
        if (totals.counts().get("differing") > 0) {
            return ExitCode.DIFFERS;
        }
        boolean hit = true;
        for (Bin bin : Bin.ALL) {
            hit &= enough(totals.hits(bin), "bin " + bin + " was hit " + totals.hits(bin) + " times");
        }
        for (OpKind kind : OpKind.values()) {
            long ended = totals.ended(kind);
            hit &= enough(ended, ended + " operations " + kind + " of programs have ended");
        }
        boolean failed = totals.counts().get("failed_on_both") > 0;
        return hit && !failed && cross.wrong(totals.waits()).isEmpty() ? ExitCode.OK : ExitCode.FAILS;
    }

    private boolean enough(long count, String what) {
        if (bins == null || count >= bins) {
            return true;
        }
        System.err.println("fairlead: " + what + ", less than " + bins);
        return false;
    }

    // ---- report

    private void print() {
        Map<String, Long> counts = totals.counts();
        System.out.printf(
                "%d %s on rtl and %s: %d differ, %d failed on both%n",
                counts.get("cases"),
                counts.get("cases") == 1 ? "case" : "cases",
                against,
                counts.get("differing"),
                counts.get("failed_on_both"));
        System.out.printf(
                "%d tile-cycles, %d evaluated by the RTL, %d of them with a blocked VC (sampled); %.1f s%n",
                counts.get("tile_cycles"),
                counts.get("tile_cycles_evaluated"),
                counts.get("tile_cycles_evaluated_blocked"),
                elapsed());
        for (Bin bin : Bin.ALL) {
            System.out.printf("%-20s %10d  %s%n", word(bin), totals.hits(bin), bin.meaning());
        }
        for (OpKind kind : OpKind.values()) {
            System.out.printf(
                    "program %-12s %10d  operations of programs that ended%n", word(kind), totals.ended(kind));
        }
        cross.print(totals.waits());
        found.forEach(f -> System.out.println(
                f.name() + " differs in cycle " + f.difference().cycle() + ": " + f.command()));
    }

    private static String word(Object constant) {
        return constant.toString().toLowerCase(Locale.ROOT);
    }

    private Map<String, Object> json() {
        Map<String, Long> hits = new LinkedHashMap<>();
        Map<String, Long> operations = new LinkedHashMap<>();
        Bin.ALL.forEach(bin -> hits.put(word(bin), totals.hits(bin)));
        Arrays.stream(OpKind.values()).forEach(kind -> operations.put(word(kind), totals.ended(kind)));
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("against", against);
        root.putAll(totals.counts());
        root.put("bins", hits);
        root.put("operations", operations);
        if (cross.isAsked()) {
            root.put("cross", totals.waits().hits());
        }
        root.put("differences", found.stream().map(Found::json).toList());
        root.put("seconds", elapsed());
        return root;
    }

    /** The words that the option --focus takes, for its help and for completion in a shell. */
    static final class FocusWords extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        FocusWords() {
            super(Focus.words());
        }
    }

    /** The option that shows which cells of the cross of waits the cases have hit (docs/lab/lockstep.md). */
    static final class CrossOption {
        @Option(names = "--cross")
        private boolean asked;

        boolean isAsked() {
            return asked;
        }

        /** Returns the cells that were hit although they are listed as impossible, if the option is given. */
        List<String> wrong(WaitCross waits) {
            return asked ? waits.wrong(WaitCross.impossible()) : List.of();
        }

        void print(WaitCross waits) {
            if (!asked) {
                return;
            }
            Map<String, String> impossible = WaitCross.impossible();
            List<String> never = new ArrayList<>();
            waits.hits().forEach((cell, hits) -> {
                if (hits == 0 && !impossible.containsKey(cell)) {
                    never.add(cell);
                }
            });
            long seen = waits.hits().values().stream().filter(hits -> hits > 0).count();
            System.out.printf(
                    "cross of waits: %d of %d cells seen, %d impossible, %d possible and never seen%n",
                    seen, waits.hits().size(), impossible.size(), never.size());
            never.forEach(cell -> System.out.println("never seen: " + cell));
            wrong(waits).forEach(cell -> System.out.println("seen, but listed as impossible: " + cell));
        }
    }
}
