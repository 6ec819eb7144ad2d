// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.api.EngineStats;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The state in which a run ended, as the checkers get to see it.
 *
 * @param drained all tasks have ended and nothing moves any more
 * @param moving the run was cut off while something still moved
 * @param cycle cycle of the end
 * @param open operations without a terminal event, as text
 * @param memory memory of the nodes, standing still
 * @param failure what failed in the engine, or an empty string
 */
public record RunEnd(
        boolean drained,
        boolean moving,
        long cycle,
        List<String> open,
        Memory memory,
        EngineStats stats,
        String failure) {

    /** The memory of the nodes, in pages of {@link #PAGE_BYTES}. */
    public interface Memory {
        /** Page `number` of a node, the last one maybe shorter; null: all of it is 0. */
        ByteBuffer page(int node, int number);
    }

    public static final int PAGE_BYTES = 1 << 16;
}
