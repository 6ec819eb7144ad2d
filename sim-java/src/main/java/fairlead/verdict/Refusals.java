// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochAdmission;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.EpochAccess;
import fairlead.machine.FifoNumber;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that each NACK has the cause that it gives, judged only by the packets and events of nodes other than the
 * refusing one. A transfer is refused when it reaches beyond the memory, or while an epoch of another node may be open
 * at its target; an epoch may be open from its INIT until its origin reports that it has ended or was denied. A message
 * is refused only when software has been given more credits than a reception FIFO has slots. An INIT is denied when the
 * table may be full or, with `refuse`, when an epoch of another node may be open. An INIT is queued only with `queue`,
 * and only when an epoch of another node may be open. With EPOCH_ADMIT of the target, an INIT is answered by the rule
 * that held when it came. OP_REFUSED is reported only for NACKs that have arrived at the origin.
 */
final class Refusals extends Checker {
    private static final int INDICES = HwLayout.ORIGIN_EPOCHS;

    /** An epoch that may be open, from its INIT until its origin reports that it is over. */
    private static final class Ask {
        final int origin;
        final int target;
        final long since;
        final long id;
        long over = Long.MAX_VALUE;
        int why; // the RefusalReason of the NACK that has arrived, or 0

        Ask(int origin, int target, long id, long since) {
            this.origin = origin;
            this.id = id;
            this.target = target;
            this.since = since;
        }
    }

    private final List<List<Ask>> asks = each(nodes, () -> new ArrayList<>(0)); // by target
    private final Ask[] asked = new Ask[nodes * INDICES]; // those that are not over, by origin and index
    /** What EPOCH_ADMIT of a node says from a cycle on. */
    private record Rule(long since, long word) {
        boolean admits(long id) {
            return ((id ^ EpochAdmission.key(word)) & EpochAdmission.mask(word)) == 0;
        }
    }

    private final List<List<Rule>> rules = each(nodes, () -> new ArrayList<>(List.of(new Rule(0, 0)))); // by node
    private final long[] credits = new long[nodes]; // that software has been given, by target
    // number of NACKs that OP_REFUSED has not reported, by origin, tag and reason
    private final Map<Long, Integer> home = new HashMap<>();

    Refusals(JudgedRun run) {
        super(run, run.broken);
    }

    // ---- evidence from other nodes

    /** Handles MSG_CREDIT, which gives software credits, and EPOCH_ADMIT; a node does them only for its system. */
    void command(CommandBuffer commands, int i) {
        long word = commands.word(i, 0);
        long second = commands.word(i, 1);
        if ((commands.owner(i) & CommandBuffer.SYSTEM) == 0
                || Meant.strays(commands.op(i), word, second, commands.word(i, 2), commands.word(i, 3))) {
            return;
        }
        if (commands.op(i) == TileCommand.EPOCH_ADMIT) {
            rules.get(commands.node(i)).add(new Rule(commands.cycle(i), word));
        } else if (rank(word) >= 0) {
            credits[rank(word)] += second;
        }
    }

    /** Returns whether the target may have barred, or admitted, an INIT when it came. */
    private boolean mayAnswer(Ask ask, boolean admits) {
        List<Rule> of = rules.get(ask.target);
        for (int i = of.size() - 1; i >= 0; i--) {
            if (of.get(i).admits(ask.id) == admits) {
                return true;
            }
            if (of.get(i).since < ask.since) {
                return false; // no earlier rule held when the INIT came
            }
        }
        return false;
    }

    void injected(Packet p) {
        if (p.dst < 0 || p.src != p.node) {
            return; // Routes reports such a packet
        }
        if (p.type == PacketType.INIT) {
            forget(p.node, p.entry % INDICES);
            Ask ask = new Ask(p.node, p.dst, Header1.addr(p.w1), p.cycle);
            asked[p.node * INDICES + p.entry % INDICES] = ask;
            asks.get(p.dst).add(ask);
        } else if (p.type == PacketType.INIT_ACK) {
            Ask ask = asked[p.dst * INDICES + p.entry % INDICES];
            if (ask != null && ask.target == p.node && !mayAnswer(ask, true)) {
                report(p, " grants node " + p.dst + " an epoch whose id it does not admit: " + ask.id);
            }
        } else if (p.refused() == PacketType.INIT) {
            init(p, asked[p.dst * INDICES + p.entry % INDICES]);
        } else if (p.type == PacketType.NACK) {
            Operation op = operation(p.dst, p.tag);
            if (op == null || op.target() != p.node) {
                fails(p, "tag " + p.tag + ", which is " + (op == null ? "of no operation" : op));
            } else if (!hasCause(p, op)) {
                fails(p, op + " without cause" + ", reason " + RefusalReason.name(p.reason()));
            }
        }
    }

    void ended(long cycle, int origin, long index) {
        Ask ask = over(origin, index);
        if (ask != null) {
            ask.over = cycle;
        }
    }

    /** Handles EPOCH_DENIED; its reason is that of the NACK. */
    void denied(long cycle, int origin, long index, long reason) {
        Ask ask = forget(origin, index);
        if (ask != null && ask.why != reason) {
            violations.add(at(cycle, origin) + " says that its epoch with index " + index + " was denied, reason "
                    + RefusalReason.name((int) reason) + ", and no NACK of it has come");
        }
    }

    private Ask forget(int origin, long index) {
        Ask ask = over(origin, index);
        if (ask != null) {
            asks.get(ask.target).remove(ask);
        }
        return ask;
    }

    /** Returns the epoch at this index, which is over, or null if none was open there. */
    private Ask over(int origin, long index) {
        if (index < 0 || index >= INDICES) {
            return null;
        }
        Ask ask = asked[origin * INDICES + (int) index];
        asked[origin * INDICES + (int) index] = null;
        return ask;
    }

    /** Returns whether an epoch of a node other than `origin` may have been open on `target` since a cycle. */
    private boolean hasOthers(int target, int origin, long from) {
        return asks.get(target).stream().anyMatch(ask -> ask.origin != origin && ask.over >= from);
    }

    // ---- refusals by a node

    private void fails(Packet p, String what) {
        report(p, " refuses node " + p.dst + " " + what);
    }

    private boolean hasCause(Packet p, Operation op) {
        boolean isSend = op.kind() == OpKind.SEND;
        return switch (p.reason()) {
            case RefusalReason.SLOT -> isSend
                    && credits[p.node] > config.buffers().receptions().at(FifoNumber.reception(op.remote()));
            case RefusalReason.OUTSIDE -> !isSend && op.remote() + op.length() > config.memoryBytes();
            case RefusalReason.EPOCH -> !isSend && op.epoch() < 0 && hasOthers(p.node, p.dst, times.postedAt(op.id()));
            default -> false; // a function is checked before the run
        };
    }

    private void init(Packet p, Ask ask) {
        boolean queued = p.isInEpoch();
        if (ask == null || ask.target != p.node) {
            fails(p, "an epoch with index " + p.entry + ", which has not asked for it");
            return;
        }
        EpochAccess wanted = queued ? EpochAccess.QUEUE : EpochAccess.REFUSE;
        List<Ask> besides = asks.get(p.node).stream()
                .filter(other -> other != ask && other.over >= ask.since)
                .toList();
        int most = besides.size();
        boolean has = besides.stream().anyMatch(other -> other.origin == p.dst); // then the last ones are not for it
        int room = HwLayout.TARGET_EPOCHS - (has ? HwLayout.KEPT_EPOCHS : 0);
        if (!queued && p.reason() == RefusalReason.EPOCH && mayAnswer(ask, false)) {
            return;
        }
        boolean isHeld = config.epochAccess() == wanted && hasOthers(p.node, p.dst, ask.since);
        if (!(queued || p.reason() == RefusalReason.HELD
                ? isHeld
                : p.reason() == RefusalReason.TABLE && most >= room)) {
            String why = queued ? " (queued)" : ", reason " + RefusalReason.name(p.reason());
            String what = "an epoch, index " + p.entry + why + ", without cause: at most ";
            fails(p, what + most + " others were open there");
        }
    }

    // ---- reports at the origin

    private static long key(int node, int tag, int reason) {
        return ((long) reason << Integer.SIZE | node) << HwLayout.TAG_BITS | tag;
    }

    void delivered(Packet p) {
        if (p.refused() == PacketType.INIT) {
            Ask ask = asked[p.node * INDICES + p.entry % INDICES];
            if (ask != null && !p.isInEpoch()) {
                ask.why = p.reason();
            }
        } else if (p.type == PacketType.NACK) {
            home.merge(key(p.node, p.tag, p.reason()), 1, Integer::sum);
        }
    }

    /** @param a a HwLayout.OpEvent */
    void told(long cycle, int node, long a) {
        long key = key(node, (int) OpEvent.tag(a), (int) OpEvent.reason(a));
        if (!home.containsKey(key)) {
            violations.add(at(cycle, node) + " says that its operation with tag " + OpEvent.tag(a)
                    + " was refused, reason " + RefusalReason.name((int) OpEvent.reason(a))
                    + ", and no NACK of it has come");
        } else {
            home.merge(key, -1, (all, one) -> all + one == 0 ? null : Integer.valueOf(all + one));
        }
    }
}
