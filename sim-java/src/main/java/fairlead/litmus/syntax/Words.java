// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/**
 * The words on a node that have one name.
 *
 * @param bytes bytes of a word: 1, 2, 4 or 8
 */
public record Words(String symbol, String node, int count, int bytes) {}
