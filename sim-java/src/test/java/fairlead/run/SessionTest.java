// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run with its verdicts needs no native code: this module alone plays it on the twin. */
@Tag("M-151")
class SessionTest {
    private static RunResult run(Scenario scenario, EngineFactory engines) {
        return session(scenario, engines).run(executor -> {});
    }

    private static Session session(Scenario scenario, EngineFactory engines) {
        Program program = Programs.of(scenario);
        return new Session(new RunPlan(
                scenario.name(),
                program,
                scenario.machineFor(program),
                engines,
                scenario.engineOptions(),
                scenario.executorOptions(),
                scenario.effective()));
    }

    private static Scenario example(String name, String... more) {
        List<String> changes =
                Stream.concat(Stream.of("engine=model"), Stream.of(more)).toList();
        return ScenarioReader.read(Path.of("../examples", name + ".yaml"), changes);
    }

    @Test
    void everyVerdictOfAnExampleHoldsOnTheTwinAlone() {
        Scenario scenario = example("halo3d");
        RunResult result = run(scenario, new ModelEngineFactory());
        assertEquals(7, result.report().verdicts().size());
        for (Verdict verdict : result.report().verdicts()) {
            assertEquals(Boolean.TRUE, verdict.holds(), verdict::toString);
            assertTrue(verdict.checked() > 0, verdict::toString);
        }
    }

    /** A twin that shows one wrong byte of memory at the end. */
    private static final class WrongByte extends ForwardingEngine {
        WrongByte(Engine engine) {
            super(engine);
        }

        @Override
        public ByteBuffer memory(int node) {
            ByteBuffer right = super.memory(node);
            byte[] bytes = new byte[right.limit()];
            right.get(0, bytes);
            bytes[node == 3 ? 100 : 0] ^= node == 3 ? 1 : 0;
            return ByteBuffer.wrap(bytes).order(right.order());
        }
    }

    @Test
    void oneWrongByteOfMemoryFailsDataIntegrityAlone() {
        RunResult result = run(
                example("halo3d"), (config, options) -> new WrongByte(new ModelEngineFactory().open(config, options)));
        List<String> failed = result.report().verdicts().stream()
                .filter(verdict -> Boolean.FALSE.equals(verdict.holds()))
                .map(Verdict::name)
                .toList();
        assertEquals(List.of("data_integrity"), failed);
    }

    /** While nothing happens batches become longer, so that a task may sleep for seconds of the machine. */
    @Test
    void aQuietMachineHasFewBatches() {
        ProgramBuilder program = new ProgramBuilder("sleep", LINE.shape(), LINE.tasks(), Machines.MEMORY);
        program.task(0, 0).add(Ops.calc(100_000_000));
        int[] batches = {0};
        RunPlan plan = new RunPlan(
                "sleep",
                program.build(),
                LINE,
                new ModelEngineFactory(),
                EngineOptions.DEFAULT,
                new ExecutorOptions(64, Long.MAX_VALUE, false, 1, List.of()),
                null);
        RunReport report = new Session(plan)
                .run(executor -> {}, new Observer() {
                    @Override
                    public void batch(long cycle, int openOperations) {
                        batches[0]++;
                    }
                })
                .report();
        assertEquals("completed in cycle 100000001", report.ending());
        assertTrue(batches[0] < 20_000, batches[0] + " batches");
    }

    // ---- judges on a thread of their own

    /** A twin that tells of one wrong byte, in the first write after a cycle. */
    private static final class WrongWrite extends ForwardingEngine {
        private final long after;
        private boolean told;

        WrongWrite(Engine engine, long after) {
            super(engine);
            this.after = after;
        }

        @Override
        public EventCursor events() {
            EventCursor batch = super.events();
            while (!told && batch.next()) {
                told = batch.kind() == EventKind.COMMITTED && batch.cycle() > after;
                int at = batch.offset() + EventRecord.B_OFFSET;
                batch.data().put(at, (byte) (batch.data().get(at) ^ (told ? 1 : 0)));
            }
            batch.rewind();
            return batch;
        }
    }

    /** Returns the report of a run whose judges work beside it, which must be that of one whose judges do not. */
    private static RunReport besideOrNot(Scenario scenario, EngineFactory engines) {
        return besideOrNot(scenario, engines, executor -> {});
    }

    private static RunReport besideOrNot(Scenario scenario, EngineFactory engines, Consumer<Executor> started) {
        RunResult beside = session(scenario, engines).beside().run(started);
        RunResult alone = session(scenario, engines).run(started);
        assertEquals(texts(alone), texts(beside));
        return beside.report();
    }

    /** What a run writes, without its times. */
    private static List<String> texts(RunResult result) {
        RunReport run = result.report();
        String summary = RunTexts.summary(run).replaceAll("\"(wall|cpu)_s\".*|\"[a-z_]*_per_s\".*", "");
        return List.of(summary, RunTexts.ops(run.operations()), String.join("\n", result.inspections()));
    }

    @Test
    void judgesBesideARunFindTheSame() {
        assertTrue(besideOrNot(example("halo3d"), new ModelEngineFactory()).holds());
    }

    @Test
    void aViolationStopsTheRunInTheSameCycleAlsoWithJudgesBesideIt() {
        Scenario scenario = example("halo3d", "workload.iterations=20", "run.quantum=100000");
        RunReport report = besideOrNot(
                scenario, (config, how) -> new WrongWrite(new ModelEngineFactory().open(config, how), 5000));
        assertTrue(report.firstViolation() > 5000, report::ending);
        assertTrue(report.ending().startsWith("stopped"), report::ending);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 700, 3000})
    void aRunThatIsCutOffIsJudgedTheSameWithJudgesBesideIt(int cycles) {
        Scenario scenario = example("halo3d", "workload.iterations=20", "run.max_cycles=" + cycles);
        RunReport report = besideOrNot(scenario, new ModelEngineFactory());
        assertTrue(report.ending().startsWith("max cycles in cycle "), report::ending);
    }

    @Test
    void anInterruptedRunIsJudgedTheSameWithJudgesBesideIt() {
        Scenario scenario = example("halo3d", "workload.iterations=20");
        AtomicReference<Executor> run = new AtomicReference<>();
        EngineFactory engines = (config, how) -> new ForwardingEngine(new ModelEngineFactory().open(config, how)) {
            @Override
            public StopReason run(long limit) {
                StopReason reason = super.run(limit);
                if (cycle() > 3000) {
                    run.get().requestStop();
                }
                return reason;
            }
        };
        RunReport report = besideOrNot(scenario, engines, run::set);
        assertTrue(report.ending().startsWith("interrupted in cycle "), report::ending);
        assertTrue(report.cycles() > 2900, report::ending);
    }

    // ---- programs that stop because each node holds the epoch for which another one waits

    private static final MachineConfig LINE = Machines.of(new Shape(4, 1, 1), 1)
            .change()
            .epochAccess(EpochAccess.QUEUE)
            .build();

    /** Nodes 0 and 1 open epochs to nodes 2 and 3 in crossed order. */
    private static Program crossed() {
        ProgramBuilder program = new ProgramBuilder("crossed", LINE.shape(), LINE.tasks(), Machines.MEMORY);
        for (int node = 0; node < 2; node++) {
            TaskBuilder task = program.task(node, 0);
            int first = task.add(Ops.epochOpen(5, 2 + node));
            int pause = task.add(Ops.calc(200).requires(first));
            int second = task.add(Ops.epochOpen(5, 3 - node).requires(pause));
            task.add(Ops.epochClose(first).requires(second));
            task.add(Ops.epochClose(second).requires(first));
        }
        return program.build();
    }

    private static Verdict deadlock(MachineConfig machine) {
        RunPlan plan = new RunPlan(
                "held",
                crossed(),
                machine,
                (config, how) -> (Engine) new ModelEngineFactory().open(config, how),
                EngineOptions.DEFAULT,
                new ExecutorOptions(64, 100_000, false, 1, List.of()),
                null,
                true);
        return new Session(plan)
                .run(executor -> {}).report().verdicts().stream()
                        .filter(v -> v.name().equals("deadlock_freedom"))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    @Tag("M-721")
    void crossedEpochsWaitForSoftwareAndAreNamed() {
        Verdict verdict = deadlock(LINE);
        assertEquals(Boolean.FALSE, verdict.holds());
        assertEquals("software_wait", verdict.extra().get("kind"), verdict.detail());
        assertTrue(
                verdict.detail().contains("node 0 waits at node 3, which node 1 holds")
                        && verdict.detail().contains("node 1 waits at node 2, which node 0 holds"),
                verdict.detail());
    }

    @Test
    @Tag("M-721")
    void theSameProgramEndsOnAMachineThatDoesNotQueue() {
        assertEquals(
                Boolean.TRUE,
                deadlock(LINE.change().epochAccess(EpochAccess.OPEN).build()).holds());
    }
}
