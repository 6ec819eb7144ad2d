// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

import fairlead.engine.api.CollectiveNetwork;
import fairlead.engine.api.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.DeviceMessage;
import fairlead.program.Payload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;

/**
 * The daemon of an I/O node: it sends its messages one after the other, each as a header packet and packets of payload.
 * It gives a packet, waits until it must have heard of a refusal, and gives it again if there was one.
 */
final class IoDaemon {
    private static final int PACKET = HwLayout.MAX_PAYLOAD;
    private static final int HEADER_BYTES = 8;
    private static final int AGAIN = 16; // cycles before a refused packet is given again

    private record Packet(long header, long tag, long[] words) {}

    private final CommandSink sink;
    private final Queue<Packet> packets = new ArrayDeque<>();
    private final CollectiveNetwork network;
    private final Iterator<DeviceMessage> messages; // that have no packets yet
    private final DeviceFlaw flaw;
    private boolean refused;

    IoDaemon(
            final CommandSink sink,
            final CollectiveNetwork network,
            final List<DeviceMessage> messages,
            final DeviceFlaw flaw) {
        this.sink = sink;
        this.network = network;
        this.messages = messages.iterator();
        this.flaw = flaw;
        next();
    }

    /** Splits the next message into its packets. */
    private void next() {
        if (!messages.hasNext()) {
            return;
        }
        final DeviceMessage message = messages.next();
        if (flaw == DeviceFlaw.INTERLEAVED && messages.hasNext()) {
            alternate(message, messages.next());
        } else {
            packets.addAll(split(message, true));
        }
    }

    private void alternate(final DeviceMessage one, final DeviceMessage other) {
        final List<Packet> a = split(one, false);
        final List<Packet> b = split(other, true);
        final Packet end = b.remove(b.size() - 1);
        while (!a.isEmpty() || !b.isEmpty()) {
            if (!a.isEmpty()) {
                packets.add(a.remove(0));
            }
            if (!b.isEmpty()) {
                packets.add(b.remove(0));
            }
        }
        packets.add(end);
    }

    /** @param ends whether the last packet says that it is the last one */
    private List<Packet> split(final DeviceMessage message, final boolean ends) {
        final long way = network.way(0, message.sender(), message.node())
                | (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB;
        final List<Packet> packets = new ArrayList<>();
        packets.add(new Packet(way | (long) HEADER_BYTES << CollectiveHeader.LENGTH_LSB, message.number(), new long[] {
            flaw == DeviceFlaw.NO_LENGTH ? message.thread() : message.header(), 0
        }));
        for (int from = 0; from < message.bytes(); from += PACKET) {
            final int length = Math.min(PACKET, message.bytes() - from);
            final boolean last = ends && from + length == message.bytes();
            final long[] words = new long[(length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES * 2];
            for (int i = 0; i < words.length; i++) {
                words[i] = Payload.word(message.key(), from / Long.BYTES + i);
            }
            packets.add(new Packet(
                    way | (long) length << CollectiveHeader.LENGTH_LSB | (last ? 1L << CollectiveHeader.LAST_LSB : 0),
                    message.number(),
                    words));
        }
        return packets;
    }

    /** Gives the first packet that has not been accepted. */
    void give(final long cycle) {
        final Packet packet = packets.peek();
        if (packet == null) {
            return;
        }
        refused = false;
        sink.command(cycle, 0, TileCommand.TREE_GIVE, packet.header, packet.tag);
        for (int i = 0; i < packet.words.length; i += 2) {
            sink.command(cycle, 0, TileCommand.TREE_BODY, packet.words[i], packet.words[i + 1]);
        }
        sink.command(cycle + packet.words.length / 2, 0, HostCommand.TIMER, 0, 0);
    }

    /** Handles an event of the node; software acts in `cycle`. */
    void react(final EventCursor event, final long cycle) {
        if (event.kind() == EventKind.TREE_REFUSED) {
            refused = true;
        } else if (event.kind() == EventKind.TIMED) {
            if (!refused) {
                packets.poll();
                if (packets.isEmpty()) {
                    next();
                }
            }
            give(refused ? cycle + AGAIN : cycle);
        }
    }

    boolean isDone() {
        return packets.isEmpty();
    }
}
