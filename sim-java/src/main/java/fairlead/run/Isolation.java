// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Result;
import fairlead.program.Strangers;
import fairlead.run.RunReport.OpRow;
import fairlead.verdict.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The verdict isolation: a program beside strangers has the results, the memory and the verdicts that it has without
 * them, and each of its operations is at most {@link #allowance} cycles slower (docs/use/verdicts.md).
 */
public final class Isolation {
    private static final int SHOWN = 3; // findings
    private static final int SOURCES = 3; // of a port, beside its injection FIFOs

    private final RunPlan plan;
    private final Side alone;
    private final Strangers strangers;
    private final Map<Long, List<Operation>> writers = new HashMap<>(); // by node and page; once memory differs
    private Map<Integer, TreeMap<Long, Long>> open; // packets, once an operation is slower
    private final List<String> found = new ArrayList<>();
    private long checked;
    private long slowest;

    /** Returns whether a plan asks for strangers whose commands are not drawn yet. */
    static boolean asked(RunPlan plan) {
        ExecutorOptions.Drawn drawn = plan.executorOptions().strangers();
        return drawn != null && drawn.horizon() == ExecutorOptions.Drawn.ASKED;
    }

    /** Plays the plan without strangers; the system grants the same as beside them. */
    Isolation(RunPlan plan, boolean allowUnsafe) {
        this.plan = plan;
        Map<Long, byte[]> pages = new HashMap<>();
        RunResult result = new Session(drawn(0), allowUnsafe)
                .keepGoing()
                .atEnd(engine -> pages.putAll(pages(engine)))
                .run(executor -> {});
        alone = new Side(
                result.execution(),
                result.report().operations(),
                result.report().verdicts(),
                pages);
        strangers = new Strangers(plan.program(), plan.machine());
    }

    /**
     * What a run leaves for the comparison.
     *
     * @param pages copies of the pages that were written, by node and number
     */
    record Side(ExecutionReport execution, List<OpRow> rows, List<Verdict> verdicts, Map<Long, byte[]> pages) {
        boolean isWhole() {
            return execution.reason() == EndReason.COMPLETED;
        }
    }

    static Side side(ExecutionReport execution, List<OpRow> rows, List<Verdict> verdicts, Engine engine) {
        return new Side(execution, rows, List.copyOf(verdicts), pages(engine));
    }

    private static Map<Long, byte[]> pages(Engine engine) {
        Map<Long, byte[]> pages = new HashMap<>();
        int count = (engine.config().memoryBytes() + Engine.PAGE_BYTES - 1) / Engine.PAGE_BYTES;
        for (int node = 0; node < engine.config().nodes(); node++) {
            for (int number = 0; number < count; number++) {
                ByteBuffer page = engine.page(node, number);
                if (page != null) {
                    byte[] copy = new byte[Engine.PAGE_BYTES];
                    page.duplicate().get(copy, 0, Math.min(copy.length, page.remaining()));
                    pages.put((long) node * count + number, copy);
                }
            }
        }
        return pages;
    }

    /** Returns whether a verdict is false without strangers, so that the run beside them has to go on. */
    boolean isWrongAlone() {
        return alone.verdicts.stream().anyMatch(v -> Boolean.FALSE.equals(v.holds()));
    }

    /** Returns what the run without strangers has left. */
    Side alone() {
        return alone;
    }

    /** Returns the plan with strangers that give commands as long as the run takes without them. */
    RunPlan beside() {
        return drawn(Math.max(1, alone.execution.cycles()));
    }

    private RunPlan drawn(long horizon) {
        ExecutorOptions options = plan.executorOptions();
        long seed = options.strangers().seed();
        return plan.with(plan.factory(), options.beside(new ExecutorOptions.Drawn(seed, horizon)));
    }

    /** @param bound cycles that a packet beside strangers may take */
    Verdict judge(Side beside, long bound) {
        if (!alone.isWhole()) {
            return verdict(
                    null,
                    0,
                    "not exercised: without strangers the run ends with " + alone.execution.reason() + " "
                            + alone.execution.failure());
        }
        if (!beside.isWhole()) {
            found.add("the run ends beside strangers with " + beside.execution.reason() + " "
                    + beside.execution.failure());
        }
        for (Verdict verdict : alone.verdicts) {
            Verdict other = beside.verdicts.stream()
                    .filter(v -> v.name().equals(verdict.name()))
                    .findFirst()
                    .orElse(verdict);
            if (!Boolean.FALSE.equals(verdict.holds()) && Boolean.FALSE.equals(other.holds())) {
                found.add(verdict.name() + " is false beside strangers: " + other.detail());
            }
        }
        for (Operation op : plan.program().operations()) {
            judge(op, alone.rows.get(op.id()), beside, bound);
        }
        if (found.isEmpty() && !isWrongAlone()) {
            memory(beside);
        }
        return found.isEmpty()
                ? verdict(
                        true,
                        checked,
                        checked + " operations beside strangers as without; slowed by at most " + slowest + " cycles")
                : verdict(
                        false,
                        Math.max(1, checked),
                        String.join("; ", found.subList(0, Math.min(SHOWN, found.size())))
                                + (found.size() > SHOWN ? "; " + (found.size() - SHOWN) + " more" : "")
                                + "; strangers drawn with seed "
                                + plan.executorOptions().strangers().seed());
    }

    private static Verdict verdict(Boolean holds, long checked, String detail) {
        return new Verdict("isolation", holds, checked, detail, Map.of());
    }

    private void judge(Operation op, OpRow without, Side beside, long bound) {
        OpRow with = beside.rows.get(op.id());
        if (isOfTiming(op)) {
            return;
        }
        checked++;
        if (!without.result().equals(with.result())) {
            found.add(op + " ends with " + with.result() + " in cycle " + with.completed() + ", without strangers "
                    + without.result() + " in cycle " + without.completed());
            return;
        }
        boolean waitsForNobody = op.path() == Path.DESCRIPTOR
                && (op.kind().isTransfer() || op.kind() == OpKind.SEND || op.kind() == OpKind.FLUSH);
        if (!waitsForNobody || !with.result().equals(Result.DONE.name())) {
            return;
        }
        long delay = took(with) - took(without);
        slowest = Math.max(slowest, delay);
        if (delay <= allowance(1, bound)) { // of itself alone; most operations need no look at the others
            return;
        }
        open = open == null ? packets(beside) : open;
        long allowed = allowance(open.get(op.node()).floorEntry(with.posted()).getValue(), bound);
        if (delay > allowed) {
            found.add(op + " takes " + took(with) + " cycles from cycle " + with.posted() + ", without strangers "
                    + took(without) + ", and may be slower by " + allowed);
        }
    }

    private static long took(OpRow row) {
        return row.completed() - row.posted();
    }

    /**
     * Returns the cycles by which an operation may be slower: while it, and each one before it in its FIFO, sends a
     * packet and waits for the answer, each other source of its port sends one, and each of these packets takes at most
     * the bound of progress_fairness, which has the strangers' packets in it.
     */
    private static long allowance(long packets, long bound) {
        return 2 * packets * (HwLayout.INJECTION_FIFOS + SOURCES) * Math.max(1, bound);
    }

    /** Returns by node and first cycle the packets of the operations that are open. */
    private static Map<Integer, TreeMap<Long, Long>> packets(Side beside) {
        Map<Integer, TreeMap<Long, Long>> packets = new HashMap<>();
        for (OpRow row : beside.rows) {
            long its = 1 + row.bytes() / HwLayout.MAX_PAYLOAD;
            if (row.posted() >= 0 && (row.completed() < 0 || row.completed() >= row.posted())) {
                TreeMap<Long, Long> here = packets.computeIfAbsent(row.node(), node -> new TreeMap<>());
                here.merge(row.posted(), its, Long::sum);
                here.merge(row.completed() < 0 ? Long.MAX_VALUE : row.completed() + 1, -its, Long::sum);
            }
        }
        for (TreeMap<Long, Long> here : packets.values()) {
            long open = 0;
            for (Map.Entry<Long, Long> change : here.entrySet()) {
                open += change.getValue();
                change.setValue(open);
            }
        }
        return packets;
    }

    private void memory(Side beside) {
        byte[] zeros = new byte[Engine.PAGE_BYTES];
        int count = (plan.machine().memoryBytes() + Engine.PAGE_BYTES - 1) / Engine.PAGE_BYTES;
        for (long page = 0; page < (long) plan.machine().nodes() * count; page++) {
            byte[] without = alone.pages.getOrDefault(page, zeros);
            byte[] with = beside.pages.getOrDefault(page, zeros);
            for (int at = Arrays.mismatch(without, with); at >= 0 && at < with.length; at++) {
                int node = (int) (page / count);
                int address = (int) (page % count) * Engine.PAGE_BYTES + at;
                if (without[at] != with[at] && isOfProgram(node, address)) {
                    found.add("node " + node + " address 0x" + Integer.toHexString(address) + " holds " + with[at]
                            + ", without strangers " + without[at]);
                    return;
                }
            }
        }
    }

    private boolean isOfProgram(int node, int address) {
        var dla = plan.machine().dla().options();
        boolean isStatus = dla.writesStatus()
                && address >= dla.statusAddress()
                && address < dla.statusAddress() + HwLayout.FLIT_BYTES;
        return !isStatus
                && !strangers.isOutside(node, address)
                && !strangers.isOfMessages(address)
                && isDecided(node, address);
    }

    /** Returns whether the moment decides the result of an operation, also without strangers. */
    private static boolean isOfTiming(Operation op) {
        return op.isAttempt() && (op.isOfDla() || op.epoch() >= 0);
    }

    /** Returns whether at most one operation writes a byte; the other verdicts judge the order of several. */
    private boolean isDecided(int node, int address) {
        if (writers.isEmpty()) {
            plan.program().operations().forEach(this::writes);
        }
        List<Operation> here = writers.getOrDefault(page(node, address), List.of()).stream()
                .filter(op -> covers(landing(op), op, address))
                .toList();
        return here.size() < 2
                && here.stream().noneMatch(op -> isOfTiming(op) || op.kind() == OpKind.GET && op.isUnknown());
    }

    private static int landing(Operation op) {
        return op.kind() == OpKind.GET ? op.local() : op.remote();
    }

    private static long page(int node, int address) {
        return (long) node << Integer.SIZE | address / Engine.PAGE_BYTES;
    }

    private void writes(Operation op) {
        int node = op.kind() == OpKind.GET ? op.node() : op.target();
        int end = landing(op) + op.length();
        for (int at = landing(op);
                op.kind().isTransfer() && at < end;
                at = (at / Engine.PAGE_BYTES + 1) * Engine.PAGE_BYTES) {
            writers.computeIfAbsent(page(node, at), page -> new ArrayList<>()).add(op);
        }
    }

    private static boolean covers(int from, Operation op, int address) {
        return address >= from && address < from + op.length();
    }
}
