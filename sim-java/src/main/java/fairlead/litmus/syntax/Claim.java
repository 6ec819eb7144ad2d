// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.Map;

/**
 * A `forbidden` or `seen` line.
 *
 * @param text the condition as written
 * @param at axis: values for which it is made; empty for all points
 */
public record Claim(boolean forbidden, Condition condition, String text, Map<String, List<String>> at, int line) {}
