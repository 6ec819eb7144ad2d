// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The receiver's buffer behind one local port of the router: a ring of LOCAL_DEPTH flits. A flit that arrives in cycle
 * t is at the front in t + 1 at the earliest.
 */
final class EjectionBuffer {
    private final int[] flits; // the flits after the oldest, which is mostly the only flit
    private int oldest;
    private int first;
    private int count;
    private int arriving;

    EjectionBuffer(int depth) {
        flits = new int[depth];
    }

    /** Receives the flit on the pins in the next cycle to be stepped. */
    void arrive(int flit) {
        arriving = flit;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Returns the oldest flit. */
    int front() {
        return oldest;
    }

    int take() {
        int flit = oldest;
        if (--count != 0) {
            oldest = flits[first];
            first = first + 1 == flits.length ? 0 : first + 1;
        }
        return flit;
    }

    /** Executes the edge of a cycle with a flit on the pins. */
    void edge() {
        if (count == flits.length) {
            throw new IllegalStateException("EB_A1: flit sent without a credit");
        }
        if (count == 0) {
            oldest = arriving;
        } else {
            int free = first + count - 1;
            flits[free < flits.length ? free : free - flits.length] = arriving;
        }
        count++;
    }
}
