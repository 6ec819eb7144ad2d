// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

/** What the generated programs of one shape have shown. */
public final class ShapeCount {
    private long programs;
    private long strong;
    private long shown;
    private long runs;
    private long weakRuns;
    private long looseRuns;
    private long allowed;
    private long seen;
    private long noticed;

    void program(final boolean forbidden, final long allowedOutcomes) {
        programs++;
        strong += forbidden ? 1 : 0;
        allowed += allowedOutcomes;
    }

    void ran(final boolean forbidden, final long schedules, final long cycleRuns, final long outcomes) {
        runs += schedules;
        seen += outcomes;
        if (!forbidden) {
            looseRuns += schedules;
            weakRuns += cycleRuns;
            shown += cycleRuns > 0 ? 1 : 0;
        }
    }

    void notice() {
        noticed++;
    }

    void add(final ShapeCount other) {
        programs += other.programs;
        strong += other.strong;
        shown += other.shown;
        runs += other.runs;
        weakRuns += other.weakRuns;
        looseRuns += other.looseRuns;
        allowed += other.allowed;
        seen += other.seen;
        noticed += other.noticed;
    }

    public long programs() {
        return programs;
    }

    /** Returns the number of programs whose cycle the rules forbid. */
    public long strong() {
        return strong;
    }

    /** Returns the number of programs whose cycle is allowed and was seen. */
    public long shown() {
        return shown;
    }

    public long runs() {
        return runs;
    }

    /** Returns the number of runs that showed an allowed cycle. */
    public long weakRuns() {
        return weakRuns;
    }

    /** Returns the number of runs of programs whose cycle is allowed. */
    public long looseRuns() {
        return looseRuns;
    }

    /** Returns the number of allowed outcomes of all programs together. */
    public long allowed() {
        return allowed;
    }

    /** Returns the number of different outcomes that the programs showed. */
    public long seen() {
        return seen;
    }

    /** Returns the number of programs with a forbidden outcome. */
    public long noticed() {
        return noticed;
    }
}
