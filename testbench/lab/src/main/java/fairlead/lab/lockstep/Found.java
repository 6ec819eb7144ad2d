// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

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
public record Found(String name, Difference difference, int steps, Path file, Path wave, String command) {}
