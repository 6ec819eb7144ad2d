// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import java.util.Locale;

/** The verdicts of a run (docs/use/verdicts.md): seven, and one more if the program has messages to threads. */
public enum VerdictKind {
    /** Every packet drained, and no knot of waits was seen. */
    DEADLOCK_FREEDOM,
    /** Every operation before a fence or flush was in memory before what the fence orders. */
    FENCE_ORDERING,
    /** Every epoch closed after the last byte of its operations was in memory. */
    EPOCH_CLOSURE,
    /** No task left a barrier before all tasks had entered it. */
    BARRIER_SAFETY,
    /** Each byte was written once, with its own value, and memory at the end is as the program says. */
    DATA_INTEGRITY,
    /** Credits, flits and packets were neither lost nor made. */
    CONSERVATION,
    /** Every packet took a shortest way and arrived within the bound of the machine. */
    PROGRESS_FAIRNESS,
    /**
     * Every message is in the buffer of its thread, once, whole and in order. Only runs of programs with messages to
     * threads have this verdict.
     */
    DEVICE_DELIVERY;

    /** Returns the key of this verdict in summary.json, such as {@code fence_ordering}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the verdict of a key of summary.json, or throws an IllegalArgumentException. */
    public static VerdictKind of(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }
}
