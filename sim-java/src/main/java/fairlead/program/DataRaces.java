// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.ArrayList;
import java.util.List;

/**
 * The data races of a native program (docs/use/native.md), found while it was captured.
 *
 * @param pairs number of pairs of places in the program that race
 * @param first a line for each of the first pairs
 */
public record DataRaces(int pairs, List<String> first) {
    /** Returns the lines of the first pairs and one with the number of all. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(first);
        lines.add("data races: " + (pairs == 0 ? "none" : pairs + (pairs == 1 ? " pair" : " pairs") + " of places"));
        return lines;
    }
}
