// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.launch.NativeProgram;
import fairlead.launch.NativeRun;
import fairlead.machine.Shape;
import fairlead.pe.NativeException;
import fairlead.plan.Plans;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of a run of a native program (docs/use/native.md), whose scenario they make. */
final class NativeOptions {
    @Option(names = "--native")
    private boolean asked;

    @Option(
            names = {"-n", "--pes"},
            paramLabel = "PES")
    private Integer pes;

    @Option(names = "--shape", paramLabel = "KX,KY,KZ")
    private String shape;

    @Option(names = "--native-limit", paramLabel = "SECONDS")
    private Integer limit;

    List<String> arguments = List.of(); // the positional ones behind the program

    private NativeRun run;

    Scenario read(ScenarioOptions options, List<String> more) {
        if (!asked) {
            if (pes != null || shape != null || limit != null || !arguments.isEmpty()) {
                String given = !arguments.isEmpty()
                        ? "the argument " + arguments.get(0)
                        : pes != null ? "-n" : shape != null ? "--shape" : "--native-limit";
                throw new BadInput("run: " + given + " is only for a program, with --native");
            }
            return options.read(more);
        }
        if (pes == null) {
            throw new BadInput("run --native: give the number of processing elements with -n");
        }
        OptionRange.between("-n", pes, 1, Shape.MAX_K * Shape.MAX_K * Shape.MAX_K);
        Shape torus = shape == null ? Shape.with(pes) : OptionRange.shape("--shape", shape);
        if (pes > torus.nodes()) {
            throw new BadInput("-n " + pes + ": --shape " + torus + " has only " + torus.nodes() + " nodes");
        }
        Path file = options.file();
        return ScenarioReader.parse(
                text(file, torus), "run --native", file.getFileName().toString(), options.all(more));
    }

    private String text(Path file, Shape torus) {
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(arguments);
        Map<String, Object> workload =
                Map.of("kind", "native", "command", command, "ranks", pes, "limit", limit == null ? 60 : limit);
        try {
            return "schema: fairlead.scenario/1\nmachine: {shape: [" + torus.kx() + "," + torus.ky() + "," + torus.kz()
                    + "]}\nworkload: " + new ObjectMapper().writeValueAsString(workload) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the words of the command line behind `run`. */
    String words(ScenarioOptions options) {
        if (!asked) {
            return options.words();
        }
        StringBuilder words = new StringBuilder("--native -n " + pes);
        if (shape != null) {
            words.append(" --shape ").append(shape);
        }
        if (limit != null) {
            words.append(" --native-limit ").append(limit);
        }
        String others = options.words();
        String file = options.file().toString();
        words.append(others.substring(file.length())).append(" -- ").append(file);
        arguments.forEach(word -> words.append(" '").append(word).append("'"));
        return words.toString();
    }

    /** Returns the plan of a scenario; a native program is run for it, and what it prints goes on. */
    RunPlan plan(Scenario scenario, RtlOptions rtl, PrintStream out) {
        if (!(scenario.workload() instanceof NativeProgram program)) {
            return Plans.of(scenario, rtl);
        }
        try {
            run = program.run(scenario.source().machine(), (pe, error, line) -> {
                PrintStream to = error ? System.err : out;
                to.write(line, 0, line.length);
                to.flush();
            });
        } catch (NativeException e) {
            if (e.hasStarted()) {
                throw e;
            }
            throw new BadInput(e.getMessage());
        }
        return Plans.of(scenario, rtl, run.program());
    }

    /** Returns what is said about the program, or an empty text. */
    String note(Scenario scenario) {
        return run == null
                ? ""
                : "native program: " + run.calls() + " calls, " + run.cycles()
                        + " cycles; software learns of an end after machine.latency.software = "
                        + scenario.machine().latency().software() + ", computation takes no cycles";
    }

    /** Returns the exit code of the program, or 0. */
    int exitCode() {
        return run == null ? 0 : run.exitCode();
    }
}
