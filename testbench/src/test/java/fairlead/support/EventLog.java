// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import java.util.ArrayList;
import java.util.List;

/** Keeps every event of a run. */
public final class EventLog implements Observer {
    /** One event. */
    public record Event(long cycle, int node, int unit, int kind, long a, long b, long c) {}

    private final List<Event> events = new ArrayList<>();

    @Override
    public void events(EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            events.add(new Event(
                    batch.cycle(), batch.node(), batch.unit(), batch.kind(), batch.a(), batch.b(), batch.c()));
        }
        batch.rewind();
    }

    /** Returns the events of one kind on one node, in order. */
    public List<Event> of(int node, int kind) {
        return events.stream().filter(e -> e.node == node && e.kind == kind).toList();
    }

    public Event first(int node, int kind) {
        return of(node, kind).get(0);
    }

    public Event last(int node, int kind) {
        List<Event> all = of(node, kind);
        return all.get(all.size() - 1);
    }
}
