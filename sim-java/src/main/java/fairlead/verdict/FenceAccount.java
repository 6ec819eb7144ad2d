// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.TableSizes;
import fairlead.program.Operation;
import fairlead.program.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the flushes and fences of each node, their legs and the injection FIFOs that fences hold
 * (docs/spec/fence-unit.md, R2 to R7). FLUSH_ARMED names the entry and the number of legs that the descriptor, its
 * target and the past use of the store path require. Each leg is a PING that enters the network, and a PONG that leaves
 * it; FLUSH_DONE and FENCE_DONE come behind all PONGs. No descriptor leaves the FIFO of a fence before the fence is
 * done. {@link AnswerOrder} judges the order of PONGs and data, {@link OwnTransfers} flushes without legs.
 *
 * <p>The evidence is the packets at their entry and exit, the words of the descriptors that leave their FIFOs, and the
 * commands of the store path. A request of the store path has surely been in the DLA once a packet of it has entered
 * the network, and surely not before the first command. In between, both numbers of legs are right.
 */
final class FenceAccount extends Checker {
    private static final int ENTRIES = HwLayout.FENCE_ENTRIES;
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;
    private static final int SLOTS = 2; // leg of the own path, leg of the DLA
    private static final long NEVER = -1;

    /** A flush or fence from its arming, in cycle `armed`, to its end. */
    private record Use(long armed, int entry, int legs) {}

    /** A fence that has left its FIFO. */
    private static final class Fence {
        long passed = NEVER; // cycle in which the first descriptor behind it left
    }

    private final OwnTransfers own;
    private final AnswerOrder order;
    private final int entries; // that the machine uses
    private final Map<Integer, Use> uses = new HashMap<>(); // by node and tag
    private final Map<Integer, Long> words =
            new HashMap<>(); // of descriptors of this cycle, by node and tag: OP_ISSUED comes before FLUSH_ARMED
    private final Map<Integer, Fence> fences = new HashMap<>(); // by node and tag
    private final Fence[] holding; // by node and FIFO
    // by node and entry, since the begin of the run
    private final long[] legs;
    private final long[] pongs;
    private final long[] pings; // also by slot
    private final long[] freed; // cycle of the last end of the entry
    private final boolean[] inUse;
    // by node
    private final long[] asked; // cycle of the first command of the store path
    private final long[] stored; // cycle in which the first packet of the store path entered the network
    private final long[] told; // cycle of the last FLUSH_DONE or FENCE_DONE
    private final long[] telling; // first of the cycles up to it that have one each

    FenceAccount(final Subject of, final Violations violations) {
        super(of, violations);
        order = new AnswerOrder(of, violations);
        own = new OwnTransfers();
        entries = config.buffers().tables().of(TableSizes.Table.FENCE_ENTRIES);
        final int nodes = program.nodes();
        holding = new Fence[nodes * FIFOS];
        legs = new long[nodes * ENTRIES];
        pongs = new long[legs.length];
        pings = new long[legs.length * SLOTS];
        freed = never(legs.length);
        inUse = new boolean[legs.length];
        asked = never(nodes);
        stored = never(nodes);
        told = never(nodes);
        telling = never(nodes);
    }

    private static long[] never(final int places) {
        final long[] all = new long[places];
        Arrays.fill(all, NEVER);
        return all;
    }

    private static int key(final int node, final long tag) {
        return node << Header1.TAG_WIDTH | (int) tag;
    }

    void command(final CommandBuffer commands, final int i) {
        final int node = commands.node(i);
        if (commands.op(i) == TileCommand.DLA_REQUEST && (asked[node] == NEVER || commands.cycle(i) < asked[node])) {
            asked[node] = commands.cycle(i);
        }
    }

    /** Handles OP_ISSUED: a descriptor leaves its FIFO, and `word` is its first word. */
    void issued(final long cycle, final int node, final long word) {
        final int fifo = node * FIFOS + FifoNumber.injection(word) % FIFOS;
        if (holding[fifo] != null && holding[fifo].passed == NEVER) {
            holding[fifo].passed = cycle;
        }
        final int kind = (int) Descriptor0.kind(word);
        if (kind != HwLayout.OpKind.FLUSH && kind != HwLayout.OpKind.FENCE) {
            if (isOwn(node, word)) {
                own.issued(cycle, node, operation(node, Descriptor0.tag(word)));
            }
            return;
        }
        final int key = key(node, Descriptor0.tag(word));
        words.put(key, word);
        if (kind == HwLayout.OpKind.FENCE) {
            holding[fifo] = new Fence();
            fences.put(key, holding[fifo]);
        }
    }

    void injected(final long cycle, final int node, final int unit, final long w0, final long w1) {
        if (unit >= EventUnit.TX_RSP0) {
            final int target = rank(Header0.dst(w0));
            order.answered(cycle, node, unit - EventUnit.TX_RSP0, target, w0, w1);
            return;
        }
        final int type = (int) Header0.ptype(w0);
        if (type == PacketType.PING) {
            final int entry = (int) Header1.entry(w1);
            final int slot = (int) Header1.slot(w1);
            if (entry >= ENTRIES || slot >= SLOTS) {
                violations.add(cycle, at(cycle, node) + " sends a PING of entry " + entry + ", slot " + slot);
                return;
            }
            pings[(node * ENTRIES + entry) * SLOTS + slot]++;
        } else if (type <= PacketType.FADD && asked[node] != NEVER) {
            final Operation op = operation(node, Header1.tag(w1));
            if (op != null && op.path() != Path.DESCRIPTOR) {
                stored[node] = stored[node] == NEVER ? cycle : stored[node];
                if (rank(Header0.dst(w0)) == node) {
                    own.issued(cycle, node, op);
                }
            }
        }
    }

    void delivered(final long cycle, final int node, final int unit, final long w0, final long w1) {
        if (unit < EventUnit.RX_RSP0) {
            order.asked(node, unit - EventUnit.RX_REQ0, rank(Header0.src(w0)), w0, w1);
            return;
        }
        if (Header0.ptype(w0) != PacketType.PONG) {
            return;
        }
        final int entry = (int) Header1.entry(w1);
        final int at = node * ENTRIES + entry % ENTRIES;
        if (entry >= ENTRIES || pongs[at] == pings[at * SLOTS] + pings[at * SLOTS + 1]) {
            violations.add(at(cycle, node) + " takes a PONG of entry " + entry + ", which has no PING under way");
            return;
        }
        pongs[at]++;
    }

    void dla(final long cycle, final int node, final int kind) {
        own.dla(cycle, node, kind);
    }

    void fence(final long cycle, final int node, final int kind, final long a, final long b) {
        if (kind == EventKind.FLUSH_ARMED) {
            armed(cycle, node, a, b);
        } else {
            done(cycle, node, kind, a, b);
        }
    }

    private void armed(final long cycle, final int node, final long a, final long b) {
        final int key = key(node, OpEvent.tag(a));
        final Use use = new Use(cycle, (int) FlushEvent.entry(b), (int) FlushEvent.legs(b));
        final int at = node * ENTRIES + use.entry % ENTRIES;
        if (use.entry >= entries || inUse[at] || freed[at] >= cycle) {
            violations.add(at(cycle, node) + " arms entry " + use.entry
                    + (use.entry >= entries ? ", which the machine has not" : ", which is in use"));
        }
        inUse[at] = true;
        uses.put(key, use);
        legs[at] += use.legs;
        final Long word = words.remove(key);
        if (word == null) {
            violations.add(at(cycle, node) + " arms tag " + OpEvent.tag(a) + ", and no such descriptor has left");
        } else {
            judge(node, use, word);
        }
    }

    private boolean isOwn(final int node, final long word) {
        return rank(Descriptor0.target(word)) == node;
    }

    /** Judges the number of legs of a descriptor that left its FIFO in the cycle of its arming. */
    private void judge(final int node, final Use use, final long word) {
        final boolean surely = stored[node] != NEVER && stored[node] < use.armed;
        final boolean never = asked[node] == NEVER || asked[node] >= use.armed - 1;
        final boolean bare = Descriptor0.kind(word) == HwLayout.OpKind.FENCE && Descriptor0.mode(word) == 0;
        final int unused = bare ? 0 : 1; // legs where the DLA was never used
        final boolean right =
                isOwn(node, word) && use.legs == 0 || !never && use.legs == SLOTS || !surely && use.legs == unused;
        if (isOwn(node, word) && use.legs == 0 && !(bare && !surely)) {
            own.armed(use.armed, node, operation(node, Descriptor0.tag(word)));
        }
        if (!right) {
            violations.add(at(use.armed, node) + " arms "
                    + (Descriptor0.kind(word) == HwLayout.OpKind.FENCE ? "a FENCE" : "a FLUSH") + " of tag "
                    + Descriptor0.tag(word) + " with " + use.legs + " legs, and its DLA was "
                    + (surely ? "used before" : never ? "never used before" : "perhaps used before"));
        }
    }

    private void done(final long cycle, final int node, final int kind, final long a, final long b) {
        if (told[node] < cycle - 1) {
            telling[node] = cycle;
        }
        told[node] = cycle;
        final int key = key(node, OpEvent.tag(a));
        final Use use = uses.remove(key);
        final Fence fence = fences.remove(key);
        if (use == null || (kind == EventKind.FENCE_DONE) != (fence != null)) {
            violations.add(cycle, told(cycle, node, kind, a) + ", and it has armed no such descriptor");
            return;
        }
        final int at = node * ENTRIES + use.entry % ENTRIES;
        freed[at] = cycle;
        inUse[at] = false;
        if (pongs[at] != legs[at] || pings[at * SLOTS] + pings[at * SLOTS + 1] != legs[at]) {
            violations.add(told(cycle, node, kind, a) + ", and " + (legs[at] - pongs[at]) + " of its " + use.legs
                    + " legs are away");
        } else if (kind == EventKind.FLUSH_DONE && b != use.entry) {
            violations.add(told(cycle, node, kind, a) + " had entry " + b + ", and it was armed in " + use.entry);
        }
        // ends of one cycle are told in different cycles, and the FIFO goes on behind the first of them
        if (fence != null && fence.passed != NEVER && fence.passed <= telling[node]) {
            violations.add(told(cycle, node, kind, a) + ", and a descriptor behind it left its FIFO in cycle "
                    + fence.passed + ", before that");
        }
        for (int f = node * FIFOS; fence != null && f < (node + 1) * FIFOS; f++) {
            holding[f] = holding[f] == fence ? null : holding[f];
        }
    }

    private String told(final long cycle, final int node, final int kind, final long a) {
        return at(cycle, node) + " says that " + EventKind.name(kind) + " of tag " + OpEvent.tag(a);
    }

    Violations violations() {
        return violations;
    }

    /** Judges the flushes of nodes on themselves and, at a drained end, reports what has not ended. */
    void finish(final boolean drained) {
        own.finish();
        if (!drained) {
            return;
        }
        uses.forEach((key, use) -> violations.add("node " + (key >>> Header1.TAG_WIDTH) + ": what was armed in entry "
                + use.entry + " in cycle " + use.armed + " has never ended"));
    }

    /**
     * Checks flushes and fences of a node on itself that have no leg (docs/spec/fence-unit.md, R2): no transfer of the
     * node on itself that had left its injection FIFO, or entered the network from the DLA, may have a byte that comes
     * to memory later, and no request may have been in the DLA.
     */
    private final class OwnTransfers {
        private static final int SURE = 2; // cycles between two events after which their order is sure

        /** A transfer or a flush, and the cycle in which its event showed it. */
        private record Seen(long cycle, Operation op) {}

        private final List<List<Seen>> transfers = new ArrayList<>(); // by node, in the order of cycles
        private final List<List<Seen>> quiet = new ArrayList<>();
        private final List<Deque<Long>> requests = new ArrayList<>(); // cycles in which what is in the DLA was accepted

        OwnTransfers() {
            for (int node = 0; node < program.nodes(); node++) {
                transfers.add(new ArrayList<>(0));
                quiet.add(new ArrayList<>(0));
                requests.add(new ArrayDeque<>(0));
            }
        }

        /** Notes that an operation of the node on itself has left its FIFO, or the DLA, with its last packet. */
        void issued(final long cycle, final int node, final Operation op) {
            if (op != null) {
                transfers.get(node).add(new Seen(cycle, op));
            }
        }

        /** Notes that a flush or fence on the own node was armed without a leg. */
        void armed(final long cycle, final int node, final Operation op) {
            if (op != null) {
                quiet.get(node).add(new Seen(cycle, op));
            }
        }

        /** Handles an event of the DLA: a request enters it, or leaves it wholly. */
        void dla(final long cycle, final int node, final int kind) {
            if (kind == EventKind.DLA_ACCEPTED) {
                requests.get(node).addLast(cycle);
            } else if (kind == EventKind.DLA_DRAINED || kind == EventKind.DLA_PURGED) {
                final Long accepted = requests.get(node).pollFirst();
                final List<Seen> all = quiet.get(node);
                for (int i = all.size() - 1; accepted != null && i >= 0 && all.get(i).cycle > accepted + SURE; i--) {
                    if (all.get(i).cycle < cycle - SURE) {
                        violations.add("cycle " + cycle + ": " + all.get(i).op + " was armed without a leg in cycle "
                                + all.get(i).cycle + ", and a request was in its DLA from cycle " + accepted + " on");
                    }
                }
            }
        }

        private long last(final Seen one) {
            return times.lastCommit(one.op.id());
        }

        /** Judges all of them, when the cycles of all commits are known. */
        void finish() {
            for (int node = 0; node < program.nodes(); node++) {
                Seen latest = null;
                int next = 0;
                for (final Seen flush : quiet.get(node)) {
                    final List<Seen> all = transfers.get(node);
                    for (; next < all.size() && all.get(next).cycle < flush.cycle; next++) {
                        final Seen one = all.get(next);
                        if (!times.isUndecided(one.op.id()) && (latest == null || last(one) > last(latest))) {
                            latest = one;
                        }
                    }
                    if (latest != null && last(latest) > flush.cycle) {
                        violations.add(flush.op + " was armed without a leg in cycle " + flush.cycle
                                + ", and a transfer of its node on itself was in memory only in cycle "
                                + last(latest) + ": " + latest.op);
                    }
                }
            }
        }
    }
}
