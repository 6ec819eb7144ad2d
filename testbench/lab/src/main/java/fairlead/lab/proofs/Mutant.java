// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

/**
 * One seeded bug in the emitted Verilog, which a property must catch without other properties.
 *
 * @param name a description of the bug
 * @param module the Verilog module in which {@code from} occurs exactly once, apart from white space
 * @param from the text of the product
 * @param to the text of the mutant
 */
public record Mutant(String name, String module, String from, String to) {}
