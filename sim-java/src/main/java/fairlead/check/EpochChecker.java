// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    private final Program program;
    private final OpTimes times;
    private final List<Closing> closings = new ArrayList<>();
    private final List<List<Closing>> announced = new ArrayList<>(); // by target: opened and not yet exposed
    private final Closing[] exposed; // by target and entry
    private final Violations violations = new Violations();

    EpochChecker(final Program program, final OpTimes times) {
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
        final Map<Long, long[]> latest =
                new HashMap<>(); // (open, target): latest put commit, latest get commit, missing
        for (int n = 0; n < times.count(); n++) {
            final Operation op = program.operation(times.ordered(n));
            if (op.epoch() >= 0 && op.kind().isTransfer() && times.writes(op)) {
                final long[] commits =
                        latest.computeIfAbsent((long) op.epoch() << 16 | op.target(), k -> new long[] {-1, -1, 0});
                final int side = op.kind() == OpKind.PUT ? 0 : 1;
                commits[side] = Math.max(commits[side], times.lastCommit(op.id()));
                commits[2] |= times.lastCommit(op.id()) < 0 ? 1 : 0;
            }
        }
        final Map<Integer, Long> closed = new HashMap<>();
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.EPOCH_CLOSE && times.result(op.id()) == Result.DONE) {
                closed.put(op.epoch(), times.completedAt(op.id()));
            }
        }
        long checked = 0;
        for (final Closing closing : closings) {
            final Long at = closed.get(closing.open);
            if (at != null || closing.acked >= 0) {
                checked++;
                judge(closing, at, latest.getOrDefault((long) closing.open << 16 | closing.target, new long[] {-1, -1, 0
                }));
            }
        }
        return Verdict.of("epoch_closure", checked, violations, "(epoch, target) closings after their last byte");
    }

    private void judge(final Closing closing, final Long closedAt, final long[] commits) {
        final String who = program.operation(closing.open) + " towards node " + closing.target;
        if (closing.acked >= 0 && commits[0] > closing.acked) {
            violations.add(who + ": acknowledged in cycle " + closing.acked + ", its last put was in memory in cycle "
                    + commits[0]);
        }
        if (closedAt == null) {
            return;
        }
        if (closing.acked < 0 || closing.acked > closedAt) {
            violations.add(who + ": closed in cycle " + closedAt + " without an acknowledgement");
        }
        if (commits[2] != 0 || Math.max(commits[0], commits[1]) > closedAt) {
            violations.add(who + ": closed in cycle " + closedAt + ", a transfer of it was in memory "
                    + (commits[2] != 0 ? "never" : "in cycle " + Math.max(commits[0], commits[1])));
        }
        if (closing.freed >= 0 && closing.freed < commits[0]) {
            violations.add(who + ": access limit lifted in cycle " + closing.freed + ", before its last put");
        }
    }
}
