// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

/** The first thing that went wrong; it ends the run with the cycle under way. */
final class Failure {
    private final Clock clock;
    private String text = "";

    Failure(final Clock clock) {
        this.clock = clock;
    }

    void fail(final int node, final String what) {
        if (text.isEmpty()) {
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
