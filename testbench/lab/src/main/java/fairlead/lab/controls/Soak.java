// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.node.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import fairlead.run.CpuClock;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.verdict.Verdict;

/**
 * A soak: it repeats a positive control until enough saturated tile-cycles have passed. Each run draws the latencies of
 * links, credits and memories anew from the run's number as seed, so that no two runs are equal.
 *
 * @param id the id of the positive control
 * @param machine the machine of the control
 * @param program a longer version of the control's traffic
 * @param stalled whether the control waits with an empty network, so that all its tile-cycles count
 */
record Soak(String id, MachineConfig machine, Program program, boolean stalled) {
    private static final int QUANTUM = 64;
    private static final long MAX_CYCLES = 20_000_000;
    private static final int MOST_LINK = 4;
    private static final int MOST_JITTER = 40;
    /** The greatest number of runs. A control that never saturates would otherwise run forever. */
    private static final int MOST_RUNS = 4096;

    SoakResult run(final EngineFactory factory, final long wanted) {
        final CpuClock clock = new CpuClock();
        SoakResult sum = new SoakResult(id, "", stalled, 0, 0, 0, wanted, 0, "", 0);
        while (sum.counted() < wanted && sum.runs() < MOST_RUNS && sum.alarms() == 0) {
            sum = one(factory, sum, clock);
        }
        return sum;
    }

    private SoakResult one(final EngineFactory factory, final SoakResult sum, final CpuClock clock) {
        final int seed = sum.runs() + 1;
        final MachineConfig drawn = machine.withLatency(latency(seed), seed);
        final Saturation saturation = new Saturation(drawn);
        final RunPlan plan = new RunPlan(
                id,
                program,
                drawn,
                saturation.of(factory),
                EngineOptions.DEFAULT,
                ExecutorOptions.of(QUANTUM, MAX_CYCLES),
                "");
        final RunResult run = new Session(plan, true).keepGoing().run(executor -> {}, saturation);
        final Verdict verdict = run.report().verdicts().get(0);
        final boolean quiet = run.execution().reason() == EndReason.COMPLETED
                && "none".equals(verdict.extra().get("kind"));
        return new SoakResult(
                id,
                run.report().engine(),
                stalled,
                seed,
                sum.tileCycles() + run.report().cycles() * drawn.nodes(),
                sum.saturated() + saturation.tileCycles(),
                sum.wanted(),
                sum.alarms() + (quiet ? 0 : 1),
                quiet ? sum.detail() : "seed " + seed + ": " + run.report().ending() + "; " + verdict.detail(),
                clock.cpuSeconds());
    }

    private Latency latency(final int seed) {
        final Latency given = machine.latency();
        return new Latency(
                1 + draw(seed, 1, MOST_LINK),
                1 + draw(seed, 2, MOST_LINK),
                given.memory(),
                given.software(),
                given.barrier(),
                draw(seed, 3, MOST_JITTER));
    }

    private static int draw(final int seed, final int what, final int values) {
        return (int) Long.remainderUnsigned(Mix.mix64(Mix.GOLDEN * seed + what), values);
    }
}
