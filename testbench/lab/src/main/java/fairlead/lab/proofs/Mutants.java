// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

/**
 * Mutants of a unit that yosys draws: in each one, a bit at a gate of the unit has a wrong value. All of them are in
 * one netlist, and the prover chooses which one is active.
 *
 * @param unit the module of the unit; empty for no mutants
 * @param wire the only wire of which bits are changed, as for a reference that the harness itself has; empty for any
 *      gate of the unit
 * @param seed the seed of the draw
 */
public record Mutants(String unit, String wire, int seed) {
    static final Mutants NONE = new Mutants("", "", 0);

    /** The number of mutants that are drawn. Mutant 0 is the unit without a mutant. */
    static final int COUNT = 200;

    /** The number of bits of the number of a mutant. */
    static final int BITS = 8;

    /** The register of the top module with the number of the active mutant. */
    static final String ACTIVE = "proof_mutant";

    /** The input of the top module from which that register takes its value in the first cycle. */
    static final String CHOICE = "proof_choice";

    boolean some() {
        return !unit.isEmpty();
    }
}
