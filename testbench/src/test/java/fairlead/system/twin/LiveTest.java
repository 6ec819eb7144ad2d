// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.live.LiveBody;
import fairlead.live.LiveRun;
import fairlead.live.LiveTask;
import fairlead.live.Step;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.Session;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.EventHash;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drawn live tasks make the same program on the RTL as on the twin, and the captured program gives the same events on
 * both and in lockstep, with no verdict false. With seed 34 the compare-and-swaps of three nodes find the same
 * value in one word and leave it, and behind one of them is a fence.
 */
class LiveTest {
    private static final EngineFactory RTL = new RtlEngineFactory();
    private static final EngineFactory MODEL = new ModelEngineFactory();
    private static final EngineFactory LOCKSTEP = new LockstepFactory(RTL, MODEL);

    /** Trials, odd addresses, and what the memory holds decide what comes next. */
    private record Body(SplittableRandom random) implements LiveBody {
        @Override
        public void run(LiveTask task) {
            int own = 4096 * (1 + task.task());
            int next = (task.node() + 1) % task.nodes();
            for (int round = 1; round <= 3; round++) {
                List<Step> open = new ArrayList<>();
                for (int i = 4 + random.nextInt(8); i > 0; i--) {
                    int at = own + random.nextInt(1024);
                    int length = random.nextInt(300);
                    int target = random.nextInt(task.nodes());
                    open.add(
                            switch (random.nextInt(6)) {
                                case 0 -> store(task, at, length);
                                case 1 -> task.get(target, at, own + 2048 + random.nextInt(1024), length);
                                case 2 -> task.fetchOp(OpKind.FXOR, target, 64, random.nextLong());
                                case 3 -> task.cas(target, 72, random.nextInt(2), random.nextInt(2));
                                case 4 -> task.flush(target);
                                default -> task.put(target, at, own + 2048 + random.nextInt(1024), length);
                            });
                    if (random.nextBoolean()) {
                        task.await(open.remove(random.nextInt(open.size())));
                        task.calc((task.read(own + 2048, 1024)[random.nextInt(1024)] & 0xFF) % 5);
                    }
                }
                task.fence(next);
                task.fetchOp(OpKind.FADD, next, 0, 1);
                task.await(task.barrier(), task.poll(0, Comparison.GE, (long) round * 2));
            }
        }

        private Step store(LiveTask task, int at, int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return task.store(at, bytes, BitSet.valueOf(bytes).get(0, length));
        }
    }

    private static List<LiveBody> bodies(long seed, MachineConfig machine) {
        SplittableRandom random = new SplittableRandom(seed);
        List<LiveBody> bodies = new ArrayList<>();
        machine.tasks().forEach(tasks -> {
            for (int task = 0; task < tasks; task++) {
                bodies.add(new Body(random.split()));
            }
        });
        return bodies;
    }

    private record Played(LiveRun run, String hash) {}

    private static Played capture(EngineFactory factory, MachineConfig machine, ExecutorOptions options, long seed) {
        EventHash hash = new EventHash();
        try (Engine engine = factory.open(machine, EngineOptions.DEFAULT)) {
            LiveRun run = LiveRun.capture(engine, "drawn", bodies(seed, machine), options, new Observer() {
                @Override
                public void events(EventCursor batch) {
                    hash.add(batch);
                }
            });
            assertEquals(EndReason.COMPLETED, run.execution().reason(), () -> run.waiting()
                    .toString());
            return new Played(run, hash.finish());
        }
    }

    @ParameterizedTest(name = "seed {0}; the seed is all that is drawn from")
    @ValueSource(longs = {1, 2, 3, 34})
    void whatLiveTasksDoOnTheRtlTheyDoOnTheTwinAndSoDoesTheirProgram(long seed) {
        TestMachine test = new TestMachine(2, 2, 1, 2);
        if (seed == 3) {
            test.routing = Routing.ADAPTIVE;
            test.buffers = new Buffers(17, 17, 16, 64, 64, 8);
        }
        MachineConfig machine = test.config();
        ExecutorOptions options = ExecutorOptions.of(1 + (int) seed * 40, 200_000);
        Played live = capture(MODEL, machine, options, seed);
        assertEquals(live.hash, capture(RTL, machine, options, seed).hash);
        for (EngineFactory factory : List.of(RTL, MODEL, LOCKSTEP)) {
            RunPlan plan = new RunPlan(
                    "drawn", live.run.program(), machine, factory, EngineOptions.DEFAULT, options, "", true);
            RunReport report = new Session(plan).run(executor -> {}).report();
            assertEquals(live.hash, report.eventSha256(), report.setup().engine());
            assertTrue(report.holds(), () -> report.verdicts().toString());
            assertEquals(
                    List.of("data_integrity", "conservation", "barrier_safety", "fence_ordering"),
                    List.of("data_integrity", "conservation", "barrier_safety", "fence_ordering").stream()
                            .filter(name -> report.verdicts().stream()
                                    .anyMatch(v -> v.name().equals(name) && Boolean.TRUE.equals(v.holds())))
                            .toList());
        }
    }
}
