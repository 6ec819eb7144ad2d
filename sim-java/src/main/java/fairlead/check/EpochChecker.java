// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * epoch_closure: when a target acknowledges an epoch, every put of it is in the target's memory; when the origin's close completes, every get of it is in the origin's
 * memory too (R-EPO-3, R-EPO-8); the access limit is lifted only after that (R-EPO-7). Checked: (epoch, target) closings.
 */
final class EpochChecker {
    private static final int ENTRIES = 256; // that an event can name

    private static final class Closing {
        final int open;
        final int origin;
        final int id;
        final int target;
        long acked = -1;
        long freed = -1;

        Closing(final Operation op, final int target) {
            open = op.id();
            origin = op.node();
            id = op.epochId();
            this.target = target;
        }
    }

    /** When the transfers of one epoch were in memory, by place of their target among the epoch's; -1 for never. */
    private static final class Commits {
        final int[] targets;
        final long[] put;
        final long[] get;
        final boolean[] missing;
        long closed = -1;

        Commits(final Operation open) {
            targets = open.targets();
            put = new long[targets.length];
            get = new long[targets.length];
            missing = new boolean[targets.length];
            Arrays.fill(put, -1);
            Arrays.fill(get, -1);
        }

        int place(final int target) {
            return Arrays.binarySearch(targets, target);
        }

        void add(final Operation op, final long last) {
            final int at = place(op.target());
            final long[] side = op.kind() == OpKind.PUT ? put : get;
            side[at] = Math.max(side[at], last);
            missing[at] |= last < 0;
        }
    }

    private final Program program;
    private final OpTimes times;
    private final List<Closing> closings = new ArrayList<>();
    private final List<List<Closing>> announced = new ArrayList<>(); // by target: opened and not yet exposed
    private final Closing[] exposed; // by target and entry
    private final Violations violations;

    EpochChecker(final Program program, final OpTimes times, final Violations violations) {
        this.violations = violations;
        this.program = program;
        this.times = times;
        exposed = new Closing[program.nodes() * ENTRIES];
        for (int target = 0; target < program.nodes(); target++) {
            announced.add(new ArrayList<>());
        }
    }

    void posted(final Operation op) {
        if (op.kind() == OpKind.EPOCH_OPEN) {
            for (final int target : op.targets()) {
                final Closing closing = new Closing(op, target);
                closings.add(closing);
                announced.get(target).add(closing);
            }
        }
    }

    /** Takes the first announced epoch of an origin and id, or null. */
    private Closing take(final int target, final int origin, final long id) {
        final List<Closing> waiting = announced.get(target);
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).origin == origin && waiting.get(i).id == id) {
                return waiting.remove(i);
            }
        }
        return null;
    }

    private static int place(final int target, final int entry) {
        return target * ENTRIES + entry;
    }

    void exposed(final long cycle, final int target, final int entry, final int origin, final long id) {
        final Closing closing = take(target, origin, id);
        if (closing == null) {
            violations.add("cycle " + cycle + ": node " + target + " opened its window to node " + origin
                    + " for epoch " + id + ", which nobody asked for");
            return;
        }
        if (exposed[place(target, entry)] != null) {
            violations.add("cycle " + cycle + ": node " + target + " gave epoch entry " + entry + " away twice");
        }
        exposed[place(target, entry)] = closing;
    }

    void acked(final long cycle, final int target, final int entry) {
        final Closing closing = exposed[place(target, entry)];
        if (closing == null || closing.acked >= 0) {
            violations.add("cycle " + cycle + ": node " + target + " acknowledged epoch entry " + entry
                    + (closing == null ? ", which is not open" : " a second time"));
        } else {
            closing.acked = cycle;
        }
    }

    void freed(final long cycle, final int target, final int entry) {
        final Closing closing = exposed[place(target, entry)];
        if (closing == null) {
            violations.add(
                    "cycle " + cycle + ": node " + target + " ended epoch entry " + entry + ", which is not open");
        } else {
            exposed[place(target, entry)] = null;
            closing.freed = cycle;
        }
    }

    Verdict finish() {
        final Commits[] commits = new Commits[program.size()]; // by EPOCH_OPEN
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.EPOCH_CLOSE && times.result(op.id()) == Result.DONE) {
                of(commits, op.epoch()).closed = times.completedAt(op.id());
            } else if (op.epoch() >= 0 && op.kind().isTransfer() && times.writes(op)) {
                of(commits, op.epoch()).add(op, times.lastCommit(op.id()));
            }
        }
        long checked = 0;
        for (final Closing closing : closings) {
            final Commits of = of(commits, closing.open);
            if (of.closed >= 0 || closing.acked >= 0) {
                checked++;
                judge(closing, of);
            }
        }
        return Verdict.of("epoch_closure", checked, violations, "(epoch, target) closings after their last byte");
    }

    private Commits of(final Commits[] commits, final int open) {
        if (commits[open] == null) {
            commits[open] = new Commits(program.operation(open));
        }
        return commits[open];
    }

    private void judge(final Closing closing, final Commits of) {
        final String who = program.operation(closing.open) + " towards node " + closing.target;
        final int at = of.place(closing.target);
        if (closing.acked >= 0 && of.put[at] > closing.acked) {
            violations.add(who + ": acknowledged in cycle " + closing.acked + ", its last put was in memory in cycle "
                    + of.put[at]);
        }
        if (of.closed < 0) {
            return;
        }
        if (closing.acked < 0 || closing.acked > of.closed) {
            violations.add(who + ": closed in cycle " + of.closed + " without an acknowledgement");
        }
        final long last = Math.max(of.put[at], of.get[at]);
        if (of.missing[at] || last > of.closed) {
            violations.add(who + ": closed in cycle " + of.closed + ", a transfer of it was in memory "
                    + (of.missing[at] ? "never" : "in cycle " + last));
        }
        if (closing.freed >= 0 && closing.freed < of.put[at]) {
            violations.add(who + ": access limit lifted in cycle " + closing.freed + ", before its last put");
        }
    }
}
