// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.CollectiveNetwork;
import fairlead.program.DeviceFlaw;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The software of one node for the shared network device: its threads' receive loops, or the daemon of an I/O node. */
final class SharedDevice {
    private static final int ABSENT_NODE = 1;
    private static final int ABSENT_THREAD = 1;

    private final NodeHost host;
    private final DeviceFlaw flaw;
    private final List<ReceiveLoop> threads = new ArrayList<>();
    private final Map<Integer, ReceiveLoop> waiting = new HashMap<>(); // by sequence number of a host command
    private final IoDaemon daemon;
    private boolean used;

    SharedDevice(final NodeHost host, final CollectiveNetwork network, final int tasks, final Program program) {
        this.host = host;
        flaw = program.deviceFlaw();
        for (int thread = 0; thread < tasks; thread++) {
            threads.add(new ReceiveLoop(host, this, thread, flaw, program.devicePolling()));
        }
        daemon = new IoDaemon(host, network, flaw);
    }

    /** Returns whether the node uses the device, so that events of its collective network are for this software. */
    boolean isUsed() {
        return used;
    }

    void start(final Operation op, final long cycle) {
        used = true;
        if (op.kind() == OpKind.DEVICE_SEND) {
            daemon.start(op, cycle);
        } else if (flaw != DeviceFlaw.ABSENT || host.node() != ABSENT_NODE || op.task() != ABSENT_THREAD) {
            threads.get(op.task()).start(op, cycle);
        }
    }

    void await(final int seq, final ReceiveLoop thread) {
        waiting.put(seq, thread);
    }

    /** Notes that a packet has come or was taken. */
    void moves(final long cycle) {
        host.progressed(cycle);
        threads.forEach(thread -> thread.wake(cycle));
    }

    /** Handles LOADED, STORED and TIMED; returns false if the command is not of this software. */
    boolean answered(final EventCursor event, final long cycle) {
        final ReceiveLoop thread = waiting.remove((int) event.a());
        if (thread != null) {
            thread.woken(event.b(), cycle);
        }
        return thread != null || daemon.answered((int) event.a(), cycle);
    }

    /** Handles DEVICE_ANSWER and the events of the collective network; software acts in `cycle`. */
    void react(final EventCursor event, final long cycle) {
        switch (event.kind()) {
            case EventKind.DEVICE_ANSWER -> threads.get((int) DeviceEvent.processor(event.b()))
                    .answered((int) DeviceEvent.result(event.b()), event.a(), cycle);
            case EventKind.TREE_ARRIVED -> moves(cycle);
            case EventKind.TREE_REFUSED -> daemon.refused();
            default -> host.complain(
                    -1, cycle, "node " + host.node() + ": " + EventKind.name(event.kind()) + " without a cause");
        }
    }
}
