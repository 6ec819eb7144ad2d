// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Checks that a PONG does not pass the data of earlier gets, and that long gets are answered one after the other
 * (docs/spec/dma-engine-tx.md, rule 15). Gets of several packets and PINGs that come from one origin by one reception
 * port are answered in this order: a PONG, and each DATA of a get, enters the network behind the last DATA of every
 * earlier get, or behind its NACK. Data of one packet cannot be passed, and are not judged.
 */
final class AnswerOrder extends Checker {
    private static final int NACK_TYPE = 7; // bits of Header1.slot: what was refused

    /** A get whose answer has not left, and its number among the gets of its port and origin. */
    private record Get(long number, int tag) {}

    /** The gets of one origin that came by one port and whose answers have not left. */
    private static final class Gets {
        final Deque<Get> open = new ArrayDeque<>(2);
        long count;
    }

    private final Map<Long, Gets> gets = new HashMap<>(); // by node, port and origin
    private final Map<Long, Long> before = new HashMap<>(); // by PING: gets that came before it

    AnswerOrder(final Subject of, final Violations violations) {
        super(of, violations);
    }

    private static long place(final int node, final int port, final int origin) {
        return ((long) node << 1 | port) << 16 | origin;
    }

    private static long ping(final long place, final long w1) {
        return place << 16 | Header1.entry(w1) << 8 | Header1.slot(w1);
    }

    void asked(final int node, final int port, final int origin, final long w0, final long w1) {
        final int type = (int) Header0.ptype(w0);
        if (origin < 0 || type != PacketType.GET && type != PacketType.PING) {
            return; // Routes reports a wrong origin
        }
        final long place = place(node, port, origin);
        if (type == PacketType.GET) {
            final Operation op = operation(origin, Header1.tag(w1));
            if (op != null && op.length() > HwLayout.MAX_PAYLOAD) {
                final Gets its = gets.computeIfAbsent(place, key -> new Gets());
                its.open.add(new Get(its.count++, (int) Header1.tag(w1)));
            }
        } else {
            final Gets its = gets.get(place);
            if (its != null && !its.open.isEmpty()) {
                before.put(ping(place, w1), its.count);
            }
        }
    }

    void answered(final long cycle, final int node, final int port, final int target, final long w0, final long w1) {
        if (gets.isEmpty()) {
            return;
        }
        final int type = (int) Header0.ptype(w0);
        final long place = place(node, port, target);
        if (type == PacketType.PONG) {
            final Long limit = before.remove(ping(place, w1));
            final Get oldest = limit == null ? null : gets.get(place).open.peek();
            if (oldest != null && oldest.number < limit) {
                violations.add(at(cycle, node) + " sends node " + target + " the PONG of entry " + Header1.entry(w1)
                        + " before the data of an earlier get, of tag " + oldest.tag);
            }
        } else if (type == PacketType.DATA
                || type == PacketType.NACK && (Header1.slot(w1) & NACK_TYPE) == PacketType.GET) {
            final Gets its = gets.get(place);
            if (its != null) {
                left(cycle, node, target, its, (int) Header1.tag(w1), type, Header0.last(w0) != 0);
            }
        }
    }

    private void left(
            final long cycle,
            final int node,
            final int target,
            final Gets its,
            final int tag,
            final int type,
            final boolean last) {
        final Get oldest = its.open.peek();
        for (final Iterator<Get> all = its.open.iterator(); all.hasNext(); ) {
            final Get one = all.next();
            if (one.tag != tag) {
                continue;
            }
            if (type == PacketType.DATA && one != oldest) {
                violations.add(at(cycle, node) + " sends node " + target + " data of the get of tag " + tag
                        + " before the last data of an earlier one, of tag " + oldest.tag);
            }
            if (last || type == PacketType.NACK) {
                all.remove();
            }
            return;
        }
    }
}
