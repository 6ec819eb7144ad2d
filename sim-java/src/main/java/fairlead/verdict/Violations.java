// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

/** Counts violations and keeps the text of the first three. */
final class Violations {
    private static final int KEPT = 3;

    private final StringBuilder text = new StringBuilder();
    private final ViolationClock clock;
    private long count;

    Violations() {
        this(new ViolationClock());
    }

    /** @param clock is notified of every violation */
    Violations(final ViolationClock clock) {
        this.clock = clock;
    }

    void add(final String what) {
        clock.violated();
        note(what);
    }

    /** Adds a violation that is shown by an event of this cycle. */
    void add(final long cycle, final String what) {
        clock.violated(cycle);
        note(what);
    }

    /** Adds the violations of another list, which its own clock has been told. */
    void add(final Violations others) {
        if (others.count > 0) {
            note(others.text());
            count += others.count - 1;
        }
    }

    private void note(final String what) {
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
}
