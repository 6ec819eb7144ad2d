// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.NodeName;
import fairlead.litmus.syntax.Place;
import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import java.util.LinkedHashMap;
import java.util.Map;

/** Assigns ranks to the node names of a test. */
public final class Placement {
    /**
     * Returns the reason why the axis `hops` cannot be applied to a test, namely that two nodes would have the same
     * rank; an empty string if it can be applied.
     */
    public static String refusal(final LitmusTest test, final AxisPoint point) {
        if (point.is("hops", "file") || test.nodes().size() < 2) {
            return "";
        }
        try {
            new Placement(test, point, 0);
            return "";
        } catch (final BadInput e) {
            return "hops=" + point.get("hops") + ": " + e.getMessage();
        }
    }

    private final LitmusTest test;
    private final Shape shape;
    private final Map<String, Integer> ranks = new LinkedHashMap<>();

    /**
     * @param shift rank whose coordinates are added to the coordinates of the first node, unless the file gives ranks
     *     to several nodes
     */
    Placement(final LitmusTest test, final AxisPoint point, final int shift) {
        this.test = test;
        shape = point.shape();
        final NodeName first = test.nodes().get(0);
        if (first.rank() >= shape.nodes()) {
            throw beyond(first);
        }
        final boolean fixed = test.nodes().stream().skip(1).anyMatch(n -> n.place() == Place.RANK);
        final int at = fixed ? first.rank() : moved(first.rank(), shape.x(shift), shape.y(shift), shape.z(shift));
        ranks.put(first.name(), at);
        for (final NodeName node : test.nodes().subList(1, test.nodes().size())) {
            final boolean second = node == test.nodes().get(1);
            place(node, at, second ? point.get("hops") : "file");
        }
    }

    private int moved(final int rank, final int x, final int y, final int z) {
        return shape.rank(
                (shape.x(rank) + x) % shape.kx(), (shape.y(rank) + y) % shape.ky(), (shape.z(rank) + z) % shape.kz());
    }

    private void place(final NodeName node, final int first, final String hops) {
        final Place place;
        if (node.place() == Place.RANK || hops.equals("file")) {
            place = node.place();
        } else {
            place = hops.equals("0") ? Place.SAME : hops.equals("1") ? Place.NEAR : Place.FAR;
        }
        final int rank;
        switch (place) {
            case RANK -> rank = node.rank();
            case SAME -> {
                ranks.put(node.name(), first);
                return;
            }
            case NEAR -> rank = moved(
                    first,
                    shape.kx() > 1 ? 1 : 0,
                    shape.kx() == 1 && shape.ky() > 1 ? 1 : 0,
                    shape.kx() == 1 && shape.ky() == 1 && shape.kz() > 1 ? 1 : 0);
            case FAR -> rank = moved(first, shape.kx() / 2, shape.ky() / 2, shape.kz() / 2);
            default -> rank = unused(node);
        }
        if (rank >= shape.nodes()) {
            throw beyond(node);
        }
        if (ranks.containsValue(rank)) {
            throw new BadInput(test.file() + ":" + node.line() + ": node " + node.name() + " falls on rank " + rank
                    + " of " + shape + ", where another node is");
        }
        ranks.put(node.name(), rank);
    }

    private int unused(final NodeName node) {
        int rank = 0;
        while (ranks.containsValue(rank)) {
            rank++;
        }
        if (rank >= shape.nodes()) {
            throw beyond(node);
        }
        return rank;
    }

    private BadInput beyond(final NodeName node) {
        return new BadInput(test.file() + ":" + node.line() + ": node " + node.name() + " does not fit on " + shape
                + ", which has " + shape.nodes() + " nodes");
    }

    int rank(final String node) {
        return ranks.get(node);
    }

    boolean uses(final int rank) {
        return ranks.containsValue(rank);
    }
}
