// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.Map;

/**
 * A `forbidden` or `seen` line.
 *
 * @param forbidden true for `forbidden`, false for `seen`
 * @param condition the condition as a tree
 * @param text the condition as written
 * @param at axes and values to which the claim applies; empty for all points
 * @param line line in the file
 */
public record Claim(boolean forbidden, Condition condition, String text, Map<String, List<String>> at, int line) {}
