// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

/**
 * The routing relation of one class on one shape: the same for both classes, since the class of a packet never changes its path (RU_R6). v = 0, 1 are the escape pair,
 * 2 and 3 adaptive. A wait with rule CHOICE is one of several that a packet has; with any other rule it is its escape VC.
 */
public interface RoutingRelation {
    /** Takes one link VC. */
    @FunctionalInterface
    interface Sink {
        void link(int node, int direction, int v, int rule);
    }

    /** True iff some packet uses VC v of the link of `node` in `direction`. */
    boolean used(int node, int direction, int v);

    /** Every link VC that a packet may want next that holds this one. */
    void next(int node, int direction, int v, Sink sink);

    /** True iff some packet ends with this hop. */
    boolean last(int node, int direction, int v);

    /** Every link VC that a packet injected at `node` may want first. */
    void first(int node, Sink sink);

    /** Free slots that a packet needs in the escape VC that it wants because of that rule (RT_R3). */
    default int slots(final int rule) {
        return 1;
    }

    /** True iff v = 0 of every ring is a bubble ring: it leads round to itself, and a hole keeps it moving. */
    default boolean isBubble() {
        return false;
    }

    /** True iff every packet that holds this VC has its escape VC among its choices (Duato's connectivity); else it may wait for choices alone. */
    default boolean escapes(final int node, final int direction, final int v) {
        return true;
    }

    /** The same of packets that are injected at `node`. */
    default boolean escapes(final int node) {
        return true;
    }
}
