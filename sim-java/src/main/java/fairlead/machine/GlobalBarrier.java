// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import java.util.List;
import java.util.stream.Stream;

/**
 * The network of the global barrier (docs/spec/barrier-unit.md).
 *
 * @param network wires of its own, or the tree of the collective network
 * @param from additional cycles of the wires from each node to the OR, by rank; empty: none
 * @param to additional cycles of the wires from the OR to each node, by rank; empty: none
 */
public record GlobalBarrier(Network network, List<Integer> from, List<Integer> to) {
    /** How the patterns of the nodes reach each other. */
    public enum Network {
        /** An OR of all nodes, with a latency from each node and to it. */
        WIRES,

        /** Beside the links of the collective network: up its tree as an OR, and down again. */
        TREE
    }

    /** Wires with the same latency for all nodes. */
    public static final GlobalBarrier WIRES = new GlobalBarrier(Network.WIRES, List.of(), List.of());

    public static final GlobalBarrier TREE = new GlobalBarrier(Network.TREE, List.of(), List.of());

    public GlobalBarrier {
        from = List.copyOf(from);
        to = List.copyOf(to);
        MachineConfig.require(
                network == Network.WIRES || from.isEmpty() && to.isEmpty(),
                "the tree has the latency of its links: no cycles from or to a node");
        MachineConfig.require(
                Stream.of(from, to).flatMap(List::stream).allMatch(cycles -> cycles >= 0),
                "cycles from and to a node are at least 0: " + from + ", " + to);
    }

    public boolean isTree() {
        return network == Network.TREE;
    }

    /** Returns whether each list has one entry for each of so many nodes, or none. */
    boolean fits(int nodes) {
        return (from.isEmpty() || from.size() == nodes) && (to.isEmpty() || to.size() == nodes);
    }

    /** The rule that selects the master task of each node in barriers. */
    public enum BarrierMaster {
        FIRST,
        LAST,
        /** Selects a task of each node at random, drawn from the seed. */
        DRAWN;

        int of(long seed, int node, int tasks) {
            return switch (this) {
                case FIRST -> 0;
                case LAST -> tasks - 1;
                default -> (int) Long.remainderUnsigned(Mix.mix64(Mix.mix64(~seed) + Mix.GOLDEN * (node + 1)), tasks);
            };
        }
    }
}
