// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.CollectiveNetwork;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The software of one node for the shared network device: its threads' receive loops, or the daemon of an I/O node. */
final class SharedDevice {
    private static final int ABSENT_NODE = 1;
    private static final int ABSENT_THREAD = 1;

    private final NodeHost host;
    private final DeviceFlaw flaw;
    private final List<ReceiveLoop> threads = new ArrayList<>();
    private final IoDaemon daemon;
    boolean used; // events of the collective network are for this software

    SharedDevice(NodeHost host, CollectiveNetwork network, int tasks, Program program) {
        this.host = host;
        flaw = program.deviceFlaw();
        for (int thread = 0; thread < tasks; thread++) {
            threads.add(new ReceiveLoop(host, this, thread, flaw, program.devicePolling()));
        }
        daemon = new IoDaemon(network);
    }

    void start(Operation op, long cycle) {
        used = true;
        if (op.kind() == OpKind.DEVICE_SEND) {
            daemon.start(op, cycle);
        } else if (flaw != DeviceFlaw.ABSENT || host.node != ABSENT_NODE || op.task() != ABSENT_THREAD) {
            threads.get(op.task()).start(op, cycle);
        }
    }

    /** Notes that a packet has come or was taken. */
    void moves(long cycle) {
        host.run.moved(cycle);
        threads.forEach(thread -> thread.wake(cycle));
    }

    /** Handles DEVICE_ANSWER and the events of the collective network; software acts in `cycle`. */
    void react(EventCursor event, long cycle) {
        switch (event.kind()) {
            case EventKind.DEVICE_ANSWER -> threads.get(
                            Nonsense.index(DeviceEvent.processor(event.b()), threads.size(), "thread"))
                    .answered((int) DeviceEvent.result(event.b()), event.a(), cycle);
            case EventKind.TREE_ARRIVED -> moves(cycle);
            case EventKind.TREE_REFUSED -> daemon.refused();
            default -> host.run.complain(
                    null, cycle, "node " + host.node + ": " + EventKind.name(event.kind()) + " without a cause");
        }
    }

    /**
     * The daemon of an I/O node: it sends its messages one after the other, each as a header packet and packets of
     * payload. It gives a packet, waits until it must have heard of a refusal, and gives it again if there was one.
     */
    private final class IoDaemon {
        private static final int PACKET = HwLayout.TREE_PAYLOAD;
        private static final int HEADER_BYTES = 8;
        private static final int AGAIN = 16; // cycles before a refused packet is given again

        /** @param ends the message that ends with this packet, or null */
        private record Packet(int task, long header, long tag, long[] words, Operation ends) {}

        private final CollectiveNetwork network;
        private final ArrayDeque<Packet> packets = new ArrayDeque<>(); // of the message that is being sent
        private final ArrayDeque<Operation> messages = new ArrayDeque<>(); // that have no packets yet
        private boolean refused;

        IoDaemon(CollectiveNetwork network) {
            this.network = network;
        }

        /** Sends a message in `cycle` or later, after those before it. */
        void start(Operation op, long cycle) {
            host.run.entered(op, cycle);
            messages.add(op);
            if (packets.isEmpty() && messages.size() == (flaw == DeviceFlaw.INTERLEAVED ? 2 : 1)) {
                next(cycle);
            }
        }

        private void next(long cycle) {
            Operation message = messages.poll();
            if (message == null) {
                return;
            }
            boolean alternates = flaw == DeviceFlaw.INTERLEAVED && !messages.isEmpty();
            List<Packet> one = split(message, !alternates);
            List<Packet> other = alternates ? split(messages.poll(), true) : one;
            Packet end = other.remove(other.size() - 1);
            for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
                if (i < one.size()) {
                    packets.add(one.get(i));
                }
                if (alternates && i < other.size()) {
                    packets.add(other.get(i));
                }
            }
            packets.add(end);
            give(Math.max(cycle, host.run.table.readyAt(message.id())));
        }

        /** @param ends whether the last packet says that it is the last one */
        private List<Packet> split(Operation op, boolean ends) {
            DeviceMessage message = DeviceMessage.of(op);
            long way = network.way(op.classRoute(), message.sender(), message.node())
                    | (long) op.classRoute() << CollectiveHeader.ROUTE_LSB
                    | (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB;
            long header = flaw == DeviceFlaw.NO_LENGTH ? message.thread() : message.header();
            List<Packet> split = new ArrayList<>();
            split.add(packet(op, way, HEADER_BYTES, new long[] {header, 0}, false));
            for (int from = 0; from < message.bytes(); from += PACKET) {
                int length = Math.min(PACKET, message.bytes() - from);
                long[] words = new long[(length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES * 2];
                for (int i = 0; i < words.length; i++) {
                    words[i] = Payload.word(message.key(), from / Long.BYTES + i);
                }
                boolean last = from + length == message.bytes();
                long flag = ends && last ? 1L << CollectiveHeader.LAST_LSB : 0;
                split.add(packet(op, way | flag, length, words, last));
            }
            return split;
        }

        private static Packet packet(Operation op, long way, int length, long[] words, boolean last) {
            long header = way | (long) length << CollectiveHeader.LENGTH_LSB;
            return new Packet(op.task(), header, op.operand(), words, last ? op : null);
        }

        private void give(long cycle) {
            Packet packet = packets.peek();
            refused = false;
            host.command(cycle, packet.task, TileCommand.TREE_GIVE, packet.header, packet.tag, packet.task, 0);
            for (int i = 0; i < packet.words.length; i += 2) {
                host.command(
                        cycle,
                        packet.task,
                        TileCommand.TREE_BODY,
                        packet.words[i],
                        packet.words[i + 1],
                        packet.task,
                        0);
            }
            long end = cycle + packet.words.length / 2;
            host.ask(end, packet.task, HostCommand.TIMER, 0, 0, 0, (event, at) -> given(at));
        }

        void refused() {
            refused = true;
        }

        /** The packet that was given last would have been refused by now. */
        private void given(long cycle) {
            if (!refused) {
                host.run.moved(cycle);
                Operation ended = packets.poll().ends;
                if (ended != null) {
                    host.run.finished(ended, cycle, Result.DONE, 0);
                }
                if (packets.isEmpty()) {
                    next(cycle);
                } else {
                    give(cycle);
                }
            } else if (!host.run.stands(cycle)) {
                give(cycle + AGAIN);
            }
        }
    }
}
