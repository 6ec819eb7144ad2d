// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

/**
 * One channel: a buffer that a packet can hold while it waits for the next one.
 *
 * @param name name in the file
 * @param escape whether it belongs to the escape sub-relation
 * @param send rule by which the sending end decides that a head may enter
 * @param receive rule by which the receiving end gives room back
 * @param depth packets (under FLIT: flits) for which the buffer has room
 * @param ring name of the bubble ring that the channel is part of, or an empty text
 */
record Channel(String name, boolean escape, Flow send, Flow receive, int depth, String ring) {
    /** How an end counts the room of the buffer. */
    enum Flow {
        /** Wormhole: a head moves with room for one flit. */
        FLIT(1),
        /** Virtual cut-through: a head moves with room for the whole packet. */
        PACKET(1),
        /** Like PACKET, but a packet enters the ring only if there is room for two packets. */
        BUBBLE(2);

        private final int needs;

        Flow(final int needs) {
            this.needs = needs;
        }

        int needs() {
            return needs;
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Returns what is wrong with the two ends of the channel, or an empty text. */
    String flaw() {
        if (send != receive) {
            return name + ": the sending end counts by " + send.word() + " and the receiving end by " + receive.word()
                    + (send.needs() > depth
                            ? "; the sender waits for room for " + send.needs() + ", the buffer has " + depth
                                    + ": it starves in silence"
                            : ": credits of the one mean another amount of room to the other");
        }
        return send.needs() > depth
                ? name + ": the sender waits for room for " + send.needs() + " (" + send.word() + "), the buffer has "
                        + depth + ": it starves in silence"
                : "";
    }

    /** Returns whether the channel is a part of a bubble ring that keeps a free slot. */
    boolean keepsBubble() {
        return !ring.isEmpty() && send == Flow.BUBBLE && receive == Flow.BUBBLE && depth >= Flow.BUBBLE.needs();
    }
}
