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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts, for each node and channel of the collective network, the packets that software has given and taken, and notes
 * the cycle in which it last did something. A packet is given when software has given its last flit, and taken when
 * software has read its last flit.
 */
final class TreeTraffic {
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int MESSAGES = HwLayout.CLASS_ROUTES;
    private static final int REMEMBERED = 64; // packets of a node that may still be refused

    private record Gift(long tag, int place, boolean isContribution) {}

    private final long[] given; // contributions to combines, by node and channel
    private final long[] arrived; // packets that have arrived, by node and channel
    private final long[] taken; // packets that software has read, by node and channel
    private final long[] lastArrival; // cycle, by node and channel
    private final long[] acted; // cycle in which software last acted or learnt of an arrival, by node and channel
    private final long[] tags; // tag of the packet given last, by node and channel
    private final boolean[] unsure; // whether a refusal may have been of another channel, by node and channel
    private final int[] giving; // flits of the open packet that software still has to give, by node
    private final int[] givingTo; // place of the open packet, by node; -1 if it is no contribution
    private final int[] reading; // flits of the packet under way to software that are still to be read, by node
    private final int[] readingOf; // its channel, by node
    private final List<ArrayDeque<Gift>> gifts = new ArrayList<>(); // the packets given last, by node

    TreeTraffic(final int nodes) {
        given = new long[nodes * CHANNELS];
        arrived = new long[given.length];
        taken = new long[given.length];
        lastArrival = new long[given.length];
        acted = new long[given.length];
        unsure = new boolean[given.length];
        tags = new long[given.length];
        Arrays.fill(tags, -1);
        giving = new int[nodes];
        givingTo = new int[nodes];
        reading = new int[nodes];
        readingOf = new int[nodes];
        Arrays.fill(lastArrival, -1);
        for (int node = 0; node < nodes; node++) {
            gifts.add(new ArrayDeque<>());
        }
    }

    private static int channel(final long header) {
        final boolean message = CollectiveHeader.mode(header) == CollectiveMode.MESSAGE;
        return message ? MESSAGES : (int) CollectiveHeader.route(header);
    }

    private static int flits(final long header) {
        return (int) (CollectiveHeader.length(header) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    private void acts(final int place, final long cycle) {
        acted[place] = Math.max(acted[place], cycle);
    }

    /** Notes the packets among the commands that software gives. */
    void commands(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            final int node = commands.node(i);
            switch (commands.op(i)) {
                case TileCommand.TREE_GIVE -> gives(node, commands.word(i, 0), commands.word(i, 1), commands.cycle(i));
                case TileCommand.TREE_BODY -> {
                    if (giving[node] > 0) {
                        giving[node]--;
                        gave(node);
                    }
                }
                case TileCommand.TREE_READ -> {
                    final long channel = commands.word(i, 0);
                    if (channel >= 0 && channel < CHANNELS) {
                        acts(node * CHANNELS + (int) channel, commands.cycle(i));
                    }
                }
                default -> {}
            }
        }
    }

    private void gives(final int node, final long header, final long tag, final long cycle) {
        final int place = node * CHANNELS + channel(header);
        if (tags[place] != tag) { // a packet that was refused and is given again is no progress
            acts(place, cycle);
            tags[place] = tag;
        }
        giving[node] = flits(header);
        givingTo[node] = isContribution(header) ? place : -1;
        gave(node);
        final ArrayDeque<Gift> last = gifts.get(node);
        last.addLast(new Gift(tag, place, isContribution(header)));
        if (last.size() > REMEMBERED) {
            last.removeFirst();
        }
    }

    private static boolean isContribution(final long header) {
        return CollectiveHeader.mode(header) == CollectiveMode.COMBINE
                || CollectiveHeader.mode(header) == CollectiveMode.ALLREDUCE;
    }

    private void gave(final int node) {
        if (giving[node] == 0 && givingTo[node] >= 0) {
            given[givingTo[node]]++;
            givingTo[node] = -1;
        }
    }

    /** Notes the packets that have arrived, that software has read and that were refused; rewinds the cursor. */
    void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            final int node = batch.node();
            if (node >= 0 && node < giving.length) {
                switch (batch.kind()) {
                    case EventKind.TREE_ARRIVED -> arrives(node, batch.a(), batch.cycle());
                    case EventKind.TREE_HEAD -> {
                        readingOf[node] = channel(batch.a());
                        reading[node] = flits(batch.a());
                        took(node, batch.cycle());
                    }
                    case EventKind.TREE_DATA -> {
                        reading[node] = Math.max(0, reading[node] - 1);
                        took(node, batch.cycle());
                    }
                    case EventKind.TREE_REFUSED -> refused(node, batch.b());
                    case EventKind.DEVICE_ANSWER -> answered(node, batch.b(), batch.cycle());
                    default -> {}
                }
            }
        }
        batch.rewind();
    }

    private void arrives(final int node, final long channels, final long cycle) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            if ((channels >> channel & 1) != 0) {
                final int place = node * CHANNELS + channel;
                arrived[place]++;
                lastArrival[place] = cycle;
                acts(place, cycle);
            }
        }
    }

    private void took(final int node, final long cycle) {
        final int place = node * CHANNELS + readingOf[node];
        acts(place, cycle);
        taken[place] += reading[node] == 0 ? 1 : 0;
    }

    /** Handles the answer of a shared device, which tells how many packets its FIFO has. */
    private void answered(final int node, final long status, final long cycle) {
        final int place = node * CHANNELS + MESSAGES;
        final int late = lastArrival[place] >= cycle - 1 ? 1 : 0; // an arrival is counted there a cycle later
        taken[place] = Math.max(taken[place], arrived[place] - DeviceEvent.packets(status) - late);
        if (DeviceEvent.command(status) >= TileCommand.DEVICE_READ_HEADER
                && DeviceEvent.result(status) == DeviceResult.DONE) {
            acts(place, cycle);
        }
    }

    /** A refusal names the tag alone. If packets of several channels have the tag, none of their counts is sure. */
    private void refused(final int node, final long tag) {
        final ArrayDeque<Gift> last = gifts.get(node);
        final List<Gift> same = last.stream().filter(gift -> gift.tag == tag).toList();
        final boolean sure = same.stream().map(Gift::place).distinct().count() == 1;
        for (final Gift gift : same) {
            unsure[gift.place] |= !sure;
        }
        if (!same.isEmpty()) {
            final Gift refused = same.get(0);
            given[refused.place] -= refused.isContribution ? 1 : 0;
            last.remove(refused);
        }
    }

    long given(final int place) {
        return given[place];
    }

    long arrived(final int place) {
        return arrived[place];
    }

    /** Returns the number of packets that have arrived and that software has not read. */
    long unread(final int place) {
        return arrived[place] - taken[place];
    }

    boolean isSure(final int place) {
        return !unsure[place];
    }

    /** Returns the cycle in which software last acted on a channel of a node, or a packet last arrived there. */
    long acted(final int place) {
        return acted[place];
    }
}
