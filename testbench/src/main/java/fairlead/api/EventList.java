// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.node.Observer;
import java.util.ArrayList;
import java.util.List;

/** Keeps the events of a run. */
final class EventList implements Observer {
    private final List<RunEvent> events = new ArrayList<>();

    @Override
    public void events(final EventCursor batch) {
        while (batch.next()) {
            events.add(new RunEvent(
                    batch.cycle(),
                    batch.node(),
                    EventUnit.name(batch.unit()),
                    EventKind.name(batch.kind()),
                    batch.seq(),
                    batch.a(),
                    batch.b(),
                    batch.c()));
        }
        batch.rewind();
    }

    List<RunEvent> all() {
        return events;
    }
}
