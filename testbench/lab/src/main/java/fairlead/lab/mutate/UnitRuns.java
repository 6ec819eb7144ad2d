// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.faults.Ledger;
import fairlead.lab.lockstep.RawRun;
import fairlead.lab.lockstep.RawWatch;
import fairlead.litmus.run.LitmusRunner;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The runs of a machine with a unit of the user: those that judge a mutant, and cases in lockstep with the twin. */
public final class UnitRuns {
    private static final int DRAWN = 60; // cases in lockstep, which reach what the examples do not
    private static final int RAW = 30; // of words without meaning
    private static final int WORDS = 2000;
    private final Path root;
    private final EngineFactory machine;
    private final Consumer<Outcome> ended;
    private boolean wrong;

    /**
     * What a run says.
     *
     * @param kind verdicts, litmus or lockstep
     * @param said what is wrong, or an empty text
     */
    public record Outcome(String kind, String run, String said) {}

    /**
     * @param root the root of the project, whose examples are played
     * @param units by module, its files
     * @param ended told of each run
     */
    public UnitRuns(Path root, Map<String, List<String>> units, Consumer<Outcome> ended) {
        this.root = root;
        this.ended = ended;
        machine = (config, options) ->
                new RtlEngineFactory().open(config.change().rtl(units).build(), options);
    }

    /**
     * Plays all runs.
     *
     * @return whether nothing is wrong under verdicts; a difference from the twin alone is no error
     */
    public boolean play() throws IOException {
        for (String line : Ledger.lines(UnitRuns.class, "verdict-runs.txt")) {
            RunPlan plan = VerdictRuns.bounded(root, line);
            wrong |= told("verdicts", line.split(" ")[0], () -> VerdictRuns.wrong(run(plan, machine)));
        }
        LitmusRunner litmus = new LitmusRunner(machine, "rtl", "base", 1, 1, 1);
        for (String file : Ledger.lines(UnitRuns.class, "litmus-runs.txt")) {
            wrong |= told("litmus", file, () -> MutantWorker.litmus(litmus, root.resolve(file)));
        }
        besideTheTwin();
        return !wrong;
    }

    void besideTheTwin() {
        LockstepCases cases = new LockstepCases(1, false, machine);
        told("lockstep", DRAWN + " drawn cases", () -> {
            String said = cases.play(new ModelEngineFactory(), 0, DRAWN);
            return said.equals(MutantFate.ALIVE) ? "" : said;
        });
        RawRun raw = new RawRun(
                new LockstepFactory(machine, new ModelEngineFactory(), LockstepCases.PERIOD, new Monitor() {}),
                false,
                EnumSet.allOf(RawWatch.Kind.class));
        Capabilities limits = FabricLibrary.variant("product").capabilities();
        told("lockstep", RAW + " raw cases", () -> IntStream.rangeClosed(1, RAW)
                .mapToObj(seed -> raw.play(RawDraw.draw(seed, WORDS, limits)))
                .filter(result -> !result.isSound())
                .findFirst()
                .map(UnitRuns::said)
                .orElse(""));
    }

    private static String said(RawRun.Result result) {
        return result.difference() == null
                ? result.violation().toString()
                : result.difference().text("rtl", "model");
    }

    private static RunResult run(RunPlan plan, EngineFactory engine) {
        return new Session(plan.with(engine, plan.executorOptions())).run(executor -> {});
    }

    private boolean told(String kind, String run, Supplier<String> play) {
        String said = MutantWorker.first(List.of(run), name -> "", name -> play.get());
        String text = said.equals(MutantFate.ALIVE) ? "" : said.replaceFirst("^: (threw )?", "");
        ended.accept(new Outcome(kind, run, text));
        return !text.isEmpty();
    }
}
