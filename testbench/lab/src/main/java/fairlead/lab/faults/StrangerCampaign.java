// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.Session;
import fairlead.verdict.Verdict;

/** Plays drawn programs on drawn machines beside drawn strangers, on any engine, with a flaw of the RTL or without. */
public final class StrangerCampaign {
    private static final long BUDGET = 15_000; // tile-cycles in which a drawn run must end
    private static final long LIMIT = 300_000; // cycles
    private final EngineFactory engine;
    private final DrawnPlans drawn;

    public StrangerCampaign(EngineFactory engine) {
        this.engine = engine;
        drawn = new DrawnPlans(
                new RtlEngineFactory(RtlOptions.of("lab"))
                        .capabilities(MachineConfig.of(new Shape(2, 1, 1)).build(), EngineOptions.DEFAULT),
                BUDGET);
    }

    /** Returns the verdicts of a draw that are false, with isolation; an empty text if all hold. */
    public Outcome play(long seed, Unsafe unsafe) {
        RunPlan plan = drawn.draw(seed, seed, engine);
        RunPlan beside = new RunPlan(
                plan.name(),
                plan.program(),
                plan.machine().change().unsafe(unsafe).build(),
                engine,
                new EngineOptions(false, plan.engineOptions().skipQuiescent(), 1, false),
                plan.executorOptions().until(LIMIT).beside(new ExecutorOptions.Drawn(seed, -1)),
                plan.effectiveConfig());
        RunReport report = new Session(beside, true).keepGoing().run(executor -> {}).report();
        Verdict isolation = report.verdicts().stream()
                .filter(v -> v.name().equals("isolation"))
                .findFirst()
                .orElseThrow();
        return new Outcome(seed, isolation.holds(), isolation.detail(), report.eventSha256());
    }

    public record Outcome(long seed, Boolean holds, String detail, String sha) {}
}
