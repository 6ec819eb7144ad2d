// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import fairlead.openloop.Bounds;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;
import fairlead.run.CpuClock;
import fairlead.run.report.WholeFile;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `fairlead traffic`, which measures synthetic traffic at the routers' local ports on the twin. */
@Command(
        name = "traffic",
        mixinStandardHelpOptions = true,
        description =
                "Measures synthetic traffic at the local ports of the routers (twin): workload.kind traffic, workload.at local_ports.")
final class TrafficCommand implements Callable<Integer> {
    @Mixin
    private ScenarioOptions options;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            converter = ResultFile.class,
            description = "write the result there too; - is stdout, instead of the text")
    private String json;

    @Option(
            names = "--saturation",
            description =
                    "offer as much as a node may send (workload.inject), whatever the latency; for uniform and alltoall also what bounds the rate")
    private boolean saturation;

    @Override
    public Integer call() throws IOException {
        final Scenario scenario = options.read();
        final TrafficSpec asked = scenario.measurement();
        final TrafficSpec spec =
                saturation ? asked.withLoad(asked.inject()).withLatencyLimit(Double.POSITIVE_INFINITY) : asked;
        final OpenLoop loop =
                new OpenLoop(scenario.machine(), spec, scenario.run().threads());
        final CpuClock clock = new CpuClock();
        final TrafficResult r = loop.measure();
        final double cpu = clock.cpuSeconds();
        if (json != null) {
            final String text = new ObjectMapper()
                            .enable(SerializationFeature.INDENT_OUTPUT)
                            .writeValueAsString(r) + "\n";
            if ("-".equals(json)) {
                System.out.print(text);
                return ExitCode.OK;
            }
            WholeFile.write(Path.of(json), text);
        }
        System.out.printf(
                Locale.ROOT,
                "%s on %s, load %.3f: %s%n  latency  mean %.2f  p50 %d  p99 %d  max %d cycles, %d packets%n"
                        + "  accepted %.4f flits per node and cycle, least %.4f%n  %d cycles, %.1f M flit-hops per CPU second%n",
                r.spec().pattern().word(),
                scenario.machine().shape(),
                r.spec().load(),
                r.stable() ? r.ending() : "unstable: " + r.ending(),
                r.meanLatency(),
                r.p50(),
                r.p99(),
                r.worst(),
                r.measured(),
                r.accepted(),
                r.acceptedLeast(),
                r.cycles(),
                r.flitHops() / cpu / 1e6);
        if (saturation && Bounds.knows(spec.pattern())) {
            final Bounds bounds = Bounds.of(scenario.machine(), spec);
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
        return ExitCode.OK;
    }
}
