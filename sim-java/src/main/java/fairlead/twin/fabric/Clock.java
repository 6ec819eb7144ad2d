// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

/** The cycle that is being executed or, between two cycles, the next one. */
final class Clock {
    private long now;

    long now() {
        return now;
    }

    void set(long cycle) {
        now = cycle;
    }
}
