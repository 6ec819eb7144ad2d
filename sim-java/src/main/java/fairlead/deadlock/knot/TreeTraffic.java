// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts, for each node and channel of the collective network, the packets that software has given and taken, and notes
 * the cycle in which it last did something. A packet is given when software has given its last flit, and taken when
 * software has read its last flit.
 */
final class TreeTraffic {
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int MESSAGES = HwLayout.CLASS_ROUTES;
    private static final int REMEMBERED = 64; // packets of a node that may still be refused

    /** One channel of a node. */
    static final class Place {
        long given; // contributions to combines
        long arrived; // packets
        long acted; // cycle in which software last acted here or learnt of an arrival
        boolean unsure; // whether a refusal may have been of another channel
        private long taken; // packets that software has read
        private long lastArrival = -1; // cycle
        private long tag = -1; // of the packet given last

        private void acts(long cycle) {
            acted = Math.max(acted, cycle);
        }

        /** Returns the number of packets that have arrived and that software has not read. */
        long unread() {
            return arrived - taken;
        }
    }

    private record Gift(long tag, Place place, boolean isContribution) {}

    /** What software has under way at a node. */
    private static final class Node {
        private int giving; // flits of the open packet that software still has to give
        private Place givingTo; // of the open packet; null if it is no contribution
        private int reading; // flits of the packet under way to software that are still to be read
        private Place readingOf;
        private final ArrayDeque<Gift> gifts = new ArrayDeque<>(); // the packets given last

        private void gave() {
            if (giving == 0 && givingTo != null) {
                givingTo.given++;
                givingTo = null;
            }
        }

        private void took(long cycle) {
            readingOf.acts(cycle);
            readingOf.taken += reading == 0 ? 1 : 0;
        }
    }

    private final Place[] places; // by node and channel
    private final Node[] nodes;

    TreeTraffic(int nodes) {
        places = Stream.generate(Place::new).limit((long) nodes * CHANNELS).toArray(Place[]::new);
        this.nodes = Stream.generate(Node::new).limit(nodes).toArray(Node[]::new);
        for (int node = 0; node < nodes; node++) {
            this.nodes[node].readingOf = at(node * CHANNELS);
        }
    }

    /** Returns a channel of a node: node * TREE_CHANNELS + channel. */
    Place at(int place) {
        return places[place];
    }

    private Place at(int node, long header) {
        boolean message = CollectiveHeader.mode(header) == CollectiveMode.MESSAGE;
        return places[node * CHANNELS + (message ? MESSAGES : (int) CollectiveHeader.route(header))];
    }

    private static int flits(long header) {
        return (int) (CollectiveHeader.length(header) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    /** Notes the packets among the commands that software gives. */
    void commands(CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            int number = commands.node(i);
            long word = commands.word(i, 0);
            switch (commands.op(i)) {
                case TileCommand.TREE_GIVE -> gives(number, word, commands.word(i, 1), commands.cycle(i));
                case TileCommand.TREE_BODY -> {
                    Node node = nodes[number];
                    if (node.giving > 0) {
                        node.giving--;
                        node.gave();
                    }
                }
                case TileCommand.TREE_READ -> {
                    if (word >= 0 && word < CHANNELS) {
                        at(number * CHANNELS + (int) word).acts(commands.cycle(i));
                    }
                }
                default -> {}
            }
        }
    }

    private void gives(int number, long header, long tag, long cycle) {
        Node node = nodes[number];
        Place place = at(number, header);
        if (place.tag != tag) { // a packet that was refused and is given again is no progress
            place.acts(cycle);
            place.tag = tag;
        }
        boolean isContribution = CollectiveHeader.mode(header) == CollectiveMode.COMBINE
                || CollectiveHeader.mode(header) == CollectiveMode.ALLREDUCE;
        node.giving = flits(header);
        node.givingTo = isContribution ? place : null;
        node.gave();
        node.gifts.addLast(new Gift(tag, place, isContribution));
        if (node.gifts.size() > REMEMBERED) {
            node.gifts.removeFirst();
        }
    }

    /** Notes the packets that have arrived, that software has read and that were refused; rewinds the cursor. */
    void events(EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            if (batch.node() >= 0 && batch.node() < nodes.length) {
                event(batch, batch.node(), nodes[batch.node()]);
            }
        }
        batch.rewind();
    }

    private void event(EventCursor e, int number, Node node) {
        switch (e.kind()) {
            case EventKind.TREE_ARRIVED -> {
                for (int channel = 0; channel < CHANNELS; channel++) {
                    if ((e.a() >> channel & 1) != 0) {
                        Place place = at(number * CHANNELS + channel);
                        place.arrived++;
                        place.lastArrival = e.cycle();
                        place.acts(e.cycle());
                    }
                }
            }
            case EventKind.TREE_HEAD -> {
                node.readingOf = at(number, e.a());
                node.reading = flits(e.a());
                node.took(e.cycle());
            }
            case EventKind.TREE_DATA -> {
                node.reading = Math.max(0, node.reading - 1);
                node.took(e.cycle());
            }
            case EventKind.TREE_REFUSED -> refused(node.gifts, e.b());
            case EventKind.DEVICE_ANSWER -> answered(at(number * CHANNELS + MESSAGES), e.b(), e.cycle());
            default -> {}
        }
    }

    /** Handles the answer of a shared device, which tells how many packets its FIFO has. */
    private static void answered(Place place, long status, long cycle) {
        int late = place.lastArrival >= cycle - 1 ? 1 : 0; // an arrival is counted there a cycle later
        place.taken = Math.max(place.taken, place.arrived - DeviceEvent.packets(status) - late);
        if (DeviceEvent.command(status) >= TileCommand.DEVICE_READ_HEADER
                && DeviceEvent.result(status) == DeviceResult.DONE) {
            place.acts(cycle);
        }
    }

    /** A refusal names the tag alone. If packets of several channels have the tag, none of their counts is sure. */
    private static void refused(ArrayDeque<Gift> last, long tag) {
        List<Gift> same = last.stream().filter(gift -> gift.tag == tag).toList();
        boolean sure = same.stream().map(Gift::place).distinct().count() == 1;
        same.forEach(gift -> gift.place.unsure |= !sure);
        if (!same.isEmpty()) {
            Gift refused = same.get(0);
            refused.place.given -= refused.isContribution ? 1 : 0;
            last.remove(refused);
        }
    }
}
