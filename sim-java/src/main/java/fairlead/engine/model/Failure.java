// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

/** The first thing that went wrong, of one cycle that of the lowest node; it ends the run with the cycle under way. */
final class Failure {
    private final Clock clock;
    private String text = "";
    private int first; // node

    Failure(final Clock clock) {
        this.clock = clock;
    }

    void fail(final int node, final String what) {
        if (text.isEmpty() || node < first) { // one cycle: the run ends with it
            first = node;
            text = "cycle " + clock.now() + " node " + node + ": " + what;
        }
    }

    boolean isSet() {
        return !text.isEmpty();
    }

    /** One line, or an empty string. */
    String text() {
        return text;
    }
}
