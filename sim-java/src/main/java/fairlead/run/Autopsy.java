// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.Knot;
import fairlead.deadlock.KnotDetector;
import fairlead.engine.Capabilities;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Repeats a run that ended in a knot. The run is deterministic, so the knot forms again in the same cycle. The repeat
 * has hop events, which name the packets, and a snapshot in every cycle around the report, which gives the cycle in
 * which the knot closed. If requested, it also writes a waveform of exactly the nodes in the knot.
 */
final class Autopsy {
    /** Number of cycles of the waveform before the report. */
    static final int WINDOW = 256;

    private final RunPlan plan;
    private final Knot first;

    Autopsy(RunPlan plan, Knot first) {
        this.plan = plan;
        this.first = first;
    }

    /**
     * The result of the repeated run.
     *
     * @param closed the knot in the first cycle in which a snapshot contains it
     * @param waves waveform and save file; empty if no waveform was requested
     */
    record Result(Knot closed, List<Path> waves) {}

    Result run(RunPlan.KnotWaves waves) {
        Path wave = waves == null ? null : waves.folder().resolve("knot.fst");
        EngineOptions options = new EngineOptions(
                true,
                plan.engineOptions().skipQuiescent(),
                plan.engineOptions().threads(),
                plan.engineOptions().faults());
        EngineFactory factory = wave == null
                ? plan.factory()
                : waves.tracer()
                        .tracing(wave, first.nodes(), Math.max(0, first.reportedAt() - WINDOW), first.reportedAt());
        long from = Math.max(1, first.clearAt());
        KnotDetector detector = new KnotDetector(plan.machine(), 1, from, true);
        ExecutorOptions known = plan.executorOptions();
        ExecutorOptions upToThere = known.until(first.reportedAt() + 1);
        Capabilities library;
        try (Engine engine = factory.open(plan.machine(), options)) {
            library = engine.capabilities();
            boolean stuck = new Executor(engine, plan.program(), upToThere, watch(detector, engine))
                            .run()
                            .reason()
                    == EndReason.STUCK;
            if (detector.knot().isEmpty()) {
                detector.look(engine, stuck);
            }
        }
        Knot closed = detector.knot().orElse(first);
        return new Result(
                closed, wave == null ? List.of() : List.of(wave, saveFile(waves.folder(), wave, closed, library)));
    }

    private static Observer watch(KnotDetector detector, Engine engine) {
        return new Observer() {
            @Override
            public long stopBefore(long cycle) {
                return detector.nextSample(cycle);
            }

            @Override
            public void events(EventCursor batch) {
                detector.events(batch);
            }

            @Override
            public void batch(long cycle, int openOperations) {
                detector.look(engine, false);
            }
        };
    }

    private static Path saveFile(Path folder, Path wave, Knot knot, Capabilities library) {
        Path file = folder.resolve("knot.gtkw");
        try {
            WholeFile.write(file, SaveFile.of(wave.getFileName().toString(), knot, library));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }
}
