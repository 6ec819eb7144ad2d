// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw.EdgeDraw;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.MachineConfig;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** RTL and twin behave alike at the limits of registers, and the runs reach these limits. */
@Tag("M-78")
class EdgesTest {
    private static final long PERIOD = 1009;

    private static LockstepFactory engines(String library, Monitor monitor) {
        return new LockstepFactory(new RtlEngineFactory(RtlOptions.of(library)), new ModelEngineFactory())
                .watched(PERIOD, monitor);
    }

    private static ValueBins campaign(String library, long first, long last) throws IOException {
        Capabilities limits = FabricLibrary.variant("product").capabilities();
        ValueBins bins = new ValueBins();
        EdgeDraw draw = new EdgeDraw(limits);
        for (long seed = first; seed <= last; seed++) {
            Case one = draw.draw(seed);
            String repro = "scripts/lab lockstep --edges --seed " + seed;
            try (LockstepEngine engine = engines(library, bins).open(one.machine(), one.options())) {
                assertEquals(StopReason.IDLE.name(), one.play(engine), repro);
                assertEquals("", engine.failure(), repro);
            } catch (DifferenceException e) {
                fail(e.getMessage() + "\n" + repro);
            }
        }
        return bins;
    }

    /** Every bit of every field is seen as 0 and as 1, except those for which never.txt gives a reason. */
    @Test
    void theTwinDoesWhatTheRtlDoesAtTheEdgesOfRegisters() throws IOException {
        TreeSet<String> stuck = new TreeSet<>(campaign("product", 1, 18).stuck());
        List<String> never = RegisterCoverage.list("never.txt");
        for (String line : never.stream().filter(row -> !row.startsWith("#")).toList()) {
            String[] words = line.split(" ", 4);
            for (int bit = Integer.parseInt(words[1]); bit <= Integer.parseInt(words[2]); bit++) {
                boolean seen = !stuck.remove(words[0] + " " + bit);
                assertTrue(!seen || words[3].startsWith("not reached"), line + ": bit " + bit + " was seen");
            }
        }
        assertEquals("[]", stuck.toString(), "bits never seen as 0 and as 1");
    }

    /**
     * A machine of 512 nodes, whose ranks need more than eight bits: each node puts to a node that is far away in every
     * dimension.
     */
    @Test
    void manyNodes() {
        MachineConfig config = new TestMachine(16, 8, 4, 1).config();
        int nodes = config.nodes();
        CommandBuffer puts = new CommandBuffer();
        for (int node = 0; node < nodes; node += 7) {
            long word0 = (long) OpKind.PUT << Descriptor0.KIND_LSB
                    | (long) config.shape().coord((node * 5 + 257) % nodes) << Descriptor0.TARGET_LSB
                    | (long) node << Descriptor0.TAG_LSB
                    | 40L << Descriptor0.LENGTH_LSB;
            puts.add(node % 50, node, 0, TileCommand.POST, word0, 8L * node << Descriptor1.REMOTE_LSB, 0, 0, node);
        }
        long events = 0;
        try (LockstepEngine engine = engines("product", new Monitor() {}).open(config, EngineOptions.DEFAULT)) {
            engine.submit(puts);
            StopReason stop;
            do {
                stop = engine.run(1_000_000);
                events += engine.events().count();
            } while (stop == StopReason.REACTION || stop == StopReason.LIMIT);
            assertEquals("", engine.failure());
            assertEquals(StopReason.IDLE, stop);
        }
        assertTrue(events > 6L * nodes / 7, "events " + events);
    }

    @Tag("slow")
    @Test
    void theTwinDoesWhatTheRtlDoesAtTheEdgesOfRegistersInManyMoreCases() throws IOException {
        campaign("product", 1001, 1200);
        campaign("lab", 1, 60);
    }

    /**
     * Records the values of words: for each bit of each field wider than 4 bits, whether it was 0 and whether it was 1.
     * The fields come from the manifest, the words from commands and events.
     */
    static final class ValueBins implements Monitor {
        private static final int NARROW = 4;
        private static final Map<Integer, List<String>> COMMANDS = Map.of(
                TileCommand.POST, List.of("Descriptor0", "Descriptor1"),
                TileCommand.DLA_REQUEST, List.of("Descriptor0", "Descriptor1"),
                TileCommand.EPOCH_OPEN, List.of("EpochCommand"),
                TileCommand.DLA_ALLOC, List.of("DlaCommand"));

        private final JsonNode layouts;
        private final String[][] events = new String[256][3];
        // masks of the ones and of the zeros seen, by layout and word
        private final Map<String, long[]> words = new TreeMap<>();

        ValueBins() throws IOException {
            Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
            JsonNode manifest = new ObjectMapper()
                    .readTree(root.resolve("hw/target/manifest.json").toFile());
            layouts = manifest.get("layouts");
            for (JsonNode kind : manifest.get("event_kinds")) {
                for (int word = 0; word < 3; word++) {
                    String layout = kind.get("words")
                            .get("abc".substring(word, word + 1))
                            .asText();
                    if (layouts.has(layout)) {
                        events[kind.get("value").asInt()][word] =
                                layout + " of " + kind.get("name").asText();
                    }
                }
            }
        }

        private void see(String what, long word) {
            long[] seen = words.computeIfAbsent(what, w -> new long[2]);
            seen[0] |= word;
            seen[1] |= ~word;
        }

        @Override
        public void commands(CommandBuffer commands) {
            for (int i = 0; i < commands.count(); i++) {
                List<String> names = COMMANDS.getOrDefault(commands.op(i), List.of());
                for (int word = 0; word < names.size(); word++) {
                    see(names.get(word) + " of a command", commands.word(i, word));
                }
            }
        }

        @Override
        public void events(EventCursor e) {
            while (e.next()) {
                String[] names = events[e.kind()];
                long[] abc = {e.a(), e.b(), e.c()};
                for (int word = 0; word < 3; word++) {
                    if (names[word] != null) {
                        see(names[word], abc[word]);
                    }
                }
            }
            e.rewind();
        }

        /** Returns the bits that were always 0 or always 1, as "Descriptor0.length 19". */
        List<String> stuck() {
            Map<String, long[]> fields = new TreeMap<>();
            words.forEach((what, seen) -> {
                String layout = what.substring(0, what.indexOf(' '));
                for (JsonNode field : layouts.get(layout).get("fields")) {
                    int lsb = field.get("lsb").asInt();
                    int width = field.get("width").asInt();
                    if (width > NARROW) {
                        long[] all = fields.computeIfAbsent(
                                layout + "." + field.get("name").asText(), f -> new long[] {0, 0, width});
                        all[0] |= seen[0] >>> lsb;
                        all[1] |= seen[1] >>> lsb;
                    }
                }
            });
            List<String> stuck = new ArrayList<>();
            fields.forEach((field, seen) -> {
                for (int bit = 0; bit < seen[2]; bit++) {
                    if ((seen[0] & seen[1] & 1L << bit) == 0) {
                        stuck.add(field + " " + bit);
                    }
                }
            });
            return stuck;
        }
    }
}
