// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.EventKind;
import java.util.ArrayList;
import java.util.List;

/** What one DLA tells in one cycle. */
final class DlaTold {
    /** An event of the DLA. */
    record Event(int kind, long a, long b) {
        @Override
        public String toString() {
            return EventKind.name(kind) + " (0x" + Long.toHexString(a) + ", " + b + ")";
        }
    }

    private final List<Event> events = new ArrayList<>();

    DlaTold() {}

    /** Makes a copy, from which events can be taken apart from the original. */
    DlaTold(final DlaTold other) {
        events.addAll(other.events);
    }

    void add(final int kind, final long a, final long b) {
        events.add(new Event(kind, a, b));
    }

    /** Removes and returns an event of one of these kinds, or returns null. */
    Event take(final int... kinds) {
        for (int i = 0; i < events.size(); i++) {
            for (final int kind : kinds) {
                if (events.get(i).kind() == kind) {
                    return events.remove(i);
                }
            }
        }
        return null;
    }

    /** Returns an event of this kind without removing it, or null. */
    Event find(final int kind) {
        return events.stream().filter(e -> e.kind() == kind).findFirst().orElse(null);
    }

    /** Returns an event that nobody has taken, or null. */
    Event rest() {
        return events.isEmpty() ? null : events.get(0);
    }
}
