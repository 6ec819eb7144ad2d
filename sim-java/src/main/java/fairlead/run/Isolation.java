// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.TableSizes.Table;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.OpTable;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.Strangers.Kind;
import fairlead.verdict.Verdict;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The judge of strangers: plays a program alone and beside {@link Strangers}, and compares what the program can see:
 * results and values of its operations, its memory, its verdicts, and the time that it takes.
 *
 * <p>Not compared: values of atomics, the words on which they act, and messages with one match word, because their
 * order is free; reception FIFOs, whose slots are taken in the order of arrival; and the status of the DLA. The
 * verdicts judge these.
 */
public final class Isolation {
    /**
     * The verdicts on what a program is promised. The others are accounts of the whole machine, which would have to
     * know the commands of the strangers.
     */
    private static final Set<String> JUDGED = Set.of(
            "deadlock_freedom",
            "fence_ordering",
            "epoch_closure",
            "barrier_safety",
            "data_integrity",
            "device_delivery");

    private static final Set<EndReason> ENDS = EnumSet.of(EndReason.COMPLETED, EndReason.MAX_CYCLES);
    private static final long SOON = 1000; // cycle before which strangers begin, if the end is not known
    private static final long TURN = 4; // cycles of a credit at a router

    private final RunPlan plan;
    private final Played alone;

    /** What the program has seen, and what a stranger got that it had to be refused. */
    private record Played(RunResult result, byte[][] memory, long end, String accepted) {
        OpTable table() {
            return result.execution().table();
        }
    }

    /**
     * What strangers did to the program.
     *
     * @param given their commands; 0 if they had no node with space
     * @param changed what the program saw otherwise than alone, or what a stranger got and had to be refused
     * @param verdict the first verdict that is false only beside them, or an empty text
     * @param delay cycles that the program took longer
     * @param bound greatest such number that the machine may need
     */
    public record Outcome(int given, String changed, String verdict, long delay, long bound) {
        public boolean isSame() {
            return text().isEmpty();
        }

        /** Returns what is wrong in one line, or an empty text. */
        public String text() {
            String late = delay <= bound ? "" : "delayed by " + delay + " cycles, more than " + bound;
            return !changed.isEmpty() ? changed : !verdict.isEmpty() ? verdict : late;
        }
    }

    /** What strangers did to many programs. */
    public static final class Tally {
        private int played;
        private int changed;
        private int verdicts;
        private int late;
        private double most; // greatest delay, as a part of its bound

        /** Counts one program, and returns a line with what is wrong and the command that repeats it, or nothing. */
        public String add(Outcome outcome, String repeat) {
            played += outcome.given() == 0 ? 0 : 1;
            changed += outcome.changed().isEmpty() ? 0 : 1;
            verdicts += outcome.verdict().isEmpty() ? 0 : 1;
            late += outcome.delay() > outcome.bound() ? 1 : 0;
            most = Math.max(most, (double) outcome.delay() / Math.max(1, outcome.bound()));
            return outcome.isSame() ? "" : outcome.text() + "; repeat with: " + repeat + "\n";
        }

        public boolean holds() {
            return changed + verdicts + late == 0;
        }

        @Override
        public String toString() {
            String text = "%d programs beside strangers: %d changed results, %d false verdicts, %d too late;"
                    + " greatest delay %.0f %% of its bound";
            return String.format(text, played, changed, verdicts, late, 100 * most);
        }
    }

    /** Plays the plan alone. */
    public Isolation(RunPlan plan) {
        this.plan = plan;
        alone = play(new CommandBuffer(), plan.executorOptions().maxCycles());
    }

    /**
     * Returns whether there is something to compare with: the program ends alone, and makes no allocations, whose
     * results depend on what is free in the store path.
     */
    public boolean isJudged() {
        boolean allocates = count(op -> op.kind() == OpKind.DLA_ALLOC) > 0;
        return !allocates
                && !alone.result.report().partial()
                && falseVerdict(alone).isEmpty();
    }

    /** Returns an engine on which strangers of these kinds share the machine with the program. */
    public static EngineFactory beside(
            EngineFactory engine, List<Kind> kinds, Program program, ExecutorOptions software, long seed) {
        return (machine, options) ->
                on(engine, draw(kinds, seed, program, software, machine, SOON)).open(machine, options);
    }

    private static CommandBuffer draw(
            List<Kind> kinds, long seed, Program program, ExecutorOptions software, MachineConfig machine, long span) {
        int ground = ground(machine.memoryBytes());
        return Strangers.draw(kinds, seed, program, software.persistent(), machine, ground, span);
    }

    private static EngineFactory on(EngineFactory engine, CommandBuffer strangers) {
        return (machine, options) -> {
            int ground = ground(machine.memoryBytes());
            int bytes = ground + Strangers.GROUND_BYTES;
            Engine opened = engine.open(machine.change().memoryBytes(bytes).build(), options);
            return new StrangerEngine(opened, strangers, ground);
        };
    }

    private static int ground(int memoryBytes) {
        return (memoryBytes + Engine.PAGE_BYTES - 1) / Engine.PAGE_BYTES * Engine.PAGE_BYTES;
    }

    /** Plays the program beside strangers of these kinds and compares. */
    public Outcome with(List<Kind> kinds, long seed) {
        long span = Math.max(1, alone.end);
        CommandBuffer strangers = draw(kinds, seed, plan.program(), plan.executorOptions(), plan.machine(), span);
        long bound = bound(strangers);
        Played beside = play(strangers, alone.end + 2 * bound + SOON);
        String changed = beside.accepted.isEmpty() ? changed(beside) : beside.accepted;
        return new Outcome(strangers.count(), changed, falseVerdict(beside), beside.end - alone.end, bound);
    }

    private long count(Predicate<Operation> which) {
        return plan.program().operations().stream().filter(which).count();
    }

    /**
     * Returns the cycles that strangers may cost. Their packets pass one link one after the other. What is served in
     * turn, commands, flushes and fences, has one turn of each stranger for each turn of the program. So have answers
     * to gets, if no operation of the program needs an answer and no get waits for a slot, where it holds what is
     * behind it. The time of the program alone comes on top, because another order of its own packets may take up to
     * twice as long (docs/lab/strangers.md).
     */
    private long bound(CommandBuffer strangers) {
        long packets = 0;
        long answers = 0;
        long orders = 0;
        int gets = 0;
        BitSet nodes = new BitSet();
        for (int i = 0; i < strangers.count(); i++) {
            nodes.set(strangers.node(i));
            long word = strangers.word(i, 0);
            long kind = strangers.op(i) == TileCommand.POST ? Descriptor0.kind(word) : -1;
            long cut = 1 + Descriptor0.length(word) / HwLayout.MAX_PAYLOAD;
            orders += kind == HwLayout.OpKind.FLUSH || kind == HwLayout.OpKind.FENCE ? 1 : 0;
            gets += kind == HwLayout.OpKind.GET ? 1 : 0;
            answers += kind == HwLayout.OpKind.GET ? cut : 0;
            packets +=
                    kind == HwLayout.OpKind.PUT ? cut : kind >= 0 || strangers.op(i) == TileCommand.DLA_REQUEST ? 1 : 0;
        }
        long own = count(op -> op.kind().isNetwork()) * nodes.cardinality();
        boolean awaits = gets > plan.machine().buffers().responses().least()
                || count(op -> op.kind() != OpKind.PUT && op.kind().isNetwork() || op.kind() == OpKind.QUIET) > 0;
        long turns = packets - orders + Math.min(orders, own) + (awaits ? answers : Math.min(answers, own));
        return alone.end + Math.min(strangers.count(), plan.program().size()) + turns * packet();
    }

    /** Returns the cycles of the longest packet at a link: its flits, with the credits and reads that are there. */
    private long packet() {
        MachineConfig machine = plan.machine();
        Latency latency = machine.latency();
        int depth = Math.min(
                machine.buffers().links().least(), machine.buffers().locals().least());
        int window = machine.buffers().tables().of(Table.READ_WINDOW);
        long loop = latency.link() + latency.credit() + TURN;
        long memory = latency.memory() + latency.jitter();
        long flit = Math.max(machine.linkPeriod(), Math.max(1 + loop / depth, 1 + memory / window));
        return loop + 2 * memory + flit * (1 + HwLayout.MAX_PAYLOAD / HwLayout.FLIT_BYTES);
    }

    private Played play(CommandBuffer strangers, long until) {
        byte[][] memory = new byte[plan.program().nodes()][plan.program().memoryBytes()];
        String[] accepted = {""};
        RunPlan beside =
                plan.with(on(plan.factory(), strangers), plan.executorOptions().until(until));
        RunResult result = new Session(beside.as(plan.name(), plan.effectiveConfig(), false), true)
                .keepGoing()
                .atEnd(engine -> {
                    copy(engine, memory);
                    accepted[0] = ((StrangerEngine) engine).accepted();
                })
                .run(executor -> {});
        OpTable table = result.execution().table();
        long end =
                IntStream.range(0, table.size()).mapToLong(table::doneAt).max().orElse(0);
        return new Played(result, memory, end, accepted[0]);
    }

    private static void copy(Engine engine, byte[][] memory) {
        for (int node = 0; node < memory.length; node++) {
            ByteBuffer all = engine.memory(node);
            all.duplicate().position(0).get(memory[node]);
        }
    }

    /** Returns whether the verdict holds beside strangers too. */
    public static boolean judges(Verdict verdict) {
        return JUDGED.contains(verdict.name());
    }

    private static String falseVerdict(Played played) {
        for (Verdict verdict : played.result.report().verdicts()) {
            if (Boolean.FALSE.equals(verdict.holds()) && judges(verdict)) {
                return verdict.name() + ": " + verdict.detail();
            }
        }
        return "";
    }

    private String changed(Played beside) {
        OpTable table = beside.table();
        for (Operation op : plan.program().operations()) {
            int id = op.id();
            String what = "operation " + id + " (" + op.kind() + " of node " + op.node() + ", task " + op.task() + ") ";
            if (!table.isDone(id)) {
                return what + "never ends; the run: " + beside.result.report().ending();
            }
            boolean free = op.kind().isAtomic() || op.kind() == OpKind.RECV || op.kind() == OpKind.POLL;
            if (table.result(id) != alone.table().result(id)
                    || !free && table.value(id) != alone.table().value(id)) {
                return what + "ends in cycle " + table.doneAt(id) + " with " + table.result(id) + " 0x"
                        + Long.toHexString(table.value(id)) + ", alone with "
                        + alone.table().result(id) + " 0x"
                        + Long.toHexString(alone.table().value(id));
            }
        }
        boolean ended = ENDS.contains(beside.result.execution().reason()); // strangers may be under way
        return ended ? memory(beside) : "the run: " + beside.result.report().ending();
    }

    private String memory(Played beside) {
        byte[][] now = beside.memory;
        for (Operation op : plan.program().operations()) {
            if (op.kind().isAtomic()) {
                blank(now[op.target()], op.remote(), Long.BYTES);
                blank(alone.memory[op.target()], op.remote(), Long.BYTES);
            }
        }
        int slots =
                HwLayout.RECEPTION_FIFOS * plan.machine().buffers().receptions().greatest();
        for (int node = 0; node < now.length; node++) {
            for (byte[] each : List.of(now[node], alone.memory[node])) {
                int base = plan.program().messageBase();
                blank(each, base, base == 0 ? 0 : slots * Program.MESSAGE_SLOT);
                blank(each, plan.machine().dla().options().statusAddress(), 16);
            }
            int at = Arrays.mismatch(now[node], alone.memory[node]);
            if (at >= 0) {
                return "memory of node " + node + " at 0x" + Integer.toHexString(at) + " is " + now[node][at]
                        + " at the end, alone " + alone.memory[node][at];
            }
        }
        return "";
    }

    private static void blank(byte[] memory, int from, int bytes) {
        Arrays.fill(memory, from, Math.min(memory.length, from + bytes), (byte) 0);
    }
}
