// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.TableSizes;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.verdict.InjectionAccount.Posted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the flushes and fences of each node, their legs and the injection FIFOs that fences hold
 * (docs/spec/fence-unit.md, R2 to R7). FLUSH_ARMED names the entry and the number of legs that the descriptor, its
 * target and the past use of the store path require. Each leg is a PING that enters the network, and a PONG that leaves
 * it; FLUSH_DONE and FENCE_DONE come after all PONGs. No descriptor leaves the FIFO of a fence before the fence is
 * done. {@link AnswerOrder} judges the order of PONGs and data.
 *
 * <p>A flush or fence of a node on itself has no leg: no transfer of the node on itself that had left its injection
 * FIFO, or entered the network from the DLA, may have a byte that comes to memory later, and no request may have been
 * in the DLA.
 *
 * <p>The evidence is the packets at their entry and exit, the words of the descriptors that leave their FIFOs, and the
 * commands of the store path. A request of the store path has surely been in the DLA once a packet of it has entered
 * the network, and surely not before the first command. In between, both numbers of legs are right.
 */
final class FenceAccount extends Checker {
    private static final int ENTRIES = HwLayout.FENCE_ENTRIES;
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;
    private static final int TASKS = CommandBuffer.SYSTEM;
    private static final int MOST = (int) DoneEvent.REFUSED_MASK;
    private static final long UNORDERED = 8; // bit of Header1.slot of a NACK
    private static final int SLOTS = 2; // leg of the own path, leg of the DLA
    private static final int SURE = 2; // cycles between two events after which their order is sure

    /** A flush or fence, from the cycle in which its descriptor leaves its FIFO to its end. */
    private static final class Use {
        final long word; // the first one of the descriptor
        final boolean isFence;
        long armed = NEVER;
        int entry;
        int legs;
        long passed = NEVER; // cycle in which the first descriptor after the fence left its FIFO

        Use(long word) {
            this.word = word;
            isFence = Descriptor0.kind(word) == OpKind.FENCE;
        }
    }

    /** A transfer or a flush of a node on itself, and the cycle in which its event showed it. */
    private record Seen(long cycle, Operation op) {}

    private final AnswerOrder order = new AnswerOrder(run, violations);
    private final int entries = config.buffers().tables().of(TableSizes.Table.FENCE_ENTRIES); // that the machine uses
    private final Map<Integer, Use> uses = new HashMap<>(); // by node and tag
    private final Use[] holding = new Use[nodes * FIFOS]; // fences by node and FIFO
    // by node and entry, since the begin of the run
    private final long[] legs = new long[nodes * ENTRIES];
    private final long[] pongs = new long[legs.length];
    private final long[] pings = new long[legs.length];
    private final long[] freed = never(legs.length); // cycle of the last end of the entry
    private final boolean[] inUse = new boolean[legs.length];
    // by node
    private final long[] asked = never(nodes); // cycle of the first command of the store path
    private final long[] stored = never(nodes); // cycle in which the first packet of the store path entered the network
    private final long[] told = never(nodes); // cycle of the last FLUSH_DONE or FENCE_DONE
    private final long[] telling = never(nodes); // first of the cycles up to it that have one each
    // by node and task: its refused packets that no event has told, and those that may be of its counters
    private final int[] refusals = new int[nodes * TASKS];
    private final int[] shared = new int[nodes * TASKS];
    private final Map<Integer, Integer> tasks = new HashMap<>(); // of an operation, by node and tag
    private final List<List<Seen>> transfers; // of the node on itself, in the order of cycles
    private final List<List<Seen>> quiet = each(nodes, () -> new ArrayList<>(0)); // flushes without a leg
    final StoreTurns stores = new StoreTurns(run);
    private final List<Map<Long, Posted>> requests; // by channel and tag: the last word of what is in the DLA

    FenceAccount(JudgedRun run) {
        super(run, new Violations(run.clock));
        transfers = each(nodes, () -> new ArrayList<>(0));
        requests = each(nodes, () -> new HashMap<>(0));
    }

    private static int key(int node, long tag) {
        return node << Header1.TAG_WIDTH | (int) tag;
    }

    private static void note(List<Seen> all, long cycle, Operation op) {
        if (op != null) {
            all.add(new Seen(cycle, op));
        }
    }

    void command(CommandBuffer commands, int i) {
        int node = commands.node(i);
        int op = commands.op(i);
        if (op == TileCommand.POST || op == TileCommand.DLA_REQUEST) {
            tasks.put(key(node, Descriptor0.tag(commands.word(i, 0))), commands.owner(i) % TASKS);
        }
        if (op == TileCommand.DLA_REQUEST && (asked[node] == NEVER || commands.cycle(i) < asked[node])) {
            asked[node] = commands.cycle(i);
        }
    }

    /** Handles OP_ISSUED: a descriptor leaves its FIFO, and `word` is its first word. */
    void issued(long cycle, int node, long word) {
        int fifo = node * FIFOS + FifoNumber.injection(word) % FIFOS;
        if (holding[fifo] != null && holding[fifo].passed == NEVER) {
            holding[fifo].passed = cycle;
        }
        int kind = (int) Descriptor0.kind(word);
        if (kind == OpKind.FLUSH || kind == OpKind.FENCE) {
            Use use = new Use(word);
            uses.put(key(node, Descriptor0.tag(word)), use);
            holding[fifo] = use.isFence ? use : holding[fifo];
        } else if (isOwn(node, word)) {
            note(transfers.get(node), cycle, operation(node, Descriptor0.tag(word)));
        }
    }

    private boolean isOwn(int node, long word) {
        return rank(Descriptor0.target(word)) == node;
    }

    void injected(Packet p) {
        if (p.unit >= EventUnit.TX_RSP0) {
            order.answered(p, p.unit - EventUnit.TX_RSP0);
        } else if (p.type == PacketType.PING) {
            if (p.entry >= ENTRIES || p.slot >= SLOTS) {
                report(p, " sends a PING of entry " + p.entry + ", slot " + p.slot);
            } else {
                pings[p.node * ENTRIES + p.entry]++;
            }
        } else if (p.type <= PacketType.FADD && asked[p.node] != NEVER) {
            Operation op = operation(p.node, p.tag);
            if (op != null && op.path() != Path.DESCRIPTOR) {
                stored[p.node] = stored[p.node] == NEVER ? p.cycle : stored[p.node];
                if (p.dst == p.node) {
                    note(transfers.get(p.node), p.cycle, op);
                }
            }
        }
    }

    void delivered(Packet p) {
        if (p.unit < EventUnit.RX_RSP0) {
            order.asked(p, p.unit - EventUnit.RX_REQ0);
        } else if (p.type == PacketType.PONG) {
            int at = p.node * ENTRIES + p.entry % ENTRIES;
            if (p.entry >= ENTRIES || pongs[at] == pings[at]) {
                report(p, " takes a PONG of entry " + p.entry + ", which has no PING under way");
            } else {
                pongs[at]++;
            }
        }
    }

    void dla(long cycle, int node, int kind, long a) {
        if (kind == EventKind.DLA_ACCEPTED) {
            requests.get(node).put(a, stores.last(node, a));
        } else if (kind == EventKind.DLA_DRAINED || kind == EventKind.DLA_PURGED) {
            Posted last = requests.get(node).remove(a);
            long whole = last == null ? NEVER : last.acted;
            List<Seen> all = quiet.get(node);
            for (int i = all.size() - 1; whole != NEVER && i >= 0 && all.get(i).cycle > whole + SURE; i--) {
                if (all.get(i).cycle < cycle - SURE) {
                    violations.add("cycle " + cycle + ": " + all.get(i).op + " was armed without a leg in cycle "
                            + all.get(i).cycle + ", and a request was in its DLA from cycle " + whole + " on");
                }
            }
        }
    }

    void fence(long cycle, int node, int kind, long a, long b) {
        if (kind == EventKind.FLUSH_ARMED) {
            armed(cycle, node, OpEvent.tag(a), b);
        } else {
            done(cycle, node, kind, a, b);
        }
    }

    private void armed(long cycle, int node, long tag, long b) {
        Use issued = uses.get(key(node, tag));
        boolean known = issued != null && issued.armed == NEVER;
        Use use = known ? issued : new Use(0);
        uses.put(key(node, tag), use);
        use.armed = cycle;
        use.entry = (int) FlushEvent.entry(b);
        use.legs = (int) FlushEvent.legs(b);
        int at = node * ENTRIES + use.entry % ENTRIES;
        if (use.entry >= entries || inUse[at] || freed[at] >= cycle) {
            violations.add(at(cycle, node) + " arms entry " + use.entry
                    + (use.entry >= entries ? ", which the machine has not" : ", which is in use"));
        }
        inUse[at] = true;
        legs[at] += use.legs;
        if (known) {
            judge(node, use);
        } else {
            report(cycle, node, " arms tag " + tag + ", and no such descriptor has left");
        }
    }

    private void judge(int node, Use use) {
        boolean surely = stored[node] != NEVER && stored[node] < use.armed;
        boolean never = asked[node] == NEVER || asked[node] >= use.armed - 1;
        boolean bare = use.isFence && Descriptor0.mode(use.word) == 0;
        int unused = bare ? 0 : 1; // legs where the DLA was never used
        boolean quietly = isOwn(node, use.word) && use.legs == 0;
        if (quietly && !(bare && !surely)) {
            note(quiet.get(node), use.armed, operation(node, Descriptor0.tag(use.word)));
        }
        if (!quietly && (never || use.legs != SLOTS) && (surely || use.legs != unused)) {
            violations.add(at(use.armed, node) + " arms " + (use.isFence ? "a FENCE" : "a FLUSH") + " of tag "
                    + Descriptor0.tag(use.word) + " with " + use.legs + " legs, and its DLA was "
                    + (surely ? "used before" : never ? "never used before" : "perhaps used before"));
        }
    }

    private int task(int node, long tag) {
        return node * TASKS + tasks.getOrDefault(key(node, tag), 0);
    }

    /**
     * Handles OP_REFUSED: the next flush or fence of its task tells it, and of an unordered one that of each task with
     * packets on its counter.
     *
     * @param word Header1 of the NACK
     */
    void refused(int node, long tag, long word) {
        int own = task(node, tag);
        refusals[own]++;
        for (int t = node * TASKS; (Header1.slot(word) & UNORDERED) != 0 && t < (node + 1) * TASKS; t++) {
            shared[t] += t == own ? 0 : 1;
        }
    }

    private void refusals(long cycle, int node, int kind, long a, long b) {
        int task = task(node, OpEvent.tag(a));
        int least = Math.min(refusals[task], MOST);
        int most = Math.min(refusals[task] + shared[task], MOST);
        if (DoneEvent.refused(b) < least || DoneEvent.refused(b) > most) {
            String what =
                    " comes after " + DoneEvent.refused(b) + " refused packets of its task, and they were " + least;
            told(cycle, node, kind, a, what);
        }
        refusals[task] = 0;
        shared[task] = 0;
    }

    private void done(long cycle, int node, int kind, long a, long b) {
        if (told[node] < cycle - 1) {
            telling[node] = cycle;
        }
        told[node] = cycle;
        Use use = uses.remove(key(node, OpEvent.tag(a)));
        if (use == null || use.armed == NEVER || (kind == EventKind.FENCE_DONE) != use.isFence) {
            told(cycle, node, kind, a, ", and it has armed no such descriptor");
            return;
        }
        refusals(cycle, node, kind, a, b);
        int at = node * ENTRIES + use.entry % ENTRIES;
        freed[at] = cycle;
        inUse[at] = false;
        if (pongs[at] != legs[at] || pings[at] != legs[at]) {
            told(cycle, node, kind, a, ", and " + (legs[at] - pongs[at]) + " of its " + use.legs + " legs are away");
        } else if (kind == EventKind.FLUSH_DONE && DoneEvent.entry(b) != use.entry) {
            told(cycle, node, kind, a, " had entry " + DoneEvent.entry(b) + ", and it was armed in " + use.entry);
        }
        // ends of one cycle are reported in different cycles, and the FIFO continues after the first of them
        if (use.passed != NEVER && use.passed <= telling[node]) {
            String what = ", and a descriptor behind it left its FIFO in cycle " + use.passed + ", before that";
            told(cycle, node, kind, a, what);
        }
        for (int f = node * FIFOS; use.isFence && f < (node + 1) * FIFOS; f++) {
            holding[f] = holding[f] == use ? null : holding[f];
        }
    }

    private void told(long cycle, int node, int kind, long a, String what) {
        report(cycle, node, " says that " + EventKind.name(kind) + " of tag " + OpEvent.tag(a) + what);
    }

    /** Judges the flushes of nodes on themselves and, at a drained end, reports what has not ended. */
    void finish(boolean drained) {
        for (int node = 0; node < nodes; node++) {
            judge(transfers.get(node), quiet.get(node));
        }
        uses.forEach((key, use) -> {
            if (drained && use.armed != NEVER) {
                violations.add("node " + (key >>> Header1.TAG_WIDTH) + ": what was armed in entry " + use.entry
                        + " in cycle " + use.armed + " has never ended");
            }
        });
    }

    private void judge(List<Seen> all, List<Seen> flushes) {
        Operation latest = null;
        int next = 0;
        for (Seen flush : flushes) {
            for (; next < all.size() && all.get(next).cycle < flush.cycle; next++) {
                Operation one = all.get(next).op;
                if (!times.isUndecided(one.id()) && (latest == null || last(one) > last(latest))) {
                    latest = one;
                }
            }
            if (latest != null && last(latest) > flush.cycle) {
                violations.add(flush.op + " was armed without a leg in cycle " + flush.cycle
                        + ", and a transfer of its node on itself was in memory only in cycle " + last(latest) + ": "
                        + latest);
            }
        }
    }

    private long last(Operation op) {
        return times.lastCommit(op.id());
    }
}
