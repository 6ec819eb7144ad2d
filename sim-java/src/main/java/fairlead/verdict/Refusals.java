// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.EpochAccess;
import fairlead.machine.FifoNumber;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks that each NACK has a cause, judged only by the packets and events of nodes other than the refusing one. A
 * transfer is refused when it reaches beyond the memory, or while an epoch of another node may be open at its target;
 * an epoch may be open from its INIT until its origin reports that it has ended or was denied. A message is refused
 * only when software has been given more credits than a reception FIFO has slots. An INIT is denied when the table may
 * be full or, with `refuse`, when an epoch of another node may be open. An INIT is queued only with `queue`, and only
 * when an epoch of another node may be open. OP_REFUSED is reported only for NACKs that have arrived at the origin.
 */
final class Refusals extends Checker {
    private static final int INDICES = HwLayout.ORIGIN_EPOCHS;
    private static final int NACK_TYPE = 7;
    private static final int ATOMIC = 8;

    /** The epochs of one origin at one target. */
    private static final class Held {
        int open; // number of epochs that were requested and have neither ended nor been denied
        long over = -1; // cycle in which an epoch was last reported to have ended
    }

    /** The epochs that may be open at one target, and the message credits towards it. */
    private static final class Target {
        final Map<Integer, Held> byOrigin = new HashMap<>();
        final Deque<Long> over = new ArrayDeque<>(); // cycles of the last ends, as many as the table has entries
        int open;
        long credits; // number of credits towards this target that software has been given
    }

    private final Target[] targets;
    private final int[] asked; // target of the epoch or -1, by origin and index
    private final long[] askedAt;
    // number of NACKs that OP_REFUSED has not reported, by origin and tag
    private final Map<Long, Integer> home = new HashMap<>();

    Refusals(final Subject of, final Violations violations) {
        super(of, violations);
        targets = new Target[program.nodes()];
        asked = new int[program.nodes() * INDICES];
        askedAt = new long[asked.length];
        Arrays.fill(asked, -1);
    }

    private Target at(final int target) {
        if (targets[target] == null) {
            targets[target] = new Target();
        }
        return targets[target];
    }

    private static long key(final int node, final int tag) {
        return (long) node << HwLayout.TAG_BITS | tag;
    }

    // ---- evidence from other nodes

    /** Handles the command MSG_CREDIT: software is given `count` credits towards the node at `coord`. */
    void credits(final long coord, final long count) {
        final int target = rank(coord);
        if (target >= 0) {
            at(target).credits += count;
        }
    }

    void injected(final long cycle, final int node, final long w0, final long w1) {
        final int to = rank(Header0.dst(w0));
        final int type = (int) Header0.ptype(w0);
        if (to < 0 || rank(Header0.src(w0)) != node) {
            return; // Routes reports such a packet
        }
        if (type == PacketType.INIT) {
            final int place = node * INDICES + (int) Header1.entry(w1) % INDICES;
            over(place);
            asked[place] = to;
            askedAt[place] = cycle;
            at(to).open++;
            at(to).byOrigin.computeIfAbsent(node, o -> new Held()).open++;
        } else if (type == PacketType.NACK) {
            refused(cycle, node, to, w1);
        }
    }

    void ended(final long cycle, final int origin, final long index) {
        final Target target = index < 0 || index >= INDICES ? null : over(origin * INDICES + (int) index);
        if (target != null) {
            target.byOrigin.get(origin).over = cycle;
            target.over.addLast(cycle);
            if (target.over.size() > HwLayout.TARGET_EPOCHS) {
                target.over.removeFirst();
            }
        }
    }

    void denied(final int origin, final long index) {
        if (index >= 0 && index < INDICES) {
            over(origin * INDICES + (int) index);
        }
    }

    /** Marks the epoch at index `place` as closed and returns its target, or null if no epoch was open there. */
    private Target over(final int place) {
        if (asked[place] < 0) {
            return null;
        }
        final Target target = at(asked[place]);
        target.byOrigin.get(place / INDICES).open--;
        target.open--;
        asked[place] = -1;
        return target;
    }

    /**
     * Returns whether an epoch of a node other than `origin` may have been open at `target` at some time since `from`.
     */
    private boolean others(final int target, final int origin, final long from) {
        return at(target).byOrigin.entrySet().stream()
                .anyMatch(e -> e.getKey() != origin && (e.getValue().open > 0 || e.getValue().over >= from));
    }

    // ---- refusals by a node

    private void refused(final long cycle, final int node, final int origin, final long w1) {
        final String who = "cycle " + cycle + ": node " + node + " refuses node " + origin + " ";
        if ((Header1.slot(w1) & NACK_TYPE) == PacketType.INIT) {
            init(who, node, origin, w1);
            return;
        }
        final Operation op = operation(origin, Header1.tag(w1));
        if (op == null || op.target() != node) {
            violations.add(who + "tag " + Header1.tag(w1) + ", which is " + (op == null ? "of no operation" : op));
        } else if (!hasCause(node, origin, op)) {
            violations.add(who + op + " without cause");
        }
    }

    private boolean hasCause(final int node, final int origin, final Operation op) {
        if (op.kind() == OpKind.SEND) {
            return at(node).credits > config.buffers().receptions().at(FifoNumber.reception(op.remote()));
        }
        final long bytes = op.kind() == OpKind.PUT || op.kind() == OpKind.GET ? op.length() : ATOMIC;
        return op.remote() + bytes > config.memoryBytes()
                || op.epoch() < 0 && others(node, origin, times.postedAt(op.id()));
    }

    private void init(final String who, final int node, final int origin, final long w1) {
        final int place = origin * INDICES + (int) Header1.entry(w1) % INDICES;
        final boolean queued = Header1.epoch(w1) != 0;
        if (asked[place] != node) {
            violations.add(who + "an epoch with index " + Header1.entry(w1) + ", which has not asked for it");
            return;
        }
        final long since = askedAt[place];
        final EpochAccess wanted = queued ? EpochAccess.QUEUE : EpochAccess.REFUSE;
        final long most = at(node).open
                - 1
                + at(node).over.stream().filter(end -> end >= since).count();
        if (!(config.epochAccess() == wanted && others(node, origin, since))
                && (queued || most < HwLayout.TARGET_EPOCHS)) {
            violations.add(who + "an epoch, index " + Header1.entry(w1) + (queued ? " (queued)" : "")
                    + ", without cause: at most " + most + " others were open there");
        }
    }

    // ---- reports at the origin

    void delivered(final int node, final long w0, final long w1) {
        if (Header0.ptype(w0) == PacketType.NACK && (Header1.slot(w1) & NACK_TYPE) != PacketType.INIT) {
            home.merge(key(node, (int) Header1.tag(w1)), 1, Integer::sum);
        }
    }

    void told(final long cycle, final int node, final int tag) {
        final Integer count = home.get(key(node, tag));
        if (count == null) {
            violations.add("cycle " + cycle + ": node " + node + " says that its operation with tag " + tag
                    + " was refused, and no NACK of it has come");
        } else {
            home.merge(key(node, tag), -1, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
        }
    }
}
