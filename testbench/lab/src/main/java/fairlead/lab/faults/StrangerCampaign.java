// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.MuteId;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.ExecutorOptions.Fault;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.Session;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Plays drawn programs on drawn machines beside drawn strangers, on any engine, with a flaw of the RTL or without one.
 */
public final class StrangerCampaign {
    private static final long BUDGET = 15_000; // tile-cycles of a drawn program
    private static final long LIMIT = 300_000; // cycles of a run

    private final EngineFactory engine;
    private final String name;
    private final DrawnPlans drawn;

    /** @param name name of the engine, for repeats */
    public StrangerCampaign(EngineFactory engine, String name) {
        this.engine = engine;
        this.name = name;
        MachineConfig small = MachineConfig.of(new Shape(2, 1, 1)).build();
        RtlEngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
        drawn = new DrawnPlans(lab.capabilities(small, EngineOptions.DEFAULT), BUDGET);
    }

    /**
     * Returns a campaign with flaws, on the lab library; for `lockstep`, together with the same library without the
     * flaw, which does what the twin does. The twin has no list of rules that strangers need not keep.
     */
    public static StrangerCampaign withFlaws(String engine) {
        RtlEngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
        EngineFactory sound = (machine, options) ->
                lab.open(machine.change().unsafe(Unsafe.NONE).build(), options);
        return "lockstep".equals(engine)
                ? new StrangerCampaign(new LockstepFactory(lab, sound), engine)
                : new StrangerCampaign(lab, "lab");
    }

    /**
     * Plays a number of draws and prints each one whose verdict isolation is false, with its repeat; or in which two
     * engines differ, or an assertion ends the run with the flaw, also without strangers.
     *
     * @param once whether the first of them ends the campaign
     * @return whether there was none
     */
    public boolean play(long seed, int draws, Unsafe unsafe, boolean once) {
        int wrong = 0;
        int judged = 0;
        for (long s = seed; s < seed + draws && !(once && wrong > 0); s++) {
            Outcome outcome = play(s, unsafe);
            judged += outcome.holds() == null ? 0 : 1;
            boolean failsAlone = unsafe.isSet() && outcome.detail().contains(EndReason.FAILED.name());
            if (failsAlone || Boolean.FALSE.equals(outcome.holds())) {
                wrong++;
                System.out.println("draw " + s + ": " + outcome.detail());
                System.out.println("repeat with: scripts/lab faults --strangers " + name
                        + (unsafe.isSet() ? " --only " + unsafe.text() : "") + " --seed " + s + " --seeds 1");
            }
        }
        System.out.println(judged + " draws beside strangers, isolation false in " + wrong);
        return wrong == 0;
    }

    /**
     * Plays the draw of a seed.
     *
     * @param unsafe flaw of the machine beside strangers and without them, or NONE
     */
    public Outcome play(long seed, Unsafe unsafe) {
        RunPlan plan = drawn.drawVictim(seed, engine);
        if (isOfTiming(plan.program())) {
            return new Outcome(null, "the order of epochs decides whether the program ends");
        }
        ExecutorOptions options = plan.executorOptions();
        List<Fault> mutes = new ArrayList<>(); // strangers keep no rules of the host
        for (int node = 0; unsafe.isSet() && node < plan.machine().nodes(); node++) {
            mutes.add(new Fault(MuteId.HOST_RULES, node, 0, 0));
            mutes.add(new Fault(MuteId.OWN_UNIT, node, 0, 0));
        }
        RunPlan beside = new RunPlan(
                plan.name(),
                plan.program(),
                plan.machine().change().unsafe(unsafe).build(),
                engine,
                new EngineOptions(false, plan.engineOptions().skipQuiescent(), 1, unsafe.isSet()),
                new ExecutorOptions(options.quantum(), LIMIT, options.persistent(), options.seed(), mutes)
                        .beside(new ExecutorOptions.Drawn(seed, ExecutorOptions.Drawn.ASKED)),
                plan.effectiveConfig());
        try {
            RunReport report = new Session(beside, true).run(executor -> {}).report();
            Verdict isolation = report.verdicts().get(report.verdicts().size() - 1);
            return new Outcome(isolation.holds(), isolation.detail());
        } catch (DifferenceException e) {
            return new Outcome(false, e.getMessage());
        }
    }

    /** Returns whether an epoch bars the node that polls in it, so that others must have come before. */
    private static boolean isOfTiming(Program program) {
        return program.operations().stream().anyMatch(op -> op.kind() == OpKind.EPOCH_OPEN && barsItself(program, op));
    }

    private static boolean barsItself(Program program, Operation open) {
        boolean self = Arrays.stream(open.targets()).anyMatch(target -> target == open.node());
        return self
                && IntStream.range(open.id(), program.size())
                        .mapToObj(program::operation)
                        .takeWhile(op -> op.kind() != OpKind.EPOCH_CLOSE)
                        .anyMatch(op -> op.kind() == OpKind.POLL && op.node() == open.node());
    }

    /**
     * What came of a draw.
     *
     * @param holds the verdict isolation; null if the program does not end without strangers either
     */
    public record Outcome(Boolean holds, String detail) {}
}
