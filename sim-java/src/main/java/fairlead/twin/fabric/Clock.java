// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

/** The cycle that is being executed or, between two cycles, the next one; and the failure that ends the run with it. */
final class Clock {
    long now;
    String failure = ""; // one-line description of the failure, or an empty string
    private int failed; // rank of the node

    /** Notes a failure; of those of one cycle that of the lowest node stays. The run ends after the cycle. */
    synchronized void fail(int node, String what) {
        if (failure.isEmpty() || node < failed) {
            failed = node;
            failure = "cycle " + now + " node " + node + ": " + what;
        }
    }

    void reset() {
        now = 0;
        failure = "";
    }
}
