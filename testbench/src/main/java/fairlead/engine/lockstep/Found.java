// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import java.nio.file.Path;

/**
 * A difference that was found, and how to see it again.
 *
 * @param name of the case
 * @param steps of the smallest case that differs; operations when it is a workload
 * @param file the smallest case, or the given file
 * @param wave waveform around the difference of that case, or null
 * @param command repeats the case as it was found
 */
public record Found(String name, Difference difference, int steps, Path file, Path wave, String command) {}
