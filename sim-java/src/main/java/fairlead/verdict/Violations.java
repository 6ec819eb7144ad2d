// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

/** Counts violations and keeps the text of the first three. */
final class Violations {
    private static final int KEPT = 3;

    private final StringBuilder text = new StringBuilder();
    private final Clock clock;
    private long count;

    Violations() {
        this(new Clock());
    }

    /** @param clock is notified of every violation */
    Violations(Clock clock) {
        this.clock = clock;
    }

    void add(String what) {
        clock.violated();
        note(what);
    }

    /** Adds a violation that is shown by an event of this cycle. */
    void add(long cycle, String what) {
        clock.violated(cycle);
        note(what);
    }

    /** Adds the violations of another list, by its own clock. */
    void add(Violations others) {
        if (others.count > 0) {
            note(others.text());
            count += others.count - 1;
        }
    }

    private void note(String what) {
        if (count++ < KEPT) {
            text.append(text.length() == 0 ? "" : "; ").append(what);
        }
    }

    long count() {
        return count;
    }

    String text() {
        return count <= KEPT ? text.toString() : text + "; and " + (count - KEPT) + " more";
    }

    /** Keeps the cycle of the event under judgement and the cycle of the first violation of the run. */
    static final class Clock {
        private long now;
        private long first = -1;
        private long ends = -1;

        void at(long cycle) {
            now = cycle;
        }

        long now() {
            return now;
        }

        void violated() {
            violated(now);
        }

        /** Notes that an event of this cycle shows a violation. */
        void violated(long cycle) {
            long known = Math.max(cycle, now - Checks.LATEST);
            first = first < 0 ? cycle : Math.min(first, cycle);
            ends = ends < 0 ? known : Math.min(ends, known);
        }

        /** Returns the first violation, none of them more than {@link Checks#LATEST} cycles before it was known. */
        long ends() {
            return ends;
        }

        long first() {
            return first;
        }
    }
}
