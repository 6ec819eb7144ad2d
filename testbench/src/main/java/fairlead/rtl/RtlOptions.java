// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import java.nio.file.Path;
import java.util.List;

/**
 * The options that only the RTL engine has.
 *
 * @param variant the library to use; a run with faults uses lab instead
 * @param record the file that gets the command stream for `replay`, or null
 * @param wave the window to write as a waveform, or null
 * @param pins the tile whose pins are written, or null
 * @param eventCapacity the greatest number of event records of one batch, or 0 for the default
 */
public record RtlOptions(String variant, Path record, Wave wave, Pins pins, int eventCapacity) {
    public static final RtlOptions PRODUCT = new RtlOptions("product", null, null, null, 0);

    /** A waveform of some nodes for the cycles `from` to `to`, both included. */
    public record Wave(Path file, List<Integer> nodes, long from, long to) {}

    /**
     * The file that gets the pins of a node's tile at each of its edges; library lab only.
     *
     * @param edges the greatest number of edges to write, with those of the reset
     */
    public record Pins(Path file, int node, long edges) {}

    public static RtlOptions of(String variant) {
        return new RtlOptions(variant, null, null, null, 0);
    }

    public RtlOptions withRecord(Path file) {
        return new RtlOptions(variant, file, wave, pins, eventCapacity);
    }

    public RtlOptions withWave(Wave window) {
        return new RtlOptions(variant, record, window, pins, eventCapacity);
    }

    public RtlOptions withPins(Pins tile) {
        return new RtlOptions(variant, record, wave, tile, eventCapacity);
    }
}
