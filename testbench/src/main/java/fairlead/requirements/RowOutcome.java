// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

/** How a requirement comes out. */
public enum RowOutcome {
    HOLDS("holds"),
    /** What the runs can show holds; the row names what they cannot show. */
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
