// SPDX-License-Identifier: Apache-2.0
/**
 * Proofs of unit properties on the emitted Verilog (docs/lab/proofs.md). {@link fairlead.lab.proofs.Catalogue} lists
 * all
 * properties, the classes *Properties have those of one unit each, with cover and mutant, and {@link
 * fairlead.lab.proofs.ProofRun} asks the provers. {@link fairlead.lab.proofs.Assumptions} says why each assumption is
 * true in
 * the machine.
 */
package fairlead.lab.proofs;
