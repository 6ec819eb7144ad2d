// SPDX-License-Identifier: Apache-2.0
package fairlead.knot;

import fairlead.deadlock.WaitTable;
import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.VcState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Who waits for whom among the VCs of one snapshot. A VC is (node * ROUTER_PORTS + port) * 8 + VC number, as in {@link fairlead.engine.Engine#vcStates}.
 *
 * <p>What is in front of a VC waits for its owner when another packet owns its output VC, else, without a credit, for the buffer at the other end of the link. A
 * buffer that is not full has flits or credits on their way: that is progress, and so is an empty buffer of an owner, whose flits are on their way or can be sent.
 * An ejection port waits for nothing as long as its consumer moves; one that stands still may wait for what {@link WaitTable#behind} says. What cannot reach
 * progress is dead; dead VCs can be released by dead ones only.
 */
final class Waits {
    static final int PORTS = HwLayout.ROUTER_PORTS;
    static final int VCS = 8;
    static final int LINKS = HwLayout.LINKS;
    private static final int PROGRESS = -1;
    private static final byte LIVE = 1;
    private static final byte DEAD = 2;
    private static final byte UNDER_WAY = 3;

    /** Why a VC waits. */
    enum Reason {
        CREDIT,
        OWNER,
        UNIT
    }

    private final Shape shape;
    private final WaitTable table;
    private final int linkDepth;
    private final byte[] state;
    private int[] stack = new int[64];
    private long[] words;
    private IntPredicate stands;
    private int occupied;

    Waits(final MachineConfig config, final WaitTable table) {
        this.shape = config.shape();
        this.table = table;
        linkDepth = config.buffers().linkVc();
        state = new byte[shape.nodes() * PORTS * VCS];
    }

    /**
     * Decides a snapshot.
     *
     * @param vcWords VcState words
     * @param consumerStands whether the consumer behind ejection port `VC / 8` does not move any more
     * @return the number of dead VCs
     */
    int solve(final long[] vcWords, final IntPredicate consumerStands) {
        words = vcWords;
        stands = consumerStands;
        Arrays.fill(state, (byte) 0);
        occupied = 0;
        int dead = 0;
        for (int vc = 0; vc < state.length; vc++) {
            if (VcState.occupancy(words[vc]) != 0) {
                occupied++;
                if (isDead(vc)) {
                    dead++;
                }
            }
        }
        return dead;
    }

    /** VCs with flits in the last snapshot. */
    int occupied() {
        return occupied;
    }

    /** An occupied VC that wants what the static graph does not have; -1: none. */
    int unknown(final long[] vcWords) {
        for (int vc = 0; vc < state.length; vc++) {
            final long word = vcWords[vc];
            if (VcState.occupancy(word) != 0) {
                final int node = vc / (PORTS * VCS);
                if (!table.has(node, port(vc), vc % VCS, (int) VcState.wantPort(word), (int) VcState.wantVc(word))) {
                    return vc;
                }
            }
        }
        return -1;
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

    /** Null: it can go, or will be able to. */
    Reason reason(final int vc) {
        final int out = wanted(vc);
        if (VcState.head(words[vc]) != 0 && VcState.owned(words[out]) != 0) {
            return Reason.OWNER;
        }
        return VcState.credits(words[out]) != 0 ? null : port(out) < LINKS ? Reason.CREDIT : Reason.UNIT;
    }

    private boolean isDead(final int first) {
        int depth = 0;
        int at = first;
        byte verdict;
        while (true) {
            if (state[at] != 0) {
                verdict = state[at] == LIVE ? LIVE : DEAD;
                break;
            }
            state[at] = UNDER_WAY;
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, 2 * depth);
            }
            stack[depth++] = at;
            final int next = VcState.occupancy(words[at]) == 0 ? PROGRESS : next(at);
            if (next == PROGRESS) {
                verdict = LIVE;
                break;
            }
            if (reason(at) == Reason.UNIT) {
                final int[] path = Arrays.copyOf(stack, depth);
                verdict = ejectionIsDead(next) ? DEAD : LIVE;
                stack = path.length > stack.length ? path : stack;
                System.arraycopy(path, 0, stack, 0, depth);
                break;
            }
            at = next;
        }
        while (depth > 0) {
            state[stack[--depth]] = verdict;
        }
        return verdict == DEAD;
    }

    /** The VC, or the ejection port, for which an occupied VC waits. */
    private int next(final int vc) {
        final Reason reason = reason(vc);
        if (reason == null) {
            return PROGRESS;
        }
        final int out = wanted(vc);
        switch (reason) {
            case OWNER:
                final int owner = owner(out);
                return VcState.occupancy(words[owner]) == 0 ? PROGRESS : owner;
            case CREDIT:
                final int far = behind(out);
                return VcState.occupancy(words[far]) < linkDepth ? PROGRESS : far;
            default:
                return stands.test(out / VCS) ? out : PROGRESS;
        }
    }

    private boolean ejectionIsDead(final int out) {
        boolean dead = false;
        for (final WaitTable.Through through : table.behind(port(out))) {
            final int injection = injection(out, through);
            dead |= VcState.occupancy(words[injection]) != 0 && isDead(injection);
        }
        return dead;
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
        final int next = next(vc);
        return reason(vc) == Reason.UNIT ? injection(next, through(next)) : next;
    }

    /** Why, in words. */
    String why(final int vc) {
        final int out = wanted(vc);
        switch (reason(vc)) {
            case OWNER:
                return "owned by the packet in " + Knot.place(shape, owner(out));
            case CREDIT:
                return "no credit, all " + linkDepth + " slots of " + Knot.place(shape, behind(out)) + " are taken";
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
