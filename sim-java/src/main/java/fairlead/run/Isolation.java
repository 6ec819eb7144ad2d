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
import fairlead.node.OpTable;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.Strangers.Kind;
import fairlead.verdict.Verdict;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

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

    private static final long SOON = 1000; // cycle before which strangers begin, if the end is not known
    private static final long TURN = 4; // cycles of a credit at a router
    private static final long LONGEST = 1024; // cycles of what a stranger has begun

    private final RunPlan plan;
    private final Played alone;

    /** What the program has seen. */
    private record Played(RunResult result, byte[][] memory, long end) {
        OpTable table() {
            return result.execution().table();
        }
    }

    /**
     * What strangers did to the program.
     *
     * @param given their commands; 0 if they had no node with space
     * @param changed what the program saw otherwise than alone, or an empty text
     * @param verdict the first verdict that is false only beside them, or an empty text
     * @param delay cycles that the program took longer
     * @param bound greatest such number that the machine may need
     */
    public record Outcome(int given, String changed, String verdict, long delay, long bound) {
        public boolean isSame() {
            return changed.isEmpty() && verdict.isEmpty() && delay <= bound;
        }

        /** Returns what is wrong in one line, or an empty text. */
        public String text() {
            return !changed.isEmpty()
                    ? changed
                    : !verdict.isEmpty()
                            ? verdict
                            : delay <= bound ? "" : "delayed by " + delay + " cycles, more than " + bound;
        }
    }

    /** Plays the plan alone. */
    public Isolation(RunPlan plan) {
        this.plan = plan;
        alone = play(new CommandBuffer());
    }

    /** Returns whether the program ends alone, so that there is something to compare with. */
    public boolean isJudged() {
        return !alone.result.report().partial() && falseVerdict(alone).isEmpty();
    }

    /** Returns the cycles that the program takes alone. */
    public long cycles() {
        return alone.end;
    }

    /** Returns an engine on which strangers of a kind share the machine with the program. */
    public static EngineFactory beside(EngineFactory engine, Program program, Kind kind, long seed) {
        return (machine, options) -> {
            int ground = ground(machine.memoryBytes());
            return on(engine, Strangers.draw(kind, seed, program, machine, ground, SOON))
                    .open(machine, options);
        };
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

    /** Plays the program beside strangers and compares. */
    public Outcome with(Kind kind, long seed) {
        int ground = ground(plan.machine().memoryBytes());
        CommandBuffer strangers =
                Strangers.draw(kind, seed, plan.program(), plan.machine(), ground, Math.max(1, alone.end));
        Played beside = play(strangers);
        long count = Arrays.stream(nodes(strangers)).distinct().count();
        return new Outcome(
                strangers.count(),
                changed(beside),
                falseVerdict(beside),
                beside.end - alone.end,
                count * (alone.end + LONGEST) + moving(strangers));
    }

    /** Returns whether an operation of the program waits for an answer, which may wait for those to strangers. */
    private boolean asks() {
        return plan.program().operations().stream()
                .anyMatch(op -> op.kind() != OpKind.PUT && (op.kind().isNetwork() || op.kind() == OpKind.QUIET));
    }

    /** Returns the cycles in which the machine moves the data of strangers, one packet after the other. */
    private long moving(CommandBuffer strangers) {
        MachineConfig machine = plan.machine();
        Latency latency = machine.latency();
        long credit = machine.linkPeriod() + latency.link() + latency.credit() + TURN;
        long flit = credit + latency.memory() + latency.jitter(); // with one credit and one read at a time
        long packet = flit * (1 + HwLayout.MAX_PAYLOAD / HwLayout.FLIT_BYTES);
        boolean asks = asks();
        long packets = 0;
        for (int i = 0; i < strangers.count(); i++) {
            long word = strangers.word(i, 0);
            long kind = Descriptor0.kind(word);
            boolean isMet = kind == HwLayout.OpKind.PUT || kind == HwLayout.OpKind.GET && asks;
            packets += strangers.op(i) == TileCommand.POST && isMet
                    ? 1 + Descriptor0.length(word) / HwLayout.MAX_PAYLOAD
                    : 0;
        }
        return packets * packet;
    }

    private static int[] nodes(CommandBuffer commands) {
        int[] nodes = new int[commands.count()];
        Arrays.setAll(nodes, commands::node);
        return nodes;
    }

    private Played play(CommandBuffer strangers) {
        byte[][] memory = new byte[plan.program().nodes()][plan.program().memoryBytes()];
        RunPlan beside = plan.with(on(plan.factory(), strangers), plan.executorOptions());
        RunResult result = new Session(beside.as(plan.name(), plan.effectiveConfig(), false), true)
                .keepGoing()
                .atEnd(engine -> copy(engine, memory))
                .run(executor -> {});
        OpTable table = result.execution().table();
        long end = 0;
        for (int id = 0; id < table.size(); id++) {
            end = Math.max(end, table.doneAt(id));
        }
        return new Played(result, memory, end);
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
            boolean free = op.kind().isAtomic() || op.kind() == OpKind.RECV;
            if (table.result(id) != alone.table().result(id)
                    || !free && table.value(id) != alone.table().value(id)) {
                return what + "ends in cycle " + table.doneAt(id) + " with " + table.result(id) + " 0x"
                        + Long.toHexString(table.value(id)) + ", alone with "
                        + alone.table().result(id) + " 0x"
                        + Long.toHexString(alone.table().value(id));
            }
        }
        if (beside.result.report().partial()) {
            return "the run: " + beside.result.report().ending();
        }
        return memory(beside);
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
