// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;
import fairlead.verdict.EventHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares every count and every inspection of the fabric with an independent source: records, programs, sums and
 * states of VCs. {@link FabricOptionsTest} compares the counts with those of the twin.
 */
@Tag("M-68")
class FabricCountTest {
    private static final int VCS = HwLayout.CLASSES * HwLayout.VCS_PER_CLASS;
    private static final int FLIT = HwLayout.FLIT_BYTES;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static RtlEngine open(String library, MachineConfig config, boolean skip) {
        return new RtlEngineFactory(RtlOptions.of(library)).open(config, new EngineOptions(true, skip, 1, false));
    }

    private static int flits(int bytes) {
        int flits = 0;
        for (int left = bytes; left > 0; left -= HwLayout.MAX_PAYLOAD) {
            flits += (Math.min(left, HwLayout.MAX_PAYLOAD) + FLIT - 1) / FLIT;
        }
        return flits;
    }

    /**
     * Each flit of a put or of an answer to a get is read once, and each flit that arrives is written once. Only
     * atomics make other accesses.
     */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"product", "lab", "flat4"})
    void readsAndWritesAreThoseOfTheProgram(String library) {
        MachineConfig config = FabricTraffic.machine(2, 2, 1);
        try (RtlEngine engine = open(library, config, true)) {
            new FabricTraffic(config).run(engine, 64);
            long[] words = engine.words();
            long moved = (long) config.nodes() * (flits(FabricTraffic.BYTES) + flits(FabricTraffic.GET_BYTES));
            assertEquals(moved, words[FabricAbi.R_COUNT + FabricAbi.S_READS]);
            assertEquals(moved + config.nodes(), words[FabricAbi.R_COUNT + FabricAbi.S_WRITES], "and a fetch-add each");
        }
    }

    /**
     * Compares the counts of records, of writes that became a record, and of tiles that were awake when they sent an
     * event.
     */
    @ParameterizedTest(name = "{0}")
    @EnumSource
    void countsAreThoseOfTheRecords(FabricMachines machine) {
        MachineConfig config = machine.of(3, 2, 1);
        for (boolean skip : new boolean[] {true, false}) {
            try (RtlEngine engine = open("product", config, skip)) {
                FabricPlay played = FabricPlay.of(engine, 8, 45, FabricPlay.END, 0);
                assertEquals(StopReason.IDLE, played.stop());
                Set<Long> told = new HashSet<>(); // pairs of tile and cycle
                long committed = 0;
                for (EventCursor e = played.events().cursor(); e.next(); ) {
                    committed += e.kind() == EventKind.COMMITTED ? 1 : 0;
                    if (e.unit() != EventUnit.HOST && e.unit() != EventUnit.MEMORY) {
                        told.add(e.cycle() * config.nodes() + e.node());
                    }
                }
                boolean stalls = config.dla().options().bypass(); // a stalled node holds its writes back
                assertTrue(
                        stalls
                                ? committed <= played.stat(FabricAbi.S_WRITES)
                                : committed == played.stat(FabricAbi.S_WRITES),
                        committed + " of " + played.stat(FabricAbi.S_WRITES));
                assertTrue(committed > 100, "writes " + committed);
                assertEquals(played.events().count(), played.stat(FabricAbi.S_EVENTS));
                assertEquals(played.cycle(), played.stat(FabricAbi.S_CYCLES));
                assertEquals(played.cycle(), played.result(FabricAbi.R_CYCLE));
                long all = played.cycle() * config.nodes();
                long evaluated = played.stat(FabricAbi.S_TILES_EVALUATED);
                assertTrue(evaluated >= told.size() && evaluated <= all, evaluated + " of " + all);
                assertEquals(!skip, evaluated == all, "tiles evaluated " + evaluated + " of " + all);
            }
        }
    }

    /** The number of bytes of a tile's state does not depend on the number of tiles. */
    @Test
    void aTileHasTheSameBytesInEveryMachine() {
        List<Long> bytes = new ArrayList<>();
        for (int kx : new int[] {1, 2, 16}) {
            try (RtlEngine engine = open("product", FabricTraffic.machine(kx, 1, 1), true)) {
                bytes.add(engine.words()[FabricAbi.R_COUNT + FabricAbi.S_BYTES_PER_TILE]);
            }
        }
        assertEquals(1, Set.copyOf(bytes).size(), bytes.toString());
        try (RtlEngine flat = open("flat4", FabricTraffic.machine(2, 2, 1), true)) {
            long share = flat.words()[FabricAbi.R_COUNT + FabricAbi.S_BYTES_PER_TILE];
            assertTrue(share > 0 && share < bytes.get(0), "of a flat model, whose modules stand elsewhere: " + share);
        }
    }

    /** Each failed assertion of a unit with an armed fault increments the count. */
    @Test
    void everyMutedAssertionCounts() {
        try (RtlEngine engine = open("lab", FabricTraffic.machine(3, 1, 1), true)) {
            CommandBuffer wrong = new CommandBuffer();
            for (int node = 0; node < 3; node++) {
                wrong.add(1, node, 0, TileCommand.FAULT_ARM, MuteId.HOST_RULES, 0, 0, 0, 0);
                for (int i = 0; i <= node; i++) {
                    wrong.add(10, node, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, i); // task 9 on a node with 1 task
                }
            }
            engine.submit(wrong);
            assertEquals(StopReason.IDLE, engine.run(1000), engine.failure());
            assertEquals(1 + 2 + 3, engine.stats().assertionsMuted());
        }
    }

    // ---- inspection

    /**
     * While traffic moves, the credits missing on links equal those that their senders lack, and the text of one node
     * agrees with the words of all nodes.
     */
    @ParameterizedTest(name = "{0}")
    @EnumSource
    void inspectionsAgreeWithEachOther(FabricMachines machine) throws IOException {
        MachineConfig config = machine.of(3, 2, 1);
        try (RtlEngine engine = open("product", config, true)) {
            FabricTraffic traffic = new FabricTraffic(config);
            long[] vcs = new long[config.nodes() * Engine.VC_WORDS];
            int owing = 0;
            int wanting = 0;
            int busy = 0;
            for (int look = 0; look < 60; look++) {
                traffic.step(engine, 7, new EventHash());
                engine.vcStates(vcs);
                JsonNode links = JSON.readTree(engine.inspect(FabricAbi.ALL_NODES));
                assertEquals(engine.cycle(), links.get("cycle").asLong());
                assertEquals("", links.get("imbalance").asText());
                List<String> listed = new ArrayList<>();
                links.get("links").forEach(link -> listed.add(link.toString()));
                List<String> expected = new ArrayList<>();
                for (int node = 0; node < config.nodes(); node++) {
                    JsonNode one = JSON.readTree(engine.inspect(node));
                    wanting += agrees(one, engine, node, vcs, expected);
                    busy += one.get("busy").asBoolean() ? 1 : 0;
                }
                assertEquals(expected, listed);
                owing += listed.size();
            }
            assertTrue(busy > 20 && busy < 60 * config.nodes(), "busy " + busy);
            assertTrue(owing > 20 && wanting > 20, owing + " links with flits or credits, " + wanting + " buffers");
        }
    }

    /** Returns the number of buffers with flits, and adds the links with missing credits to `links`. */
    private static int agrees(JsonNode text, RtlEngine engine, int node, long[] vcs, List<String> links) {
        MachineConfig config = engine.config();
        assertEquals(engine.cycle(), text.get("cycle").asLong());
        assertEquals(node, text.get("node").asInt());
        int slots = config.routing().cutThrough()
                ? config.routing().register(config.shape(), config.buffers().linkVc()) >> 8
                : config.buffers().linkVc();
        int wanting = 0;
        int entry = 0;
        for (int port = 0; port < HwLayout.ROUTER_PORTS; port++) {
            boolean link = port < HwLayout.LINKS;
            for (int vc = 0; vc < (link ? VCS : 1); vc++) {
                int number = link ? vc : (port - HwLayout.LINKS) / HwLayout.MOST_PORTS << 2;
                long word = vcs[node * Engine.VC_WORDS + port * 8 + number];
                JsonNode at = text.get("vcs").get(entry++);
                String where = "node " + node + " " + at;
                assertEquals(port, at.get("port").asInt(), where);
                assertEquals(vc, at.get("vc").asInt(), where);
                assertEquals(VcState.occupancy(word), at.get("occupancy").asLong(), where);
                assertEquals(VcState.credits(word), at.get("credits").asLong(), where);
                if (VcState.occupancy(word) > 0) {
                    wanting++;
                    place(at.get("wants"), VcState.wantPort(word), VcState.wantVc(word), where);
                }
                if (VcState.owned(word) != 0) {
                    place(at.get("owner"), VcState.ownerPort(word), VcState.ownerVc(word), where);
                }
                assertEquals(VcState.occupancy(word) == 0, at.get("wants").isNull(), where);
                assertEquals(VcState.owned(word) == 0, at.get("owner").isNull(), where);
                if (link) {
                    long owed = text.get("outstanding").get(port).get(vc).asLong();
                    boolean built = (port < 2
                                    ? config.shape().kx()
                                    : port < 4 ? config.shape().ky() : 1)
                            > 1;
                    assertEquals(built ? slots - VcState.credits(word) : 0, owed, where);
                    if (owed > 0) {
                        links.add(String.format(
                                "{\"node\":%d,\"link\":%d,\"vc\":%d,\"outstanding\":%d,\"depth\":%d}",
                                node, port, vc, owed, slots));
                    }
                }
            }
        }
        assertEquals(entry, text.get("vcs").size());
        assertEquals(HwLayout.LINKS, text.get("outstanding").size());
        return wanting;
    }

    private static void place(JsonNode at, long port, long vc, String where) {
        int number = at.get(0).asInt() < HwLayout.LINKS
                ? at.get(1).asInt()
                : (at.get(0).asInt() - HwLayout.LINKS) / HwLayout.MOST_PORTS << 2;
        assertEquals(port, at.get(0).asLong(), where);
        assertEquals(vc, number, where);
    }

    /** An inspection lists the waiting polls in the order in which they began; nothing at rest is busy. */
    @Test
    void pollsThatWaitAreListed() throws IOException {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open("product", config, true)) {
            assertTrue(JSON.readTree(engine.inspect(1)).get("busy").asBoolean(), "every tile is evaluated in cycle 0");
            CommandBuffer polls = new CommandBuffer();
            polls.add(5, 1, 7, HostCommand.POLL, 4096 | 1L << 32, 0, 0, 0, 90);
            polls.add(4, 1, 8, HostCommand.POLL, 65528 | 1L << 32, 0, 0, 0, 91);
            polls.add(5, 1, 6, HostCommand.POLL, 8 | 1L << 32, 0, 0, 0, 92);
            polls.add(9, 1, 6, HostCommand.STORE, 4096, 0, 0, 0, 93);
            engine.submit(polls);
            List<String> expected = List.of(
                    "{\"task\":8,\"seq\":91,\"address\":65528}",
                    "{\"task\":6,\"seq\":92,\"address\":8}",
                    "{\"task\":7,\"seq\":90,\"address\":4096}");
            StopReason stop;
            do {
                stop = engine.run(1000);
            } while (stop == StopReason.REACTION);
            assertEquals(StopReason.IDLE, stop);
            for (int node = 0; node < 2; node++) {
                JsonNode text = JSON.readTree(engine.inspect(node));
                assertEquals(false, text.get("busy").asBoolean());
                List<String> listed = new ArrayList<>();
                text.get("polls").forEach(poll -> listed.add(poll.toString()));
                assertEquals(node == 0 ? List.of() : expected, listed);
            }
        }
    }

    /**
     * An inspection shows the credits that each kind of reservation holds, and the number of requests that entered the
     * FIFO.
     */
    @Test
    void theStateOfTheDlaIsToldByName() throws IOException {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open("product", config, true)) {
            CommandBuffer commands = new CommandBuffer();
            commands.add(1, 1, 0, TileCommand.DLA_ALLOC, alloc(0, DlaCommand.CD_LSB, 3), 0, 0, 0, 1);
            long high = 1L << DlaCommand.HIGH_LSB;
            commands.add(2, 1, 0, TileCommand.DLA_ALLOC, alloc(1, DlaCommand.CD_LSB, 5) | high, 0, 0, 0, 2);
            commands.add(3, 1, 0, TileCommand.DLA_ALLOC, alloc(2, DlaCommand.PR_LSB, 7), 0, 0, 0, 3);
            engine.submit(commands);
            while (engine.run(200) == StopReason.REACTION) {
                assertTrue(engine.cycle() < 200);
            }
            JsonNode[] dla = new JsonNode[2];
            for (int node = 0; node < 2; node++) {
                dla[node] = JSON.readTree(engine.inspect(node)).get("dla");
                assertEquals(6, dla[node].size(), dla[node].toString());
            }
            int[] held = {3, 5, 7};
            for (int kind = 0; kind < held.length; kind++) {
                assertEquals(0, dla[0].get("pool.held_" + kind).asInt());
                assertEquals(held[kind], dla[1].get("pool.held_" + kind).asInt(), dla[1].toString());
                assertEquals(held[kind], engine.peek(1, "dla.pool.held_" + kind, 0));
            }
        }
    }

    private static long alloc(int channel, int scheme, int credits) {
        return (long) channel << DlaCommand.CHANNEL_LSB | 1L << scheme | (long) credits << DlaCommand.CREDITS_LSB;
    }
}
