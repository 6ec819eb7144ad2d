// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.measure.CollectiveCost.Cost;
import fairlead.program.CollectiveOp;
import fairlead.workload.collective.Algorithm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Costs of one collective operation on one machine by algorithm and length, each run at most once. */
public final class CostTable {
    private static final int STEP = Long.BYTES; // of a length

    private record Case(Algorithm algorithm, int bytes) {}

    private final CollectiveOp op;
    private final CollectiveCost cost;
    private final Cost barrier;
    private final Map<Case, Cost> known =
            new TreeMap<>(Comparator.comparing(Case::algorithm).thenComparing(Case::bytes));
    private final List<String> refusals = new ArrayList<>();

    public CostTable(CollectiveOp op, CollectiveCost cost) {
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

    /** Returns which algorithm is the fastest at the least of these lengths, and from which one on another one is. */
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

    /** Returns the barrier, the collective network and the best algorithm of the torus in the order of their cost. */
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
            List<Integer> both = torus.needsClassRoute() || !Algorithm.of(op).contains(Algorithm.TREE)
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
