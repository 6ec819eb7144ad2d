// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.EngineFactory;
import java.nio.file.Path;
import java.util.List;

/**
 * The options for the waveform of a knot.
 *
 * @param folder receives knot.fst and knot.gtkw
 * @param tracer makes the engine of the repeated run
 */
public record KnotWaves(Path folder, Tracer tracer) {
    /** Makes an engine that behaves as the engine of the first run and writes a waveform. */
    @FunctionalInterface
    public interface Tracer {
        /**
         * Returns the factory of the engine.
         *
         * @param file file of the waveform
         * @param nodes ranks of the nodes in the waveform
         * @param from first cycle of the waveform
         * @param to last cycle of the waveform
         */
        EngineFactory tracing(Path file, List<Integer> nodes, long from, long to);
    }
}
