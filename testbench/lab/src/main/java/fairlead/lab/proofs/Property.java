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
 * @param assumes assertions about the environment that are assumed; {@link Assumptions} lists what discharges each
 * @param cover an assertion that must be refuted, which shows that the situation of interest is reachable
 * @param limit the time limit of one prover run in seconds
 * @param depth the k of an induction, the rounds of a k-liveness, or for the claim BOUNDED the number of cycles without
 *      a counterexample
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
        Mutant mutant,
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
                group, assertion, harness, kind, method, size, statement, helpers, assumes, cover, mutant, limit,
                cycles, other, restates, quick);
    }

    /** Returns this property with the method k-liveness and with helper statements. */
    Property inRounds(final int rounds, final List<String> withThese) {
        return new Property(
                group,
                assertion,
                harness,
                kind,
                Method.ROUNDS,
                size,
                statement + "; within " + rounds + " rounds of these",
                withThese,
                assumes,
                cover,
                mutant,
                limit,
                rounds,
                claim,
                restates,
                quick);
    }

    /** Returns this property, marked as a restatement. */
    Property restatement() {
        return new Property(
                group, assertion, harness, kind, method, size, statement, helpers, assumes, cover, mutant, limit, depth,
                claim, true, quick);
    }

    /** Returns this property with those of its helpers and assumptions that a harness states. */
    Property among(final Set<String> stated) {
        return new Property(
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
                mutant,
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
