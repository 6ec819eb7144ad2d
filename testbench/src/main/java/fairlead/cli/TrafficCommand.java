// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.engine.checkpoint.Checkpoint;
import fairlead.engine.checkpoint.Checkpoint.CheckpointException;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficResult.Outcome;
import fairlead.openloop.TrafficSpec;
import fairlead.openloop.TrafficSpec.Bounds;
import fairlead.run.Json;
import fairlead.run.RunReport.CpuClock;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `fairlead traffic`, which measures synthetic traffic at the routers' local ports on the twin. */
@Command(name = "traffic", mixinStandardHelpOptions = true)
final class TrafficCommand implements Callable<Integer> {
    private static final long MOST_CYCLES = 1L << 40;

    @Mixin
    private ScenarioOptions options;

    @Mixin
    private JsonOption json;

    @Option(names = "--saturation")
    private boolean saturation;

    @Option(names = "--warm-up", paramLabel = "CYCLES")
    private long warmUp;

    @Option(names = "--save", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path save;

    @Option(names = "--from", paramLabel = "FILE")
    private Path start;

    @Mixin
    private ProgressOption progress;

    /** Brings the traffic to the state in which the measurement begins. */
    private void warm(OpenLoop loop) throws IOException {
        OptionRange.between("--warm-up", warmUp, 0, MOST_CYCLES);
        if (start != null) {
            if (!Files.isRegularFile(start)) {
                throw new BadInput("--from " + start + ": no such file");
            }
            try {
                Checkpoint.read(start, loop);
            } catch (CheckpointException e) {
                throw new BadInput("--from " + e.getMessage());
            }
        }
        loop.run(warmUp);
        if (save != null) {
            WholeFile.put(save, file -> Checkpoint.write(file, loop));
        }
    }

    @Override
    public Integer call() throws IOException {
        Scenario scenario = options.read();
        TrafficSpec asked = scenario.measurement();
        TrafficSpec spec =
                saturation ? asked.withLoad(asked.inject()).withLatencyLimit(Double.POSITIVE_INFINITY) : asked;
        OpenLoop loop = new OpenLoop(scenario.machine(), spec, scenario.run().threads());
        CpuClock clock = new CpuClock();
        warm(loop);
        TrafficResult r;
        try (CountedProgress shown = progress.of("cycles", 0)) {
            r = loop.measure(shown::ended);
        }
        double cpu = clock.cpuSeconds();
        json.write(() -> Json.text(r));
        int exit = r.outcome() == Outcome.UNDECIDED ? ExitCode.PARTIAL : ExitCode.OK;
        if (json.takesStdout()) {
            return exit;
        }
        System.out.printf(
                Locale.ROOT,
                "%s on %s, load %.3f: %s%n  latency  %s, %d packets%n"
                        + "  accepted %.4f of %.4f flits per node and cycle, least %.4f%n  %d cycles, %.1f M flit-hops per CPU second%n",
                r.spec().pattern().word(),
                scenario.machine().shape(),
                r.spec().load(),
                r.text(),
                r.measured() == 0 ? "none" : latency(r),
                r.measured(),
                r.accepted(),
                r.offered(),
                r.acceptedLeast(),
                r.cycles(),
                r.flitHops() / cpu / 1e6);
        if (saturation && Bounds.knows(spec.pattern())) {
            Bounds bounds = Bounds.of(scenario.machine(), spec);
            System.out.printf(
                    Locale.ROOT,
                    "  %.1f %% of the bound %.3f (%s): network %.3f, injection %.3f, ejection %.3f%n",
                    100 * r.accepted() / bounds.least(),
                    bounds.least(),
                    bounds.binding(),
                    bounds.network(),
                    bounds.injection(),
                    bounds.ejection());
        }
        return exit;
    }

    private static String latency(TrafficResult r) {
        return String.format(
                Locale.ROOT,
                "mean %.2f%s  p50 %d  p99 %d  max %d cycles",
                r.meanLatency(),
                Double.isNaN(r.latencyHalf()) ? "" : String.format(Locale.ROOT, " +-%.2f", r.latencyHalf()),
                r.p50(),
                r.p99(),
                r.worst());
    }
}
