// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.machine.Shape;
import fairlead.scenario.InputText;
import java.util.List;
import java.util.stream.Stream;

/**
 * The waits of the units of a node, from docs/spec (dma-engine-tx, dma-engine-rx, dla-arbiter, fence-unit, epoch-unit).
 * A resource without a rule, such as a memory port or a byte counter, waits for nothing (D8(a)). The waits inside the
 * network come from the {@link RoutingRelation}; the constants below are their ids.
 *
 * <p>Requests may wait for responses, but no resource of the response class waits for a request: the table states D8(a)
 * in this form.
 */
record RuleTable(List<Rule> rules) {
    /** The pairs of resource indices to which a rule applies. */
    enum Map {
        /** Port r waits for port r. */
        SAME,
        /** Every resource waits for every resource. */
        ALL,
        /** Every resource waits for resource 0. */
        ZERO,
        /** FIFO f waits for local port f mod LOCAL_PORTS. */
        MODULO
    }

    /**
     * One reason to wait: a packet or command that holds `from` may wait for room in `to`.
     *
     * @param id name in reports and in docs/understand/deadlock.md
     * @param from kind of the resource that is held
     * @param to kind of the resource that is wanted
     * @param map pairs of `from` and `to` that wait
     * @param reason text of the reason, with the requirement from which it follows
     */
    record Rule(String id, VertexKind from, VertexKind to, Map map, String reason) {
        static Rule of(String line) {
            String[] part = line.split(" +", 5);
            return new Rule(
                    part[0], VertexKind.valueOf(part[1]), VertexKind.valueOf(part[2]), Map.valueOf(part[3]), part[4]);
        }

        boolean applies(int i, int j, int localPorts) {
            return switch (map) {
                case SAME -> i == j;
                case ZERO -> j == 0;
                case MODULO -> j == i % localPorts;
                default -> true;
            };
        }
    }

    /**
     * The rules of the network, which the relation applies instead of this table; their numbers precede those of the
     * table.
     */
    static final List<Rule> NETWORK =
            of("""
            N1 LINK LINK ALL the next hop on the same ring (RU_R1, RU_R3, RU_R4)
            N2 LINK LINK ALL its ring is done, the next dimension follows (RU_R1)
            N3 LINK REQUEST_EJECTION ALL a packet at its destination is ejected (RU_R2)
            N4 REQUEST_INJECTION LINK ALL the first hop of a packet (RU_R1)
            N5 REQUEST_INJECTION REQUEST_EJECTION ALL a packet to its own node (RT_R6)
            N6 LINK LINK ALL an adaptive packet may take its escape VC (RT_R3)
            N7 LINK LINK ALL an adaptive VC on a minimal path, one of several (RU_R6)
            """)
                    .rules;

    static final int RING = 0;
    static final int TURN = 1;
    static final int EJECT = 2;
    static final int FIRST_HOP = 3;
    static final int SELF = 4;
    /** The wait of a packet in an adaptive VC for its escape VC. */
    static final int ESCAPE = 5;
    /** A wait for one of several choices; no packet needs to wait for this choice alone. */
    static final int CHOICE = 6;

    /** The waits of the shipped units; a row of the resource has the components of a {@link Rule}. */
    static final RuleTable SHIPPED = of(InputText.resource(RuleTable.class, "rules.txt"));

    private static RuleTable of(String lines) {
        return new RuleTable(lines.lines().map(Rule::of).toList());
    }

    RuleTable with(String line) {
        return new RuleTable(
                Stream.concat(rules.stream(), Stream.of(Rule.of(line))).toList());
    }

    RuleTable without(String id) {
        List<Rule> fewer = rules.stream().filter(r -> !r.id().equals(id)).toList();
        if (fewer.size() != rules.size() - 1) {
            throw new IllegalArgumentException("no rule " + id);
        }
        return new RuleTable(fewer);
    }

    Rule rule(int number) {
        return number < NETWORK.size() ? NETWORK.get(number) : rules.get(number - NETWORK.size());
    }

    /** The kinds of resources of one node for which a packet or command can wait, with their numbers. */
    enum VertexKind {
        /**
         * One VC buffer at the far end of a link: index direction * 8 + class * 4 + v, where v = 0, 1 is the escape
         * pair and v = 2, 3 are adaptive.
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
}
