// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

/**
 * Keeps the first failure; if several occur in one cycle, that of the lowest node. A failure ends the run after the
 * current cycle.
 */
final class Failure {
    private final Clock clock;
    private String text = "";
    private int first; // rank of the node

    Failure(Clock clock) {
        this.clock = clock;
    }

    void fail(int node, String what) {
        if (text.isEmpty() || node < first) { // all failures are of one cycle, because the run ends with it
            first = node;
            text = "cycle " + clock.now() + " node " + node + ": " + what;
        }
    }

    boolean isSet() {
        return !text.isEmpty();
    }

    /** Returns a one-line description, or an empty string. */
    String text() {
        return text;
    }
}
