// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.sweep.Axis;
import fairlead.sweep.Point;
import fairlead.sweep.Sweep;
import fairlead.sweep.SweepText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** fairlead sweep */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description =
                "Runs a scenario over ranges of its keys, each point with several seeds; prints means and 95 % intervals.")
final class SweepCommand implements Callable<Integer> {
    @Mixin
    private ScenarioOptions options;

    @Option(
            names = "--over",
            required = true,
            paramLabel = "PATH=RANGE",
            description = "values of one key: V1,V2,.. or FROM..TO:STEP; repeat it for a grid")
    private List<String> over;

    @Option(
            names = "--repeats",
            defaultValue = "1",
            description = "runs of each point, with seeds seed, seed + 1, .. (default ${DEFAULT-VALUE})")
    private int repeats;

    @Option(
            names = "--saturation",
            description = "also the rate accepted when one flit a cycle is offered (local ports)")
    private boolean saturation;

    @Option(
            names = "--threads",
            defaultValue = "1",
            description = "runs at a time; changes no result (default ${DEFAULT-VALUE})")
    private int threads;

    @Option(names = "--csv", paramLabel = "FILE", description = "write the rows there too")
    private Path csv;

    @Override
    public Integer call() throws IOException {
        final List<Point> points = Point.all(over.stream().map(Axis::parse).toList());
        final boolean[] headed = {false};
        final List<Sweep.Row> rows = new Sweep(options::read, Math.max(1, repeats), saturation)
                .run(points, Math.max(1, threads), row -> {
                    if (!headed[0]) {
                        System.out.println(SweepText.tableHead(row));
                        headed[0] = true;
                    }
                    System.out.println(SweepText.tableRow(row));
                });
        if (csv != null) {
            Files.writeString(csv, SweepText.csv(rows));
        }
        return ExitCode.OK;
    }
}
