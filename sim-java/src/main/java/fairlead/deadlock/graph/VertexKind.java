// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Shape;

/** The kinds of resources of one node for which a packet or command can wait, with their numbers. */
enum VertexKind {
    /**
     * One VC buffer at the far end of a link: index direction * 8 + class * 4 + v, where v = 0, 1 is the escape pair
     * and v = 2, 3 are adaptive.
     */
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
    /** Shared by all nodes: a packet in flight to any node, and its answer. */
    ROUND_TRIP(1, "an answer from another node");

    /** Number of resources of one node; the single ROUND_TRIP of the machine follows the resources of all nodes. */
    static final int PER_NODE = 88;

    private static final VertexKind[] OF_SLOT = new VertexKind[PER_NODE + 1];

    static {
        int next = 0;
        for (VertexKind kind : values()) {
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

    VertexKind(int count, String text) {
        this.count = count;
        this.text = text;
    }

    int count() {
        return count;
    }

    /** Returns the slot of resource `index` of this kind within its node. */
    int slot(int index) {
        return first + index;
    }

    static int linkSlot(int direction, int cls, int v) {
        return direction << 3 | cls << 2 | v;
    }

    static int direction(int linkSlot) {
        return linkSlot >> 3;
    }

    /** Returns the VC number within the link: class << 2 | v. */
    static int vcNumber(int linkSlot) {
        return linkSlot & 7;
    }

    static VertexKind ofSlot(int slot) {
        return OF_SLOT[slot];
    }

    static String ringName(int linkSlot) {
        return WaitTable.vcName(vcNumber(linkSlot)) + " of ring " + Shape.LINKS.get(direction(linkSlot));
    }

    /** Returns a description of a slot, without its node. */
    static String name(int slot) {
        VertexKind kind = OF_SLOT[slot];
        if (kind == LINK) {
            return WaitTable.vcName(vcNumber(slot)) + " of link " + Shape.LINKS.get(direction(slot));
        }
        return kind.count == 1 ? kind.text : kind.text + " " + (slot - kind.first);
    }
}
