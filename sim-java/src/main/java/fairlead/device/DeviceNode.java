// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

import fairlead.check.DeviceDelivery;
import fairlead.engine.api.EventCursor;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.EventKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The threads of one node, and what their use of the device costs. */
final class DeviceNode {
    private final int node;
    private final DeviceDelivery delivery;
    private final DeviceCosts costs;
    private final List<DeviceThread> threads = new ArrayList<>();
    private final Map<Integer, DeviceThread> waiting = new HashMap<>(); // by sequence number of a host command
    private long savedAt = -1;

    DeviceNode(
            final DeviceSetup setup,
            final int node,
            final CommandSink sink,
            final DeviceDelivery delivery,
            final DeviceCosts costs) {
        this.node = node;
        this.delivery = delivery;
        this.costs = costs;
        for (int thread = 0; thread < setup.mode().threads(); thread++) {
            threads.add(new DeviceThread(setup, sink, this, thread));
        }
    }

    List<DeviceThread> threads() {
        return threads;
    }

    void await(final int seq, final DeviceThread thread) {
        waiting.put(seq, thread);
    }

    void posted(final int thread, final int address) {
        delivery.posted(node, thread, address, DeviceSetup.BUFFER_BYTES);
    }

    void completed(final int thread, final int bytes, final long cycle) {
        delivery.completed(node, thread, bytes, cycle);
    }

    void locked(final boolean granted) {
        costs.locked(granted);
    }

    void wasted() {
        costs.foundNothing();
    }

    void saved(final long cycle) {
        savedAt = cycle;
    }

    void drained(final long cycle) {
        if (savedAt >= 0) {
            costs.delayed(cycle - savedAt);
        }
        savedAt = -1;
    }

    /** Handles a reactive event; software acts in `cycle`. */
    void react(final EventCursor event, final long cycle) {
        switch (event.kind()) {
            case EventKind.DEVICE_ANSWER -> threads.get((int) DeviceEvent.processor(event.b()))
                    .answered((int) DeviceEvent.result(event.b()), event.a(), cycle);
            case EventKind.LOADED, EventKind.STORED, EventKind.TIMED -> {
                final DeviceThread thread = waiting.remove((int) event.a());
                if (thread != null) {
                    thread.woken(event.b(), cycle);
                }
            }
            default -> {}
        }
    }
}
