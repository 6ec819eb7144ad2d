// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

/** Accesses of one PE that go on after their calls and end together. */
final class Batch {
    /** What ends: reads of sources, gets with what they write, or what is written at the target. */
    enum Side {
        SOURCE,
        GET,
        TARGET
    }

    private static final int NEVER = Integer.MAX_VALUE;

    final Object group; // a context, or a window
    final Object request; // that ends it as well, or null
    final int pe;
    final int target;
    final Side side;
    private int fenced = NEVER; // clock of the PE
    private final int[] ended; // the same, of all batches between whose accesses there are only fences

    Batch(Object group, Object request, int pe, int target, Side side) {
        this.group = group;
        this.request = request;
        this.pe = pe;
        this.target = target;
        this.side = side;
        ended = new int[] {NEVER};
    }

    /** Makes the batch behind the fence of another one, with which it ends. */
    Batch(Batch fenced) {
        group = fenced.group;
        request = fenced.request;
        pe = fenced.pe;
        target = fenced.target;
        side = fenced.side;
        ended = fenced.ended;
    }

    void fence(int clock) {
        fenced = Math.min(fenced, clock);
    }

    void end(int clock) {
        ended[0] = clock;
    }

    boolean isFenced() {
        return fenced != NEVER;
    }

    boolean precedes(Known known) {
        return ended[0] <= known.of(pe) || fenced != NEVER && fenced <= known.fenced(pe, target);
    }
}
