// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.NodeName;
import fairlead.litmus.syntax.Place;
import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Assigns ranks to the node names of a test. */
public final class Placement {
    private static final Map<String, Place> HOPS = Map.of("0", Place.SAME, "1", Place.NEAR, "max", Place.FAR);

    /**
     * Returns the reason why the axis `hops` cannot be applied to a test, namely that two nodes, or two members of a
     * group, would have the same rank; an empty string if it can be applied.
     */
    public static String refusal(LitmusTest test, AxisPoint point) {
        if (point.is("hops", "file") || test.nodes().size() < 2) {
            return "";
        }
        try {
            new Placement(test, point, 0);
            return "";
        } catch (BadInput e) {
            return "hops=" + point.get("hops") + ": " + e.getMessage();
        }
    }

    private final LitmusTest test;
    private final Shape shape;
    private final Map<String, Integer> ranks = new HashMap<>();

    /**
     * @param shift rank whose coordinates are added to the coordinates of the first node, unless the file gives ranks
     *     to several nodes
     */
    Placement(LitmusTest test, AxisPoint point, int shift) {
        this.test = test;
        shape = point.shape();
        NodeName first = test.nodes().get(0);
        onShape(first, first.rank());
        boolean fixed = test.nodes().stream().skip(1).anyMatch(n -> n.place() == Place.RANK);
        int at = fixed ? first.rank() : moved(first.rank(), shape.x(shift), shape.y(shift), shape.z(shift));
        ranks.put(first.name(), at);
        for (int i = 1; i < test.nodes().size(); i++) {
            NodeName node = test.nodes().get(i);
            boolean isMoved = i == 1 && node.place() != Place.RANK;
            Place place = isMoved ? HOPS.getOrDefault(point.get("hops"), node.place()) : node.place();
            ranks.put(node.name(), place == Place.SAME ? at : rank(node, place, at));
        }
        test.statements()
                .filter(s -> s.verb.isCollective())
                .filter(s -> s.nodes.stream().map(ranks::get).distinct().count() < s.nodes.size())
                .forEach(s -> {
                    throw new BadInput(test.file() + ":" + s.line + ": two members of a group are on one node: "
                            + String.join(" ", s.nodes));
                });
    }

    private int moved(int rank, int x, int y, int z) {
        return shape.rank(
                (shape.x(rank) + x) % shape.kx(), (shape.y(rank) + y) % shape.ky(), (shape.z(rank) + z) % shape.kz());
    }

    private int rank(NodeName node, Place place, int first) {
        int rank =
                switch (place) {
                    case RANK -> node.rank();
                    case NEAR -> shape.kx() > 1
                            ? moved(first, 1, 0, 0)
                            : shape.ky() > 1 ? moved(first, 0, 1, 0) : moved(first, 0, 0, shape.kz() > 1 ? 1 : 0);
                    case FAR -> moved(first, shape.kx() / 2, shape.ky() / 2, shape.kz() / 2);
                    default -> IntStream.iterate(0, r -> r + 1)
                            .filter(r -> !uses(r))
                            .findFirst()
                            .getAsInt();
                };
        onShape(node, rank);
        if (uses(rank)) {
            throw new BadInput(test.file() + ":" + node.line() + ": node " + node.name() + " falls on rank " + rank
                    + " of " + shape + ", where another node is");
        }
        return rank;
    }

    private void onShape(NodeName node, int rank) {
        if (rank >= shape.nodes()) {
            throw new BadInput(test.file() + ":" + node.line() + ": node " + node.name() + " does not fit on " + shape
                    + ", which has " + shape.nodes() + " nodes");
        }
    }

    int rank(String node) {
        return ranks.get(node);
    }

    Map<String, Integer> ranks() {
        return ranks;
    }

    boolean uses(int rank) {
        return ranks.containsValue(rank);
    }
}
