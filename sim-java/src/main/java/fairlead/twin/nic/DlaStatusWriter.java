// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.Header0;
import fairlead.machine.DlaOptions;

/**
 * Writes the state of the pool to memory, either after a number of credits has been transferred or a number of cycles
 * after a change. At most one write is outstanding, and no other part waits for it (R-DLA-12).
 */
final class DlaStatusWriter {
    private static final int MOST = 0xFFFF;
    private static final int WRITES = (1 << DlaStatus1.WRITES_WIDTH) - 1;

    private final MemoryPorts memory;
    private final DlaOptions when;
    private int changed; // number of credits that changed since the last write
    private long since; // cycle of the first of these changes
    private boolean due;
    private boolean waiting; // whether the acknowledgement of the last write is missing
    private boolean acked;
    private int writes;
    private boolean issues;
    int alarm; // number of cycles after which the tile must be awake, in the cycle of the change; 0 if there is none

    DlaStatusWriter(MemoryPorts memory, DlaOptions when) {
        this.memory = memory;
        this.when = when;
    }

    /** Notes that the last write is in memory. */
    void ack() {
        acked = true;
    }

    /** Begins the edge; returns whether the state at the start of the cycle is to be written by {@link #write}. */
    boolean begin() {
        issues = due && !waiting;
        return issues;
    }

    void write(DlaPool pool, int consumed, long open, int merged) {
        long word0 = (long) pool.held[DlaPool.LO] << DlaStatus0.LO_LSB
                | (long) pool.held[DlaPool.HI] << DlaStatus0.HI_LSB
                | (long) pool.held[DlaPool.PR] << DlaStatus0.PR_LSB
                | (long) consumed << DlaStatus0.CONSUMED_LSB;
        long word1 = (long) writes << DlaStatus1.WRITES_LSB
                | open << DlaStatus1.OPEN_LSB
                | (long) merged << DlaStatus1.MERGED_LSB;
        memory.status(when.statusAddress(), word0, word1);
        writes = writes + 1 & WRITES;
    }

    /**
     * Ends the edge of cycle t.
     *
     * @param change number of credits transferred in cycle t
     */
    void end(long t, int change) {
        alarm = 0;
        if (!when.writesStatus()) {
            return;
        }
        boolean rings =
                changed != 0 && when.statusCycles() != 0 && (t - since & Header0.STAMP_MASK) == when.statusCycles();
        int before = issues ? 0 : changed;
        changed = Math.min(MOST, before + change);
        if (before == 0 && change != 0) {
            since = t;
            alarm = when.statusCycles();
        }
        due = due && !issues || when.statusCredits() != 0 && changed >= when.statusCredits() || rings && !issues;
        waiting = issues || waiting && !acked;
        acked = false;
    }

    boolean busy() {
        return due && !waiting;
    }
}
