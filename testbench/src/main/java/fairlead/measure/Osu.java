// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.program.CollectiveOp;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.Result;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.scenario.Mistake;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.util.ArrayList;
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

    /** The cycles of one operation, or of one round of {@link Loop#WINDOW} operations for a bandwidth. */
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

    /** Measures one size. */
    public Point measure(Kind kind, int bytes, int to) {
        if (kind.collective() != null) {
            CollectiveCost.Cost cost = new CollectiveCost(shape, engine, overrides).ofChosen(kind.collective(), bytes);
            if (!cost.isKnown()) {
                throw new BadInput("--bytes " + bytes + ": " + cost.refusal());
            }
            return new Point(cost.cycles(), bytes, cost.holds());
        }
        int rounds = SKIPPED + (bytes > LARGE ? LARGE_ROUNDS : ROUNDS);
        Scenario scenario = scenario(kind, bytes, rounds);
        Loop loop = new Loop(kind, scenario.machine(), bytes, rounds, to);
        Map<Integer, Long> ends = new HashMap<>();
        RunResult result = new Session(Plans.of(scenario, RtlOptions.PRODUCT, loop.build()))
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
                kind.isBandwidth() ? (long) bytes * Loop.WINDOW : bytes,
                true);
    }

    private Scenario scenario(Kind kind, int bytes, int rounds) {
        long memory = Math.max(LEAST_MEMORY, Long.highestOneBit(2 * Loop.memory(kind, bytes, rounds)));
        String text = CollectiveCost.text(
                engine,
                shape,
                memory,
                "workload: {kind: barrier_storm, instances: 1}, run: {max_cycles: 1000000000000}"); // a stuck run ends
        try {
            Scenario scenario = ScenarioReader.parse(text, "osu", "osu", overrides);
            Plans.of(scenario); // an engine may have less memory
            return scenario;
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

    /**
     * The program of one test between two ranks, or of barriers of all: a loop whose rounds follow one another. Data
     * have landing zones of their own in each round, and lie in memory before cycle 0.
     */
    private static final class Loop {
        /** Operations of a round that measures bandwidth. */
        static final int WINDOW = 32;

        private static final int PIECE = 16;

        private final Kind kind;
        private final int bytes;
        private final int rounds;
        private final int to;
        private final ProgramBuilder program;
        private final List<Integer> ends = new ArrayList<>();

        /** @param rounds rounds of the loop, with those that are not measured */
        Loop(Kind kind, MachineConfig machine, int bytes, int rounds, int to) {
            this.kind = kind;
            this.bytes = bytes;
            this.rounds = rounds;
            this.to = to;
            program = new ProgramBuilder(kind.word(), machine.shape(), machine.tasks(), machine.memoryBytes());
        }

        static long memory(Kind kind, int bytes, int rounds) {
            long each = (bytes + PIECE) * (kind.isBandwidth() ? WINDOW : 1L);
            return 4096 + bytes + 2L * rounds * (each + 2 * PIECE);
        }

        /** Returns the operations whose ends divide the rounds, one for each round. */
        List<Integer> ends() {
            return ends;
        }

        Program build() {
            switch (kind) {
                case PUT_LATENCY -> transfers(false, 1);
                case PUT_BW -> transfers(false, WINDOW);
                case GET_LATENCY -> transfers(true, 1);
                case GET_BW -> transfers(true, WINDOW);
                case FENCE -> exchange();
                case BARRIER -> barriers();
                default -> atomics();
            }
            return program.build();
        }

        private int padded() {
            return (bytes + PIECE - 1) / PIECE * PIECE;
        }

        /** Puts the data into the memory of a node before cycle 0; one address serves all rounds. */
        private int source(int node, int count) {
            int source = program.windows().on(node, "source", bytes + (long) Long.BYTES * count);
            program.windows().requireRoom(program.windows().needed(), program.memoryBytes());
            program.load(node, source, Payload.bytes(Mix.seed(1, node), bytes + Long.BYTES * count));
            return source;
        }

        private void transfers(boolean gets, int window) {
            int count = rounds * window;
            int from = source(gets ? to : 0, count);
            long key = Mix.seed(1, gets ? to : 0);
            int landing = program.windows().on(gets ? 0 : to, "landing", (long) padded() * count);
            TaskBuilder task = program.task(0, 0);
            int before = -1;
            for (int round = 0; round < rounds; round++) {
                int[] all = new int[window];
                for (int i = 0; i < window; i++) {
                    int n = round * window + i;
                    int source = from + Long.BYTES * n;
                    int place = landing + padded() * n;
                    all[i] = task.add((gets
                                    ? Ops.get(to, place, source, bytes, Payload.keyAt(key, Long.BYTES * n))
                                    : Ops.put(to, source, place, bytes, Payload.keyAt(key, Long.BYTES * n)))
                            .requires(before));
                }
                before = gets
                        ? task.add(Ops.calc(0).requires(all))
                        : task.add(Ops.flush(to).requires(before).after(all));
                ends.add(before);
            }
        }

        private void atomics() {
            int word = program.windows().on(to, "word", Long.BYTES);
            int before = -1;
            for (int round = 0; round < rounds; round++) {
                before = program.task(0, 0)
                        .add((kind == Kind.FOP_LATENCY ? Ops.fadd(to, word, 1) : Ops.cas(to, word, round, round + 1L))
                                .requires(before));
                ends.add(before);
            }
        }

        /** Each round is a put, a fence and a flag in one direction, and the same back when the flag has been seen. */
        private void exchange() {
            int[] nodes = {0, to};
            int[] from = {source(0, rounds), source(to, rounds)};
            int flags = program.windows().everywhere("flags", (long) Long.BYTES * rounds);
            int one = program.windows().everywhere("one", Long.BYTES);
            int landing = program.windows().everywhere("landing", (long) padded() * rounds);
            for (int node : nodes) {
                program.load(node, one, new byte[] {1});
            }
            int seen = -1;
            for (int round = 0; round < rounds; round++) {
                int flag = flags + Long.BYTES * round;
                for (int side = 0; side < 2; side++) {
                    int origin = nodes[side];
                    int target = nodes[1 - side];
                    TaskBuilder task = program.task(origin, 0);
                    int need = side == 0 ? seen : task.add(Ops.poll(flag, Comparison.EQ, 1, 0));
                    long key = Payload.keyAt(Mix.seed(1, origin), Long.BYTES * round);
                    task.add(Ops.put(target, from[side] + Long.BYTES * round, landing + padded() * round, bytes, key)
                            .requires(need));
                    task.add(Ops.fence(target).requires(need));
                    task.add(Ops.putValue(target, one, flag, 1).requires(need));
                }
                seen = program.task(0, 0)
                        .add(Ops.poll(flag, Comparison.EQ, 1, 0).requires(seen));
                ends.add(seen);
            }
        }

        private void barriers() {
            for (int node = 0; node < program.nodes(); node++) {
                for (int round = 0; round < rounds; round++) {
                    int id = program.task(node, 0).add(Ops.barrier());
                    if (node == 0) {
                        ends.add(id);
                    }
                }
            }
        }
    }
}
