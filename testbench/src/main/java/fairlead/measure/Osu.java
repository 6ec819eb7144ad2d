// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.machine.Shape;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.program.CollectiveOp;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.scenario.Mistake;
import fairlead.scenario.ScenarioReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the tests of the command `osu`, each as a program of its own under all checkers. */
public final class Osu {
    /** The tests of the command `osu`, named as in the micro-benchmarks that people know. */
    public enum Kind {
        PUT_LATENCY,
        GET_LATENCY,
        PUT_BW,
        GET_BW,
        FOP_LATENCY,
        CAS_LATENCY,
        FENCE,
        BARRIER,
        BCAST(CollectiveOp.BROADCAST),
        SCATTER(CollectiveOp.SCATTER),
        GATHER(CollectiveOp.GATHER),
        ALLGATHER(CollectiveOp.ALLGATHER),
        REDUCE(CollectiveOp.REDUCE),
        ALLREDUCE(CollectiveOp.ALLREDUCE),
        ALLTOALL(CollectiveOp.ALLTOALL);

        private final CollectiveOp collective;

        Kind() {
            this(null);
        }

        Kind(CollectiveOp collective) {
            this.collective = collective;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static List<String> words() {
            return Arrays.stream(values()).map(Kind::word).toList();
        }

        /** Returns the collective operation, or null if the test has two ranks or uses the barrier units. */
        public CollectiveOp collective() {
            return collective;
        }

        /** Returns whether the result is bytes in a time, and not a time. */
        public boolean isBandwidth() {
            return this == PUT_BW || this == GET_BW;
        }

        /** Returns the only size of the test, or -1 if it has any. */
        public int onlySize() {
            return this == FOP_LATENCY || this == CAS_LATENCY ? Long.BYTES : this == BARRIER ? 0 : -1;
        }
    }

    private static final int SKIPPED = 1;
    private static final int LARGE = 8192; // from this number of bytes on, a loop has fewer rounds
    private static final long LEAST_MEMORY = 65536;
    private static final int ROUNDS = 8;
    private static final int LARGE_ROUNDS = 2;

    /** The cycles of one operation, or of one round of {@link OsuLoop#WINDOW} operations for a bandwidth. */
    public record Point(double cycles, long bytes, boolean holds) {}

    private final Shape shape;
    private final String engine;
    private final List<String> overrides;

    /** @param overrides keys of the machine, each as path=value */
    public Osu(Shape shape, String engine, List<String> overrides) {
        this.shape = shape;
        this.engine = engine;
        this.overrides = List.copyOf(overrides);
    }

    /**
     * Measures one size.
     *
     * @param to rank of the other node of a test between two ranks
     */
    public Point measure(Kind kind, int bytes, int to) {
        if (kind.collective() != null) {
            CollectiveCost.Cost cost = new CollectiveCost(shape, engine, overrides).ofChosen(kind.collective(), bytes);
            if (!cost.isKnown()) {
                throw new BadInput("--bytes " + bytes + ": " + cost.refusal());
            }
            return new Point(cost.cycles(), bytes, cost.holds());
        }
        int rounds = SKIPPED + (bytes > LARGE ? LARGE_ROUNDS : ROUNDS);
        RunPlan base = base(kind, bytes, rounds);
        OsuLoop loop = new OsuLoop(kind, base.machine(), bytes, rounds, to);
        Program program = loop.build();
        Map<Integer, Long> ends = new HashMap<>();
        RunResult result = new Session(CollectiveCost.with(base, "osu_" + kind.word(), program))
                .run(executor -> {}, new Observer() {
                    @Override
                    public void finished(Operation op, Result how, long cycle) {
                        ends.put(op.id(), cycle);
                    }
                });
        boolean holds = result.report().holds() && result.execution().isClean();
        if (!holds) {
            return new Point(Double.NaN, bytes, false);
        }
        long first = ends.get(loop.ends().get(SKIPPED - 1));
        long last = ends.get(loop.ends().get(rounds - 1));
        int trips = kind == Kind.FENCE ? 2 : 1;
        return new Point(
                (double) (last - first) / (rounds - SKIPPED) / trips,
                kind.isBandwidth() ? (long) bytes * OsuLoop.WINDOW : bytes,
                true);
    }

    private RunPlan base(Kind kind, int bytes, int rounds) {
        long memory = Math.max(LEAST_MEMORY, Long.highestOneBit(2 * OsuLoop.memory(kind, bytes, rounds)));
        String text = CollectiveCost.text(
                engine,
                shape,
                memory,
                "workload: {kind: barrier_storm, instances: 1}, run: {max_cycles: 1000000000000}"); // a stuck run ends
        try {
            return Plans.of(ScenarioReader.parse(text, "osu", "osu", overrides));
        } catch (BadInput e) {
            for (Mistake mistake : e.mistakes()) {
                if (mistake.key().equals("machine.memory_bytes")
                        && mistake.value().equals(Long.toString(memory))) {
                    throw new BadInput("--bytes " + bytes + ": " + kind.word() + " needs " + memory
                            + " bytes of memory on each node of --shape " + shape + ", but " + mistake.what());
                }
            }
            throw e;
        }
    }
}
