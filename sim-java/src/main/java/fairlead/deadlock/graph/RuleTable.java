// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.deadlock.graph.Rule.Map;
import java.util.ArrayList;
import java.util.List;

/**
 * The waits of the units of a node, from docs/spec (dma-engine-tx, dma-engine-rx, dla-arbiter, fence-unit, epoch-unit).
 * A resource without a rule, such as a memory port or a byte counter, waits for nothing (D8(a)). The waits inside the
 * network come from the {@link RoutingRelation}; the constants below are their ids.
 *
 * <p>Requests may wait for responses, but no resource of the response class waits for a request: the table states D8(a)
 * in this form.
 */
final class RuleTable {
    /**
     * The rules of the network, which the relation applies instead of this table; their numbers precede those of the
     * table.
     */
    static final List<Rule> NETWORK = List.of(
            new Rule(
                    "N1",
                    VertexKind.LINK,
                    VertexKind.LINK,
                    Map.ALL,
                    "the next hop on the same ring (RU_R1, RU_R3, RU_R4)"),
            new Rule(
                    "N2",
                    VertexKind.LINK,
                    VertexKind.LINK,
                    Map.ALL,
                    "its ring is done, the next dimension follows (RU_R1)"),
            new Rule(
                    "N3",
                    VertexKind.LINK,
                    VertexKind.REQUEST_EJECTION,
                    Map.ALL,
                    "a packet at its destination is ejected (RU_R2)"),
            new Rule("N4", VertexKind.REQUEST_INJECTION, VertexKind.LINK, Map.ALL, "the first hop of a packet (RU_R1)"),
            new Rule(
                    "N5",
                    VertexKind.REQUEST_INJECTION,
                    VertexKind.REQUEST_EJECTION,
                    Map.ALL,
                    "a packet to its own node (RT_R6)"),
            new Rule(
                    "N6",
                    VertexKind.LINK,
                    VertexKind.LINK,
                    Map.ALL,
                    "an adaptive packet may take its escape VC (RT_R3)"),
            new Rule(
                    "N7",
                    VertexKind.LINK,
                    VertexKind.LINK,
                    Map.ALL,
                    "an adaptive VC on a minimal path, one of several (RU_R6)"));

    static final int RING = 0;
    static final int TURN = 1;
    static final int EJECT = 2;
    static final int FIRST_HOP = 3;
    static final int SELF = 4;
    /** The wait of a packet in an adaptive VC for its escape VC. */
    static final int ESCAPE = 5;
    /** A wait for one of several choices; no packet needs to wait for this choice alone. */
    static final int CHOICE = 6;

    static final RuleTable SHIPPED = new RuleTable(List.of(
            rule(
                    "T1",
                    VertexKind.INJECTION_FIFO,
                    VertexKind.REQUEST_SENDER,
                    Map.MODULO,
                    "a descriptor waits for its packetiser"),
            rule(
                    "T2",
                    VertexKind.INJECTION_FIFO,
                    VertexKind.FENCE_ENTRY,
                    Map.ALL,
                    "FLUSH or FENCE at the head waits for an entry, FENCE for its pongs too (D12)"),
            rule(
                    "T3",
                    VertexKind.INJECTION_FIFO,
                    VertexKind.MESSAGE_CREDIT,
                    Map.ALL,
                    "a message waits for an end-to-end credit (D8(b))"),
            rule(
                    "T4",
                    VertexKind.DLA,
                    VertexKind.REQUEST_SENDER,
                    Map.ZERO,
                    "words of stored requests wait for request packetiser 0"),
            rule(
                    "T5",
                    VertexKind.FENCE_CONTROL,
                    VertexKind.REQUEST_SENDER,
                    Map.ZERO,
                    "the PING of a DLA leg waits for request packetiser 0"),
            rule(
                    "T6",
                    VertexKind.EPOCH_CONTROL,
                    VertexKind.REQUEST_SENDER,
                    Map.ZERO,
                    "INIT, PUT_COUNT and TERM wait for request packetiser 0"),
            rule(
                    "T7",
                    VertexKind.REQUEST_SENDER,
                    VertexKind.REQUEST_INJECTION,
                    Map.SAME,
                    "a prepared request waits for credits of its injection port"),
            rule(
                    "T8",
                    VertexKind.REQUEST_SENDER,
                    VertexKind.MEMORY_READ,
                    Map.SAME,
                    "payload of a request comes from memory"),
            rule(
                    "T9",
                    VertexKind.RESPONSE_QUEUE,
                    VertexKind.RESPONSE_SENDER,
                    Map.SAME,
                    "a response in its slot waits for the response packetiser"),
            rule(
                    "T10",
                    VertexKind.EPOCH_ACK,
                    VertexKind.RESPONSE_SENDER,
                    Map.ZERO,
                    "the ACK of an epoch waits for response packetiser 0"),
            rule(
                    "T11",
                    VertexKind.CREDIT_RETURN,
                    VertexKind.RESPONSE_SENDER,
                    Map.ZERO,
                    "the CREDIT of a popped message waits for response packetiser 0"),
            rule(
                    "T12",
                    VertexKind.RESPONSE_SENDER,
                    VertexKind.RESPONSE_INJECTION,
                    Map.SAME,
                    "a prepared response waits for credits of its injection port"),
            rule(
                    "T13",
                    VertexKind.RESPONSE_SENDER,
                    VertexKind.MEMORY_READ,
                    Map.SAME,
                    "payload of DATA comes from memory"),
            rule(
                    "X1",
                    VertexKind.REQUEST_EJECTION,
                    VertexKind.REQUEST_RECEIVER,
                    Map.SAME,
                    "flits wait for their receiver"),
            rule(
                    "X2",
                    VertexKind.RESPONSE_EJECTION,
                    VertexKind.RESPONSE_RECEIVER,
                    Map.SAME,
                    "flits wait for their receiver"),
            rule(
                    "X3",
                    VertexKind.REQUEST_RECEIVER,
                    VertexKind.RESPONSE_QUEUE,
                    Map.SAME,
                    "a request head waits for a free response slot (D8(a), R-FEN-12)"),
            rule(
                    "X4",
                    VertexKind.REQUEST_RECEIVER,
                    VertexKind.COMMIT,
                    Map.SAME,
                    "a head waits for a place in the commit queue"),
            rule(
                    "X5",
                    VertexKind.REQUEST_RECEIVER,
                    VertexKind.RECEPTION_FIFO,
                    Map.ALL,
                    "the head of a message waits for a slot of its reception FIFO"),
            rule("X6", VertexKind.REQUEST_RECEIVER, VertexKind.MEMORY_WRITE, Map.SAME, "payload goes to memory"),
            rule(
                    "X7",
                    VertexKind.RESPONSE_RECEIVER,
                    VertexKind.COMMIT,
                    Map.SAME,
                    "a head waits for a place in the commit queue"),
            rule(
                    "X8",
                    VertexKind.RESPONSE_RECEIVER,
                    VertexKind.MEMORY_WRITE,
                    Map.SAME,
                    "consumption of DATA waits for nothing but memory (D8(a))"),
            rule(
                    "X9",
                    VertexKind.COMMIT,
                    VertexKind.MEMORY_WRITE,
                    Map.SAME,
                    "an entry waits for the acknowledgements of the writes before it"),
            rule("X10", VertexKind.COMMIT, VertexKind.BYTE_COUNTER, Map.ALL, "a byte counter falls at commit"),
            rule(
                    "X11",
                    VertexKind.RECEPTION_FIFO,
                    VertexKind.COMMIT,
                    Map.ALL,
                    "a slot is announced when its message is in memory"),
            rule(
                    "X12",
                    VertexKind.RECEPTION_FIFO,
                    VertexKind.CREDIT_RETURN,
                    Map.ALL,
                    "a popped slot is free when its CREDIT is handed over"),
            rule(
                    "F1",
                    VertexKind.FENCE_ENTRY,
                    VertexKind.REQUEST_SENDER,
                    Map.ALL,
                    "the PING of a leg waits for its packetiser"),
            rule(
                    "F2",
                    VertexKind.FENCE_ENTRY,
                    VertexKind.FENCE_CONTROL,
                    Map.ALL,
                    "a DLA leg is sent by the control source"),
            rule(
                    "F3",
                    VertexKind.FENCE_ENTRY,
                    VertexKind.DLA,
                    Map.ALL,
                    "a DLA leg follows the requests that the DLA had accepted"),
            rule(
                    "F4",
                    VertexKind.FENCE_ENTRY,
                    VertexKind.ROUND_TRIP,
                    Map.ALL,
                    "an entry is free when all its pongs are back"),
            rule(
                    "F5",
                    VertexKind.MESSAGE_CREDIT,
                    VertexKind.ROUND_TRIP,
                    Map.ALL,
                    "a credit is back when the message has arrived and its CREDIT too"),
            rule(
                    "F6",
                    VertexKind.ROUND_TRIP,
                    VertexKind.REQUEST_INJECTION,
                    Map.ALL,
                    "the request of a round trip is somewhere in the request class"),
            rule(
                    "F7",
                    VertexKind.ROUND_TRIP,
                    VertexKind.CREDIT_RETURN,
                    Map.ALL,
                    "the answer to a message starts at the credit source")));

    private final List<Rule> rules;

    private RuleTable(final List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    List<Rule> rules() {
        return rules;
    }

    /** Returns this table with one more rule, for variants. */
    RuleTable with(final Rule rule) {
        final List<Rule> more = new ArrayList<>(rules);
        more.add(rule);
        return new RuleTable(more);
    }

    /** Returns this table without the rule of that id, for variants. */
    RuleTable without(final String id) {
        final List<Rule> fewer = rules.stream().filter(r -> !r.id().equals(id)).toList();
        if (fewer.size() != rules.size() - 1) {
            throw new IllegalArgumentException("no rule " + id);
        }
        return new RuleTable(fewer);
    }

    /** Returns the rule of the number that the graph keeps with each edge. */
    Rule rule(final int number) {
        return number < NETWORK.size() ? NETWORK.get(number) : rules.get(number - NETWORK.size());
    }

    private static Rule rule(
            final String id, final VertexKind from, final VertexKind to, final Map map, final String reason) {
        return new Rule(id, from, to, map, reason);
    }
}
