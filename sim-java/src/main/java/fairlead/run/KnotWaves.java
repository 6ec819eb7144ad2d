// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.api.EngineFactory;
import java.nio.file.Path;
import java.util.List;

/**
 * What writes the waveform of a knot.
 *
 * @param folder gets knot.fst and knot.gtkw
 * @param tracer makes the engine of the second run
 */
public record KnotWaves(Path folder, Tracer tracer) {
    /** Makes an engine that does the same and writes a waveform. */
    @FunctionalInterface
    public interface Tracer {
        /**
         * @param nodes ranks in the waveform
         * @param from first cycle
         * @param to last cycle
         */
        EngineFactory tracing(Path file, List<Integer> nodes, long from, long to);
    }
}
