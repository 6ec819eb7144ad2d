// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.Machines;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A device gives arbitrary events: checkers, detector and software end the run with a false verdict that names the
 * event, and never fail themselves.
 */
@Tag("M-71")
class NonsenseTest {
    private static final int RUNS = 400;
    private static final int MOST_EVENTS = 60;
    private static final int KINDS = 96;

    /** Gives random events, whatever the commands are. */
    private static final class Babbler extends ForwardingEngine {
        private final SplittableRandom random;
        private final EventCursor cursor = new EventCursor();
        private long now;
        private int left;

        Babbler(MachineConfig config, long seed) {
            super(new ModelEngineFactory().open(config, EngineOptions.DEFAULT));
            random = new SplittableRandom(seed);
            left = 1 + (int) (seed % MOST_EVENTS);
        }

        @Override
        public StopReason run(long limit) {
            int count = Math.min(left, random.nextInt(4));
            ByteBuffer records =
                    ByteBuffer.allocate((count + 1) * EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < count; i++) {
                int at = i * EventCursor.BYTES;
                records.putLong(at, now)
                        .putShort(at + 8, (short)
                                (random.nextInt(20) == 0 ? random.nextInt(1 << 16) : random.nextInt(config().nodes())))
                        .put(at + 10, (byte) random.nextInt(40))
                        .put(at + 11, (byte) random.nextInt(KINDS))
                        .putLong(at + 16, word())
                        .putLong(at + 24, word())
                        .putLong(at + 32, word());
            }
            left -= count;
            cursor.wrap(records, count);
            now = Math.min(limit, now + 1 + random.nextInt(40));
            return left == 0 ? StopReason.IDLE : StopReason.LIMIT;
        }

        /** Returns a small number in every byte, so that some words fit, or a random word. */
        private long word() {
            int shift = random.nextInt(8) * 8;
            return random.nextInt(3) == 0 ? random.nextLong() : (long) random.nextInt(80) << shift;
        }

        @Override
        public long cycle() {
            return now;
        }

        @Override
        public void submit(CommandBuffer commands) {}

        @Override
        public EventCursor events() {
            return cursor;
        }
    }

    private static MachineConfig machine(Program program) {
        return Machines.of(program.shape(), 2).withMessageBase(program.messageBase());
    }

    /** Returns a program with operations of every kind, so that there is much to be misled about. */
    private static Program program() {
        Shape shape = new Shape(3, 1, 1);
        ProgramBuilder program = new ProgramBuilder("all", shape, List.of(2, 2, 2), Machines.MEMORY);
        program.windows().everywhere("window", 4096);
        program.messageSlots(1, 64);
        for (int node = 0; node < 3; node++) {
            int to = (node + 1) % 3;
            TaskBuilder task = program.task(node, 0);
            int open = task.add(Ops.epochOpen(4, to));
            task.add(Ops.put(to, 0, 1024, 300, 5).in(open));
            task.add(Ops.getAny(to, 2048, 1024, 64).in(open));
            task.add(Ops.epochClose(open));
            task.add(Ops.epochAwait((node + 2) % 3, 4));
            task.add(Ops.counterSet(3, 64));
            task.add(Ops.put(to, 0, 1536, 64, 6).counter(3));
            task.add(Ops.counterAwait(3));
            task.add(Ops.sendValue(to, 0, 7, 9));
            task.add(Ops.recv(-1, 7));
            task.add(Ops.fence(to));
            task.add(Ops.fadd(to, 64, 2));
            task.add(Ops.quiet());
            task.add(Ops.load(8));
            task.add(Ops.barrier());
            TaskBuilder other = program.task(node, 1);
            other.add(Ops.put(to, 0, 3072, 32, 8).path(Path.INLINE));
            other.add(Ops.flush(to));
            other.add(Ops.barrier());
        }
        return program.build();
    }

    private static RunResult run(Function<MachineConfig, Engine> device) {
        Program program = program();
        MachineConfig machine = Machines.of(program.shape(), 2).withMessageBase(program.messageBase());
        EngineFactory factory = (config, options) -> device.apply(config);
        ExecutorOptions options = ExecutorOptions.of(64, 10_000);
        return new Session(new RunPlan("all", program, machine, factory, EngineOptions.DEFAULT, options, ""))
                .run(executor -> {});
    }

    @Test
    void aDeviceThatSaysAnythingGetsAFalseVerdict() {
        Set<EndReason> reasons = EnumSet.noneOf(EndReason.class);
        for (int i = 0; i < RUNS; i++) {
            int seed = i;
            RunResult result = assertDoesNotThrow(() -> run(config -> new Babbler(config, seed)), "seed " + seed);
            EndReason reason = result.execution().reason();
            reasons.add(reason);
            boolean passes = result.report().verdicts().stream().noneMatch(v -> Boolean.FALSE.equals(v.holds()));
            assertFalse(passes && reason == EndReason.NONSENSE, "seed " + seed + " passes");
        }
        assertTrue(reasons.containsAll(Set.of(EndReason.NONSENSE, EndReason.STUCK)), reasons.toString());
    }
}
