// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

/**
 * The result of a soak, the repetition of one positive control.
 *
 * @param engine rtl or model
 * @param stalled whether the control waits with an empty network, so that all its tile-cycles count
 * @param runs the number of runs, each with other latencies
 * @param tileCycles the sum of nodes times cycles over all runs
 * @param saturated the number of tile-cycles with a blocked VC, see {@link Saturation}
 * @param wanted the number of tile-cycles to reach
 * @param alarms the number of runs that did not drain or that made the detector report a finding
 * @param detail the text of the first alarm
 * @param cpuSeconds the CPU time of all runs in seconds
 */
public record SoakResult(
        String id,
        String engine,
        boolean stalled,
        int runs,
        long tileCycles,
        long saturated,
        long wanted,
        int alarms,
        String detail,
        double cpuSeconds) {
    /** Tells whether the soak was long enough and raised no alarm. */
    public boolean passed() {
        return alarms == 0 && counted() >= wanted;
    }

    /** Returns the number of tile-cycles that counts towards `wanted`. */
    long counted() {
        return stalled ? tileCycles : saturated;
    }
}
