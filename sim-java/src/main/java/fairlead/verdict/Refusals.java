// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
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

    private static final class Held {
        int open; // number of epochs that were requested and have neither ended nor been denied
        long over = NEVER; // cycle in which an epoch was last reported to have ended
    }

    private static final class Target {
        final Map<Integer, Held> byOrigin = new HashMap<>();
        final Deque<Long> over = new ArrayDeque<>(); // cycles of the last ends, as many as the table has entries
        int open;
        long credits; // number of credits towards this target that software has been given

        /** Returns whether an epoch of a node other than `origin` may have been open at some time since `from`. */
        boolean hasOthers(int origin, long from) {
            return byOrigin.entrySet().stream()
                    .anyMatch(e -> e.getKey() != origin && (e.getValue().open > 0 || e.getValue().over >= from));
        }
    }

    private final Target[] targets = new Target[nodes];
    private final int[] asked = new int[nodes * INDICES]; // target of the epoch or -1, by origin and index
    private final long[] askedAt = new long[asked.length];
    // number of NACKs that OP_REFUSED has not reported, by origin and tag
    private final Map<Long, Integer> home = new HashMap<>();

    Refusals(JudgedRun run) {
        super(run, run.broken);
        Arrays.fill(asked, -1);
    }

    private Target at(int target) {
        targets[target] = targets[target] == null ? new Target() : targets[target];
        return targets[target];
    }

    // ---- evidence from other nodes

    /** Handles the command MSG_CREDIT: software is given `count` credits towards the node at `coord`. */
    void credits(long coord, long count) {
        if (rank(coord) >= 0) {
            at(rank(coord)).credits += count;
        }
    }

    void injected(Packet p) {
        if (p.dst < 0 || p.src != p.node) {
            return; // Routes reports such a packet
        }
        if (p.type == PacketType.INIT) {
            int place = p.node * INDICES + p.entry % INDICES;
            over(place);
            asked[place] = p.dst;
            askedAt[place] = p.cycle;
            at(p.dst).open++;
            at(p.dst).byOrigin.computeIfAbsent(p.node, origin -> new Held()).open++;
        } else if (p.refused() == PacketType.INIT) {
            init(p, p.dst * INDICES + p.entry % INDICES);
        } else if (p.type == PacketType.NACK) {
            Operation op = operation(p.dst, p.tag);
            if (op == null || op.target() != p.node) {
                fails(p, "tag " + p.tag + ", which is " + (op == null ? "of no operation" : op));
            } else if (!hasCause(p, op)) {
                fails(p, op + " without cause");
            }
        }
    }

    void ended(long cycle, int origin, long index) {
        Target target = over(origin, index);
        if (target != null) {
            target.byOrigin.get(origin).over = cycle;
            target.over.addLast(cycle);
            if (target.over.size() > HwLayout.TARGET_EPOCHS) {
                target.over.removeFirst();
            }
        }
    }

    void denied(int origin, long index) {
        over(origin, index);
    }

    private Target over(int origin, long index) {
        return index < 0 || index >= INDICES ? null : over(origin * INDICES + (int) index);
    }

    /** Marks the epoch at index `place` as closed and returns its target, or null if no epoch was open there. */
    private Target over(int place) {
        if (asked[place] < 0) {
            return null;
        }
        Target target = at(asked[place]);
        target.byOrigin.get(place / INDICES).open--;
        target.open--;
        asked[place] = -1;
        return target;
    }

    // ---- refusals by a node

    private void fails(Packet p, String what) {
        report(p, " refuses node " + p.dst + " " + what);
    }

    private boolean hasCause(Packet p, Operation op) {
        if (op.kind() == OpKind.SEND) {
            return at(p.node).credits > config.buffers().receptions().at(FifoNumber.reception(op.remote()));
        }
        long bytes = op.kind().isAtomic() ? Long.BYTES : op.length();
        return op.remote() + bytes > config.memoryBytes()
                || op.epoch() < 0 && at(p.node).hasOthers(p.dst, times.postedAt(op.id()));
    }

    private void init(Packet p, int place) {
        boolean queued = p.isInEpoch();
        if (asked[place] != p.node) {
            fails(p, "an epoch with index " + p.entry + ", which has not asked for it");
            return;
        }
        Target here = at(p.node);
        long since = askedAt[place];
        EpochAccess wanted = queued ? EpochAccess.QUEUE : EpochAccess.REFUSE;
        long most =
                here.open - 1 + here.over.stream().filter(end -> end >= since).count();
        if (!(config.epochAccess() == wanted && here.hasOthers(p.dst, since))
                && (queued || most < HwLayout.TARGET_EPOCHS)) {
            fails(
                    p,
                    "an epoch, index " + p.entry + (queued ? " (queued)" : "") + ", without cause: at most " + most
                            + " others were open there");
        }
    }

    // ---- reports at the origin

    private static long key(int node, int tag) {
        return (long) node << HwLayout.TAG_BITS | tag;
    }

    void delivered(Packet p) {
        if (p.type == PacketType.NACK && p.refused() != PacketType.INIT) {
            home.merge(key(p.node, p.tag), 1, Integer::sum);
        }
    }

    void told(long cycle, int node, int tag) {
        if (!home.containsKey(key(node, tag))) {
            violations.add(at(cycle, node) + " says that its operation with tag " + tag
                    + " was refused, and no NACK of it has come");
        } else {
            home.merge(key(node, tag), -1, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
        }
    }
}
