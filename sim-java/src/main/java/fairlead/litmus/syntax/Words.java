// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** `count` words of 8 bytes on a node, under one name. @param sized the count follows the axis `size` */
public record Words(String symbol, String node, int count, boolean sized, int line) {}
