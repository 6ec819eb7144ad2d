// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

/** What carries patterns of barriers between the nodes. It changes only between two cycles. */
interface PatternNetwork {
    /** Receives pins of a node that have changed: those of a mask of the bits of {@link BarrierWires#show}. */
    interface Sink {
        void pins(int node, long mask, long now);
    }

    /** Notes in the reset what a node shows. */
    void begin(int node, long now);

    /** Executes the reset: all patterns that the nodes show have reached the others. */
    void reset();

    /** Returns the pins of a node as reset ends. */
    long first(int node);

    /** Begins the end of cycle t: all nodes have seen the changes that were due in t. */
    void due(long t);

    /** Notes what a node shows from the cycle that ends on. */
    void show(int node, long now);

    /** Ends cycle t, after all nodes have shown their patterns of t. */
    void send(long t);

    /** Returns the first cycle in which a pattern moves in the network or reaches a node, or Long.MAX_VALUE. */
    long next();

    /** Passes the pins that change in cycle t, the cycle of {@link #next}, to the sink. */
    void arrive(long t, Sink sink);
}
