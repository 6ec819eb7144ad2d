// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.EngineStats;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The state in which a run ended, as the checkers get to see it.
 *
 * @param drained all tasks have ended and nothing moves any more
 * @param moving the run was cut off while something still moved
 * @param cycle cycle of the end
 * @param open operations without a terminal event, as text
 * @param memory memory of a node, standing still
 * @param failure what failed in the engine, or an empty string
 */
public record RunEnd(
        boolean drained,
        boolean moving,
        long cycle,
        List<String> open,
        IntFunction<ByteBuffer> memory,
        EngineStats stats,
        String failure) {}
