// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

/** The kinds of resources of one node that something can wait for, and how many there are of each. */
enum VertexKind {
    /** One VC buffer at the far end of a link: index direction * 8 + class * 4 + v, v = 0, 1 the escape pair, 2, 3 adaptive. */
    LINK(48, "link"),
    REQUEST_INJECTION(2, "request injection port"),
    RESPONSE_INJECTION(2, "response injection port"),
    REQUEST_EJECTION(2, "request ejection buffer"),
    RESPONSE_EJECTION(2, "response ejection buffer"),
    REQUEST_RECEIVER(2, "request receiver"),
    RESPONSE_RECEIVER(2, "response receiver"),
    COMMIT(2, "commit queue"),
    MEMORY_WRITE(2, "memory write port"),
    MEMORY_READ(2, "memory read port"),
    REQUEST_SENDER(2, "request packetiser"),
    RESPONSE_SENDER(2, "response packetiser"),
    RESPONSE_QUEUE(2, "response slots"),
    INJECTION_FIFO(4, "injection FIFO"),
    RECEPTION_FIFO(4, "reception FIFO"),
    DLA(1, "DLA FIFO"),
    FENCE_CONTROL(1, "fence control source"),
    EPOCH_CONTROL(1, "epoch control source"),
    EPOCH_ACK(1, "epoch ACK source"),
    CREDIT_RETURN(1, "message credit source"),
    FENCE_ENTRY(1, "flush entries"),
    MESSAGE_CREDIT(1, "end-to-end message credit"),
    BYTE_COUNTER(1, "byte counters and landing space"),
    /** Not of a node: any packet of any node on its way there and its answer on its way back. */
    ROUND_TRIP(1, "an answer from another node");

    /** Resources of one node; the one ROUND_TRIP of the machine comes behind all nodes. */
    static final int PER_NODE = 88;

    private static final VertexKind[] OF_SLOT = new VertexKind[PER_NODE + 1];
    private static final String[] DIRECTION = {"X+", "X-", "Y+", "Y-", "Z+", "Z-"};

    static {
        int next = 0;
        for (final VertexKind kind : values()) {
            kind.first = next;
            for (int i = 0; i < kind.count; i++) {
                OF_SLOT[next++] = kind;
            }
        }
        if (next != PER_NODE + 1) {
            throw new IllegalStateException("resources of a node: " + next);
        }
    }

    private final int count;
    private final String text;
    private int first;

    VertexKind(final int count, final String text) {
        this.count = count;
        this.text = text;
    }

    int count() {
        return count;
    }

    /** Number of resource `index` of this kind within its node. */
    int slot(final int index) {
        return first + index;
    }

    static int linkSlot(final int direction, final int cls, final int v) {
        return direction << 3 | cls << 2 | v;
    }

    static int direction(final int linkSlot) {
        return linkSlot >> 3;
    }

    /** VC number within the link: class << 2 | v. */
    static int vcNumber(final int linkSlot) {
        return linkSlot & 7;
    }

    static VertexKind ofSlot(final int slot) {
        return OF_SLOT[slot];
    }

    private static String vcName(final int linkSlot) {
        return ((linkSlot >> 2 & 1) == 0 ? "request VC " : "response VC ") + (linkSlot & 3);
    }

    /** The ring that a link VC belongs to, in words. */
    static String ringName(final int linkSlot) {
        return vcName(linkSlot) + " of ring " + DIRECTION[direction(linkSlot)];
    }

    /** A slot in words, without its node. */
    static String name(final int slot) {
        final VertexKind kind = OF_SLOT[slot];
        if (kind == LINK) {
            return vcName(slot) + " of link " + DIRECTION[direction(slot)];
        }
        return kind.count == 1 ? kind.text : kind.text + " " + (slot - kind.first);
    }
}
