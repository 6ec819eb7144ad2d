// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

/** The outcome of a requirement. */
public enum RowOutcome {
    HOLDS("holds"),
    /** All conditions that the runs can show hold; the row names the rest. */
    PARTIAL("partial"),
    /** A condition is broken, or a control does not break the condition that it names. */
    FAILS("FAILS"),
    NOT_BUILT("not built");

    private final String word;

    RowOutcome(final String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
