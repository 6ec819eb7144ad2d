// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import fairlead.engine.api.MachineConfig;

/** What carries the patterns of the global barrier between the nodes. It changes only between two cycles. */
interface GlobalNetwork {
    /** Returns the network of a machine whose nodes belong to so many parts. */
    static GlobalNetwork of(final int parts, final MachineConfig config) {
        return config.barrier().isTree() ? new BarrierTree(parts, config) : new BarrierNetwork(parts, config);
    }

    /** Returns the wires on which a part shows the patterns of its nodes. */
    BarrierWires wires(int part);

    /** Executes the reset: all patterns that the nodes show have reached the others. */
    void reset();

    /** Returns what a node has on its pins as reset ends. */
    int first(int node);

    /** Ends cycle t, after all nodes have shown their patterns of t and have seen the changes due in t. */
    void endCycle(long t);

    /** Returns the first cycle in which a pattern moves in the network or reaches a node, or Long.MAX_VALUE. */
    long next();

    /** Passes the patterns that change the pins of a node in cycle t, the cycle of {@link #next}, to the sink. */
    void arrive(long t, BarrierWires.Sink sink);
}
