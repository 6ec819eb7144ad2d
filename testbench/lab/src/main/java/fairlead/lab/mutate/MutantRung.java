// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.util.Locale;

/** A step of the ladder that plays a mutant, in the order of the ladder. */
enum MutantRung {
    /** Random cases in lockstep with the twin. */
    LOCKSTEP(true),
    /** Scenarios and drawn workloads under verdicts. */
    VERDICTS(false),
    /** Litmus files, judged by their conditions, by the memory model and by verdicts. */
    LITMUS(false),
    /** Meaningless commands, judged from the events alone. */
    RAW(false),
    /** The cases of the rung lockstep without the twin, with the assertions of the units switched on. */
    ASSERTIONS(false),
    /** Fast tests of the unit alone or of the tile, which compare them with what the pages say. */
    PAGES(false),
    /** Fast tests of the unit alone or of the tile, which compare them with the twin. */
    TESTS(true),
    /** More random cases in lockstep with the twin. */
    DEEP(true),
    /** The proofs of the unit, played behind all others, as the proofs of equivalence are. */
    PROOFS(false);

    private final boolean twin;

    MutantRung(final boolean twin) {
        this.twin = twin;
    }

    /** Tells whether the rung compares the mutant with the twin. */
    boolean hasTwin() {
        return twin;
    }

    /** Returns the name of the rung in the ledger. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
