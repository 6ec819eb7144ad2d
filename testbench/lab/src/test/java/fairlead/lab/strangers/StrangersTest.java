// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.strangers.StrangerCampaign.Tally;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.Isolation;
import fairlead.run.Isolation.Outcome;
import fairlead.run.RunPlan;
import fairlead.run.Strangers.Kind;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays drawn programs beside strangers, on both engines, on sound machines and on machines with a flaw. */
@Tag("M-1110")
class StrangersTest {
    /** The kinds that break the isolation of a program today, and why. A kind that is mended leaves this table. */
    private static final Map<Kind, String> BREAK = new EnumMap<>(Map.of(
            Kind.CHANNEL, "no command of the DLA has an owner",
            Kind.COUNTER, "a put may name a byte counter that a get has",
            Kind.PRESET, "no byte counter has an owner",
            Kind.EPOCH, "no epoch index has an owner",
            Kind.EXPOSURE, "an epoch refuses all accesses outside epochs to its node, of all tasks",
            Kind.FIFO, "no injection FIFO has an owner",
            Kind.BARRIER, "a task may enter the barrier for another one",
            Kind.MESSAGE, "slots and credits of reception FIFOs are of the node",
            Kind.HALF_MESSAGE, "messages of two processors merge",
            Kind.DEVICE, "the lock of the shared device obeys everybody"));

    private static final int DRAWS = 100; // within which a break or a flaw must be noticed
    private static final Shape SHAPE = new Shape(3, 1, 1);
    private static final int TASK = 2; // of the programs below; FIFO 0 is for a stranger

    private final StrangerCampaign campaign = new StrangerCampaign(new RtlEngineFactory()
            .capabilities(MachineConfig.of(new Shape(2, 1, 1)).build(), EngineOptions.DEFAULT));

    private static EngineFactory engine(String name) {
        return name.equals("rtl") ? new RtlEngineFactory() : new ModelEngineFactory();
    }

    private void holds(String engine, int programs) {
        Set<Kind> kinds = EnumSet.complementOf(EnumSet.copyOf(BREAK.keySet()));
        Map<Kind, Tally> tallies = new EnumMap<>(Kind.class);
        kinds.forEach(kind -> tallies.put(kind, new Tally()));
        for (long seed = 1; seed <= programs; seed++) {
            long its = seed;
            campaign.play(its, kinds, engine(engine)).forEach((kind, outcome) -> tallies.get(kind)
                    .add(outcome, "StrangersTest, seed " + its + " on " + engine));
        }
        tallies.forEach((kind, tally) -> {
            System.out.println(engine + " " + tally.line(kind.name()));
            assertEquals("", tally.first(), kind.about());
            assertTrue(tally.cases() > 0, () -> kind + " had no case");
        });
    }

    @Test
    void theTwinIsolates() {
        holds("model", 20);
    }

    @Test
    void theRtlIsolates() {
        holds("rtl", 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "rtl"})
    @Tag("slow")
    void bothIsolateInManyPrograms(String engine) {
        holds(engine, engine.equals("model") ? 500 : 40);
    }

    /** Returns the first draw in which strangers of the kind are noticed, or a number above all draws. */
    private static int noticed(Kind kind, LongFunction<Isolation> program) {
        for (int seed = 1; seed <= DRAWS; seed++) {
            Outcome outcome = program.apply(seed).with(kind, seed);
            if (!outcome.isSame()) {
                System.out.println(kind + " in draw " + seed + ": " + outcome.text());
                return seed;
            }
        }
        return DRAWS + 1;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aKindOfTheTableIsSeenToBreak(Kind kind) {
        if (BREAK.containsKey(kind)) {
            int draws = noticed(kind, seed -> campaign.isolation(seed, kind.needsTree(), new ModelEngineFactory()));
            assertTrue(draws <= DRAWS, () -> BREAK.get(kind) + ": mended? Then the line goes");
        }
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
        PUTS, // puts that their targets await by counters
        FLUSHES
    }

    /** Returns the isolation of a small program of one task a node. */
    private static Isolation small(Does what, long seed, EngineFactory engine) {
        SplittableRandom random = new SplittableRandom(seed);
        MachineConfig machine = MachineConfig.of(SHAPE)
                .buffers(new Buffers(8, 8, 64, 64, 64, 8).with(TableSizes.ALL.with(Table.FENCE_ENTRIES, 1)))
                .memoryBytes(1 << 16)
                .localPorts(1)
                .tasks(TASK + 1)
                .build();
        ProgramBuilder program = new ProgramBuilder("small", SHAPE, machine.tasks(), machine.memoryBytes());
        int window = program.windows().everywhere("window", 4096);
        for (int node = 0; node < SHAPE.nodes(); node++) {
            int target = (node + 1 + random.nextInt(SHAPE.nodes() - 1)) % SHAPE.nodes();
            int place = window + 1024 + 256 * node;
            int last = program.task(node, TASK).add(Ops.calc(50 + random.nextInt(200)));
            for (int i = 0; what == Does.PUTS && i < 4; i++) {
                int to = (node + 1 + i % 2) % SHAPE.nodes();
                int counter = HwLayout.COUNTERS - 1 - 4 * node - i; // away from those of strangers
                int set = program.task(to, TASK).add(Ops.counterSet(counter, Long.BYTES));
                last = program.task(node, TASK).add(Ops.calc(60).requires(last));
                Operation put = Ops.putAny(to, window, place + Long.BYTES * i, Long.BYTES)
                        .counter(counter);
                program.task(node, TASK).add(put.requires(last));
                program.task(to, TASK).add(Ops.counterAwait(counter).requires(set));
            }
            for (int i = 0; what == Does.STORES && i < 8; i++) {
                Operation put = Ops.putAny(target, window, place, HwLayout.DLA_INLINE_BYTES);
                last = program.task(node, TASK).add(put.path(Path.INLINE).requires(last));
            }
            if (what != Does.PUTS) {
                program.task(node, TASK).add(Ops.flush(target).requires(last));
            }
        }
        ExecutorOptions options = ExecutorOptions.of(256, 200_000);
        return new Isolation(
                new RunPlan("small", program.build(), machine, engine, EngineOptions.DEFAULT, options, Map.of()));
    }

    @Test
    void flawsAreNoticed() {
        record Flaw(int variant, Kind kind, Does what) {}
        for (Flaw flaw : List.of(
                new Flaw(UnsafeVariant.ONE_ASSEMBLY, Kind.STORES, Does.STORES),
                new Flaw(UnsafeVariant.COUNTS_AT_HEAD, Kind.HALF_REQUEST, Does.STORES),
                new Flaw(UnsafeVariant.PUT_TAKES_SLOT, Kind.GETS, Does.PUTS),
                new Flaw(UnsafeVariant.ONE_POINTER, Kind.FLUSHES, Does.FLUSHES))) {
            int draws = noticed(flaw.kind, seed -> small(flaw.what, seed, flawed(flaw.variant)));
            assertTrue(draws <= DRAWS, () -> UnsafeVariant.name(flaw.variant) + " is not noticed");
            Outcome sound = small(flaw.what, draws, flawed(0)).with(flaw.kind, draws);
            assertEquals("", sound.text(), () -> "without " + UnsafeVariant.name(flaw.variant));
        }
    }
}
