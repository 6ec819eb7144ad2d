// SPDX-License-Identifier: Apache-2.0
package fairlead.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.engine.ideal.IdealEngine;
import fairlead.engine.ideal.Machines;
import fairlead.engine.ideal.Recorder;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.software.EndReason;
import fairlead.software.ExecutionReport;
import fairlead.software.Executor;
import fairlead.software.ExecutorOptions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratorsTest {
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

    private static Stream<Case> cases(final Shape shape, final Integer... tasks) {
        return workloads(Switches.ALL).stream()
                .flatMap(w -> Stream.of(tasks).map(t -> new Case(w, shape, t, t % 2 == 0)));
    }

    static Stream<Case> everyShapeAndTaskCount() {
        return Stream.of(
                        cases(new Shape(1, 1, 1), 1, 2, 9),
                        cases(new Shape(2, 1, 1), 1, 2, 3, 4, 5, 6, 7, 8, 9),
                        cases(new Shape(8, 1, 1), 1, 6, 9),
                        cases(new Shape(2, 2, 2), 2, 7),
                        cases(new Shape(3, 3, 3), 1, 4),
                        cases(new Shape(4, 4, 4), 2))
                .flatMap(c -> c);
    }

    static Stream<Case> largeTaskCounts() {
        return cases(new Shape(4, 4, 4), 1, 5, 9);
    }

    static Stream<Case> everySwitch() {
        return Stream.of(0, 1, 2, 3, 4, 5, 6, 7)
                .map(m -> new Switches((m & 1) != 0, (m & 2) != 0, (m & 4) != 0))
                .flatMap(s -> workloads(s).stream())
                .map(w -> new Case(w, new Shape(3, 2, 2), 2, false));
    }

    /** Background traffic has no epoch, so its host has none, either. */
    static Stream<Case> withBackground() {
        return Stream.of(new Switches(false, true, true), new Switches(false, false, false))
                .map(s -> new Halo3d(2, 256, new Background(0.4, 5, 200), s))
                .flatMap(w -> Stream.of(
                        new Case(w, new Shape(3, 2, 2), 2, false),
                        new Case(w, new Shape(2, 1, 1), 5, false),
                        new Case(w, new Shape(4, 4, 4), 3, true)));
    }

    static Recorder run(final Case c, final int jitter, final int quantum) {
        final MachineConfig machine = Machines.of(c.shape, c.tasks);
        final Program program = c.workload.build(machine, 7);
        final Recorder recorder = new Recorder();
        try (IdealEngine engine = new IdealEngine(machine.withMessageBase(program.messageBase()), jitter, 3, 64, 3)) {
            engine.watch(recorder);
            final ExecutorOptions options = new ExecutorOptions(quantum, 2_000_000, c.persistent, 1, List.of());
            final ExecutionReport report = new Executor(engine, program, options, recorder).run();
            assertEquals(
                    EndReason.COMPLETED,
                    report.reason(),
                    () -> c + ": " + report.open().stream().limit(20).toList());
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
    @Tag("slow")
    @MethodSource("largeTaskCounts")
    void everyGeneratorCompletesOnManyTasks(final Case c) {
        run(c, 40, 64);
    }

    @ParameterizedTest
    @MethodSource("everySwitch")
    void everyCombinationOfSwitchesCompletesWithTheRightBytes(final Case c) {
        run(c, 40, 64);
    }

    @ParameterizedTest
    @MethodSource("withBackground")
    void backgroundTrafficLandsBesideTheExchange(final Case c) {
        final Halo3d halo = (Halo3d) c.workload;
        final Case alone = new Case(
                new Halo3d(halo.iterations(), halo.bytes(), halo.switches()), c.shape, c.tasks - 1, c.persistent);
        assertTrue(run(c, 40, 64).bytes() > run(alone, 40, 64).bytes());
    }

    @ParameterizedTest
    @MethodSource("everySwitch")
    void theEventsDoNotDependOnTheQuantum(final Case c) {
        final long hash = run(c, 7, 1).hash();
        assertEquals(hash, run(c, 7, 1000).hash());
    }

    @Test
    void fourIterationsOfHalo3dWithFacesOf4096BytesFitIntoTheDefaultMemory() {
        final Program program = new Halo3d(4, 4096, Switches.ALL).build(Machines.of(new Shape(4, 4, 4), 2), 1);
        assertTrue(program.windows().stream().allMatch(w -> w.end() <= 65536));
    }

    @Test
    void theSameArgumentsGiveTheSameProgram() {
        final MachineConfig machine = Machines.of(new Shape(3, 2, 1), 2);
        for (final Workload workload : workloads(Switches.ALL)) {
            final Program first = workload.build(machine, 5);
            final Program second = workload.build(machine, 5);
            assertEquals(describe(first), describe(second));
            if (!(workload instanceof Ring)) {
                assertNotEquals(describe(first), describe(workload.build(machine, 6)));
            }
        }
    }

    private static List<String> describe(final Program program) {
        return program.operations().stream()
                .map(op -> op + " " + op.local() + " " + op.remote() + " " + op.length() + " " + op.key() + " "
                        + op.cycles() + " " + op.notBefore())
                .toList();
    }

    @Test
    void patternsGoWhereTheirNamesSay() {
        final Shape shape = new Shape(4, 4, 4);
        final int source = shape.rank(1, 2, 3);
        final SplittableRandom random = new SplittableRandom(1);
        assertEquals(shape.rank(2, 3, 0), TrafficPattern.TORNADO.destination(shape, source, false, null, random));
        assertEquals(shape.rank(2, 3, 0), TrafficPattern.NEIGHBOR.destination(shape, source, false, null, random));
        assertEquals(
                (source & 7) << 3 | source >> 3,
                TrafficPattern.TRANSPOSE.destination(shape, source, false, null, random));
        assertEquals(63 - source, TrafficPattern.BITCOMP.destination(shape, source, false, null, random));
        assertEquals(0b110011, TrafficPattern.SHUFFLE.destination(shape, 0b111001, false, null, random));
        assertEquals(
                new Shape(8, 8, 1).rank(4, 3, 0),
                TrafficPattern.TORNADO.destination(new Shape(8, 8, 1), 1, false, null, random));
        assertThrows(ProgramException.class, () -> TrafficPattern.TRANSPOSE.check(new Shape(4, 4, 2)));
        assertThrows(ProgramException.class, () -> TrafficPattern.SHUFFLE.check(new Shape(3, 4, 4)));
    }

    @ParameterizedTest
    @EnumSource(TrafficPattern.class)
    void everyPatternOffersTheLoadItWasAskedFor(final TrafficPattern pattern) {
        final MachineConfig machine = Machines.of(new Shape(4, 4, 4), 2);
        final Program program = new Traffic(pattern, 0.2, 4, 500, Switches.ALL).build(machine, 3);
        final long packets =
                program.operations().stream().filter(op -> op.notBefore() > 0).count();
        final double offered = packets * 4.0 / (64 * 500);
        assertTrue(offered > 0.17 && offered < 0.22, pattern + " offers " + offered);
    }
}
