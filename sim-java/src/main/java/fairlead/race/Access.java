// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

/**
 * An access of a PE to bytes of a process.
 *
 * @param kind 0 for a plain one; atomics with equal numbers are atomic to each other
 * @param batch with which it ends; null if it has ended with its call
 * @param clock of the PE
 */
record Access(Site site, int pe, boolean writes, int kind, Batch batch, int clock) {
    static final int PLAIN = 0;

    /**
     * Where an access comes from.
     *
     * @param function of the library; null for a load or store of the program
     * @param from address in the program behind the call or access
     */
    record Site(String function, long from, long cycle) {}

    /** Returns a write, or what is read of it, as one that has ended. */
    Access seen() {
        return batch != null && batch.side == Batch.Side.TARGET
                ? new Access(site, pe, writes, kind, null, clock)
                : this;
    }

    boolean conflicts(Access later) {
        return (writes || later.writes) && (kind == PLAIN || kind != later.kind);
    }

    /** Returns whether this access is over before a later one begins, whose PE knows so much. */
    boolean precedes(Access later, Known known) {
        if (batch == null) {
            return clock <= known.of(pe);
        }
        return batch.precedes(known)
                || pe == later.pe && isPutTo(batch.target) && batch.isFenced() && later.isPutTo(batch.target);
    }

    private boolean isPutTo(int target) {
        return batch != null && batch.side == Batch.Side.TARGET && batch.target == target;
    }

    /** Returns whether each access that conflicts with an earlier one, and is not ordered, is so with this one, too. */
    boolean covers(Access earlier) {
        if (kind == PLAIN) {
            return writes || earlier.kind == PLAIN && !earlier.writes;
        }
        return kind == earlier.kind && (writes || !earlier.writes);
    }

    /** Returns whether this one ends with an earlier one at the latest, and conflicts with the same. */
    boolean replaces(Access earlier) {
        return pe == earlier.pe && writes == earlier.writes && kind == earlier.kind && batch == earlier.batch;
    }
}
