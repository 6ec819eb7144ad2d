// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.cli.ExitCode;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.cli.ResultFile;
import fairlead.cli.StructureOption;
import fairlead.lab.bench.BenchRow;
import fairlead.lab.bench.BridgeBench;
import fairlead.lab.bench.ModelBench;
import fairlead.lab.bench.NativeBench;
import fairlead.lab.bench.RtlBench;
import fairlead.lab.bench.SearchBench;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.program.ProgramBuilder;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command `scripts/lab bench`, which measures speed. It never fails because of a measured value. */
@Command(name = "bench", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class BenchCommand {
    private static final int MOST_ROUNDS = 1000;
    private static final String ROUNDS = "rounds";
    private static final long MOST_FLITS = 1_000_000_000_000L;

    @Option(names = "--json", paramLabel = "FILE", converter = ResultFile.AsPath.class, scope = ScopeType.INHERIT)
    private Path json;

    private int print(List<BenchRow> rows) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        StringBuilder text = new StringBuilder("{\"rows\":[\n");
        for (int i = 0; i < rows.size(); i++) {
            BenchRow row = rows.get(i);
            double scale = Math.abs(row.value()) < 10 ? 1000.0 : 10.0;
            double rounded = Math.round(row.value() * scale) / scale;
            text.append("  ")
                    .append(mapper.writeValueAsString(
                            new BenchRow(row.name(), row.shape(), row.load(), rounded, row.unit())));
            text.append(i + 1 < rows.size() ? ",\n" : "\n");
        }
        text.append("]}\n");
        System.out.print(text);
        if (json != null) {
            WholeFile.write(json, text);
        }
        return ExitCode.OK;
    }

    @Command(name = "bridge", mixinStandardHelpOptions = true, showDefaultValues = true)
    int bridge(
            @Option(names = "--rounds", defaultValue = "5") int rounds,
            @Option(names = "--node-cycles", defaultValue = "400000") int nodeCycles,
            @Option(names = "--shapes", split = ",", defaultValue = "2x2x2,4x4x4") List<String> shapes,
            @Option(names = "--loads", split = ",", defaultValue = "0.05,0.3") List<Double> loads,
            @Mixin ProgressOption progress)
            throws IOException {
        OptionRange.between("--rounds", rounds, 1, MOST_ROUNDS);
        OptionRange.atLeastOne("--node-cycles", nodeCycles);
        OptionRange.shapes("--shapes", shapes);
        OptionRange.shares("--loads", loads);
        try (CountedProgress shown = progress.of(ROUNDS, (long) rounds * shapes.size() * loads.size())) {
            return print(BridgeBench.run(rounds, nodeCycles, shapes, loads, shown::ended));
        }
    }

    @Command(name = "rtl", mixinStandardHelpOptions = true, showDefaultValues = true)
    int rtl(
            @Option(names = "--rounds", defaultValue = "5") int rounds,
            @Option(names = "--node-cycles", defaultValue = "256000") int nodeCycles,
            @Option(names = "--shape", defaultValue = "4x4x4") String shape,
            @Option(names = "--loads", split = ",", defaultValue = "0.05,0.2,0.4") List<Double> loads,
            @Mixin ProgressOption progress)
            throws IOException {
        OptionRange.between("--rounds", rounds, 1, MOST_ROUNDS);
        OptionRange.atLeastOne("--node-cycles", nodeCycles);
        OptionRange.shapes("--shape", List.of(shape));
        OptionRange.shares("--loads", loads);
        try (CountedProgress shown = progress.of(ROUNDS, (long) rounds * loads.size())) {
            return print(RtlBench.run(rounds, nodeCycles, shape, loads, shown::ended));
        }
    }

    @Command(name = "model", mixinStandardHelpOptions = true, showDefaultValues = true)
    int model(
            @Option(names = "--rounds", defaultValue = "5") int rounds,
            @Option(names = "--flits", defaultValue = "4000000") long flits,
            @Option(names = "--shapes", split = ",", defaultValue = "4x4x4,8x8x8") List<String> shapes,
            @Option(names = "--loads", split = ",", defaultValue = "0.2,0.4") List<Double> loads,
            @Option(names = "--pattern", defaultValue = "uniform") String pattern,
            @Option(names = "--no-halo3d") boolean noHalo,
            @Mixin StructureOption structure,
            @Mixin ProgressOption progress)
            throws IOException {
        structure.requireOfRouters();
        if (!noHalo && !MachineStructure.loaded().hasTiles()) {
            throw new BadInput("machines of this structure are routers alone, without NICs; add --no-halo3d");
        }
        OptionRange.between("--rounds", rounds, 1, MOST_ROUNDS);
        OptionRange.between("--flits", flits, 1, MOST_FLITS);
        OptionRange.shapes("--shapes", shapes);
        OptionRange.shares("--loads", loads);
        long halo = noHalo ? 0 : 2 * ModelBench.HALO_ROUNDS;
        List<BenchRow> rows = new ArrayList<>();
        try (CountedProgress shown = progress.of(ROUNDS, (long) rounds * shapes.size() * loads.size() + halo)) {
            ModelBench bench = new ModelBench(rounds, flits, shown::ended);
            rows.addAll(bench.run(shapes, loads, pattern));
            if (!noHalo) {
                rows.addAll(bench.halo3d("4x4x4", 40, 8192));
                rows.addAll(bench.halo3dThreads("8x8x8", 6, 1024));
            }
        }
        return print(rows);
    }

    @Command(name = "native", mixinStandardHelpOptions = true, showDefaultValues = true)
    int program(
            @Option(names = "--rounds", defaultValue = "5") int rounds,
            @Option(
                            names = {"-n", "--pes"},
                            defaultValue = "8")
                    int pes,
            @Option(names = "--calls", defaultValue = "10000") int calls,
            @Mixin ProgressOption progress)
            throws IOException {
        OptionRange.between("--rounds", rounds, 1, MOST_ROUNDS);
        OptionRange.between("--pes", pes, 2, Shape.MAX_K * Shape.MAX_K);
        OptionRange.between("--calls", calls, 1, ProgramBuilder.MOST_OPERATIONS / 2 / pes);
        try (CountedProgress shown = progress.of(ROUNDS, rounds)) {
            return print(NativeBench.run(rounds, pes, calls, shown::ended));
        }
    }

    @Command(name = "search", mixinStandardHelpOptions = true, showDefaultValues = true)
    int search(
            @Option(names = "--warm-up", defaultValue = "32") int warmUp,
            @Option(names = "--points", defaultValue = "64") int points,
            @Mixin ProgressOption progress)
            throws IOException {
        OptionRange.between("--points", points, 1, SearchBench.most());
        OptionRange.between("--warm-up", warmUp, 0, SearchBench.most() - points);
        try (CountedProgress shown = progress.of("points", (long) warmUp + points)) {
            return print(SearchBench.run(warmUp, points, SearchBench.ITERATIONS, shown::ended));
        }
    }
}
