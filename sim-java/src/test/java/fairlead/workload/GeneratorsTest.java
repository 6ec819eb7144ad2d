// SPDX-License-Identifier: Apache-2.0
package fairlead.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;
import fairlead.engine.ideal.IdealEngine;
import fairlead.engine.ideal.Machines;
import fairlead.engine.ideal.Recorder;
import fairlead.executor.EndReason;
import fairlead.executor.ExecutionReport;
import fairlead.executor.Executor;
import fairlead.executor.ExecutorOptions;
import fairlead.program.Program;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratorsTest {
    private static final List<Shape> SHAPES =
            List.of(new Shape(1, 1, 1), new Shape(2, 1, 1), new Shape(3, 3, 3), new Shape(4, 4, 4), new Shape(8, 1, 1));

    /** One run. */
    record Case(Workload workload, Shape shape, int tasks, boolean persistent) {
        @Override
        public String toString() {
            return workload + " on " + shape + " with " + tasks + " tasks" + (persistent ? ", PR" : ", CD");
        }
    }

    static List<Workload> workloads(final Switches switches) {
        return List.of(
                new Halo3d(2, 256, switches),
                new AllToAll(2, 100, switches),
                new Incast(3, 200, 0, switches),
                new Ring(3, 333, switches),
                new RandomOps(24, 0, 300, 0.5, switches),
                new BarrierStorm(9, switches),
                new Traffic(TrafficPattern.UNIFORM, 0.2, 4, 200, switches));
    }

    static Stream<Case> everyShapeAndTaskCount() {
        return workloads(Switches.ALL).stream()
                .flatMap(w -> SHAPES.stream().flatMap(s -> Stream.of(1, 2, 3, 5, 9).map(t -> new Case(w, s, t, t == 2))));
    }

    static Stream<Case> everySwitch() {
        return Stream.of(0, 1, 2, 3, 4, 5, 6, 7)
                .map(m -> new Switches((m & 1) != 0, (m & 2) != 0, (m & 4) != 0))
                .flatMap(s -> workloads(s).stream())
                .map(w -> new Case(w, new Shape(3, 2, 2), 2, false));
    }

    static Recorder run(final Case c, final int jitter, final int quantum) {
        final MachineConfig machine = Machines.of(c.shape, c.tasks);
        final Program program = c.workload.build(machine, 7);
        final Recorder recorder = new Recorder();
        try (IdealEngine engine = new IdealEngine(machine.withMessageBase(program.messageBase()), jitter, 3, 64, 3)) {
            engine.watch(recorder);
            final ExecutorOptions options = new ExecutorOptions(quantum, 2_000_000, c.persistent, 1, List.of());
            final ExecutionReport report = new Executor(engine, program, options, recorder).run();
            assertEquals(EndReason.COMPLETED, report.reason(), () -> c + ": " + report.open().stream().limit(20).toList());
            assertEquals(List.of(), report.errors());
            assertEquals(program.size(), recorder.finished().size());
            for (int node = 0; node < machine.nodes(); node++) {
                assertEquals(0, engine.dlaHeld(node));
            }
        }
        assertEquals(List.of(), recorder.wrong());
        return recorder;
    }

    @ParameterizedTest
    @MethodSource("everyShapeAndTaskCount")
    void everyGeneratorCompletesWithTheRightBytes(final Case c) {
        final Recorder recorder = run(c, 40, 64);
        final boolean moves = c.shape.nodes() > 1 || c.workload instanceof Ring;
        assertTrue(!moves || recorder.bytes() > 0);
    }

    @ParameterizedTest
    @MethodSource("everySwitch")
    void everyCombinationOfSwitchesCompletesWithTheRightBytes(final Case c) {
        run(c, 40, 64);
    }

    @ParameterizedTest
    @MethodSource("everySwitch")
    void theEventsDoNotDependOnTheQuantum(final Case c) {
        final long hash = run(c, 7, 1).hash();
        assertEquals(hash, run(c, 7, 64).hash());
        assertEquals(hash, run(c, 7, 1000).hash());
    }
}
