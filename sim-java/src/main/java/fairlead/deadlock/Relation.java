// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

/** The routing relation of one class on one shape: the same for both classes, since the class of a packet never changes its path (RU_R6). */
public interface Relation {
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
}
