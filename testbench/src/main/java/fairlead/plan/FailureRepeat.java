// SPDX-License-Identifier: Apache-2.0
package fairlead.plan;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.lockstep.Difference;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.rtl.FabricAbi.EngineException;
import fairlead.rtl.NativeLibraries.LibraryException;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
import fairlead.run.SaveFile;
import fairlead.run.Session;
import fairlead.run.WholeFile;
import fairlead.run.record.PacketRecord;
import fairlead.run.view.TraceFile;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repeats a run that has a false verdict on the lab library, up to a little after the first violation, and writes what
 * shows it: a waveform of the nodes that the verdicts name, its marker for GTKWave, and the trace of all operations
 * and packets until then. A run is deterministic and the twin is exact, so the repeat has the same events,
 * whichever engine the run had.
 */
public final class FailureRepeat {
    public static final String WAVE = "failure.fst";
    public static final String SAVE = "failure.gtkw";

    /** The cycles of the waveform before the first violation: a fault is often older than the event that shows it. */
    private static final long BEFORE = 1000;

    private static final long AFTER = 50;
    /** The cycles of the waveform before a difference of two engines. */
    private static final long BEFORE_DIFFERENCE = 200;

    private static final int MOST_NODES = 8;
    private static final int MOST_PACKETS = 1_000_000;
    private static final Pattern NODE = Pattern.compile("\\bnode (\\d{1,4})\\b");

    private final RunPlan plan;
    private final RunReport failed;
    private final boolean allowUnsafe;
    private final long at;

    public FailureRepeat(RunPlan plan, RunResult result, boolean allowUnsafe) {
        this.plan = plan;
        this.failed = result.report();
        this.allowUnsafe = allowUnsafe;
        this.at = failed.firstViolation() >= 0 ? failed.firstViolation() : failed.cycles();
    }

    /** What the repeat has left: complete files, and why there is no waveform, or an empty text. */
    public record Evidence(List<Path> files, String reason) {}

    /** Repeats the run and writes the files into a folder. A repeat that fails itself is reported and is no error. */
    public Evidence write(Path folder) throws IOException {
        Path wave = folder.resolve(WAVE);
        EngineFactory tracing =
                Plans.knotWaves(folder).tracer().tracing(wave, nodes(), Math.max(0, at - BEFORE), at + AFTER);
        RunPlan again = plan.with(tracing, plan.executorOptions().until(at + AFTER + 1))
                .as(plan.name(), plan.effectiveConfig(), false);
        PacketRecord packets = new PacketRecord(plan.machine(), MOST_PACKETS);
        RunReport seen;
        try {
            seen = new Session(again, allowUnsafe).run(executor -> {}, packets).report();
        } catch (EngineException | LibraryException e) {
            Files.deleteIfExists(wave);
            return new Evidence(List.of(), e.getMessage());
        }
        if (failed.firstViolation() >= 0 && seen.firstViolation() != failed.firstViolation()) {
            Files.deleteIfExists(wave);
            String shown = seen.firstViolation() < 0
                    ? "no violation"
                    : "the first violation in cycle " + seen.firstViolation();
            return new Evidence(
                    List.of(), "the repeat shows " + shown + ", the run in cycle " + failed.firstViolation());
        }
        List<Path> files = new ArrayList<>(List.of(wave, folder.resolve(SAVE)));
        WholeFile.write(folder.resolve(SAVE), SaveFile.of(WAVE, "first violation", at));
        Path trace = folder.resolve(TraceFile.NAME);
        if (!Files.exists(trace)) { // else the run itself was asked for one
            new TraceFile(seen, plan.program(), packets, TraceFile.MOST_BYTES).write(trace);
            files.add(trace);
        }
        return new Evidence(files, "");
    }

    /** Returns a waveform of the RTL around a difference of two engines, from a second run that ends after it. */
    public static Path wave(RunPlan plan, Difference difference) throws IOException {
        ExecutorOptions all = plan.executorOptions();
        ExecutorOptions cut = all.until(Math.min(all.maxCycles(), difference.cycle() + AFTER + 1));
        return wave(
                plan.machine(),
                plan.engineOptions(),
                engine -> new Executor(engine, plan.program(), cut).run(),
                difference,
                Path.of("out/lockstep"),
                plan.name());
    }

    /** Records a waveform of a difference's node and its neighbours, while `play` gives the commands again. */
    public static Path wave(
            MachineConfig machine,
            EngineOptions options,
            Consumer<Engine> play,
            Difference difference,
            Path folder,
            String name)
            throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name + ".fst");
        TreeSet<Integer> nodes = new TreeSet<>();
        int node = Math.max(0, difference.node());
        nodes.add(node);
        for (int direction = 0; direction < Shape.DIRECTIONS; direction++) {
            nodes.add(machine.shape().neighbour(node, direction));
        }
        long from = Math.max(0, difference.cycle() - BEFORE_DIFFERENCE);
        RtlOptions.Wave window = new RtlOptions.Wave(file, List.copyOf(nodes), from, difference.cycle() + AFTER);
        try (Engine engine = new RtlEngineFactory(RtlOptions.of("lab").withWave(window)).open(machine, options)) {
            play.accept(engine);
        }
        return file;
    }

    /** Returns the ranks of the nodes that the false verdicts name, or node 0 where they name none. */
    private List<Integer> nodes() {
        return named(
                failed.verdicts().stream()
                        .filter(v -> Boolean.FALSE.equals(v.holds()))
                        .map(Verdict::detail)
                        .toList(),
                plan.machine().nodes());
    }

    static List<Integer> named(Collection<String> details, int nodes) {
        TreeSet<Integer> found = new TreeSet<>();
        for (String detail : details) {
            Matcher named = NODE.matcher(detail);
            while (named.find() && found.size() < MOST_NODES) {
                int node = Integer.parseInt(named.group(1));
                if (node < nodes) {
                    found.add(node);
                }
            }
        }
        return found.isEmpty() ? List.of(0) : List.copyOf(found);
    }
}
