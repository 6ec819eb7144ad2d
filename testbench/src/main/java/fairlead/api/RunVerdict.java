// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One verdict of a run with its evidence.
 *
 * @param kind which verdict
 * @param state whether it holds
 * @param checked number of comparisons; each verdict has its own unit
 * @param detail one line: a summary of the comparisons, or the first violations
 * @param evidence further keys of this verdict as in summary.json: for {@link VerdictKind#DEADLOCK_FREEDOM} for example
 *     {@code evidence}, and with a knot {@code kind}, {@code closed_at} and {@code knot}; never null
 */
public record RunVerdict(VerdictKind kind, State state, long checked, String detail, Map<String, Object> evidence) {
    /** What a verdict says. */
    public enum State {
        /** Every comparison holds. */
        HOLDS,
        /** At least one comparison does not hold. */
        VIOLATED,
        /** The run had nothing to compare, so nothing is claimed. */
        NOT_EXERCISED
    }

    /** Makes a verdict with a copy of its evidence. */
    public RunVerdict {
        evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
    }

    /** Returns whether the verdict was checked and holds. */
    public boolean holds() {
        return state == State.HOLDS;
    }

    /** Returns whether the verdict was checked and does not hold. */
    public boolean isViolated() {
        return state == State.VIOLATED;
    }

    /** Returns key, state and detail in one line. */
    @Override
    public String toString() {
        return kind.key() + " " + state + ": " + detail;
    }
}
