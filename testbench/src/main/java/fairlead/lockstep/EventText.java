// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;

/** The text form of event records. */
public final class EventText {
    private EventText() {}

    /** Returns the record under the cursor as one line. */
    public static String of(final EventCursor e) {
        return String.format(
                "cycle %d node %d %s %s seq %d a=%#x b=%#x c=%#x",
                e.cycle(), e.node(), EventUnit.name(e.unit()), EventKind.name(e.kind()), e.seq(), e.a(), e.b(), e.c());
    }

    static String unit(final EventCursor e) {
        return EventUnit.name(e.unit());
    }

    static String kind(final EventCursor e) {
        return EventKind.name(e.kind());
    }
}
