// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A routing relation. A class is the set of packets that have the same choices: a message class and, where the choices
 * depend on it, a destination. A place is a packet of a class in a channel; its number is class * channels + channel.
 *
 * @param channels all channels; a channel is its index here
 * @param follows for each place, the places that a packet may take next
 * @param injected places at which a packet may enter the network
 * @param ejected places at which a packet may leave the network
 * @param occupied places that a packet can reach
 */
record ChannelRelation(
        String name,
        List<Channel> channels,
        List<String> classes,
        int[][] follows,
        BitSet injected,
        BitSet ejected,
        BitSet occupied) {
    /** How an end counts the room of the buffer. */
    enum Flow {
        /** Wormhole: a head moves with room for one flit. */
        FLIT(1),
        /** Virtual cut-through: a head moves with room for the whole packet. */
        PACKET(1),
        /** Like PACKET, but a packet enters the ring only if there is room for two packets. */
        BUBBLE(2);

        private final int needs;

        Flow(int needs) {
            this.needs = needs;
        }

        int needs() {
            return needs;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One channel: a buffer that a packet can hold while it waits for the next one.
     *
     * @param escape whether it belongs to the escape sub-relation
     * @param send rule by which the sending end decides that a head may enter
     * @param receive rule by which the receiving end gives room back
     * @param depth packets (under FLIT: flits) for which the buffer has room
     * @param ring name of the bubble ring that the channel is part of, or an empty text
     */
    record Channel(String name, boolean escape, Flow send, Flow receive, int depth, String ring) {
        /** Returns what is wrong with the two ends of the channel, or an empty text. */
        String flaw() {
            boolean starves = send.needs() > depth;
            if (send != receive) {
                return name + ": the sending end counts by " + send.word() + " and the receiving end by "
                        + receive.word()
                        + (starves
                                ? "; the sender waits for room for " + send.needs() + ", the buffer has " + depth
                                        + ": it starves in silence"
                                : ": credits of the one mean another amount of room to the other");
            }
            return starves
                    ? name + ": the sender waits for room for " + send.needs() + " (" + send.word()
                            + "), the buffer has " + depth + ": it starves in silence"
                    : "";
        }

        /** Returns whether the channel is a part of a bubble ring that keeps a free slot. */
        boolean keepsBubble() {
            return !ring.isEmpty() && send == Flow.BUBBLE && receive == Flow.BUBBLE && depth >= Flow.BUBBLE.needs();
        }
    }

    ChannelRelation(
            String name,
            List<Channel> channels,
            List<String> classes,
            int[][] follows,
            BitSet injected,
            BitSet ejected) {
        this(name, channels, classes, follows, injected, ejected, (BitSet) injected.clone());
        int[] stack = new int[follows.length];
        int top = 0;
        for (int place : injected.stream().toArray()) {
            stack[top++] = place;
        }
        while (top > 0) {
            for (int next : follows[stack[--top]]) {
                if (!occupied.get(next)) {
                    occupied.set(next);
                    stack[top++] = next;
                }
            }
        }
    }

    int channelOf(int place) {
        return place % channels.size();
    }

    /** Returns the channel of a place. */
    Channel at(int place) {
        return channels.get(channelOf(place));
    }

    String classOf(int place) {
        return classes.get(place / channels.size());
    }

    /** Returns the places of a channel, by class. */
    IntStream placesOf(int channel) {
        return IntStream.range(0, classes.size()).map(k -> k * channels.size() + channel);
    }
}
