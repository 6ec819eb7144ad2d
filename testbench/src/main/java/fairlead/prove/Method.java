// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/** How a property is decided. */
public enum Method {
    /** Property-directed reachability on the bit level (abc): an inductive invariant, or a counterexample from reset. */
    PDR("pdr"),
    /** Liveness to safety (abc l2s), then PDR. */
    L2S("l2s+pdr"),
    /** As many rounds as the property has depth, in each of which every fairness condition has held once, end with the goal (k-liveness): safety, by PDR. */
    ROUNDS("k-liveness+pdr"),
    /** PDR about all registers of a unit: see {@link RestCheck}. */
    REST("flat+pdr"),
    /** k-induction on the word level (yosys-smtbmc, z3): base case and step, with the helper invariants of the unit proved together. */
    INDUCTION("k-induction"),
    /** Induction over one cycle on the bit level (yosys sat), the first cycles by abc: the statement and its helpers are an inductive invariant as they stand. */
    STEP("induction");

    private final String label;

    Method(final String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
