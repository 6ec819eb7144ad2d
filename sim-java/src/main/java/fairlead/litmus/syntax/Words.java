// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/**
 * The words of 8 bytes on a node that have one name.
 *
 * @param sized true if the number of words follows the axis `size`
 */
public record Words(String symbol, String node, int count, boolean sized, int line) {}
