// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The waits between the VCs of one snapshot. A VC has the number (node * ROUTER_PORTS + port) * 8 + VC number, as in
 * {@link fairlead.engine.Engine#vcStates}.
 *
 * <p>The flit in front of a VC has one choice, an output VC. An adaptive head has several choices: its escape VC and
 * the adaptive VCs of its mask. If another packet owns the output VC, a choice waits for the VC of that owner.
 * Otherwise, without enough credits, it waits for the buffer at the other end of the link. A buffer that is not full
 * has flits or credits on the link, which counts as progress. An owner with an empty buffer also counts as progress,
 * because its flits are on the way or can be sent, and so does every body flit under cut-through. An ejection port
 * waits for nothing as long as its consumer makes progress; a stopped consumer may wait for the injection ports of
 * {@link WaitTable#behind}. A VC makes progress if one of its choices does. A VC from which no chain of waits leads to
 * progress is dead, and only dead VCs could release it.
 *
 * <p>With credits that count packets, a snapshot does not show whether a credit is on the link. Its dead VCs are only
 * suspects, and {@link KnotDetector} takes further snapshots until all flits and credits on the links have arrived.
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

    enum Reason {
        CREDIT,
        OWNER,
        UNIT
    }

    private final Shape shape;
    private final WaitTable table;
    private final Depths depths;
    /** True if a credit of a link VC counts a packet. */
    private final boolean packets;

    private final byte[] state;
    /**
     * Number of waits of each VC that must make progress before the VC does: 1, or the number of occupied injection
     * ports at the end of its ejection port.
     */
    private final int[] open;

    private final int[] queue;
    // lists of the VCs that wait for each VC
    private final int[] firstWaiter;
    private int[] nextWaiter = new int[1024];
    private int[] waiter = new int[1024];
    private int waiters;
    private int queued;
    private long[] words;
    private IntPredicate stands;
    /** VCs with flits, in ascending order. */
    private final int[] taken;

    private int occupied;

    Waits(MachineConfig config, WaitTable table) {
        this.shape = config.shape().torus();
        this.table = table;
        depths = config.buffers().links();
        packets = countsPackets(config);
        state = new byte[shape.nodes() * PORTS * VCS];
        open = new int[state.length];
        queue = new int[state.length];
        firstWaiter = new int[state.length];
        taken = new int[state.length];
    }

    /**
     * Returns whether a credit of a link VC counts a packet, which holds under cut-through unless a flaw makes it count
     * flits.
     */
    static boolean countsPackets(MachineConfig config) {
        return config.routing().cutThrough() && config.unsafe().variant() != UnsafeVariant.SHALLOW_ADAPTIVE;
    }

    static int port(int vc) {
        return vc / VCS % PORTS;
    }

    static int node(int vc) {
        return vc / (PORTS * VCS);
    }

    /** Returns VC 0 of port 0 of the node of a VC. */
    private static int base(int vc) {
        return vc - vc % (PORTS * VCS);
    }

    private boolean isEmpty(int vc) {
        return VcState.occupancy(words[vc]) == 0;
    }

    /** Takes a snapshot of VcState words; the caller must not change the array until it gives the next snapshot. */
    void take(long[] vcWords) {
        words = vcWords;
        occupied = 0;
        for (int vc = 0; vc < state.length; vc++) {
            if (!isEmpty(vc)) {
                taken[occupied++] = vc;
            }
        }
    }

    int occupied() {
        return occupied;
    }

    /**
     * Judges the snapshot taken last.
     *
     * @param consumerStands tests whether the consumer of ejection port `VC / 8` has stopped
     * @param again whether a VC that was not dead in the previous snapshot is not dead in this one
     * @return the number of dead VCs
     */
    int solve(IntPredicate consumerStands, boolean again) {
        stands = consumerStands;
        Arrays.fill(firstWaiter, NONE);
        waiters = 0;
        queued = 0;
        int dead = 0;
        for (int vc = 0; vc < state.length; vc++) {
            if (!again || isEmpty(vc)) {
                state[vc] = LIVE;
            }
        }
        for (int i = 0; i < occupied; i++) {
            int vc = taken[i];
            if (again && state[vc] == LIVE || moves(vc)) {
                live(vc);
            } else {
                state[vc] = DEAD;
                dead++;
            }
        }
        for (int i = 0; i < queued; i++) {
            for (int w = firstWaiter[queue[i]]; w != NONE; w = nextWaiter[w]) {
                int vc = waiter[w];
                if (state[vc] == DEAD && --open[vc] == 0) {
                    live(vc);
                    dead--;
                }
            }
        }
        return dead;
    }

    private void live(int vc) {
        state[vc] = LIVE;
        queue[queued++] = vc;
    }

    private void waitsFor(int vc, int other) {
        if (waiters == waiter.length) {
            waiter = Arrays.copyOf(waiter, 2 * waiters);
            nextWaiter = Arrays.copyOf(nextWaiter, 2 * waiters);
        }
        waiter[waiters] = vc;
        nextWaiter[waiters] = firstWaiter[other];
        firstWaiter[other] = waiters++;
    }

    // ---- the choices of a VC

    /** Returns a mask with bit port * 8 + VC number for each adaptive VC that the head in front may take. */
    private long adaptive(int vc) {
        long bits = 0;
        int mask = (int) VcState.adaptive(words[vc]);
        for (int link = 0; mask >> link != 0; link++) {
            bits |= (mask >> link & 1L) * 3 << link * VCS + (vc & 4) + ADAPTIVE;
        }
        return bits;
    }

    private boolean hasWanted(int vc) {
        return VcState.wantPort(words[vc]) < PORTS;
    }

    private int wanted(int vc) {
        return base(vc) + (int) VcState.wantPort(words[vc]) * VCS + (int) VcState.wantVc(words[vc]);
    }

    /** Returns whether a head in front is being routed in this cycle: it is shown as a body without an output. */
    private boolean isRouted(int vc) {
        return !hasWanted(vc) && VcState.head(words[vc]) == 0;
    }

    /**
     * Returns the output VC with which reports describe a dead VC: its escape VC or, without one, the first VC of its
     * mask.
     */
    int shown(int vc) {
        long choices = adaptive(vc);
        return hasWanted(vc) ? wanted(vc) : choices == 0 ? NONE : base(vc) + Long.numberOfTrailingZeros(choices);
    }

    /** Returns whether the front flit of an occupied VC makes progress; otherwise records its waits. */
    private boolean moves(int vc) {
        open[vc] = 1;
        for (long left = adaptive(vc); left != 0; left &= left - 1) {
            if (passes(vc, base(vc) + Long.numberOfTrailingZeros(left))) {
                return true;
            }
        }
        return hasWanted(vc) ? passes(vc, wanted(vc)) : isRouted(vc);
    }

    private boolean passes(int vc, int out) {
        Reason reason = reason(vc, out);
        if (reason == Reason.UNIT) {
            return passesUnit(vc, out);
        }
        int blocker = reason == null ? PROGRESS : blocker(out, reason);
        if (blocker != PROGRESS) {
            waitsFor(vc, blocker);
        }
        return blocker == PROGRESS;
    }

    private boolean passesUnit(int vc, int out) {
        if (!stands.test(out / VCS)) {
            return true;
        }
        int behind = 0;
        for (WaitTable.Through through : table.behind(port(out))) {
            int injection = injection(out, through);
            if (!isEmpty(injection)) {
                waitsFor(vc, injection);
                behind++;
            }
        }
        open[vc] = behind;
        return behind == 0;
    }

    /** Returns an occupied VC with a wait that the static graph does not contain, or -1. */
    int unknown() {
        for (int i = 0; i < occupied; i++) {
            int vc = taken[i];
            long choices = adaptive(vc);
            // only a flawed machine has no escape VC
            boolean captive = choices != 0 && !hasWanted(vc);
            int want = wanted(vc) - base(vc);
            boolean known = table.hasAll(vc, choices) && (captive || table.has(vc, want));
            if (!known && !isRouted(vc)) {
                return vc;
            }
        }
        return -1;
    }

    // ---- the reason of a wait

    private int behind(int out) {
        int direction = port(out);
        return (shape.neighbour(node(out), direction) * PORTS + (direction ^ 1)) * VCS + out % VCS;
    }

    private int depth(int out) {
        return depths.at(port(out) / 2, Depths.kind(out % VCS));
    }

    private int owner(int out) {
        return base(out) + (int) VcState.ownerPort(words[out]) * VCS + (int) VcState.ownerVc(words[out]);
    }

    private static int injection(int out, WaitTable.Through through) {
        return base(out) + through.port() * VCS + through.vc();
    }

    /** Returns the reason why the front of `vc` cannot use the output VC, or null if it can. */
    private Reason reason(int vc, int out) {
        boolean head = VcState.head(words[vc]) != 0;
        if (head && VcState.owned(words[out]) != 0) {
            return Reason.OWNER;
        }
        boolean link = port(out) < LINKS;
        if (packets && link && !head) {
            return null;
        }
        boolean enters = VcState.enters(words[vc]) != 0 && (out & 3) < ADAPTIVE;
        return VcState.credits(words[out]) >= (enters ? 2 : 1) ? null : link ? Reason.CREDIT : Reason.UNIT;
    }

    /** Returns the VC for which an output VC of a link waits, or PROGRESS. */
    private int blocker(int out, Reason reason) {
        if (reason == Reason.OWNER) {
            return isEmpty(owner(out)) ? PROGRESS : owner(out);
        }
        int far = behind(out);
        return VcState.occupancy(words[far]) < (packets ? 1 : depth(out)) ? PROGRESS : far;
    }

    /** Returns the units between a dead ejection port and the dead injection port for which it waits. */
    private WaitTable.Through through(int out) {
        return table.behind(port(out)).stream()
                .filter(through -> state[injection(out, through)] == DEAD)
                .findFirst()
                .orElseThrow();
    }

    private int deadNext(int vc) {
        int out = shown(vc);
        Reason reason = reason(vc, out);
        return reason == Reason.UNIT ? injection(out, through(out)) : blocker(out, reason);
    }

    /** Returns a description of the reason why a dead VC waits. */
    String why(int vc) {
        int out = shown(vc);
        int others = Long.bitCount(adaptive(vc)) - (hasWanted(vc) ? 0 : 1);
        String also = others > 0 ? "; none of its " + others + " other choices can move either" : "";
        return switch (reason(vc, out)) {
            case OWNER -> "owned by the packet in " + Knot.place(shape, owner(out)) + also;
            case CREDIT -> (packets
                            ? "no room for its packet in " + Knot.place(shape, behind(out))
                            : "no credit, all " + depth(out) + " slots of " + Knot.place(shape, behind(out))
                                    + " are taken")
                    + also;
            default -> "no credit, the node stands still: " + through(out).units();
        };
    }

    /**
     * Returns a shortest ring of dead VCs that wait for each other, which begins with its lowest VC; valid after {@link
     * #solve} with dead VCs.
     */
    List<Integer> ring() {
        List<Integer> shortest = List.of();
        int[] visit = new int[state.length];
        for (int vc = 0; vc < state.length; vc++) {
            int at = vc;
            while (state[vc] == DEAD && visit[at] == 0) {
                visit[at] = vc + 1;
                at = deadNext(at);
            }
            if (visit[at] == vc + 1) {
                List<Integer> ring = new ArrayList<>();
                for (int next = at; ring.isEmpty() || next != at; next = deadNext(next)) {
                    ring.add(next);
                }
                Collections.rotate(ring, -ring.indexOf(Collections.min(ring)));
                shortest = shortest.isEmpty() || ring.size() < shortest.size() ? ring : shortest;
            }
        }
        return shortest;
    }
}
