// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * `FabricEdits VERILATOR OUT SEED COUNT [LEFT_OUT..]` copies src and include of VERILATOR with COUNT drawn edits of the
 * fabric, at most one for each line. Each edit is in a copy of its function, which runs if the edit is the chosen one.
 * The numbers LEFT_OUT are omitted, because these edits do not compile. OUT/edits.tsv lists the other edits: number,
 * place, line, edit. fabric_coverage.cpp is in no library that the fast tests run, and is not edited.
 */
final class FabricEdits {
    private static final String FABRIC = "src/(fabric_(?!coverage)\\w+|vl_hooks)\\.cpp|include/fabric\\w*\\.h";

    private record Drawn(String file, CppSource source, CppEdits.Site site) {
        /** Returns the line with the edit in it, as text of one line. */
        String shown(final int number) {
            final String text = source.text();
            final int from = text.lastIndexOf('\n', site.from()) + 1;
            final int to = text.indexOf('\n', site.to());
            final String line = text.substring(from, site.from()) + "{{" + text.substring(site.from(), site.to())
                    + " => " + site.with() + "}}" + text.substring(site.to(), to);
            return number + "\t" + file + ":" + source.line(site.from()) + "\t"
                    + line.replaceAll("\\s+", " ").trim();
        }

        /** Returns the body of the function with the edit, in braces. An error of the compiler in it names the edit. */
        String copy(final int number) {
            final CppSource.Function in = site.function();
            return "\n#line 1 \"edit-" + number + "\"\nif (fl_edit == " + number + ") {"
                    + source.text().substring(in.open() + 1, site.from()) + site.with()
                    + source.text().substring(site.to(), in.close())
                    + (in.isVoid() ? "\nreturn;" : "\n__builtin_trap();") + "\n}";
        }
    }

    private FabricEdits() {}

    public static void main(final String[] args) throws IOException {
        final Path from = Path.of(args[0]);
        final Path out = Path.of(args[1]);
        final Set<String> leftOut = Set.copyOf(Arrays.asList(args).subList(4, args.length));
        final List<Drawn> all = draw(from, new Random(Long.parseLong(args[2])));
        final TreeMap<Integer, Drawn> drawn = new TreeMap<>();
        for (int number = 1; number <= all.size() && drawn.size() < Integer.parseInt(args[3]); number++) {
            if (!leftOut.contains("edit-" + number)) {
                drawn.put(number, all.get(number - 1));
            }
        }
        write(from, out, drawn);
        final List<String> lines = new ArrayList<>();
        drawn.forEach((number, edit) -> lines.add(edit.shown(number)));
        Files.write(out.resolve("edits.tsv"), lines);
    }

    private static List<Path> files(final Path from) throws IOException {
        try (Stream<Path> found = Files.walk(from)) {
            return found.filter(file -> from.relativize(file).toString().matches(FABRIC))
                    .sorted()
                    .toList();
        }
    }

    private static List<Drawn> draw(final Path from, final Random random) throws IOException {
        final List<Drawn> all = new ArrayList<>();
        for (final Path file : files(from)) {
            final CppSource source = new CppSource(Files.readString(file));
            final String name = from.relativize(file).toString();
            new CppEdits(source, random).oneOfEachLine().forEach(site -> all.add(new Drawn(name, source, site)));
        }
        Collections.shuffle(all, random);
        return all;
    }

    private static void write(final Path from, final Path out, final TreeMap<Integer, Drawn> drawn) throws IOException {
        for (final Path file : files(from)) {
            final String name = from.relativize(file).toString();
            final CppSource source = new CppSource(Files.readString(file));
            final TreeMap<Integer, String> copies = new TreeMap<>(Collections.reverseOrder());
            drawn.forEach((number, edit) -> {
                if (edit.file.equals(name)) {
                    copies.merge(edit.site.function().open() + 1, edit.copy(number), String::concat);
                }
            });
            final StringBuilder text = new StringBuilder(source.text());
            copies.forEach((place, copy) ->
                    text.insert(place, copy + "\n#line " + source.line(place) + " \"" + name + "\"\n"));
            final Path to = out.resolve(name);
            Files.createDirectories(to.getParent());
            if (!Files.exists(to) || !Files.readString(to).contentEquals(text)) {
                Files.writeString(to, text);
            }
        }
    }
}
