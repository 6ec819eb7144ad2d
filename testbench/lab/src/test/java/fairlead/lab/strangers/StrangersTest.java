// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.ForwardingEngine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.cli.LabMain;
import fairlead.machine.Buffers;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.plan.Plans;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.Isolation;
import fairlead.run.Isolation.Outcome;
import fairlead.run.RunPlan;
import fairlead.run.Strangers.Kind;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays drawn programs beside strangers, on both engines, on sound machines and on machines with a flaw. */
@Tag("M-1110")
class StrangersTest {
    private static final int DRAWS = 100; // within which a break or a flaw must be noticed
    private static final long BUDGET = 60_000;
    private static final Shape SHAPE = new Shape(3, 1, 1);
    private static final int TASK = 2; // of the small programs
    private static final int PUTS = 2; // of each node

    private static final DrawnPlans PLANS = new DrawnPlans(
            new RtlEngineFactory()
                    .capabilities(MachineConfig.of(new Shape(2, 1, 1)).build(), EngineOptions.DEFAULT),
            BUDGET);

    private static void holds(String engine, int programs) {
        String[] arguments = {"strangers", "--count", "" + programs, "--seed", "5000", "--engine", engine};
        assertEquals(0, LabMain.execute(arguments));
    }

    @Test
    void theTwinIsolates() {
        holds("model", 40);
    }

    @Test
    void bothEnginesIsolate() {
        holds("lockstep", 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "lockstep"})
    @Tag("slow")
    void bothIsolateInManyPrograms(String engine) {
        holds(engine, engine.equals("model") ? 2000 : 300);
    }

    /** Messages of I/O nodes to threads over the collective network. */
    private static RunPlan messages(long seed, EngineFactory engine) {
        Map<String, Object> workload = Map.of(
                "kind", "device", "mode", "smp", "io_ratio", 4, "messages", 16, "max_bytes", 800, "timeout", 100);
        Map<String, Object> machine = Map.of("shape", List.of(4, 1, 1), "memory_bytes", 1 << 16);
        Scenario scenario = CaseFile.of("messages", Map.of("seed", seed, "machine", machine, "workload", workload))
                .scenario();
        return Plans.of(scenario, engine, scenario.program());
    }

    private static Isolation drawn(long seed) {
        for (long i = seed * DRAWS; ; i++) {
            Isolation isolation = new Isolation(PLANS.draw(i, i, new ModelEngineFactory()));
            if (isolation.isJudged()) {
                return isolation;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "rtl"})
    void aMessageOfADeadTaskIsTakenBack(String engine) {
        for (int seed = 1; seed <= 10; seed++) {
            EngineFactory factory = engine.equals("rtl") ? new RtlEngineFactory() : new ModelEngineFactory();
            Outcome outcome = new Isolation(messages(seed, factory)).with(List.of(Kind.ABORTED), seed);
            assertEquals("", outcome.text(), "seed " + seed);
        }
    }

    /** Returns the first draw in which strangers of the kind are noticed, or a number above all draws. */
    private static int noticed(Kind kind, LongFunction<Isolation> program) {
        for (int seed = 1; seed <= DRAWS; seed++) {
            Outcome outcome = program.apply(seed).with(List.of(kind), seed);
            if (!outcome.isSame()) {
                System.out.println(kind + " in draw " + seed + ": " + outcome.text());
                return seed;
            }
        }
        return DRAWS + 1;
    }

    static List<Kind> kindsThatBreak() {
        return Arrays.stream(Kind.values()).filter(k -> !k.breaks().isEmpty()).toList();
    }

    @ParameterizedTest
    @MethodSource("kindsThatBreak")
    void aKindThatBreaksIsSeenToBreak(Kind kind) {
        EngineFactory model = new ModelEngineFactory();
        int draws = noticed(
                kind,
                seed -> kind == Kind.CHANNEL
                        ? small(Does.RESERVES, seed, model)
                        : kind.needsTree() ? new Isolation(messages(seed, model)) : drawn(seed));
        assertTrue(draws <= DRAWS, () -> kind.breaks() + ": mended? Then the reason goes");
    }

    /** Every command of the host port is drawn, but that of the faults build. */
    @Test
    void noCommandIsLeftOut() {
        TreeSet<String> drawn = new TreeSet<>();
        EngineFactory seen =
                (machine, options) -> new ForwardingEngine(new ModelEngineFactory().open(machine, options)) {
                    @Override
                    public void submit(CommandBuffer commands) {
                        for (int i = 0; i < commands.count(); i++) {
                            int op = commands.op(i);
                            drawn.add(op < HostCommand.LOAD ? TileCommand.name(op) : HostCommand.name(op));
                        }
                        super.submit(commands);
                    }
                };
        RunPlan plan = messages(1, seen);
        for (Kind kind : Kind.values()) {
            for (long seed = 0; seed < 20; seed++) {
                EngineFactory beside =
                        Isolation.beside(seen, List.of(kind), plan.program(), plan.executorOptions(), seed);
                try (Engine engine = beside.open(plan.machine(), EngineOptions.DEFAULT)) {
                    engine.submit(new CommandBuffer());
                }
            }
        }
        Stream.iterate(0, op -> op + 1)
                .limit(1 << Byte.SIZE)
                .map(op -> op < HostCommand.LOAD ? TileCommand.name(op) : HostCommand.name(op))
                .filter(name -> !Character.isDigit(name.charAt(0)) && !name.equals("FAULT_ARM"))
                .forEach(name -> assertTrue(drawn.contains(name), name));
    }

    /** The lab library with a flaw or none; the assertions on hosts and those of the flawed unit are mute. */
    private static EngineFactory flawed(int variant) {
        EngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
        return (machine, options) -> {
            MachineConfig broken =
                    machine.change().unsafe(Unsafe.everywhere(variant)).build();
            Engine engine = lab.open(broken, new EngineOptions(options.hopEvents(), options.skipQuiescent(), 1, true));
            CommandBuffer mute = new CommandBuffer();
            for (int node = 0; node < machine.nodes(); node++) {
                mute.add(0, node, 0, TileCommand.FAULT_ARM, MuteId.HOST_RULES, 0, 0, 0, -2);
                mute.add(0, node, 0, TileCommand.FAULT_ARM, MuteId.OWN_UNIT, 0, 0, 0, -1);
            }
            engine.submit(mute);
            return engine;
        };
    }

    /** What the task of each node does in a small program. */
    private enum Does {
        STORES, // requests of the store path, and a flush
        RESERVES, // a persistent reservation and requests, and a flush
        PUTS, // puts that their targets await by counters
        GETS, // one long get
        FLUSHES,
        SENDS // messages over the collective network
    }

    /** Returns the isolation of a small program of one task a node. */
    private static Isolation small(Does what, long seed, EngineFactory engine) {
        if (what == Does.SENDS) {
            return new Isolation(messages(seed, engine));
        }
        SplittableRandom random = new SplittableRandom(seed);
        MachineConfig machine = MachineConfig.of(SHAPE)
                .buffers(new Buffers(8, 8, 64, 64, 64, 8).with(TableSizes.ALL.with(Table.FENCE_ENTRIES, 1)))
                .memoryBytes(1 << 16)
                .latency(new Latency(2, 2, 20, 8, 8, 0))
                .localPorts(1)
                .tasks(TASK + 1)
                .build();
        ProgramBuilder program = new ProgramBuilder("small", SHAPE, machine.tasks(), machine.memoryBytes());
        int window = program.windows().everywhere("window", 16384);
        for (int node = 0; node < SHAPE.nodes(); node++) {
            int target = (node + 1 + random.nextInt(SHAPE.nodes() - 1)) % SHAPE.nodes();
            int place = window + 1024 + 512 * node;
            int last = program.task(node, TASK).add(Ops.calc(50 + random.nextInt(200)));
            for (int i = 0; what == Does.PUTS && i < PUTS; i++) {
                int to = (node + 1 + i % 2) % SHAPE.nodes();
                int counter = i % 2 * PUTS + i; // away from those of strangers
                int set = program.task(to, TASK).add(Ops.counterSet(counter, Long.BYTES));
                last = program.task(node, TASK).add(Ops.calc(10).requires(last));
                Operation put = Ops.putAny(to, window, place + Long.BYTES * i, Long.BYTES)
                        .counter(counter);
                program.task(node, TASK).add(put.requires(last));
                program.task(to, TASK).add(Ops.counterAwait(counter).requires(set));
            }
            if (what == Does.RESERVES) {
                last = program.task(node, TASK)
                        .add(Ops.dlaAlloc(8, true, false).attempt().after(last));
                for (int i = 0; i < 4; i++) {
                    last = program.task(node, TASK).add(Ops.calc(40).after(last));
                    Operation put = Ops.putAny(target, window, place, Long.BYTES);
                    last = program.task(node, TASK)
                            .add(put.path(Path.STORE).attempt().after(last));
                }
                last = program.task(node, TASK).add(Ops.dlaEnd().after(last));
            }
            for (int i = 0; what == Does.STORES && i < 8; i++) {
                int source = window + 64 * i;
                program.load(node, source, Payload.bytes(i, HwLayout.DLA_INLINE_BYTES));
                Operation put = Ops.put(target, source, place + 64 * i, HwLayout.DLA_INLINE_BYTES, i);
                last = program.task(node, TASK).add(put.path(Path.INLINE).requires(last));
            }
            if (what == Does.GETS) {
                program.task(node, TASK)
                        .add(Ops.getAny(target, window, window + 8192, 8192).requires(last));
            } else if (what != Does.PUTS) {
                program.task(node, TASK).add(Ops.flush(target).requires(last));
            }
        }
        ExecutorOptions options = ExecutorOptions.of(256, 200_000);
        return new Isolation(
                new RunPlan("small", program.build(), machine, engine, EngineOptions.DEFAULT, options, Map.of()));
    }

    /** A flaw, and the kind that notices it. */
    private record Flaw(int variant, Kind kind, Does what) {}

    static List<Flaw> flaws() {
        return List.of(
                new Flaw(UnsafeVariant.ONE_ASSEMBLY, Kind.STORES, Does.STORES),
                new Flaw(UnsafeVariant.COUNTS_AT_HEAD, Kind.STORES, Does.STORES),
                new Flaw(UnsafeVariant.PUT_TAKES_SLOT, Kind.GETS, Does.PUTS),
                new Flaw(UnsafeVariant.ONE_POINTER, Kind.ORDERS, Does.FLUSHES),
                new Flaw(UnsafeVariant.COUNTER_SHARED, Kind.COUNTER, Does.GETS),
                new Flaw(UnsafeVariant.COUNTER_OVERWRITES, Kind.PRESET, Does.GETS),
                new Flaw(UnsafeVariant.TREE_MERGE, Kind.ABORTED, Does.SENDS),
                new Flaw(UnsafeVariant.STRAY_BITS, Kind.MALFORMED, Does.FLUSHES),
                new Flaw(UnsafeVariant.UNALIGNED, Kind.MALFORMED, Does.FLUSHES));
    }

    /** In one of the first draws the program sees the flaw, and nothing on the sound machine. */
    @ParameterizedTest
    @MethodSource("flaws")
    void aFlawIsNoticed(Flaw flaw) {
        for (int seed = 1; seed <= DRAWS; seed++) {
            String broken = small(flaw.what, seed, flawed(flaw.variant))
                    .with(List.of(flaw.kind), seed)
                    .text();
            String sound = broken.isEmpty()
                    ? ""
                    : small(flaw.what, seed, flawed(0))
                            .with(List.of(flaw.kind), seed)
                            .text();
            if (!broken.isEmpty() && sound.isEmpty()) {
                System.out.println(UnsafeVariant.name(flaw.variant) + " in draw " + seed + ": " + broken);
                return;
            }
            assertTrue(sound.isEmpty() || !flaw.kind.breaks().isEmpty(), "draw " + seed + " on the sound machine");
        }
        throw new AssertionError(UnsafeVariant.name(flaw.variant) + " is not noticed");
    }
}
