// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

/**
 * The first thing in which two engines differ.
 *
 * @param cycle of the event, or at which states were compared
 * @param node where, or -1
 * @param unit name of the unit (docs/spec/words.md), `vc`, `memory` or `end`
 * @param what event kind or place
 * @param first what the first engine has
 * @param second what the second has
 */
public record Difference(long cycle, int node, String unit, String what, String first, String second) {
    /** Several lines, the engines by name. */
    public String text(final String firstName, final String secondName) {
        final String place = "cycle " + cycle + (node < 0 ? "" : " node " + node) + " unit " + unit + ": " + what;
        return place + "\n  " + firstName + ": " + first + "\n  " + secondName + ": " + second;
    }
}
