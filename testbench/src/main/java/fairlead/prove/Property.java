// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;

/**
 * One statement about the RTL and how it is decided.
 *
 * @param group its place in the list of properties, as in A1: a letter for the unit, a number
 * @param assertion its name in the Verilog: an assertion of the unit or of the harness, or a pair of live and fair outputs
 * @param harness folder name of the harness, see fairlead.prove.Proofs in hw
 * @param size parameters of the instance
 * @param statement of a liveness property; the others have theirs in the Verilog, and here the empty text
 * @param helpers other statements that are proved in the same run: an induction needs them, and pdr finds its invariant sooner
 * @param assumes assertions of the environment that are taken as given; {@link Assumptions} says what discharges each
 * @param cover assertion that must be refuted: the interesting situation is reachable
 * @param limit seconds for one run of a prover
 * @param depth k of an induction, rounds of a k-liveness; of a claim BOUNDED the cycles in which there is no counterexample
 * @param claim what is known of it: PROVED, BOUNDED, or UNDECIDED when the prover gives no answer within the limit; an answer that is better than
 *     the claim is welcome, REFUTED never is
 * @param restates it repeats what the unit assigns: a change of the unit shows, and no more is learned from it
 * @param quick part of the fast tier of the tests
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

    /** The same with another claim, up to {@code cycles} when that is BOUNDED. */
    Property claims(final ProofVerdict other, final int cycles) {
        return new Property(
                group, assertion, harness, kind, method, size, statement, helpers, assumes, cover, mutant, limit,
                cycles, other, restates, quick);
    }

    /** The same by k-liveness, with statements that help. */
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

    /** The same, marked as a restatement. */
    Property restatement() {
        return new Property(
                group, assertion, harness, kind, method, size, statement, helpers, assumes, cover, mutant, limit, depth,
                claim, true, quick);
    }

    /** Whether {@code --only text} means this property. */
    public boolean matches(final String text) {
        return text.equals(id()) || text.equals(group) || text.equals(assertion) || text.equals(group.substring(0, 1));
    }
}
