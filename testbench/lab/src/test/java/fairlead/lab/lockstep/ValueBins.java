// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lockstep.Monitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records the values of words: for each bit of each field wider than 4 bits, whether it was 0 and whether it was 1. The
 * fields come from the manifest, the words from commands and events.
 */
final class ValueBins implements Monitor {
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
        final Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        final JsonNode manifest = new ObjectMapper()
                .readTree(root.resolve("hw/target/manifest.json").toFile());
        layouts = manifest.get("layouts");
        for (final JsonNode kind : manifest.get("event_kinds")) {
            for (int word = 0; word < 3; word++) {
                final String layout =
                        kind.get("words").get("abc".substring(word, word + 1)).asText();
                if (layouts.has(layout)) {
                    events[kind.get("value").asInt()][word] =
                            layout + " of " + kind.get("name").asText();
                }
            }
        }
    }

    private void see(final String what, final long word) {
        final long[] seen = words.computeIfAbsent(what, w -> new long[2]);
        seen[0] |= word;
        seen[1] |= ~word;
    }

    @Override
    public void commands(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            final List<String> names = COMMANDS.getOrDefault(commands.op(i), List.of());
            for (int word = 0; word < names.size(); word++) {
                see(names.get(word) + " of a command", commands.word(i, word));
            }
        }
    }

    @Override
    public void events(final EventCursor e) {
        while (e.next()) {
            final String[] names = events[e.kind()];
            final long[] abc = {e.a(), e.b(), e.c()};
            for (int word = 0; word < 3; word++) {
                if (names[word] != null) {
                    see(names[word], abc[word]);
                }
            }
        }
        e.rewind();
    }

    private interface Sink {
        void bit(String field, int bit, boolean one, boolean zero);
    }

    private void bits(final Sink sink) {
        final Map<String, long[]> fields = new TreeMap<>();
        words.forEach((what, seen) -> {
            final String layout = what.substring(0, what.indexOf(' '));
            for (final JsonNode field : layouts.get(layout).get("fields")) {
                final int lsb = field.get("lsb").asInt();
                final int width = field.get("width").asInt();
                if (width > NARROW) {
                    final long[] all = fields.computeIfAbsent(
                            layout + "." + field.get("name").asText(), f -> new long[] {0, 0, width});
                    all[0] |= seen[0] >>> lsb;
                    all[1] |= seen[1] >>> lsb;
                }
            }
        });
        fields.forEach((field, seen) -> {
            for (int bit = 0; bit < seen[2]; bit++) {
                sink.bit(field, bit, (seen[0] >>> bit & 1) != 0, (seen[1] >>> bit & 1) != 0);
            }
        });
    }

    /** Returns the bits that were always 0 or always 1, as "Descriptor0.length 19". */
    List<String> stuck() {
        final List<String> stuck = new ArrayList<>();
        bits((field, bit, one, zero) -> {
            if (!one || !zero) {
                stuck.add(field + " " + bit);
            }
        });
        return stuck;
    }

    /** Returns the share of bits as text, as in "412 of 430 bits of 61 fields". */
    String share() {
        final int[] counts = new int[2];
        bits((field, bit, one, zero) -> {
            counts[0] += one && zero ? 1 : 0;
            counts[1]++;
        });
        return counts[0] + " of " + counts[1] + " bits of the fields of commands and events seen as 0 and as 1";
    }
}
