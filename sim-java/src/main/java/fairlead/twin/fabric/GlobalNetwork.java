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

    private GlobalNetwork(final int parts, final MachineConfig config) {
        shown = new BarrierWires[parts];
        Arrays.setAll(shown, part -> new BarrierWires(config.nodes()));
        final List<PatternNetwork> used = new ArrayList<>();
        if (!config.barrier().isTree()) {
            used.add(new BarrierNetwork(config));
        }
        if (config.barrier().isTree() || config.collective().isUsed()) {
            used.add(new BarrierTree(config));
        }
        networks = used.toArray(new PatternNetwork[0]);
    }

    /** Returns the network of a machine whose nodes belong to so many parts. */
    static GlobalNetwork of(final int parts, final MachineConfig config) {
        return new GlobalNetwork(parts, config);
    }

    /** Returns the wires on which a part shows the patterns of its nodes. */
    BarrierWires wires(final int part) {
        return shown[part];
    }

    private void begin(final int node, final long now) {
        for (final PatternNetwork network : networks) {
            network.begin(node, now);
        }
    }

    private void show(final int node, final long now) {
        for (final PatternNetwork network : networks) {
            network.show(node, now);
        }
    }

    /** Executes the reset: all patterns that the nodes show have reached the others. */
    void reset() {
        for (final BarrierWires some : shown) {
            some.takeChanged(begin);
        }
        for (final PatternNetwork network : networks) {
            network.reset();
        }
    }

    /** Returns what a node has on its pins as reset ends. */
    long first(final int node) {
        long all = 0;
        for (final PatternNetwork network : networks) {
            all |= network.first(node);
        }
        return all;
    }

    /** Ends cycle t, after all nodes have shown their patterns of t and have seen the changes due in t. */
    void endCycle(final long t) {
        for (final PatternNetwork network : networks) {
            network.due(t);
        }
        for (final BarrierWires some : shown) {
            some.takeChanged(show);
        }
        for (final PatternNetwork network : networks) {
            network.send(t);
        }
    }

    /** Returns the first cycle in which a pattern moves in the network or reaches a node, or Long.MAX_VALUE. */
    long next() {
        long first = Long.MAX_VALUE;
        for (final PatternNetwork network : networks) {
            first = Math.min(first, network.next());
        }
        return first;
    }

    /** Passes the pins that change in cycle t, the cycle of {@link #next}, to the sink. */
    void arrive(final long t, final PatternNetwork.Sink sink) {
        for (final PatternNetwork network : networks) {
            if (network.next() == t) {
                network.arrive(t, sink);
            }
        }
    }
}
