// SPDX-License-Identifier: Apache-2.0
/**
 * Proofs of unit properties on the emitted Verilog (docs/lab/proofs.md). {@link fairlead.lab.proofs.Catalogue} reads
 * the properties and the assumptions from hw/src/lab/proofs, and {@link fairlead.lab.proofs.ProofRun} asks the provers.
 */
package fairlead.lab.proofs;
