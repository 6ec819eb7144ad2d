// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * `Instrument SOURCES OUT SEED COUNT [PLACE=COUNT..]` copies the Chisel sources. Each file of the tile's units gets
 * COUNT drawn edits, or all of them if it has fewer. A place is a folder, a file in it, or a line
 * `fence/AckCounters.scala:57:`; the last matching place gives the count of a file. OUT/edits.tsv lists number, place,
 * old text and new text of each edit. Flaws have no edits.
 */
final class Instrument {
    private static final Set<String> UNITS =
            Set.of("barrier", "collective", "dla", "dma", "epoch", "fence", "ports", "router", "tile", "words");
    private static final Set<String> NO_LOGIC =
            Set.of("Flat.scala", "Words.scala", "EventWords.scala", "CollectiveWords.scala", "CollectivePorts.scala");
    private static final String NO_HARDWARE = "(?is).*(require|getWidth|log2).*";

    private final Path sources;
    private final Path out;
    private final int count;
    private final Map<String, Integer> places = new LinkedHashMap<>();

    private Instrument(final String[] args) {
        sources = Path.of(args[0]);
        out = Path.of(args[1]);
        count = Integer.parseInt(args[3]);
        for (final String place : List.of(args).subList(4, args.length)) {
            final String[] parts = place.split("=");
            places.put(parts[0], Integer.parseInt(parts[1]));
        }
    }

    public static void main(final String[] args) throws IOException {
        final Instrument all = new Instrument(args);
        final List<Edit> drawn = all.draw(new Random(Long.parseLong(args[2])));
        final Set<Integer> chosen = new HashSet<>();
        drawn.forEach(edit -> chosen.add(edit.id()));
        all.write(chosen::contains);
        Files.write(
                all.out.resolve("edits.tsv"), drawn.stream().map(Edit::toString).toList());
        System.out.println(drawn.size() + " edits of units of the tile");
    }

    /** Draws one edit of each file in each round, so that the beginning of the list is a draw as well. */
    private List<Edit> draw(final Random random) throws IOException {
        final List<List<Edit>> files = new ArrayList<>();
        write(id -> false).forEach(edits -> files.add(new ArrayList<>(edits)));
        files.forEach(edits -> edits.removeIf(e -> (e.from() + " " + e.to()).matches(NO_HARDWARE)));
        files.forEach(edits -> Collections.shuffle(edits, random));
        final List<List<Edit>> counted = files.stream().map(this::counted).toList();
        final int rounds = counted.stream().mapToInt(List::size).max().orElse(0);
        final List<Edit> drawn = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (final List<Edit> edits : counted) {
                if (round < edits.size()) {
                    drawn.add(edits.get(round));
                }
            }
        }
        return drawn;
    }

    /** Returns as many edits of a file as its places ask for. */
    private List<Edit> counted(final List<Edit> edits) {
        final Map<String, List<Edit>> byPlace = new LinkedHashMap<>();
        for (final Edit edit : edits) {
            String at = "";
            for (final String place : places.keySet()) {
                at = (edit.file() + ":" + edit.line() + ":").startsWith(place) ? place : at;
            }
            byPlace.computeIfAbsent(at, key -> new ArrayList<>()).add(edit);
        }
        final List<Edit> counted = new ArrayList<>();
        byPlace.forEach((place, all) ->
                counted.addAll(all.subList(0, Math.min(all.size(), places.getOrDefault(place, count)))));
        return counted;
    }

    /** Returns whether a source contains logic of the tile; the path is relative to the package `fairlead`. */
    static boolean isUnit(final Path name) {
        return UNITS.contains(name.getName(0).toString())
                && !NO_LOGIC.contains(name.getFileName().toString());
    }

    /** Writes all sources, and returns the edits of each unit's file, whether they are chosen or not. */
    private List<List<Edit>> write(final IntPredicate chosen) throws IOException {
        final List<List<Edit>> all = new ArrayList<>();
        final List<Path> files;
        try (Stream<Path> found = Files.walk(sources)) {
            files = found.filter(f -> f.toString().endsWith(".scala")).sorted().toList();
        }
        int first = 1;
        for (final Path file : files) {
            final Path name = sources.relativize(file);
            String text = Files.readString(file);
            if (isUnit(name)) {
                final Edits edits = new Edits(name.toString(), first, chosen);
                text = new Rewriter(new Source(text), edits)
                        .text()
                        .replaceFirst("\nimport ", "\nimport fairlead.Mut\nimport ");
                all.add(edits.all());
                first += edits.all().size();
            }
            Files.createDirectories(out.resolve(name).getParent());
            Files.writeString(out.resolve(name), text);
        }
        return all;
    }
}
