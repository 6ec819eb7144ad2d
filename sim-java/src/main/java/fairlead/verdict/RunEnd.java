// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.EngineStats;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The state in which a run ended, as the checkers see it.
 *
 * @param drained true if all tasks have ended and no packet or command is in flight
 * @param moving true if the run was cut off before it drained or came to a standstill
 * @param cycle cycle of the end
 * @param open operations without a terminal event, as text
 * @param memory memory of the nodes; it no longer changes
 * @param stats statistics of the engine
 * @param failure description of a failure of the engine, or an empty string
 * @param treeLinks words of {@link fairlead.engine.Engine#treeLinks}
 */
public record RunEnd(
        boolean drained,
        boolean moving,
        long cycle,
        List<String> open,
        Memory memory,
        EngineStats stats,
        String failure,
        long[] treeLinks) {

    /** The memory of the nodes, in pages of {@link #PAGE_BYTES}. */
    public interface Memory {
        /** Returns page `number` of a node, or null if all its bytes are 0; the last page may be shorter. */
        ByteBuffer page(int node, int number);
    }

    public static final int PAGE_BYTES = 1 << 16;
}
