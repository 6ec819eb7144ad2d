// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.controls;

/**
 * A positive control over and over.
 *
 * @param engine rtl or model
 * @param stalled its network is empty while it waits, so that its cycles count as they are
 * @param runs each with another draw of latencies
 * @param tileCycles nodes * cycles of all runs
 * @param saturated tile-cycles with something blocked, see Saturation
 * @param wanted of them
 * @param alarms runs that did not drain, or of which the detector reported anything
 * @param detail of the first alarm
 * @param cpuSeconds of all runs
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
    /** Long enough, and no alarm. */
    public boolean passed() {
        return alarms == 0 && counted() >= wanted;
    }

    /** What is compared with `wanted`. */
    long counted() {
        return stalled ? tileCycles : saturated;
    }
}
