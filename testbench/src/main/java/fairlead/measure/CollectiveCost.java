// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.measure.CollectiveCost.Cost;
import fairlead.plan.Plans;
import fairlead.program.CollectiveOp;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.workload.collective.Algorithm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one collective operation over all nodes costs: cycles of a run of the operation alone, from cycle 0 until the
 * software of the last node knows that it is done, under all checkers. Each node has one task.
 */
public final class CollectiveCost {
    private static final int LEAST_MEMORY = 1 << 16;
    private static final int MOST_MEMORY = 1 << HwLayout.ADDRESS_BITS;

    /** Cycles, or why there are none. */
    public record Cost(long cycles, boolean holds, String refusal) {
        public boolean isKnown() {
            return refusal.isEmpty();
        }
    }

    private final Shape shape;
    private final String engine;
    private final List<String> overrides;

    /** @param overrides keys of the machine, each as path=value */
    public CollectiveCost(Shape shape, String engine, List<String> overrides) {
        this.shape = shape;
        this.engine = engine;
        this.overrides = List.copyOf(overrides);
    }

    /** Runs the operation. One that is too large is not run: {@link Cost#refusal} says why. */
    public Cost of(CollectiveOp op, Algorithm algorithm, int bytes) {
        return of(op, algorithm.word(), bytes);
    }

    /** Runs the operation by the algorithm that a scenario has unless it names another one. */
    public Cost ofChosen(CollectiveOp op, int bytes) {
        return of(op, "auto", bytes);
    }

    private Cost of(CollectiveOp op, String algorithm, int bytes) {
        String length = op == CollectiveOp.BARRIER ? "" : ", bytes: " + bytes;
        try {
            return run(Plans.of(scenario("{kind: collectives, items: [{collective: {op: "
                    + op.name().toLowerCase(Locale.ROOT) + length + ", algorithm: " + algorithm + "}}]}")));
        } catch (BadInput e) {
            return new Cost(0, true, reason(e));
        }
    }

    /** Returns what is wrong without the place in a workload that the user has not written. */
    private static String reason(BadInput refusal) {
        return refusal.mistakes().stream()
                .map(mistake -> mistake.key().startsWith("workload") ? mistake.what() : mistake.line())
                .collect(Collectors.joining("\n"));
    }

    /** Runs one barrier of all tasks on the barrier units. */
    public Cost ofBarrierUnits() {
        Scenario scenario = scenario("{kind: barrier_storm, instances: 1}");
        MachineConfig machine = scenario.machine();
        ProgramBuilder program = new ProgramBuilder("barrier", machine.shape(), machine.tasks(), machine.memoryBytes());
        for (int node = 0; node < machine.nodes(); node++) {
            program.task(node, 0).add(Ops.barrier());
        }
        return run(Plans.of(scenario, RtlOptions.PRODUCT, program.build()));
    }

    /** The memory is doubled until the program fits, which decides nothing else. */
    private Scenario scenario(String workload) {
        for (long memory = LEAST_MEMORY; ; memory *= 2) {
            String text = text(engine, shape, memory, "workload: " + workload);
            try {
                Scenario scenario = ScenarioReader.parse(text, "collectives", "collectives", overrides);
                scenario.program();
                return scenario;
            } catch (BadInput e) {
                if (memory >= MOST_MEMORY
                        || e.mistakes().stream().noneMatch(m -> m.key().equals("machine.memory_bytes"))) {
                    throw e;
                }
            }
        }
    }

    /** Returns a scenario with one task on each node. */
    static String text(String engine, Shape shape, long memory, String more) {
        return "{schema: fairlead.scenario/1, engine: " + engine + ", machine: {shape: [" + shape.kx() + ", "
                + shape.ky() + ", " + shape.kz() + "], tasks_per_node: 1, memory_bytes: " + memory + "}, " + more + "}";
    }

    private static Cost run(RunPlan plan) {
        RunResult result = new Session(plan).run(executor -> {});
        boolean holds = result.report().holds() && result.execution().isClean();
        return new Cost(result.report().cycles(), holds, "");
    }

    /** Costs of one collective operation on one machine by algorithm and length, each run at most once. */
    public static final class Table {
        private static final int STEP = Long.BYTES; // of a length

        private record Case(Algorithm algorithm, int bytes) {}

        private final CollectiveOp op;
        private final CollectiveCost cost;
        private final Cost barrier;
        private final Map<Case, Cost> known =
                new TreeMap<>(Comparator.comparing(Case::algorithm).thenComparing(Case::bytes));
        private final List<String> refusals = new ArrayList<>();

        public Table(CollectiveOp op, CollectiveCost cost) {
            this.op = op;
            this.cost = cost;
            barrier = cost.ofBarrierUnits();
        }

        public long barrier() {
            return barrier.cycles();
        }

        public Cost of(Algorithm algorithm, int bytes) {
            return known.computeIfAbsent(new Case(algorithm, bytes), one -> {
                Cost found = cost.of(op, algorithm, bytes);
                if (!found.isKnown()) {
                    refusals.add(algorithm.word() + " of " + bytes + " bytes: " + found.refusal());
                }
                return found;
            });
        }

        /** Tells whether every verdict of every run so far holds. */
        public boolean holds() {
            return barrier.holds() && known.values().stream().allMatch(Cost::holds);
        }

        public List<String> refusals() {
            return List.copyOf(refusals);
        }

        /** Returns the algorithms that were run, the fastest first. */
        private List<Algorithm> ranking(int bytes) {
            return Algorithm.of(op).stream()
                    .filter(algorithm -> of(algorithm, bytes).isKnown())
                    .sorted(Comparator.comparingLong(
                            algorithm -> of(algorithm, bytes).cycles()))
                    .toList();
        }

        /**
         * Returns which algorithm is the fastest at the least of these lengths, and from which one on another one is.
         */
        public String fastest(List<Integer> lengths) {
            List<String> changes = new ArrayList<>();
            Algorithm fastest = null;
            for (int length : lengths) {
                List<Algorithm> ranking = ranking(length);
                if (!ranking.isEmpty() && ranking.get(0) != fastest) {
                    changes.add(ranking.get(0).word() + (fastest == null ? "" : " from " + length + " bytes on"));
                    fastest = ranking.get(0);
                }
            }
            return String.join(", ", changes);
        }

        /**
         * Returns the barrier, the collective network and the best algorithm of the torus in the order of their cost.
         */
        public String order(int bytes) {
            Map<Long, List<String>> costs = new TreeMap<>();
            costs.computeIfAbsent(barrier(), c -> new ArrayList<>()).add("barrier");
            List<Algorithm> ranking = ranking(bytes);
            for (boolean network : new boolean[] {true, false}) {
                ranking.stream()
                        .filter(a -> a.needsClassRoute() == network)
                        .findFirst()
                        .ifPresent(algorithm -> costs.computeIfAbsent(
                                        of(algorithm, bytes).cycles(), c -> new ArrayList<>())
                                .add(algorithm.word()));
            }
            List<String> parts = new ArrayList<>();
            costs.forEach((cycles, names) -> parts.add(String.join(" = ", names) + " " + cycles));
            return "order of cost" + (op == CollectiveOp.BARRIER ? "" : " at " + bytes + " bytes") + ": "
                    + String.join(" < ", parts);
        }

        /**
         * Returns, for each algorithm of the torus, whether the tree or it is the faster one, and at which length that
         * changes between two of these lengths: a multiple of 8 bytes, found by bisection.
         */
        public List<String> crossings(List<Integer> lengths) {
            List<String> lines = new ArrayList<>();
            for (Algorithm torus : Algorithm.of(op)) {
                List<Integer> both = torus.needsClassRoute()
                                || !Algorithm.of(op).contains(Algorithm.TREE)
                        ? List.of()
                        : lengths.stream().filter(n -> areKnown(torus, n)).toList();
                if (!both.isEmpty()) {
                    lines.add(crossing(torus, both));
                }
            }
            return lines;
        }

        private boolean areKnown(Algorithm torus, int bytes) {
            return of(Algorithm.TREE, bytes).isKnown() && of(torus, bytes).isKnown();
        }

        private boolean isTreeFaster(Algorithm torus, int bytes) {
            return of(Algorithm.TREE, bytes).cycles() < of(torus, bytes).cycles();
        }

        private String crossing(Algorithm torus, List<Integer> lengths) {
            StringBuilder text = new StringBuilder("tree and " + torus.word() + ": ");
            boolean tree = isTreeFaster(torus, lengths.get(0));
            text.append(tree ? "tree" : torus.word()).append(" is faster");
            int before = lengths.get(0);
            for (int length : lengths) {
                if (isTreeFaster(torus, length) != tree) {
                    text.append(" below ").append(bisect(torus, before, length)).append(" bytes, then ");
                    tree = !tree;
                    text.append(tree ? "tree" : torus.word());
                }
                before = length;
            }
            return text.append(op == CollectiveOp.BARRIER ? "" : " up to " + before + " bytes")
                    .toString();
        }

        /** Returns the least length at which the faster one is that of `to`, if it changes once between them. */
        private int bisect(Algorithm torus, int from, int to) {
            int low = from;
            int high = to;
            while (high - low > STEP) {
                int middle = (low / STEP + high / STEP) / 2 * STEP;
                if (isTreeFaster(torus, middle) == isTreeFaster(torus, to)) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return high;
        }
    }
}
