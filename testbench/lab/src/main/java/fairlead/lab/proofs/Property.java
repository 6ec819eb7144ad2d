// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.Set;

/**
 * One statement about the RTL and the way it is decided.
 *
 * @param group the position in the list of properties, as in A1: a letter for the unit and a number
 * @param assertion the name in the Verilog: an assertion of the unit or of the harness, or a pair of live and fair
 *      outputs
 * @param harness the folder name of the harness, see fairlead.prove.Proofs in hw
 * @param size the parameters of the instance
 * @param statement the text of a liveness property; empty for other properties, whose text is in the Verilog
 * @param helpers other statements that are proved in the same run: an induction needs them, and pdr finds its invariant
 *      sooner
 * @param assumes assertions about the environment that are assumed; the table of assumptions lists what discharges each
 * @param cover an assertion that must be refuted, which shows that the situation of interest is reachable
 * @param mutants mutants of a unit, of which the property must refute one without its helpers
 * @param limit the time limit of one prover run in seconds
 * @param depth the rounds of a k-liveness, or for the claim BOUNDED the number of cycles without a counterexample
 * @param claim the expected verdict: PROVED, BOUNDED, or UNDECIDED if the prover gives no answer within the limit; a
 *      better verdict than claimed is accepted, REFUTED never
 * @param restates whether the property only repeats an assignment of the unit, so that it shows no more than a change
 *      of the unit
 * @param quick whether the property belongs to the fast tier of the tests
 */
public record Property(
        String group,
        String assertion,
        String harness,
        PropertyKind kind,
        Method method,
        String size,
        String statement,
        List<String> helpers,
        List<String> assumes,
        String cover,
        Mutants mutants,
        int limit,
        int depth,
        ProofVerdict claim,
        boolean restates,
        boolean quick) {
    public String id() {
        return group + "." + assertion;
    }

    /** Returns this property with another claim; {@code cycles} is the bound if the claim is BOUNDED. */
    Property claims(final ProofVerdict other, final int cycles) {
        return new Property(
                group, assertion, harness, kind, method, size, statement, helpers, assumes, cover, mutants, limit,
                cycles, other, restates, quick);
    }

    /**
     * Returns this property as a harness can state it, or null where the harness lacks its assertion or its cover. The
     * harness of another structure may lack them, and also an assumption or a helper: an assertion that always holds in
     * a structure is not in its Verilog, so it restricts nothing there.
     */
    Property statedOrNull(final Set<String> stated) {
        return !stated.contains(assertion) || !stated.contains(cover)
                ? null
                : new Property(
                        group,
                        assertion,
                        harness,
                        kind,
                        method,
                        size,
                        statement,
                        helpers.stream().filter(stated::contains).toList(),
                        assumes.stream().filter(stated::contains).toList(),
                        cover,
                        mutants,
                        limit,
                        depth,
                        claim,
                        restates,
                        quick);
    }

    /** Tells whether {@code --only text} selects this property. */
    public boolean matches(final String text) {
        return text.equals(id()) || text.equals(group) || text.equals(assertion) || text.equals(group.substring(0, 1));
    }
}
