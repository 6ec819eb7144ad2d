// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.KnotDetector;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.Result;
import fairlead.run.Machines;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Checks;
import fairlead.verdict.RunEnd;
import fairlead.verdict.Verdict;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
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

    private static List<Verdict> verdicts(Checks checks, Engine engine, boolean drained) {
        return checks.finish(new RunEnd(
                drained, !drained, engine.cycle(), List.of(), (node, page) -> null, engine.stats(), "", new long[0]));
    }

    @Test
    void aDeviceThatSaysAnythingGetsAFalseVerdict() {
        TreeSet<EndReason> reasons = new TreeSet<>();
        for (int seed = 0; seed < RUNS; seed++) {
            Program program = program();
            MachineConfig machine = machine(program);
            Checks checks = new Checks(program, machine);
            KnotDetector detector = new KnotDetector(machine);
            Engine engine = new Babbler(machine, seed);
            int run = seed;
            String[] named = {""};
            Observer watch = new Observer() {
                @Override
                public void events(EventCursor batch) {
                    try {
                        checks.events(batch);
                        detector.events(batch);
                    } catch (RuntimeException e) {
                        throw new AssertionError("seed " + run, e);
                    }
                }

                @Override
                public void commands(CommandBuffer commands) {
                    checks.commands(commands);
                }

                @Override
                public void posted(Operation op, int tag, long cycle) {
                    checks.posted(op, tag, cycle);
                }

                @Override
                public void finished(Operation op, Result result, long cycle) {
                    checks.completed(op, cycle, result);
                }

                @Override
                public void nonsense(long cycle, String what) {
                    named[0] = what;
                    checks.nonsense(cycle, what);
                }
            };
            ExecutionReport report = new Executor(engine, program, ExecutorOptions.of(64, 10_000), watch).run();
            reasons.add(report.reason());
            assertEquals(report.reason() == EndReason.NONSENSE, !named[0].isEmpty(), "seed " + seed);
            boolean passes = verdicts(checks, engine, false).stream().noneMatch(v -> Boolean.FALSE.equals(v.holds()));
            assertFalse(passes && report.reason() == EndReason.NONSENSE, "seed " + seed + " passes");
        }
        assertTrue(reasons.contains(EndReason.NONSENSE), reasons.toString());
        assertTrue(reasons.contains(EndReason.STUCK), reasons.toString());
    }

    /**
     * The events that mutants of the RTL gave are named: an unknown tag, a node that does not exist, a counter above
     * the last, a second completion.
     */
    @Test
    void eachKindOfNonsenseIsNamed() {
        for (int kind : List.of(EventKind.COUNTER_ZERO, EventKind.MSG_ARRIVED, EventKind.EPOCH_OPENED)) {
            Program program = program();
            Checks checks = new Checks(program, machine(program));
            ByteBuffer record = ByteBuffer.allocate(EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            record.putLong(0, 5).putShort(8, (short) 3).put(11, (byte) kind).putLong(16, 0xFFF);
            checks.events(new EventCursor().wrap(record, 1));
            assertEquals(5, checks.firstViolation());
            Verdict integrity =
                    verdicts(checks, new Babbler(machine(program), 1), false).get(4);
            assertFalse(integrity.holds());
            assertTrue(integrity.detail().contains("an event of node 3, which there is not"), integrity.detail());
        }
    }
}
