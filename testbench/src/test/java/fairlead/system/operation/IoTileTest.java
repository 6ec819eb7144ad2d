// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.plan.Plans;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunResult;
import fairlead.support.EventLog;
import fairlead.support.EventLog.Event;
import fairlead.support.Runs;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** I/O tiles outside the torus, on the RTL and its twin: what they do, and that no way leads to them on the torus. */
@Tag("M-446")
class IoTileTest {
    private static final EngineFactory RTL = new RtlEngineFactory(RtlOptions.PRODUCT);
    private static final EngineFactory BOTH = new LockstepFactory(RTL, new ModelEngineFactory());
    private static final Shape SHAPE = new Shape(2, 2, 2, 2);
    private static final int END = 2000; // cycle

    private static final String COLLECTIVES = "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [2, 2, 2],"
            + " io_ratio: 2, memory_bytes: 131072}, workload: {kind: collectives, items: ["
            + "{collective: {op: allreduce, bytes: 256, algorithm: tree, reduce: sum, type: i64}},"
            + "{collective: {op: broadcast, bytes: 300, root: 3}}, {collective: {op: barrier}}]}}";

    private static String example() throws IOException {
        return Files.readString(Path.of("../examples/device_io_tiles.yaml"));
    }

    private static Map<?, ?> broken(RunResult result) {
        return (Map<?, ?>) Runs.verdicts(result).get("device_delivery").extra().get("broken");
    }

    @Test
    void noFlitOfTheTorusIsAtAnIoTile() throws IOException {
        Shape shape = new Shape(4, 2, 1, 2);
        EventLog log = new EventLog();
        RunResult twin = Runs.run(Plans.of(Runs.scenario(example(), "engine=model", "run.hops=true")), log);
        assertTrue(twin.report().holds() && twin.execution().isClean(), Runs.text(twin));
        assertEquals(100, Runs.verdicts(twin).get("device_delivery").checked());
        Map<Integer, Integer> flits = new TreeMap<>();
        for (Event e : log.ofKinds(EventKind.HOP, EventKind.PACKET_INJECTED, EventKind.PACKET_DELIVERED)) {
            flits.merge(e.node(), 1, Integer::sum);
            assertTrue(shape.isOnTorusAt(Header0.src(e.a())) && shape.isOnTorusAt(Header0.dst(e.a())), e.toString());
        }
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), List.copyOf(flits.keySet()));
        assertTrue(flits.values().stream().allMatch(count -> count > 1000), flits.toString());
    }

    private static MachineConfig machine() {
        return MachineConfig.of(SHAPE)
                .memoryBytes(1 << 14)
                .tasks(Collections.nCopies(SHAPE.nodes(), 1))
                .build();
    }

    /** Plays commands on both engines, passes all events to the sink, and returns the flits on links. */
    private static long play(CommandBuffer commands, Consumer<Event> sink) {
        EventLog log = new EventLog();
        try (Engine engine = BOTH.open(machine(), new EngineOptions(true, true, 1, false))) {
            log.play(engine, commands, END);
            assertEquals("", engine.failure());
            log.all().forEach(sink);
            return engine.stats().flitHops();
        }
    }

    private static long post(int kind, int coord) {
        long length = kind == OpKind.FADD || kind == OpKind.CAS ? Long.BYTES : kind <= OpKind.GET ? 64 : 0;
        return Descriptors.word0(kind, coord, 0, length);
    }

    /**
     * Every kind of descriptor, from each node to each I/O tile and from each I/O tile to each node, itself included.
     */
    @Test
    void bothEnginesRefuseEachCommandForTheTorusThatNamesOrIsAtAnIoTile() {
        CommandBuffer commands = new CommandBuffer();
        int count = 0;
        for (int node = 0; node < SHAPE.nodes(); node++) {
            for (int target = 0; target < SHAPE.nodes(); target++) {
                if (SHAPE.isOnTorus(node) && SHAPE.isOnTorus(target)) {
                    continue;
                }
                for (int kind : List.of(
                        OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.CAS, OpKind.MSG, OpKind.FLUSH, OpKind.FENCE)) {
                    commands.add(10, node, 0, TileCommand.POST, post(kind, SHAPE.coord(target)), 0, 0, 0, count++);
                }
            }
        }
        int[] refused = new int[2];
        long hops = play(commands, e -> {
            assertEquals(EventKind.OP_REJECTED, e.kind());
            assertEquals(RejectReason.MALFORMED, e.b());
            refused[SHAPE.isOnTorus(e.node()) ? 0 : 1]++;
        });
        assertEquals(0, hops);
        assertEquals(7 * 8 * 2, refused[0]);
        assertEquals(7 * 2 * 10, refused[1]);
    }

    @Test
    void noEpochIsOpenedToOrFromAnIoTile() {
        CommandBuffer commands = new CommandBuffer();
        int[][] pairs = {{0, 8}, {7, 9}, {8, 0}, {9, 9}};
        for (int i = 0; i < pairs.length; i++) {
            long word = (long) SHAPE.coord(pairs[i][1]) << EpochCommand.TARGET_LSB;
            commands.add(10, pairs[i][0], 0, TileCommand.EPOCH_OPEN, word, 0, 0, 0, i);
        }
        List<Integer> nodes = new ArrayList<>();
        assertEquals(0, play(commands, e -> {
            assertEquals(EventKind.EPOCH_ERROR, e.kind());
            assertEquals(EpochState.NO_TARGET, e.b());
            nodes.add(e.node());
        }));
        assertEquals(List.of(0, 7, 8, 9), nodes);
    }

    /** Returns the descriptor words of a store, whose data fill one flit. */
    private static long stored(int kind, int coord) {
        long length = kind == OpKind.PUT || kind == OpKind.GET ? 16 : 0;
        return Descriptors.word0(kind, coord, 0, length);
    }

    /**
     * Every kind of store, between the same pairs, each with credits of its channel. The last store of each node of the
     * torus goes to a node of the torus, in another channel with as many credits: it alone is accepted.
     */
    @Test
    void theStorePathTakesNoRequestThatNamesOrIsAtAnIoTile() {
        List<Integer> kinds = List.of(OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.CAS);
        CommandBuffer commands = new CommandBuffer();
        int count = 0;
        for (int node = 0; node < SHAPE.nodes(); node++) {
            for (int channel = 0; channel < 2; channel++) {
                long open = (long) channel << DlaCommand.CHANNEL_LSB
                        | 1L << DlaCommand.PR_LSB
                        | 2L << DlaCommand.CREDITS_LSB;
                commands.add(10, node, 0, TileCommand.DLA_ALLOC, open, 0, 0, 0, count++);
            }
            for (int target = 0; target < SHAPE.nodes(); target++) {
                for (int kind : SHAPE.isOnTorus(node) && SHAPE.isOnTorus(target) ? List.<Integer>of() : kinds) {
                    commands.add(
                            20, node, 0, TileCommand.DLA_REQUEST, stored(kind, SHAPE.coord(target)), 0, 0, 0, count++);
                }
            }
            int near = SHAPE.isOnTorus(node) ? node ^ 1 : 0;
            long put = stored(OpKind.PUT, SHAPE.coord(near));
            commands.add(30, node, 0, TileCommand.DLA_REQUEST, put, 0, 0, 1, count++);
            commands.add(30, node, 0, TileCommand.DLA_DATA, 1, 2, 0, 1, count++);
        }
        int[] refused = new int[2];
        List<Integer> accepted = new ArrayList<>();
        long hops = play(commands, e -> {
            if (e.kind() == EventKind.DLA_DISCARDED) {
                assertEquals(DlaDropReason.MALFORMED, e.b());
                refused[SHAPE.isOnTorus(e.node()) ? 0 : 1]++;
            } else if (e.kind() == EventKind.DLA_ACCEPTED) {
                accepted.add(e.node());
            }
        });
        assertEquals(8 * 2, hops); // a head and a flit of payload over one link
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), accepted);
        assertEquals(4 * 8 * 2, refused[0]);
        assertEquals(4 * 2 * 10 + 2, refused[1]);
    }

    /**
     * The nodes of the torus meet without the I/O tiles, which show the barrier's wires one pattern for ever. An I/O
     * tile that enters sees no other pattern either, so it is never released, and nobody sees that it has entered.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theBarrierWaitsForNoIoTileAndReleasesNone(boolean enters) {
        CommandBuffer commands = new CommandBuffer();
        int nodes = enters ? SHAPE.nodes() : SHAPE.torusNodes();
        for (int node = 0; node < nodes; node++) {
            long master = 1L << HwLayout.BarrierCommand.MASTER_LSB;
            commands.add(10, node, 0, TileCommand.BAR_ENTER, master, 0, 0, 0, node);
        }
        Map<Integer, List<Integer>> told = new TreeMap<>();
        play(commands, e -> told.computeIfAbsent(e.kind(), kind -> new ArrayList<>())
                .add(e.node()));
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), told.get(EventKind.BARRIER_RELEASED));
        assertEquals(nodes, told.get(EventKind.BARRIER_GLOBAL).size());
    }

    /**
     * A link that exists is counted when the credits are summed at rest: those of the torus, and none of an I/O tile.
     */
    @Test
    void theLinksOfAnIoTileAreTiedOff() {
        for (EngineFactory factory : List.of(RTL, new ModelEngineFactory())) {
            List<Long> sums = new ArrayList<>();
            for (Shape shape : List.of(SHAPE.torus(), SHAPE)) {
                MachineConfig config =
                        MachineConfig.of(shape).memoryBytes(1 << 14).build();
                try (Engine engine = factory.open(config, EngineOptions.DEFAULT)) {
                    CommandBuffer commands = new CommandBuffer();
                    commands.add(10, 0, 0, TileCommand.POST, post(OpKind.PUT, 1), 0, 0, 0, 0);
                    new EventLog().play(engine, commands, END);
                    sums.add(engine.stats().conservationChecks());
                    assertEquals(0, engine.stats().conservationFailures());
                }
            }
            assertTrue(sums.get(0) > 0, sums.toString());
            assertEquals(sums.get(0), sums.get(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"literal, header_once", "early_unlock, lock_held", "cleared, slot_owner", "no_header, header_saved"})
    void aFlawOfTheSoftwareBreaksItsConditionBesideTheTorusToo(String flaw, String condition) throws IOException {
        RunResult result = Runs.run(example(), "workload.flaw=" + flaw, "workload.messages=400");
        assertEquals(Set.of(condition), broken(result).keySet(), flaw);
    }

    @Test
    void aSenderThatGivesUpItsPathInterleavesMessagesOfTwoIoTiles() throws IOException {
        RunResult result = Runs.run(example(), "machine.unsafe.variant=path_freed", "workload.messages=400");
        assertTrue(broken(result).containsKey("contiguous"), broken(result).toString());
    }

    /** Contributions are combined on their way through the I/O tiles, which are above all nodes and are no members. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void theNodesOfTheTorusCombineOverTheTree(int ratio) {
        String set = "machine.io_ratio=" + ratio;
        RunResult rtl = Runs.run(COLLECTIVES, set);
        assertTrue(rtl.report().holds() && rtl.execution().isClean(), Runs.text(rtl));
        Verdict integrity = Runs.verdicts(rtl).get("data_integrity");
        assertTrue(integrity.checked() > 0);
        assertEquals(
                rtl.report().eventSha256(),
                Runs.run(COLLECTIVES, set, "engine=model").report().eventSha256());
    }

    @Test
    void aProgramWithAnOperationOnTheTorusAtAnIoTileIsRefused() {
        List<Consumer<ProgramBuilder>> wrong = List.of(
                p -> p.task(0, 0).add(Ops.flush(9)),
                p -> p.task(8, 0).add(Ops.flush(0)),
                p -> p.task(8, 0).add(Ops.quiet()),
                p -> p.task(9, 0).add(Ops.barrier()));
        for (Consumer<ProgramBuilder> one : wrong) {
            ProgramBuilder builder = new ProgramBuilder("io", SHAPE, Collections.nCopies(SHAPE.nodes(), 1), 4096);
            one.accept(builder);
            ProgramException refused = assertThrows(ProgramException.class, () -> builder.build());
            assertTrue(refused.getMessage().contains("is an I/O tile"), refused.getMessage());
        }
        ProgramBuilder sound = new ProgramBuilder("io", SHAPE, Collections.nCopies(SHAPE.nodes(), 1), 4096);
        for (int node = 0; node < SHAPE.torusNodes(); node++) {
            sound.task(node, 0).add(Ops.barrier());
        }
        Program program = sound.build();
        assertEquals(SHAPE.torusNodes(), program.size());
    }
}
