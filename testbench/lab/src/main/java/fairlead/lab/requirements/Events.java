// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All events of a run, in the order of the event hash. */
final class Events implements Observer {
    /** One event. */
    record Event(long cycle, int node, int unit, int kind, long a, long b, long c) {
        /** The result of a query for an event that did not occur; its cycle is before every other. */
        static final Event NEVER = new Event(-1, -1, -1, -1, -1, -1, -1);

        boolean isSeen() {
            return cycle >= 0;
        }
    }

    private final List<Event> all = new ArrayList<>();

    @Override
    public void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            all.add(new Event(
                    batch.cycle(), batch.node(), batch.unit(), batch.kind(), batch.a(), batch.b(), batch.c()));
        }
        batch.rewind();
    }

    List<Event> all(final Predicate<Event> which) {
        return all.stream().filter(which).toList();
    }

    List<Event> of(final int node, final int kind) {
        return all(e -> e.node == node && e.kind == kind);
    }

    int count(final int node, final int kind) {
        return of(node, kind).size();
    }

    /** Returns the n-th event of this node and kind, counted from 0, or {@link Event#NEVER}. */
    Event nth(final int node, final int kind, final int n) {
        final List<Event> found = of(node, kind);
        return n < found.size() ? found.get(n) : Event.NEVER;
    }

    Event first(final int node, final int kind) {
        return nth(node, kind, 0);
    }

    Event last(final int node, final int kind) {
        final List<Event> found = of(node, kind);
        return found.isEmpty() ? Event.NEVER : found.get(found.size() - 1);
    }
}
