// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;

/**
 * The first difference between two engines.
 *
 * @param cycle the cycle of the event, or of the comparison of states
 * @param node the rank of the node, or -1
 * @param unit the name of the unit (docs/spec/words.md), `vc`, `memory` or `end`
 * @param what the event kind, or the position that differs
 * @param first the value in the first engine
 * @param second the value in the second engine
 */
public record Difference(long cycle, int node, String unit, String what, String first, String second) {
    /** Returns the difference as text of several lines, with the names of the engines. */
    public String text(String firstName, String secondName) {
        String place = "cycle " + cycle + (node < 0 ? "" : " node " + node) + " unit " + unit + ": " + what;
        return place + "\n  " + firstName + ": " + first + "\n  " + secondName + ": " + second;
    }

    public static String event(EventCursor e) {
        return String.format(
                "cycle %d node %d %s %s seq %d a=%#x b=%#x c=%#x",
                e.cycle(), e.node(), EventUnit.name(e.unit()), EventKind.name(e.kind()), e.seq(), e.a(), e.b(), e.c());
    }
}
