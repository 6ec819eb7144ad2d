// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

/**
 * The routing relation of one class on one shape. It is the same for both classes, because the class of a packet never
 * changes its path (RU_R6). VCs v = 0, 1 are the escape pair, v = 2, 3 are adaptive. A wait with rule CHOICE is one of
 * several choices of a packet; a wait with any other rule is for its escape VC.
 */
public interface RoutingRelation {
    @FunctionalInterface
    interface Sink {
        void link(int node, int direction, int v, int rule);
    }

    /** Returns whether some packet uses VC v of the link of `node` in `direction`. */
    boolean used(int node, int direction, int v);

    /** Passes every link VC that a packet may want next while it holds this one to the sink. */
    void next(int node, int direction, int v, Sink sink);

    /** Returns whether this hop is the last hop of some packet. */
    boolean last(int node, int direction, int v);

    /** Passes every link VC that a packet injected at `node` may want first to the sink. */
    void first(int node, Sink sink);

    /** Returns the free slots that a packet needs in the escape VC that it wants because of that rule (RT_R3). */
    default int slots(final int rule) {
        return 1;
    }

    /**
     * Returns whether v = 0 of every ring is a bubble ring: its waits form a cycle, and a free slot keeps its packets
     * moving.
     */
    default boolean isBubble() {
        return false;
    }

    /**
     * Returns whether every packet that holds this VC has its escape VC among its choices (Duato's connectivity);
     * otherwise the packet may wait for adaptive VCs alone.
     */
    default boolean escapes(final int node, final int direction, final int v) {
        return true;
    }

    /** Returns whether every packet injected at `node` has its escape VC among its choices. */
    default boolean escapes(final int node) {
        return true;
    }
}
