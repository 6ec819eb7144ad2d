// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lockstep.Difference;
import java.nio.file.Path;

/**
 * A difference, with everything needed to reproduce it.
 *
 * @param name the name of the case
 * @param steps the number of steps of the smallest case that differs; for a workload the number of operations
 * @param file the file of the smallest case
 * @param wave the waveform around the difference of the smallest case, or null
 * @param command the command line that repeats the original case
 */
public record Found(String name, Difference difference, int steps, Path file, Path wave, String command) {
    /** Adds the members of a JSON report. */
    public void write(final ObjectNode one) {
        one.put("case", name);
        one.put("cycle", difference.cycle());
        one.put("node", difference.node());
        one.put("unit", difference.unit());
        one.put("what", difference.what());
        one.put("first", difference.first());
        one.put("second", difference.second());
        one.put("shrunk_to", steps);
        one.put("file", file.toString());
        one.put("wave", wave.toString());
        one.put("command", command);
    }
}
