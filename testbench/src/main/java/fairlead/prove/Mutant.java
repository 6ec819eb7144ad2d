// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/**
 * One seeded bug in the emitted Verilog that a property must catch on its own.
 *
 * @param name what is wrong
 * @param module the Verilog module in which {@code from} occurs exactly once, white space apart
 * @param from text of the product
 * @param to text of the mutant
 */
public record Mutant(String name, String module, String from, String to) {}
