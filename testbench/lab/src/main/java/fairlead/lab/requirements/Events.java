// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** All events of a run, in the order of the event hash. */
final class Events implements Observer {
    /** One event. */
    record Event(long cycle, int node, int unit, int kind, long a, long b, long c) {
        /** The result of a query for an event that did not occur; its cycle is before every other. */
        static final Event NEVER = new Event(-1, -1, -1, -1, -1, -1, -1);
    }

    private final List<Event> all = new ArrayList<>();
    private final Map<Integer, List<Event>> byNodeAndKind = new HashMap<>();

    @Override
    public void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            final Event event =
                    new Event(batch.cycle(), batch.node(), batch.unit(), batch.kind(), batch.a(), batch.b(), batch.c());
            all.add(event);
            byNodeAndKind
                    .computeIfAbsent(event.node << 8 | event.kind, k -> new ArrayList<>())
                    .add(event);
        }
        batch.rewind();
    }

    List<Event> all(final Predicate<Event> which) {
        return all.stream().filter(which).toList();
    }

    List<Event> of(final int node, final int kind) {
        return byNodeAndKind.getOrDefault(node << 8 | kind, List.of());
    }

    Event first(final int node, final int kind) {
        final List<Event> found = of(node, kind);
        return found.isEmpty() ? Event.NEVER : found.get(0);
    }

    Event last(final int node, final int kind) {
        final List<Event> found = of(node, kind);
        return found.isEmpty() ? Event.NEVER : found.get(found.size() - 1);
    }
}
