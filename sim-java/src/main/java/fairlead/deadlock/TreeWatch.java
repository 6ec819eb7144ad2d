// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.TreeDetector.Finding;
import fairlead.deadlock.TreeDetector.Standing;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Watches the collective network of a running machine, whatever else moves in it. It looks at the links every {@link
 * #PERIOD} cycles. A channel of a node is stopped when neither its links nor software have changed anything there for
 * {@link #patience} cycles. If software cannot move a stopped channel, the network is broken: it has a knot, or it owes
 * a move. Channels that wait for software are noted too, and are no error.
 */
public final class TreeWatch {
    /** Number of cycles between two looks. */
    public static final int PERIOD = 256;

    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int LINKS = HwLayout.TREE_LINKS;
    /** Cycles that the network may take at most until something moves, besides the latencies of flits and credits. */
    private static final int OWN_PATIENCE = 1024;

    private static final long LONGEST_PAUSE = 16 * PERIOD;
    /** Latencies of flits and credits in which a packet passes a link with a buffer for one flit. */
    private static final int WAYS = 4 * HwLayout.TREE_PACKET_FLITS;

    private final TreeDetector detector;
    private final TreeTraffic traffic;
    private final int nodes;
    private final int patience;
    private final long[] words; // of Engine#treeLinks
    private final long[] before; // those of the last look
    private final long[] moved; // cycle of the last look that saw a change, by node and channel
    private long lastLook = -1;
    private long judged;
    private long pause = PERIOD; // least number of cycles between two judgements
    private Alarm broken;
    private Alarm waiting;

    /**
     * A chain of waits that is stopped.
     *
     * @param since the last cycle in which something moved there
     * @param at cycle of the look that found it
     */
    public record Alarm(Finding finding, long since, long at) {}

    public TreeWatch(MachineConfig config) {
        detector = new TreeDetector(config);
        traffic = detector.traffic();
        nodes = config.nodes();
        patience = patience(config.collective());
        words = new long[nodes * Engine.TREE_WORDS];
        before = new long[words.length];
        moved = new long[nodes * CHANNELS];
    }

    /**
     * Returns the number of cycles after which a channel without a move is stopped. A packet passes a link in at most
     * {@link #WAYS} latencies, so its head, which a look sees, is never older than that.
     */
    public static int patience(CollectiveNetwork network) {
        return OWN_PATIENCE + WAYS * network.latency();
    }

    public void commands(CommandBuffer commands) {
        traffic.commands(commands);
    }

    public void events(EventCursor batch) {
        traffic.events(batch);
    }

    public void look(Engine engine) {
        long cycle = engine.cycle();
        boolean due = lastLook < 0 || cycle / PERIOD != lastLook / PERIOD;
        if (broken == null && due && engine.showsTreeLinks()) {
            engine.treeLinks(words);
            look(cycle, words, false);
        }
    }

    /** Takes a last look at a machine that may move. */
    public void end(Engine engine) {
        if (broken == null && engine.showsTreeLinks()) {
            engine.treeLinks(words);
            look(engine.cycle(), words, true);
        }
    }

    /** Judges given words of {@link Engine#treeLinks}; `isLast` is true if no further look follows. */
    void look(long cycle, long[] now, boolean isLast) {
        boolean anyStopped = false;
        for (int node = 0; node < nodes; node++) {
            for (int channel = 0; channel < CHANNELS; channel++) {
                int place = node * CHANNELS + channel;
                boolean occupied = traffic.at(place).given > 0;
                for (int link = 0; link < LINKS; link++) {
                    int at = (node * LINKS + link) * CHANNELS + channel;
                    moved[place] = now[at] != before[at] || lastLook < 0 ? cycle : moved[place];
                    occupied |= TreeLinkState.occupancy(now[at]) > 0;
                }
                anyStopped |= occupied && isStopped(cycle, place);
            }
        }
        System.arraycopy(now, 0, before, 0, before.length);
        lastLook = cycle;
        if (!anyStopped) {
            waiting = null;
            pause = PERIOD;
        } else if (isLast || cycle >= judged + pause) {
            judge(cycle, now);
        }
    }

    private boolean isStopped(long cycle, int place) {
        return cycle - last(place) >= patience;
    }

    private long last(int place) {
        return Math.max(moved[place], traffic.at(place).acted);
    }

    /** Searches the waits of stopped channels. While they wait for software, the pause doubles each time. */
    private void judge(long cycle, long[] now) {
        judged = cycle;
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
        Standing standing = detector.standing(now, place -> isStopped(cycle, place));
        waiting = null;
        if (standing != null) {
            long since = standing.places().stream().mapToLong(this::last).max().orElse(0);
            Alarm alarm = new Alarm(standing.finding(), since, cycle);
            broken = standing.owed() ? alarm : broken;
            waiting = standing.owed() ? null : alarm;
        }
    }

    /** Searches a network that is at rest, as {@link TreeDetector#search}. */
    public Finding atRest(Engine engine) {
        engine.treeLinks(words);
        return detector.search(words);
    }

    /** Returns the first stopped chain that software cannot move; null if there was none. */
    public Alarm broken() {
        return broken;
    }

    /** Returns the stopped chain that waited for software at the last look, or null. */
    public Alarm waiting() {
        return waiting;
    }

    /**
     * Counts, for each node and channel of the collective network, the packets that software has given and taken, and
     * notes the cycle in which it last did something. A packet is given when software has given its last flit, and
     * taken when software has read its last flit.
     */
    static final class TreeTraffic {
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

        /** The packets that software is giving and reading at a node. */
        private static final class Node {
            private int giving; // flits of the open packet that software still has to give
            private long giver; // processor
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
                    case TileCommand.TREE_GIVE -> {
                        nodes[number].giver = commands.word(i, 2);
                        gives(number, word, commands.word(i, 1), commands.cycle(i));
                    }
                    case TileCommand.TREE_BODY -> {
                        Node node = nodes[number];
                        if (node.giving > 0 && node.giver == commands.word(i, 2)) {
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
                case EventKind.TREE_REFUSED -> refused(node.gifts, e.a(), e.b());
                case EventKind.DEVICE_ANSWER -> answered(at(number * CHANNELS + MESSAGES), e.b(), e.cycle());
                default -> {}
            }
        }

        /** Handles the answer of a shared device, which reports the number of packets in its FIFO. */
        private static void answered(Place place, long status, long cycle) {
            int late = place.lastArrival >= cycle - 1 ? 1 : 0; // an arrival is counted there a cycle later
            place.taken = Math.max(place.taken, place.arrived - DeviceEvent.packets(status) - late);
            if (DeviceEvent.command(status) >= TileCommand.DEVICE_READ_HEADER
                    && DeviceEvent.result(status) == DeviceResult.DONE) {
                place.acts(cycle);
            }
        }

        /** A refusal names the tag alone. If packets of several channels have the tag, none of their counts is sure. */
        private static void refused(ArrayDeque<Gift> last, long reason, long tag) {
            if (reason == CollectiveRefusal.ABORTED) {
                return; // what a processor had not ended was no contribution yet
            }
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
}
