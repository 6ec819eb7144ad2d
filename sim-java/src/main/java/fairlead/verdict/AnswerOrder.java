// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.PacketType;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks that gets and PINGs that come from one origin by one reception port are answered in this order
 * (docs/spec/dma-engine-tx.md, rule 15): each packet of a get by its DATA or NACK, and a PING by its PONG.
 */
final class AnswerOrder extends Checker {
    private final Map<Long, ArrayDeque<Integer>> due = new HashMap<>(); // by node, port and origin: tags and entries

    AnswerOrder(JudgedRun run, Violations violations) {
        super(run, violations);
    }

    private static long place(Packet p, int port, int origin) {
        return ((long) p.node << 1 | port) << 16 | origin;
    }

    /** Returns a number for a PING that is not that of a get. */
    private static int ping(Packet p) {
        return -1 - p.entry;
    }

    void asked(Packet p, int port) {
        if (p.src < 0) {
            return; // Routes reports it
        }
        if (p.type == PacketType.GET || p.type == PacketType.PING) {
            due.computeIfAbsent(place(p, port, p.src), key -> new ArrayDeque<>(2))
                    .add(p.type == PacketType.GET ? p.tag : ping(p));
        }
    }

    void answered(Packet p, int port) {
        boolean answersGet = p.type == PacketType.DATA || p.refused() == PacketType.GET;
        ArrayDeque<Integer> its = answersGet || p.type == PacketType.PONG ? due.get(place(p, port, p.dst)) : null;
        if (its == null || its.isEmpty()) {
            return;
        }
        Integer mine = answersGet ? p.tag : ping(p);
        Integer first = its.peek();
        if (first.equals(mine)) {
            its.remove();
        } else if (its.remove(mine)) {
            violations.add(at(p) + " sends node " + p.dst + " the " + p.name()
                    + (answersGet ? " of tag " + p.tag : " of entry " + p.entry) + " before the answer to "
                    + (first < 0 ? "the PING of entry " + (-1 - first) : "a packet of the get of tag " + first));
        }
    }
}
