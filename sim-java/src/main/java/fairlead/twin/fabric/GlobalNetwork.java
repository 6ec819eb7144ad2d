// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.machine.MachineConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All that carries the patterns of the barriers between the nodes: the wires of the barrier of all nodes, unless it
 * uses the tree, and the links of the collective network. It changes only between two cycles.
 */
final class GlobalNetwork {
    private final BarrierWires[] shown;
    private final PatternNetwork[] networks;
    private final BarrierWires.Sink show = this::show; // created once, so that a cycle allocates nothing
    private final BarrierWires.Sink begin = this::begin;

    private GlobalNetwork(int parts, MachineConfig config) {
        shown = new BarrierWires[parts];
        Arrays.setAll(shown, part -> new BarrierWires(config.nodes()));
        List<PatternNetwork> used = new ArrayList<>();
        if (!config.barrier().isTree()) {
            used.add(new BarrierNetwork(config));
        }
        if (config.barrier().isTree() || config.collective().isUsed()) {
            used.add(new BarrierTree(config));
        }
        networks = used.toArray(new PatternNetwork[0]);
    }

    /** Returns the network of a machine whose nodes belong to so many parts. */
    static GlobalNetwork of(int parts, MachineConfig config) {
        return new GlobalNetwork(parts, config);
    }

    /** Returns the wires on which a part shows the patterns of its nodes. */
    BarrierWires wires(int part) {
        return shown[part];
    }

    private void begin(int node, long now) {
        for (PatternNetwork network : networks) {
            network.begin(node, now);
        }
    }

    private void show(int node, long now) {
        for (PatternNetwork network : networks) {
            network.show(node, now);
        }
    }

    /** Executes the reset: all patterns that the nodes show have reached the others. */
    void reset() {
        for (BarrierWires some : shown) {
            some.takeChanged(begin);
        }
        for (PatternNetwork network : networks) {
            network.reset();
        }
    }

    /** Returns what a node has on its pins as reset ends. */
    long first(int node) {
        long all = 0;
        for (PatternNetwork network : networks) {
            all |= network.first(node);
        }
        return all;
    }

    /** Ends cycle t, after all nodes have shown their patterns of t and have seen the changes due in t. */
    void endCycle(long t) {
        for (PatternNetwork network : networks) {
            network.due(t);
        }
        for (BarrierWires some : shown) {
            some.takeChanged(show);
        }
        for (PatternNetwork network : networks) {
            network.send(t);
        }
    }

    /** Returns the first cycle in which a pattern moves in the network or reaches a node, or Long.MAX_VALUE. */
    long next() {
        long first = Long.MAX_VALUE;
        for (PatternNetwork network : networks) {
            first = Math.min(first, network.next());
        }
        return first;
    }

    /** Passes the pins that change in cycle t, the cycle of {@link #next}, to the sink. */
    void arrive(long t, PatternNetwork.Sink sink) {
        for (PatternNetwork network : networks) {
            if (network.next() == t) {
                network.arrive(t, sink);
            }
        }
    }
}
