// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

/** The method that decides a property. */
public enum Method {
    /**
     * Property-directed reachability on the bit level (abc). This method gives an inductive invariant or a
     * counterexample.
     */
    PDR("pdr"),
    /** A reduction of liveness to safety (abc l2s), followed by PDR. */
    L2S("l2s+pdr"),
    /**
     * k-liveness: the goal is reached within a fixed number of rounds, in each of which every fairness condition has
     * held once. This is a safety property, decided by PDR. The depth of the property is the number of rounds.
     */
    ROUNDS("k-liveness+pdr"),
    /** PDR with a statement about all registers of a unit, see {@link RestCheck}. */
    REST("flat+pdr"),
    /**
     * Induction over one cycle on the bit level (yosys sat), with the first cycles checked by abc. The statement and
     * its helpers must form an inductive invariant without further strengthening.
     */
    STEP("induction");

    private final String label;

    Method(final String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
