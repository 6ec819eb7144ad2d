// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static java.util.stream.Collectors.joining;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.EpochAccess;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the verdict epoch_closure. When a target acknowledges an epoch, every put of the epoch is in the target's
 * memory. When the origin reports the epoch closed, every get of it is in the origin's memory, too (R-EPO-3, R-EPO-8).
 * The target lifts its access limit only after the last put and after the termination by the origin, and serves no
 * access of another origin while the limit holds, as {@link StrangeAccesses} judges. The verdict counts the checked
 * closings of an (epoch, target) pair. The packets of both nodes name an epoch by the index that the origin's software
 * has chosen.
 */
final class EpochChecker extends Checker {
    private static final int ENTRIES = 256; // number of table entries that an event can name
    private static final int INDICES = HwLayout.ORIGIN_EPOCHS;

    static final class Closing {
        final int open;
        final int origin;
        final int id;
        final int target;
        long exposed = NEVER; // cycle of EPOCH_EXPOSED at the target
        long granted = NEVER; // cycle in which INIT_ACK left the target
        long acked = NEVER;
        long closed = NEVER; // cycle in which EPOCH_CLOSED reported the closing
        boolean failed; // whether EPOCH_CLOSED reported a refused transfer
        long terminated = NEVER; // cycle in which TERM left the origin
        long freed = NEVER;
        boolean spoilt; // whether a transfer was refused
        long lastPut = NEVER;
        long lastGet = NEVER;
        boolean missing; // whether bytes of a transfer were never written

        Closing(Operation op, int target) {
            open = op.id();
            origin = op.node();
            id = op.epochId();
            this.target = target;
        }
    }

    /** A used entry of a target's epoch table: its origin and, from INIT_ACK on, its epoch. */
    private record Exposure(long cycle, int origin, long id, Closing closing) {}

    private final List<Closing> closings = new ArrayList<>();
    private final Closing[][] byOpen = new Closing[program.size()][]; // by EPOCH_OPEN, in the order of its targets
    private final Closing[] current = new Closing[nodes * INDICES]; // by origin and index
    private final List<List<Closing>> open; // epochs that are granted and not terminated, by target
    private final int[] given = new int[program.size()]; // number of targets of each EPOCH_OPEN that have an index
    private final Exposure[] exposures = new Exposure[nodes * ENTRIES]; // by target and table entry
    final StrangeAccesses strangers;

    EpochChecker(JudgedRun run) {
        super(run, new Violations(run.clock));
        open = each(nodes, () -> new ArrayList<>(0));
        strangers = new StrangeAccesses(run, open, violations);
    }

    /** Notes that software opens the epoch to its next target, under this index. */
    void given(Operation op, int index) {
        int number = given[op.id()]++;
        Closing closing = new Closing(op, op.targets()[number]);
        closings.add(closing);
        byOpen[op.id()] = number == 0 ? new Closing[op.targets().length] : byOpen[op.id()];
        byOpen[op.id()][number] = closing;
        current[op.node() * INDICES + index] = closing;
    }

    /** Returns the epoch of a transfer, or null if software has not opened it to the target yet. */
    private Closing closing(Operation op) {
        Closing[] all = byOpen[op.epoch()];
        for (int i = 0; all != null && i < given[op.epoch()]; i++) {
            if (all[i].target == op.target()) {
                return all[i];
            }
        }
        return null;
    }

    /**
     * Notes that the last byte of a transfer was written in cycle `commit`, as an event of cycle `now` shows. The final
     * judgement is in {@link #finish}.
     */
    void landed(Operation op, long commit, long now) {
        if (op.epoch() < 0) {
            strangers.landed(op, now);
            return;
        }
        Closing closing = closing(op);
        if (closing != null
                && (closing.closed >= 0 && commit > closing.closed
                        || op.kind() == OpKind.PUT && closing.acked >= 0 && commit > closing.acked)) {
            run.clock.violated(now);
        }
    }

    // ---- events and packets of epochs

    /** Handles EPOCH_EXPOSED, of which `a` is an EpochEvent. */
    void exposed(long cycle, int target, long a, long id) {
        int entry = (int) EpochEvent.entry(a);
        int origin = rank(EpochEvent.origin(a));
        if (origin < 0) {
            report(cycle, target, " opened its window to a node that there is not");
            return;
        }
        int wanted = 0; // epochs that this origin has opened and that are not granted yet
        for (int index = 0; index < INDICES; index++) {
            Closing closing = current[origin * INDICES + index];
            wanted += closing != null && closing.target == target && closing.id == id && closing.granted < 0 ? 1 : 0;
        }
        for (int i = target * ENTRIES; i < (target + 1) * ENTRIES; i++) {
            Exposure other = exposures[i];
            wanted -= other != null && other.closing == null && other.origin == origin && other.id == id ? 1 : 0;
        }
        if (wanted <= 0) {
            violations.add(at(cycle, target) + " opened its window to node " + origin + " for epoch " + id
                    + ", which nobody asked for");
            return;
        }
        if (exposures[target * ENTRIES + entry] != null) {
            report(cycle, target, " gave epoch entry " + entry + " away twice");
        }
        exposures[target * ENTRIES + entry] = new Exposure(cycle, origin, id, null);
    }

    /** Notes a packet that leaves a node: INIT_ACK connects a table entry with an epoch, TERM ends the epoch. */
    void injected(Packet p) {
        if (p.dst < 0) {
            return; // Routes reports such a packet
        }
        if (p.type == PacketType.INIT_ACK) {
            granted(p.cycle, p.src, (int) Header1.addr(p.w1) & ENTRIES - 1, p.dst, p.entry);
        } else if (p.type == PacketType.TERM) {
            Closing closing = at(p.dst, p.entry);
            if (closing == null || closing.origin != p.src) {
                violations.add("cycle " + p.cycle + ": an epoch of node " + p.dst + " is terminated that is not open");
            } else {
                closing.terminated = p.cycle;
                open.get(closing.target).remove(closing);
            }
        }
    }

    private void granted(long cycle, int target, int entry, int origin, int index) {
        Exposure exposure = exposures[target * ENTRIES + entry];
        Closing closing = current[origin * INDICES + index];
        if (exposure == null
                || exposure.closing != null
                || exposure.origin != origin
                || closing == null
                || closing.target != target
                || closing.id != exposure.id
                || closing.granted >= 0) {
            violations.add(at(cycle, target) + " grants epoch entry " + entry + " to index " + index + " of node "
                    + origin + ", which has not asked for it");
            return;
        }
        exposures[target * ENTRIES + entry] = new Exposure(exposure.cycle, origin, exposure.id, closing);
        closing.exposed = exposure.cycle;
        closing.granted = cycle;
        open.get(target).add(closing);
    }

    void acked(long cycle, int target, int entry) {
        Closing closing = at(target, entry);
        if (closing == null || closing.acked >= 0) {
            report(cycle, target, " acknowledged epoch entry " + entry + wrong(closing));
        } else {
            closing.acked = cycle;
        }
    }

    void closed(long cycle, int origin, int index, boolean failed) {
        Closing closing = current(origin, index);
        if (closing == null || closing.closed >= 0) {
            report(cycle, origin, " closed epoch index " + index + wrong(closing));
        } else {
            closing.closed = cycle;
            closing.failed = failed;
        }
    }

    private static String wrong(Closing closing) {
        return closing == null ? ", which is not open" : " a second time";
    }

    /** Handles EPOCH_ENDED: the origin may use the index again, because the target has lifted its access limit. */
    void ended(long cycle, int origin, int index) {
        Closing closing = current(origin, index);
        if (closing == null || closing.freed < 0) {
            report(cycle, origin, " ended epoch index " + index + ", whose target has not lifted its access limit");
        }
        if (closing != null) {
            current[origin * INDICES + index] = null;
        }
    }

    void freed(long cycle, int target, int entry) {
        Closing closing = at(target, entry);
        exposures[target * ENTRIES + entry] = null;
        if (closing == null) {
            report(cycle, target, " ended epoch entry " + entry + ", which is not open");
        } else {
            closing.freed = cycle;
        }
    }

    private Closing current(int origin, int index) {
        return index < 0 || index >= INDICES ? null : current[origin * INDICES + index];
    }

    private Closing at(int target, int entry) {
        Exposure exposure = exposures[target * ENTRIES + entry];
        return exposure == null ? null : exposure.closing;
    }

    // ---- the end

    /**
     * Returns the verdict.
     *
     * @param drained true if every transfer has its result
     */
    Verdict finish(boolean drained) {
        long[] done = never(program.size()); // cycle in which software learnt of it, by EPOCH_OPEN
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.EPOCH_CLOSE) {
                Result result = times.result(op.id());
                done[op.epoch()] = result == Result.DONE || result == Result.FAILED ? times.completedAt(op.id()) : -1;
            } else if (op.epoch() >= 0 && op.kind().isTransfer()) {
                add(op, closing(op));
            }
        }
        long checked = 0;
        for (Closing closing : closings) {
            if (done[closing.open] >= 0 || closing.acked >= 0) {
                checked++;
                judge(closing, done[closing.open], drained);
            }
        }
        strangers.finish(closings);
        Verdict verdict =
                Verdict.of("epoch_closure", checked, violations, "(epoch, target) closings after their last byte");
        Map<Integer, String> held = held();
        return held.isEmpty() ? verdict : verdict.with(Map.of("held", held));
    }

    /**
     * Returns, by their ids, the EPOCH_OPENs that wait only because other nodes hold their targets (R-EPO-10). A node
     * holds a target from the INIT_ACK that leaves the target to the TERM that leaves the node, so the machine owes
     * nothing to the one that waits.
     */
    private Map<Integer, String> held() {
        Map<Integer, String> texts = new TreeMap<>();
        for (Closing closing : config.epochAccess() == EpochAccess.QUEUE ? closings : List.<Closing>of()) {
            String others = open.get(closing.target).stream()
                    .map(other -> other.origin)
                    .filter(node -> node != closing.origin)
                    .distinct()
                    .sorted()
                    .map(String::valueOf)
                    .collect(joining(" and "));
            if (closing.granted < 0 && times.result(closing.open) == null && !others.isEmpty()) {
                String waits = "node " + closing.origin + " waits at node " + closing.target;
                texts.put(closing.open, waits + ", which node " + others + " holds");
            }
        }
        return texts;
    }

    private void add(Operation op, Closing to) {
        if (to == null) {
            return;
        }
        to.spoilt |= times.result(op.id()) == Result.REFUSED;
        if (times.writes(op)) {
            long last = times.lastCommit(op.id());
            to.lastPut = op.kind() == OpKind.PUT ? Math.max(to.lastPut, last) : to.lastPut;
            to.lastGet = op.kind() == OpKind.PUT ? to.lastGet : Math.max(to.lastGet, last);
            to.missing |= last < 0;
        }
    }

    private String who(Closing closing) {
        return program.operation(closing.open) + " towards node " + closing.target;
    }

    private void judge(Closing closing, long done, boolean drained) {
        if (closing.acked >= 0 && closing.lastPut > closing.acked) {
            violations.add(who(closing) + ": acknowledged in cycle " + closing.acked
                    + ", its last put was in memory in cycle " + closing.lastPut);
        }
        if (closing.freed >= 0
                && (closing.terminated < 0 || closing.freed < closing.terminated || closing.freed < closing.lastPut)) {
            violations.add(who(closing) + ": access limit lifted in cycle " + closing.freed + ", before "
                    + (closing.freed < closing.lastPut ? "its last put" : "its termination"));
        }
        long closed = closing.closed >= 0 ? closing.closed : done;
        if (closed < 0) {
            return;
        }
        if (closing.acked < 0 || closing.acked > closed) {
            violations.add(who(closing) + ": closed in cycle " + closed + " without an acknowledgement");
        }
        long last = Math.max(closing.lastPut, closing.lastGet);
        if (closing.missing || last > closed) {
            violations.add(who(closing) + ": closed in cycle " + closed + ", a transfer of it was in memory "
                    + (closing.missing ? "never" : "in cycle " + last));
        }
        if (closing.closed >= 0 && closing.failed != closing.spoilt && (drained || closing.spoilt)) {
            violations.add(who(closing) + ": closed " + (closing.failed ? "with" : "without") + " an error, and "
                    + (closing.spoilt ? "a transfer" : "no transfer") + " of it was refused");
        }
    }
}
