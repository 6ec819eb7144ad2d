// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.launch.NativeLive;
import fairlead.launch.NativeOutput;
import fairlead.launch.NativeProgram;
import fairlead.launch.NativeRun;
import fairlead.live.ProgramFile;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.pe.NativeException;
import fairlead.plan.Plans;
import fairlead.program.GrowingProgram;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a run of a native program (docs/use/native.md), whose scenario they make. */
final class NativeOptions {
    private static final int LEAST_WIDE = 16; // nodes

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

    @Option(names = "--verify")
    private boolean verifies;

    @Option(names = "--races")
    private boolean looks;

    @Option(names = "--debug", paramLabel = "PE", split = ",")
    private List<Integer> debugged = List.of();

    @Mixin
    private NativeSchedules schedules;

    List<String> arguments = List.of(); // the positional ones behind the program

    Runnable beforeLine = () -> {}; // is called before a line of the program is printed

    private NativeLive live;
    private String digest; // of its executable
    private Path captured; // what it does
    private OutputStream kept; // what it prints

    Scenario read(ScenarioOptions options, List<String> more) {
        if (!asked) {
            Stream.of(
                            arguments.isEmpty() ? null : "the argument " + arguments.get(0),
                            pes == null ? null : "-n",
                            shape == null ? null : "--shape",
                            limit == null ? null : "--native-limit",
                            verifies ? "--verify" : null,
                            looks ? "--races" : null,
                            debugged.isEmpty() ? null : "--debug")
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(given -> {
                        throw new BadInput("run: " + given + " is only for a program, with --native");
                    });
            return options.read(more);
        }
        if (pes == null) {
            throw new BadInput("run --native: give the number of processing elements with -n");
        }
        OptionRange.between("-n", pes, 1, Shape.MAX_K * Shape.MAX_K * Shape.MAX_K);
        debugged.forEach(pe -> OptionRange.between("--debug", pe, 0, pes - 1));
        if (!debugged.isEmpty() && (verifies || schedules.isAsked())) {
            throw new BadInput("run: --debug is for one run: give no " + (verifies ? "--verify" : "--schedules"));
        }
        Shape torus = shape == null ? Shape.with(pes) : OptionRange.shape("--shape", shape);
        if (pes > torus.nodes()) {
            throw new BadInput("-n " + pes + ": --shape " + torus + " has only " + torus.nodes() + " nodes");
        }
        return parse(options, torus, more);
    }

    private Scenario parse(ScenarioOptions options, Shape torus, List<String> more) {
        Path file = options.file();
        return ScenarioReader.parse(
                text(file, torus), "run --native", file.getFileName().toString(), options.all(more));
    }

    private String text(Path file, Shape torus) {
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(arguments);
        Map<String, Object> workload = Map.of(
                "kind",
                "native",
                "command",
                command,
                "ranks",
                pes,
                "limit",
                limit == null ? 60 : limit,
                "races",
                looks);
        try {
            return "schema: fairlead.scenario/1\nmachine: {shape: [" + torus.kx() + "," + torus.ky() + "," + torus.kz()
                    + "]}\nworkload: " + new ObjectMapper().writeValueAsString(workload) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the program on many machines if this was asked for and returns the exit code; otherwise null. */
    Integer schedules(Scenario scenario, ScenarioOptions options) {
        if (!schedules.isAsked()) {
            return null;
        }
        if (!(scenario.workload() instanceof NativeProgram program)) {
            throw new BadInput("run: --schedules is only for a program, with --native or workload.kind = native");
        }
        if (verifies) {
            throw new BadInput(
                    "run: --verify compares two equal runs, and --schedules different ones; give one of them");
        }
        List<MachineConfig> machines = new ArrayList<>(List.of(scenario.source().machine()));
        if (asked && shape == null) { // a torus with room has several ways
            Shape wide = Shape.with(Math.min(Math.max(LEAST_WIDE, 4 * pes), Shape.MAX_K * Shape.MAX_K * Shape.MAX_K));
            machines.add(parse(options, wide, List.of()).source().machine());
        }
        return schedules.run(program, machines, machines.get(0).seed(), more -> words(options, more));
    }

    /** Returns the words of the command line behind `run`. */
    String words(ScenarioOptions options) {
        return words(options, "");
    }

    private String words(ScenarioOptions options, String more) {
        if (!asked) {
            return options.words() + more;
        }
        StringBuilder words = new StringBuilder("--native -n " + pes + more);
        if (shape != null) {
            words.append(" --shape ").append(shape);
        }
        if (looks) {
            words.append(" --races");
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

    /** Returns the plan of a scenario; that of a native program has no operations, because it grows. */
    RunPlan plan(Scenario scenario, RtlOptions rtl, PrintStream out, Path scratch) throws IOException {
        if (!(scenario.workload() instanceof NativeProgram program)) {
            return Plans.of(scenario, rtl);
        }
        if (verifies && program.races()) {
            throw new BadInput("run: races are looked for, and --verify compares two runs: give one of them");
        }
        if (scenario.executorOptions().strangers() != null) {
            throw new BadInput("run.strangers: a native program grows as it runs, so what to grant it is not known");
        }
        digest = program.digest();
        captured = scratch.resolve(ProgramFile.NAME);
        kept = new BufferedOutputStream(Files.newOutputStream(scratch.resolve(NativeProgram.OUTPUT)));
        NativeOutput printing = (pe, error, line) -> {
            beforeLine.run();
            PrintStream to = error ? System.err : out;
            to.write(line, 0, line.length);
            to.flush();
            keep(line);
        };
        live = new NativeLive(program, scenario.executorOptions(), printing, Set.copyOf(debugged), verifies);
        return Plans.of(
                scenario,
                rtl,
                new GrowingProgram(program.kind(), scenario.source().machine()).program());
    }

    private void keep(byte[] line) {
        try {
            kept.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the native program that runs in place of that of the plan, or null. */
    NativeLive live() {
        return live;
    }

    /** Throws what has ended the program, unless the machine may have made it do so. */
    void check(RunResult result) {
        NativeException ending = live == null ? null : live.ending();
        if (ending != null && isOwn(result.report())) {
            throw ending;
        } else if (ending != null) {
            System.err.println("fairlead: " + ending.getMessage());
        }
    }

    private boolean isOwn(RunReport report) {
        boolean waits = "model".equals(report.setup().engine()) || live.run().isExit();
        return report.verdicts().stream()
                .allMatch(v -> !Boolean.FALSE.equals(v.holds())
                        || waits
                                && List.of("software_wait", "program")
                                        .contains(v.extra().get("kind")));
    }

    /** Returns the files with which the folder of a run repeats it without the program; none without a program. */
    List<Path> files() throws IOException {
        if (live == null) {
            return List.of();
        }
        kept.close();
        new ProgramFile(digest, live.program()).write(captured);
        return List.of(captured, captured.resolveSibling(NativeProgram.OUTPUT));
    }

    /** Returns what is said about the program, if there is one: its races, and what it has done. */
    List<String> notes(Scenario scenario) {
        if (live == null) {
            return List.of();
        }
        NativeRun run = live.run();
        List<String> notes =
                new ArrayList<>(run.races() == null ? List.of() : run.races().lines());
        notes.add("native program: " + run.calls() + " calls, " + run.cycles()
                + " cycles; software learns of an end after machine.latency.software = "
                + scenario.machine().latency().software() + ", computation takes no cycles"
                + (live.isVerified() ? "; a second run was equal in each call" : ""));
        return notes;
    }

    /** Returns the exit code of the program, or 0. */
    int exitCode() {
        boolean races =
                live != null && live.run().races() != null && live.run().races().pairs() > 0;
        return live == null ? 0 : races ? ExitCode.FAILS : live.run().exitCode();
    }
}
