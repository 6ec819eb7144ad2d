// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.util.Locale;

/**
 * One change of one word of the emitted netlist.
 *
 * @param number the number with which the library of mutants selects it, from 1 on
 * @param bit the bit that is changed, or -1 if the mutant concerns the whole word
 */
record WordMutant(int number, MutationSite site, MutantKind kind, int bit) {
    /** Returns what is changed, as `$add Y stuck_1 bit 3`. */
    String what() {
        return site.type() + " " + site.port() + " " + kind.name().toLowerCase(Locale.ROOT)
                + (bit < 0 ? "" : " bit " + bit);
    }

    /** Returns everything that decides the mutant but its number. */
    String text() {
        return site.unit() + " " + site.source() + " " + site.cell() + " " + what();
    }
}
