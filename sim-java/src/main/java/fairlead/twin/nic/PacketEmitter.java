// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.TableSizes.Table;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;

/**
 * Sends the prepared packets of one context to the router: the head, then the payload as it arrives, one credit a flit.
 * A packet occupies its place until its tail is sent. A pushed packet, a reply or a credit of cycle t can be used in t
 * + 1.
 */
final class PacketEmitter {
    static final int NONE = 0; // sources of payload flits

    static final int MEMORY = 1;
    static final int INLINE = 2;
    static final int DLA = 3;
    static final int LOADS = 1; // result bits of `send`: a counter was loaded; the tail of a DLA packet was sent

    static final int DLA_DONE = 2;

    private static final int QUEUE = HwLayout.HEADER_QUEUE;
    private static final int WINDOW = HwLayout.READ_WINDOW;
    private static final int WORDS = 5; // header (2), inline payload (2), kind: source, payload flits, OP_LOCAL
    private static final int SOURCE_MASK = 3;
    private static final int FLITS_SHIFT = 2;
    private static final int FLITS_MASK = 63;
    private static final int LOCAL = 1 << 8;

    private final int size; // number of packets that may be prepared
    private final Activity activity;
    private final int bit;
    private final long one; // the count of 1 for this link in Lanes
    private final int node;
    private final int link;
    private final int port;
    private final Packets packets;
    private final PartitionPorts.InjectionLinks router;
    private final EventPorts events;
    private final Ports.DlaStream dla;
    private final Ports.ReceivePort receive;

    private final long[] prepared = new long[QUEUE * WORDS];
    private final long[] reply = new long[2 * WINDOW];
    private int read;
    private int replyIn;
    private int replyOut;
    private int kind; // kind of the front packet
    private int position;
    private int packet;
    private int count; // number of packets that are prepared and not completely sent

    /** @param link injection link: 0 and 1 for requests, 2 and 3 for responses */
    PacketEmitter(TileContext tile, int link, Activity activity, Ports.DlaStream dla, Ports.ReceivePort receive) {
        this.dla = dla;
        this.receive = receive;
        this.activity = activity;
        size = tile.machine().buffers().tables().of(Table.HEADER_QUEUE);
        bit = 1 << link;
        one = Lanes.one(link);
        node = tile.node();
        this.link = link;
        port = link % HwLayout.MOST_PORTS;
        packets = tile.packets();
        router = tile.router();
        events = tile.events();
    }

    /** Adds a prepared packet; called after {@link #send} of this cycle. */
    void push(long head0, long head1, long data0, long data1, int source, int payload, boolean local) {
        assert count != size : "PE_A1: a packet is prepared without a place for it";
        int at = (read + count & QUEUE - 1) * WORDS;
        prepared[at] = head0;
        prepared[at + 1] = head1;
        prepared[at + 2] = data0;
        prepared[at + 3] = data1;
        prepared[at + 4] = source | payload << FLITS_SHIFT | (local ? LOCAL : 0);
        if (count++ == 0) {
            front(at);
        }
        activity.sending |= bit;
        if (count == size) {
            activity.full |= bit;
        }
    }

    private void front(int at) {
        kind = (int) prepared[at + 4];
        activity.streaming = (kind & SOURCE_MASK) == DLA ? activity.streaming | bit : activity.streaming & ~bit;
    }

    /**
     * Receives the words of a flit as input of the next cycle to be stepped; {@link Activity#replies} counts the flit
     * after the edge of that cycle.
     */
    void reply(long d0, long d1) {
        int at = replyIn * 2;
        reply[at] = d0;
        reply[at + 1] = d1;
        replyIn = replyIn + 1 & WINDOW - 1;
        activity.replied |= bit;
    }

    /**
     * Sends a flit; called only if the emitter can send, and before the pushes of the cycle. Returns the result bits.
     */
    int send() {
        activity.credits -= one;
        int at = read * WORDS;
        int source = kind & SOURCE_MASK;
        boolean tail = position == (kind >> FLITS_SHIFT & FLITS_MASK);
        int told = 0;
        if (position == 0) {
            packet = packets.open(prepared[at], prepared[at + 1]);
            events.emit(EventUnit.TX_REQ0 + link, EventKind.PACKET_INJECTED, prepared[at], prepared[at + 1]);
        } else if (source == MEMORY) {
            packets.payload(packet, position, reply[2 * replyOut], reply[2 * replyOut + 1]);
            replyOut = replyOut + 1 & WINDOW - 1;
            activity.replies -= one;
            activity.window += one;
            if (replyOut == replyIn) {
                replyIn = 0; // an empty ring may start at any index, and index 0 is in the cache
                replyOut = 0;
            }
        } else if (source == INLINE) {
            packets.payload(packet, position, prepared[at + 2], prepared[at + 3]);
        } else {
            long word = dla.w0();
            if (position == 1 && Header0.ptype(prepared[at]) == PacketType.GET) {
                boolean arms = receive.counterLoad(port, (int) GetPayload.ctr(word), (int) GetPayload.length(word));
                word |= arms ? 0 : GetPayload.UNARMED_MASK << GetPayload.UNARMED_LSB;
                told = LOADS;
            }
            packets.payload(packet, position, word, dla.w1());
        }
        router.inject(node, link, Packets.flit(packet, position, tail));
        if (source == DLA) {
            dla.take();
        }
        if (!tail) {
            if (position++ == 0 && source == MEMORY) {
                activity.hungry |= bit;
            }
            return told;
        }
        activity.hungry &= ~bit;
        if ((kind & LOCAL) != 0) {
            events.emit(EventUnit.LOCAL0 + port, EventKind.OP_LOCAL, prepared[at], prepared[at + 1]);
        }
        position = 0;
        read = read + 1 & QUEUE - 1;
        count--;
        activity.full &= ~bit;
        if (count == 0) {
            activity.sending &= ~bit;
        } else {
            front(read * WORDS);
        }
        return source == DLA ? told | DLA_DONE : told;
    }
}
