// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.lab.proofs.ProverTool;
import fairlead.launch.NativeLive;
import fairlead.launch.NativeProgram;
import fairlead.machine.Shape;
import fairlead.plan.Plans;
import fairlead.program.GrowingProgram;
import fairlead.program.Program;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunReport;
import fairlead.run.RunReport.CpuClock;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Blocking calls of a native program per second, a get of 8 bytes each: in a run of the program alone, and in one
 * that is judged meanwhile, both on the twin. Further rows have the CPU time of the Java process and of the PEs, and
 * the time in which 64 PEs start and end.
 */
public final class NativeBench {
    private static final Path STATUS = Path.of("/proc/self/stat");
    private static final int CHILD_USER = 13; // words behind the name of the program: ticks of 10 ms
    private static final int MANY = 64;
    private static final int LIMIT = 600; // seconds of processor time of the compiler

    private NativeBench() {}

    /**
     * @param pes processing elements
     * @param calls gets of each of them
     * @param ended is called after each round
     */
    public static List<BenchRow> run(int rounds, int pes, int calls, Runnable ended) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("bench")) {
            Path program = compiled(scratch.place());
            String shape = Shape.with(pes).toString();
            BenchRow.Rounds figures = new BenchRow.Rounds(shape, 0);
            measure(figures, scenario(program, pes, calls), (long) pes * calls); // a warm-up
            figures.figures().clear();
            for (int i = 0; i < rounds; i++) {
                measure(figures, scenario(program, pes, calls), (long) pes * calls);
                ended.run();
            }
            List<BenchRow> rows = new ArrayList<>(figures.rows());
            CpuClock clock = new CpuClock();
            captured(scenario(program, MANY, 0));
            rows.add(new BenchRow("native.start_of_64", Shape.with(MANY).toString(), 0, clock.wallSeconds(), "s"));
            return rows;
        }
    }

    private static void measure(BenchRow.Rounds figures, Scenario scenario, long calls) throws IOException {
        CpuClock clock = new CpuClock();
        double before = children();
        captured(scenario);
        figures.add("native.calls_per_s", "1/s", calls / clock.wallSeconds());
        figures.add("native.cpu_of_java_us_a_call", "us", clock.cpuSeconds() / calls * 1e6);
        figures.add("native.cpu_of_pes_us_a_call", "us", (children() - before) / calls * 1e6);
        clock = new CpuClock();
        RunReport report = judged(scenario);
        figures.add("native.judged_calls_per_s", "1/s", calls / clock.wallSeconds());
        figures.add("native.judged_cpu_of_java_us_a_call", "us", clock.cpuSeconds() / calls * 1e6);
        if (!report.holds()) {
            throw new IllegalStateException(report.verdicts().toString());
        }
    }

    private static RunReport judged(Scenario scenario) {
        NativeProgram program = (NativeProgram) scenario.workload();
        Program begun = new GrowingProgram(program.kind(), scenario.machine()).program();
        NativeLive live = new NativeLive(program, scenario.executorOptions(), (pe, error, line) -> {}, Set.of(), false);
        return new Session(Plans.of(scenario, RtlOptions.PRODUCT, begun))
                .beside()
                .live(live)
                .run(executor -> {})
                .report();
    }

    private static void captured(Scenario scenario) {
        NativeProgram program = (NativeProgram) scenario.workload();
        program.run(scenario.machine(), (pe, error, line) -> {});
    }

    private static Scenario scenario(Path program, int pes, int calls) {
        Shape shape = Shape.with(pes);
        String text = "{schema: fairlead.scenario/1, engine: model, machine: {shape: [" + shape.kx() + ", " + shape.ky()
                + ", " + shape.kz() + "]}, workload: {kind: native, command: [" + program + ", " + calls + "], ranks: "
                + pes + "}}";
        return ScenarioReader.parse(text, "bench native", "native", List.of());
    }

    /** Returns the CPU time in seconds of all processes that this one has started and that have ended. */
    private static double children() throws IOException {
        String status = Files.readString(STATUS);
        String[] words = status.substring(status.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(words[CHILD_USER]) + Long.parseLong(words[CHILD_USER + 1])) / 100.0;
    }

    private static Path compiled(Path folder) throws IOException {
        Path source = folder.resolve("calls.c");
        try (InputStream text = NativeBench.class.getResourceAsStream("calls.c")) {
            Files.copy(text, source);
        }
        Path program = folder.resolve("calls");
        Path script =
                Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".")).resolve("scripts/shmemcc");
        List<String> command =
                List.of(script.toAbsolutePath().toString(), "-O2", source.toString(), "-o", program.toString());
        ProverTool.output(folder, LIMIT, command);
        return program;
    }
}
