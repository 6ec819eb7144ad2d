// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.detect;

import fairlead.deadlock.graph.WaitTable;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.hw.HwLayout.VcState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Who waits for whom among the VCs of one snapshot. A VC is (node * ROUTER_PORTS + port) * 8 + VC number, as in {@link fairlead.engine.api.Engine#vcStates}.
 *
 * <p>What is in front of a VC has one choice, an output VC, or as an adaptive head several: its escape VC and the adaptive VCs of its mask. A choice waits for its owner
 * when another packet owns it, else, without enough credits, for the buffer at the other end of the link. A buffer that is not full has flits or credits on their way:
 * that is progress, and so is an empty buffer of an owner, whose flits are on their way or can be sent, and every body flit under cut-through. An ejection port waits
 * for nothing as long as its consumer moves; one that stands still may wait for what {@link WaitTable#behind} says. VcProgress of one choice is progress; what cannot
 * reach progress is dead, and dead VCs can be released by dead ones only.
 *
 * <p>With credits of a packet each it cannot be seen whether a credit is on its way; such a snapshot shows suspects, and {@link KnotDetector} looks again until
 * everything on its way has come.
 */
final class Waits {
    static final int PORTS = HwLayout.ROUTER_PORTS;
    static final int VCS = 8;
    static final int LINKS = HwLayout.LINKS;
    private static final int PROGRESS = -1;
    private static final int NONE = -2;
    private static final byte LIVE = 0;
    private static final byte DEAD = 1;
    private static final int ADAPTIVE = 2;

    /** Why a VC waits. */
    enum Reason {
        CREDIT,
        OWNER,
        UNIT
    }

    private final Shape shape;
    private final WaitTable table;
    private final int linkDepth;
    /** Credits of link VCs are packets. */
    private final boolean packets;

    private final byte[] state;
    /** Choices that a VC still needs to see moving: 1, or as many as there are injection ports behind its ejection port. */
    private final int[] open;

    private final int[] queue;
    // who waits for a VC: lists
    private final int[] firstWaiter;
    private int[] nextWaiter = new int[1024];
    private int[] waiter = new int[1024];
    private int waiters;
    private int queued;
    private long[] words;
    private IntPredicate stands;
    /** VCs with flits, ascending. */
    private final int[] taken;

    private int occupied;

    Waits(final MachineConfig config, final WaitTable table) {
        this.shape = config.shape();
        this.table = table;
        linkDepth = config.buffers().linkVc();
        packets = countsPackets(config);
        state = new byte[shape.nodes() * PORTS * VCS];
        open = new int[state.length];
        queue = new int[state.length];
        firstWaiter = new int[state.length];
        taken = new int[state.length];
    }

    /** Whether credits of link VCs are packets: under cut-through, unless a flaw makes them flits. */
    static boolean countsPackets(final MachineConfig config) {
        return config.routing().cutThrough() && config.unsafe().variant() != UnsafeVariant.SHALLOW_ADAPTIVE;
    }

    /** Takes a snapshot: VcState words, which must not change until the next one is taken. */
    void take(final long[] vcWords) {
        words = vcWords;
        occupied = 0;
        for (int vc = 0; vc < state.length; vc++) {
            if (VcState.occupancy(vcWords[vc]) != 0) {
                taken[occupied++] = vc;
            }
        }
    }

    /**
     * Decides the snapshot that was taken.
     *
     * @param consumerStands whether the consumer behind ejection port `VC / 8` does not move any more
     * @return the number of dead VCs
     */
    int solve(final IntPredicate consumerStands) {
        Arrays.fill(state, LIVE);
        return solve(consumerStands, false);
    }

    /** The same; who was not dead in the snapshot before is not dead in this one. */
    int again(final IntPredicate consumerStands) {
        for (int vc = 0; vc < state.length; vc++) {
            if (VcState.occupancy(words[vc]) == 0) {
                state[vc] = LIVE;
            }
        }
        return solve(consumerStands, true);
    }

    private int solve(final IntPredicate consumerStands, final boolean liveStays) {
        stands = consumerStands;
        Arrays.fill(firstWaiter, NONE);
        waiters = 0;
        queued = 0;
        int dead = 0;
        for (int i = 0; i < occupied; i++) {
            final int vc = taken[i];
            if (liveStays && state[vc] == LIVE || moves(vc)) {
                live(vc);
            } else {
                state[vc] = DEAD;
                dead++;
            }
        }
        for (int i = 0; i < queued; i++) {
            for (int w = firstWaiter[queue[i]]; w != NONE; w = nextWaiter[w]) {
                final int vc = waiter[w];
                if (state[vc] == DEAD && --open[vc] == 0) {
                    live(vc);
                    dead--;
                }
            }
        }
        return dead;
    }

    private void live(final int vc) {
        state[vc] = LIVE;
        queue[queued++] = vc;
    }

    private void waitsFor(final int vc, final int other) {
        if (waiters == waiter.length) {
            waiter = Arrays.copyOf(waiter, 2 * waiters);
            nextWaiter = Arrays.copyOf(nextWaiter, 2 * waiters);
        }
        waiter[waiters] = vc;
        nextWaiter[waiters] = firstWaiter[other];
        firstWaiter[other] = waiters++;
    }

    /** True iff what is in front of an occupied VC can go, or will be able to; else its waits are noted. */
    private boolean moves(final int vc) {
        open[vc] = 1;
        final int mask = (int) VcState.adaptive(words[vc]);
        for (int link = 0; mask >> link != 0; link++) {
            if ((mask >> link & 1) != 0) {
                final int out = adaptive(vc, link);
                if (passes(vc, out) || passes(vc, out + 1)) {
                    return true;
                }
            }
        }
        return VcState.wantPort(words[vc]) < PORTS && passes(vc, wanted(vc));
    }

    /** The lower of the two adaptive VCs of a link that the packet in `vc` may take. */
    private static int adaptive(final int vc, final int link) {
        return (node(vc) * PORTS + link) * VCS + (vc & 4) + ADAPTIVE;
    }

    private boolean passes(final int vc, final int out) {
        final Reason reason = reason(vc, out);
        if (reason == Reason.UNIT) {
            return passesUnit(vc, out);
        }
        final int blocker = reason == null ? PROGRESS : blocker(out, reason);
        if (blocker == PROGRESS) {
            return true;
        }
        waitsFor(vc, blocker);
        return false;
    }

    private boolean passesUnit(final int vc, final int out) {
        if (!stands.test(out / VCS)) {
            return true;
        }
        int behind = 0;
        for (final WaitTable.Through through : table.behind(port(out))) {
            final int injection = injection(out, through);
            if (VcState.occupancy(words[injection]) != 0) {
                waitsFor(vc, injection);
                behind++;
            }
        }
        open[vc] = behind;
        return behind == 0;
    }

    /** VCs with flits in the last snapshot. */
    int occupied() {
        return occupied;
    }

    /** An occupied VC that wants what the static graph does not have; -1: none. */
    int unknown() {
        for (int i = 0; i < occupied; i++) {
            final int vc = taken[i];
            final long word = words[vc];
            final int node = vc / (PORTS * VCS);
            final long mask = VcState.adaptive(word);
            final boolean free = mask == 0 || table.hasAll(node, port(vc), vc % VCS, choices(vc, (int) mask));
            final boolean captive = mask != 0 && VcState.wantPort(word) >= PORTS; // a flaw: no escape VC
            if (!free
                    || !captive
                            && !table.has(node, port(vc), vc % VCS, (int) VcState.wantPort(word), (int)
                                    VcState.wantVc(word))) {
                return vc;
            }
        }
        return -1;
    }

    /** Bit port * 8 + VC number of each adaptive VC of a mask. */
    private static long choices(final int vc, final int mask) {
        long bits = 0;
        for (int link = 0; mask >> link != 0; link++) {
            bits |= (mask >> link & 1L) * 3 << link * VCS + (vc & 4) + ADAPTIVE;
        }
        return bits;
    }

    static int port(final int vc) {
        return vc / VCS % PORTS;
    }

    static int node(final int vc) {
        return vc / (PORTS * VCS);
    }

    /** Place of the output VC that the front of `vc` wants. */
    int wanted(final int vc) {
        return (node(vc) * PORTS + (int) VcState.wantPort(words[vc])) * VCS + (int) VcState.wantVc(words[vc]);
    }

    /** The buffer behind an output VC of a link. */
    private int behind(final int out) {
        final int direction = port(out);
        return (shape.neighbour(node(out), direction) * PORTS + (direction ^ 1)) * VCS + out % VCS;
    }

    private int owner(final int out) {
        return (node(out) * PORTS + (int) VcState.ownerPort(words[out])) * VCS + (int) VcState.ownerVc(words[out]);
    }

    /** Null: it can go by that output VC. */
    private Reason reason(final int vc, final int out) {
        final long word = words[vc];
        final boolean head = VcState.head(word) != 0;
        if (head && VcState.owned(words[out]) != 0) {
            return Reason.OWNER;
        }
        final boolean link = port(out) < LINKS;
        if (packets && link && !head) {
            return null;
        }
        final boolean enters = VcState.enters(word) != 0 && (out & 3) < ADAPTIVE;
        return VcState.credits(words[out]) >= (enters ? 2 : 1) ? null : link ? Reason.CREDIT : Reason.UNIT;
    }

    /** The VC on which an output VC of a link depends. */
    private int blocker(final int out, final Reason reason) {
        if (reason == Reason.OWNER) {
            final int owner = owner(out);
            return VcState.occupancy(words[owner]) == 0 ? PROGRESS : owner;
        }
        final int far = behind(out);
        return VcState.occupancy(words[far]) < (packets ? 1 : linkDepth) ? PROGRESS : far;
    }

    /** The output VC by which a dead VC is shown: its escape VC, or, without one, the first of its mask. */
    int shown(final int vc) {
        return VcState.wantPort(words[vc]) < PORTS
                ? wanted(vc)
                : VcState.adaptive(words[vc]) == 0
                        ? NONE
                        : adaptive(vc, Integer.numberOfTrailingZeros((int) VcState.adaptive(words[vc])));
    }

    private static int injection(final int out, final WaitTable.Through through) {
        return (node(out) * PORTS + through.port()) * VCS + through.vc();
    }

    /** The units between a dead ejection port and the dead injection port that it waits for. */
    private WaitTable.Through through(final int out) {
        for (final WaitTable.Through through : table.behind(port(out))) {
            if (state[injection(out, through)] == DEAD) {
                return through;
            }
        }
        throw new IllegalStateException("no dead injection port behind " + out);
    }

    /** A dead VC waits for this dead VC. */
    int deadNext(final int vc) {
        final int out = shown(vc);
        final Reason reason = reason(vc, out);
        return reason == Reason.UNIT ? injection(out, through(out)) : blocker(out, reason);
    }

    /** Why, in words. */
    String why(final int vc) {
        final int out = shown(vc);
        final int others =
                Long.bitCount(VcState.adaptive(words[vc])) * 2 - (VcState.wantPort(words[vc]) < PORTS ? 0 : 1);
        final String also = others > 0 ? "; none of its " + others + " other choices can move either" : "";
        switch (reason(vc, out)) {
            case OWNER:
                return "owned by the packet in " + Knot.place(shape, owner(out)) + also;
            case CREDIT:
                return (packets
                                ? "no room for its packet in " + Knot.place(shape, behind(out))
                                : "no credit, all " + linkDepth + " slots of " + Knot.place(shape, behind(out))
                                        + " are taken")
                        + also;
            default:
                return "no credit, the node stands still: " + through(out).units();
        }
    }

    /** Every set of dead VCs that wait for each other in a ring, each beginning at its lowest VC; only after {@link #solve}. */
    List<List<Integer>> rings() {
        final List<List<Integer>> rings = new ArrayList<>();
        final int[] visit = new int[state.length];
        int round = 0;
        for (int vc = 0; vc < state.length; vc++) {
            if (state[vc] != DEAD || visit[vc] != 0) {
                continue;
            }
            round++;
            int at = vc;
            while (visit[at] == 0) {
                visit[at] = round;
                at = deadNext(at);
            }
            if (visit[at] == round) {
                rings.add(ring(at));
            }
        }
        return rings;
    }

    private List<Integer> ring(final int start) {
        final List<Integer> ring = new ArrayList<>();
        int at = start;
        do {
            ring.add(at);
            at = deadNext(at);
        } while (at != start);
        java.util.Collections.rotate(ring, -ring.indexOf(java.util.Collections.min(ring)));
        return ring;
    }
}
