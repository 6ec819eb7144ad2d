// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Recipe.RestCheck;
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
    Property claims(ProofVerdict other, int cycles) {
        return with(helpers, assumes, other, cycles);
    }

    private Property with(List<String> proved, List<String> given, ProofVerdict other, int cycles) {
        return new Property(
                group, assertion, harness, kind, method, size, statement, proved, given, cover, mutants, limit, cycles,
                other, restates, quick);
    }

    /**
     * Returns this property as a harness can state it, or null where the harness lacks its assertion or its cover. The
     * harness of another structure may lack them, and also an assumption or a helper: an assertion that always holds in
     * a structure is not in its Verilog, so it restricts nothing there.
     */
    Property statedOrNull(Set<String> stated) {
        if (!stated.contains(assertion) || !stated.contains(cover)) {
            return null;
        }
        List<String> proved = helpers.stream().filter(stated::contains).toList();
        return with(proved, assumes.stream().filter(stated::contains).toList(), claim, depth);
    }

    /** Tells whether {@code --only text} selects this property. */
    public boolean matches(String text) {
        return text.equals(id()) || text.equals(group) || text.equals(assertion) || text.equals(group.substring(0, 1));
    }

    /** The method that decides a property. */
    public enum Method {
        /**
         * Property-directed reachability on the bit level (abc). This method gives an inductive invariant or a
         * counterexample.
         */
        PDR("pdr"),
        L2S("l2s+pdr"), // a reduction of liveness to safety (abc l2s), followed by PDR
        /**
         * k-liveness: the goal is reached within a fixed number of rounds, in each of which every fairness condition
         * has held once. This is a safety property, decided by PDR. The depth of the property is the number of rounds.
         */
        ROUNDS("k-liveness+pdr"),
        /** PDR with a statement about all registers of a unit, see {@link RestCheck}. */
        REST("flat+pdr"),
        /**
         * Induction over one cycle on the bit level (yosys sat), with the first cycles checked by abc. The statement
         * and its helpers must form an inductive invariant without further strengthening.
         */
        STEP("induction");

        private final String label;

        Method(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** The kind of a property. */
    public enum PropertyKind {
        SAFETY, // a bad state is never reached
        LIVENESS, // a goal is reached infinitely often, provided that the fairness conditions hold infinitely often
        /** A goal is reached within a fixed number of cycles or grants; a counter turns this into a safety property. */
        BOUNDED
    }

    /**
     * Mutants of a unit that yosys draws: in each one, a bit at a gate of the unit has a wrong value. All of them are
     * in one netlist, and the prover chooses which one is active.
     *
     * @param unit the module of the unit; empty for no mutants
     * @param wire the only wire of which bits are changed, as for a reference that the harness itself has; empty for
     *     any gate of the unit
     * @param seed the seed of the draw
     */
    public record Mutants(String unit, String wire, int seed) {
        static final Mutants NONE = new Mutants("", "", 0);

        static final int COUNT = 200; // the number of mutants that are drawn. Mutant 0 is the unit without a mutant

        static final int BITS = 8; // the number of bits of the number of a mutant

        /** The register of the top module with the number of the active mutant. */
        static final String ACTIVE = "proof_mutant";

        /** The input of the top module from which that register takes its value in the first cycle. */
        static final String CHOICE = "proof_choice";

        boolean some() {
            return !unit.isEmpty();
        }
    }
}
