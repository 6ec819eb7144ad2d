// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** What the generated programs of one shape have shown. */
public final class ShapeCount {
    /** One count. */
    public enum Of {
        PROGRAMS("programs"),
        /** Programs whose cycle the rules forbid. */
        STRONG("forbidden_cycles"),
        RUNS("runs"),
        /** Runs that showed an allowed cycle. */
        WEAK_RUNS("weak_runs"),
        /** Runs of programs whose cycle is allowed. */
        LOOSE_RUNS("runs_of_allowed_cycles"),
        /** Programs whose cycle is allowed and was seen. */
        SHOWN("programs_with_weak_run"),
        /** Different outcomes that the programs showed. */
        SEEN("outcomes_seen"),
        /** Allowed outcomes of all programs together. */
        ALLOWED("outcomes_allowed"),
        /** Programs with a forbidden outcome. */
        NOTICED("findings");

        private final String key;

        Of(final String key) {
            this.key = key;
        }

        String key() {
            return key;
        }
    }

    private final Map<Of, Long> counts = new EnumMap<>(Of.class);

    void add(final Of what, final long more) {
        counts.merge(what, more, Long::sum);
    }

    void ran(final boolean forbidden, final long schedules, final long cycleRuns, final long outcomes) {
        add(Of.RUNS, schedules);
        add(Of.SEEN, outcomes);
        if (!forbidden) {
            add(Of.LOOSE_RUNS, schedules);
            add(Of.WEAK_RUNS, cycleRuns);
            add(Of.SHOWN, cycleRuns > 0 ? 1 : 0);
        }
    }

    void add(final ShapeCount other) {
        other.counts.forEach(this::add);
    }

    public long of(final Of what) {
        return counts.getOrDefault(what, 0L);
    }

    Object[] row(final Of... all) {
        return Arrays.stream(all).map(this::of).toArray();
    }
}
