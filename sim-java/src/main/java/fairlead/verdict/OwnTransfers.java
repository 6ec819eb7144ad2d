// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.EventKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Checks flushes and fences of a node on itself that have no leg (docs/spec/fence-unit.md, R2): no transfer of the node
 * on itself that had left its injection FIFO, or entered the network from the DLA, may have a byte that comes to memory
 * later, and no request may have been in the DLA.
 */
final class OwnTransfers {
    private static final int SURE = 2; // cycles between two events after which their order is sure

    /** A transfer or a flush, and the cycle in which its event showed it. */
    private record Seen(long cycle, Operation op) {}

    private final Program program;
    private final OpTimes times;
    private final List<List<Seen>> transfers = new ArrayList<>(); // by node, in the order of cycles
    private final List<List<Seen>> quiet = new ArrayList<>();
    private final List<Deque<Long>> requests = new ArrayList<>(); // cycles in which what is in the DLA was accepted
    private final Violations violations;

    OwnTransfers(final Program program, final OpTimes times, final Violations violations) {
        this.violations = violations;
        this.program = program;
        this.times = times;
        for (int node = 0; node < program.nodes(); node++) {
            transfers.add(new ArrayList<>(0));
            quiet.add(new ArrayList<>(0));
            requests.add(new ArrayDeque<>(0));
        }
    }

    /** Notes that an operation of the node on itself has left its FIFO, or the DLA, with its last packet. */
    void issued(final long cycle, final int node, final int op) {
        if (op >= 0) {
            transfers.get(node).add(new Seen(cycle, program.operation(op)));
        }
    }

    /** Notes that a flush or fence on the own node was armed without a leg. */
    void armed(final long cycle, final int node, final int op) {
        if (op >= 0) {
            quiet.get(node).add(new Seen(cycle, program.operation(op)));
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
                    violations.add(
                            cycle,
                            "cycle " + cycle + ": " + all.get(i).op + " was armed without a leg in cycle "
                                    + all.get(i).cycle + ", and a request was in its DLA from cycle " + accepted
                                    + " on");
                }
            }
        }
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
                    if (!times.isUndecided(one.op.id())
                            && (latest == null || times.lastCommit(one.op.id()) > times.lastCommit(latest.op.id()))) {
                        latest = one;
                    }
                }
                if (latest != null && times.lastCommit(latest.op.id()) > flush.cycle) {
                    violations.add(flush.op + " was armed without a leg in cycle " + flush.cycle
                            + ", and a transfer of its node on itself was in memory only in cycle "
                            + times.lastCommit(latest.op.id()) + ": " + latest.op);
                }
            }
        }
    }
}
