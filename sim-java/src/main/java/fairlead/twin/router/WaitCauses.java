// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.WaitCause;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The waits of the routers of a partition, by cause: the twin of the RTL's WaitCauses, with the counts of its
 * PerfCounters. A partition asks it for nothing while no node counts. Spec: docs/spec/perf-counters.md
 */
final class WaitCauses implements TorusRouter.WaitCounts {
    private static final int FLITS = 0;
    private static final int BLOCKED = 1;
    private static final int COUNTERS = 1 + (RouterShape.ALLOCATES ? WaitCause.STAGE : WaitCause.ARBITRATION) + 1;
    private static final int FIRST_LOCAL_ROW = RouterShape.LINKS * HwLayout.CLASSES;

    private record Command(int node, boolean on, boolean clear, long cycle) implements Serializable {}

    private final RouterState state;
    private final List<Command> commands = new ArrayList<>(); // that have not been executed, by cycle
    private final long[][] counts; // by node, then row and counter; null before the first command
    final boolean[] on; // by node
    private int counting; // number of nodes that count

    WaitCauses(RouterState state) {
        this.state = state;
        counts = new long[state.nodes][];
        on = new boolean[state.nodes];
    }

    @Override
    public void control(int node, boolean counts, boolean clear, long t) {
        commands.add(new Command(node, counts, clear, t));
    }

    /**
     * Begins cycle t: executes the commands of earlier cycles, and counts the routers in which nothing requests.
     *
     * @param cycles number of cycles since the last one executed
     * @param held nodes with flits, one bit for each; the words from `first` to `end` - 1 are used
     */
    void begin(long t, long cycles, long[] held, int first, int end) {
        int done = 0;
        while (done < commands.size() && commands.get(done).cycle() < t) {
            execute(commands.get(done++));
        }
        commands.subList(0, done).clear();
        for (int word = first; word < end; word++) {
            for (long bits = held[word]; bits != 0; bits &= bits - 1) {
                int node = (word << 6) + Long.numberOfTrailingZeros(bits);
                if (on[node] && (state.ready[node] | state.heads[node]) == 0) {
                    blocked(node, state.occupied[node], cycles);
                }
            }
        }
    }

    private void execute(Command command) {
        int node = command.node();
        counting += (command.on() ? 1 : 0) - (on[node] ? 1 : 0);
        on[node] = command.on();
        if (command.clear() || counts[node] == null) {
            counts[node] = new long[(FIRST_LOCAL_ROW + RouterShape.LOCALS) * COUNTERS];
        }
    }

    @Override
    public long count(int node, int row, int counter) {
        return counts[node] == null || counter >= COUNTERS ? 0 : counts[node][row * COUNTERS + counter];
    }

    /** Returns whether {@link #begin} has to be called, or a node counts. */
    boolean any() {
        return counting != 0 || !commands.isEmpty();
    }

    /**
     * Counts the flits in front of `places`, which do not request, by the state at the start of the cycle; a head that
     * is routed in this cycle is in a stage.
     */
    void blocked(int node, long places, long cycles) {
        for (long rest = places; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            wait(node, place, cause(node * state.vcs, place), cycles);
        }
    }

    /** Counts the flits in front of `places`, which request and are not granted. */
    void refused(int node, long places, long late) {
        for (long rest = places; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            wait(node, place, (late >>> place & 1) != 0 ? WaitCause.CONNECTION : WaitCause.ARBITRATION, 1);
        }
    }

    /** Counts the heads in front of `places`, which requested an output VC; those of `given` have got one. */
    void asked(int node, long places, long given) {
        for (long rest = places; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            wait(node, place, (given >>> place & 1) != 0 ? WaitCause.STAGE : WaitCause.ARBITRATION, 1);
        }
    }

    /** Counts the flits that leave from `places`. */
    void moved(int node, long places) {
        for (long rest = places; rest != 0; rest &= rest - 1) {
            counts[node][row(Long.numberOfTrailingZeros(rest)) * COUNTERS + FLITS]++;
        }
    }

    private void wait(int node, int place, int cause, long cycles) {
        int first = row(place) * COUNTERS;
        counts[node][first + BLOCKED] += cause == WaitCause.STAGE ? 0 : cycles;
        counts[node][first + BLOCKED + cause] += cycles;
    }

    private static int row(int place) {
        int port = RouterShape.port(place);
        return port >= RouterShape.LINKS
                ? FIRST_LOCAL_ROW + port - RouterShape.LINKS
                : port * HwLayout.CLASSES + (RouterShape.number(place) >> RouterShape.CLASS_SHIFT);
    }

    /** Returns why the front flit of an input VC does not request. */
    private int cause(int base, int place) {
        long word = state.in[base + place];
        if (RouterShape.ALLOCATES && InputVc.isAwaiting(word)) {
            return WaitCause.STAGE;
        }
        long out = state.out[base + InputVc.output(word)];
        if (!Packets.isHead((int) word) || RouterShape.ALLOCATES && OutputVc.isOwnedBy(out, place)) {
            return OutputVc.isStuck(out) != 0 ? WaitCause.CREDIT : WaitCause.LINK;
        }
        if (OutputVc.isOwned(out)) {
            return WaitCause.OWNER;
        }
        if (RouterShape.ALLOCATES) {
            return WaitCause.CREDIT; // a head without room; it does not ask whether the link takes it
        }
        boolean enters = state.cutThrough && (state.alternatives[base + place] & CutThrough.ENTERS) != 0;
        return OutputVc.credits(out) < (enters ? 2 : 1) ? WaitCause.CREDIT : WaitCause.LINK;
    }
}
