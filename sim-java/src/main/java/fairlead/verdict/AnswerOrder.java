// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Checks that a PONG does not pass the data of earlier gets, and that long gets are answered one after the other
 * (docs/spec/dma-engine-tx.md, rule 15). Gets of several packets and PINGs that come from one origin by one
 * reception port are answered in this order: a PONG, and each DATA of a get, enters the network after the last
 * DATA of every earlier get, or after its NACK. Data of one packet cannot be passed, and are not judged.
 */
final class AnswerOrder extends Checker {
    /** A get whose answer has not left, and its number among the gets of its port and origin. */
    private record Get(long number, int tag) {}

    /** The gets of one origin that came by one port and whose answers have not left. */
    private static final class Gets {
        final Deque<Get> open = new ArrayDeque<>(2);
        long count;
    }

    private final Map<Long, Gets> gets = new HashMap<>(); // by node, port and origin
    private final Map<Long, Long> before = new HashMap<>(); // by PING: gets that came before it

    AnswerOrder(JudgedRun run, Violations violations) {
        super(run, violations);
    }

    private static long place(Packet p, int port, int origin) {
        return ((long) p.node << 1 | port) << 16 | origin;
    }

    private static long ping(long place, Packet p) {
        return place << 16 | p.entry << 8 | p.slot;
    }

    void asked(Packet p, int port) {
        if (p.src < 0) {
            return; // Routes reports it
        }
        long place = place(p, port, p.src);
        if (p.type == PacketType.GET) {
            Operation op = operation(p.src, p.tag);
            if (op != null && op.length() > HwLayout.MAX_PAYLOAD) {
                Gets its = gets.computeIfAbsent(place, key -> new Gets());
                its.open.add(new Get(its.count++, p.tag));
            }
        } else if (p.type == PacketType.PING) {
            Gets its = gets.get(place);
            if (its != null && !its.open.isEmpty()) {
                before.put(ping(place, p), its.count);
            }
        }
    }

    void answered(Packet p, int port) {
        boolean judged = p.type == PacketType.PONG || p.type == PacketType.DATA || p.refused() == PacketType.GET;
        long place = place(p, port, p.dst);
        Gets its = judged ? gets.get(place) : null;
        if (its != null && p.type == PacketType.PONG) {
            Long limit = before.remove(ping(place, p));
            Get oldest = its.open.peek();
            if (limit != null && oldest != null && oldest.number < limit) {
                violations.add(at(p) + " sends node " + p.dst + " the PONG of entry " + p.entry
                        + " before the data of an earlier get, of tag " + oldest.tag);
            }
        } else if (its != null) {
            Get oldest = its.open.peek();
            Get one = null;
            for (Iterator<Get> all = its.open.iterator(); one == null && all.hasNext(); ) {
                Get get = all.next();
                one = get.tag == p.tag ? get : null;
            }
            if (one != oldest && one != null && p.type == PacketType.DATA) {
                violations.add(at(p) + " sends node " + p.dst + " data of the get of tag " + p.tag
                        + " before the last data of an earlier one, of tag " + oldest.tag);
            }
            if (one != null && (p.isLast() || p.type == PacketType.NACK)) {
                its.open.remove(one);
            }
        }
    }
}
