// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The points of the emitted Verilog that runs came to: each block, branch and case of a module, as Verilator's coverage
 * of lines has them. The instances of a module count together. A point is hit if some tile came to it, also in its
 * reset. The begin of a combinational block is no point, because it is evaluated without a cause.
 *
 * <p>A point is named by its module, its kind and the text of its line, with the first assignment after it where the
 * line is a label or the beginning of a block. Several points of one name have numbers.
 */
final class LineCoverage {
    static final String NEVER = "unhit.txt";
    static final String UNREACHABLE = "unreachable";
    static final String WAIVED = "waived";
    private static final Pattern POINT =
            Pattern.compile("\1f\2([^\1]+)\\.sv\1l\2(\\d+)\1n\2(\\d+)\1page\2v_(?:line|branch)"
                    + "/[^\1]+\1o\2([^\1]+)\1h\2Tile' (\\d+)$");
    private static final Pattern NAMED_ALONE = Pattern.compile("if|else|elsif");
    private static final Pattern ASSIGNS = Pattern.compile(" <?= ");
    private static final String COMBINATIONAL = "always_comb";
    private static final int FIELDS = 3; // of a line of the list

    /** A place in the Verilog. */
    private record Place(String module, int line, int column, String kind) {
        private static final Comparator<Place> ORDER = Comparator.comparing(Place::module)
                .thenComparing(Place::line)
                .thenComparing(Place::column)
                .thenComparing(Place::kind);
    }

    /** A line of the list: the points that its name matches, whether they are unreachable or waived, and the reason. */
    private record Line(String text, Pattern name, String state) {
        static Line of(String line) {
            String[] words = line.split(" \\| ");
            if (words.length != FIELDS || words[2].isBlank() || !words[1].matches(UNREACHABLE + "|" + WAIVED)) {
                return null;
            }
            String name = "\\Q" + words[0].replace("*", "\\E\\w*\\Q") + "\\E";
            return new Line(line, Pattern.compile(name), words[1]);
        }
    }

    private final Map<Place, Long> places = new TreeMap<>(Place.ORDER);
    private final Path verilog;

    /** Creates an empty coverage of the modules of this folder. */
    LineCoverage(Path verilog) {
        this.verilog = verilog;
    }

    static LineCoverage of(List<Path> folders) throws IOException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        LineCoverage coverage = new LineCoverage(root.resolve("hw/target/rtl/product"));
        RegisterCoverage.read(folders, coverage::add);
        return coverage;
    }

    void add(List<String> lines) {
        for (String line : lines) {
            Matcher point = POINT.matcher(line);
            if (point.find()) {
                Place place = new Place(
                        point.group(1),
                        Integer.parseInt(point.group(2)),
                        Integer.parseInt(point.group(3)),
                        point.group(4));
                places.merge(place, Long.parseLong(point.group(5)), Long::sum);
            }
        }
    }

    private static String text(Place place, List<String> source) {
        String line = source.get(place.line - 1).strip();
        if (NAMED_ALONE.matcher(place.kind).matches()) {
            return line;
        }
        for (int i = place.line - 1; i < source.size(); i++) {
            if (ASSIGNS.matcher(source.get(i)).find()) {
                return i == place.line - 1 ? line : line + " " + source.get(i).strip();
            }
        }
        return line;
    }

    /** Returns the number of tiles that came to each point, by its name. */
    Map<String, Long> hits() throws IOException {
        Map<String, List<Long>> all = new LinkedHashMap<>();
        Map<String, List<String>> sources = new TreeMap<>();
        for (Map.Entry<Place, Long> point : places.entrySet()) {
            Place place = point.getKey();
            List<String> source = sources.get(place.module);
            if (source == null) {
                source = Files.readAllLines(verilog.resolve(place.module + ".sv"));
                sources.put(place.module, source);
            }
            String text = text(place, source);
            if (!text.startsWith(COMBINATIONAL)) {
                all.computeIfAbsent(place.module + " " + place.kind + ": " + text, name -> new ArrayList<>())
                        .add(point.getValue());
            }
        }
        Map<String, Long> hits = new LinkedHashMap<>();
        all.forEach((name, counts) -> {
            for (int i = 0; i < counts.size(); i++) {
                hits.put(counts.size() == 1 ? name : name + " #" + (i + 1), counts.get(i));
            }
        });
        return hits;
    }

    static String share(Map<String, Long> hits) {
        long hit = hits.values().stream().filter(count -> count > 0).count();
        return String.format(
                Locale.ROOT,
                "%d of %d points of the Verilog were hit: %.1f %%",
                hit,
                hits.size(),
                100.0 * hit / hits.size());
    }

    /**
     * Returns the mistakes of a list of points that are never hit: a missing point, a point that is hit, a point that
     * does not exist, a line without a state or a reason.
     *
     * @param list lines "name | unreachable or waived | reason"; in the name, `*` stands for letters and digits
     * @param listed receives the number of listed points by state
     */
    static List<String> against(Map<String, Long> hits, List<String> list, Map<String, Integer> listed) {
        List<String> wrong = new ArrayList<>();
        Map<String, Long> missing = new LinkedHashMap<>(hits);
        missing.values().removeIf(count -> count > 0);
        for (String text : list) {
            if (text.isBlank() || text.startsWith("#")) {
                continue;
            }
            Line line = Line.of(text);
            if (line == null) {
                wrong.add(text + ": neither unreachable nor waived, or no reason");
                continue;
            }
            List<String> found = hits.keySet().stream()
                    .filter(name -> line.name.matcher(name).matches())
                    .toList();
            if (found.isEmpty()) {
                wrong.add(line.text + ": no such point");
            }
            found.stream().filter(name -> hits.get(name) > 0).forEach(name -> wrong.add(name + ": listed, but hit"));
            listed.merge(line.state, found.size(), Integer::sum);
            missing.keySet().removeAll(found);
        }
        missing.keySet().forEach(name -> wrong.add(name + ": not listed, and never hit"));
        return wrong;
    }

    /**
     * Prints the share of the points that are hit in some folders. With `list` it also prints what the list states
     * about the other points, and the points in no list.
     */
    public static void main(String[] args) throws IOException {
        List<String> more = new ArrayList<>(List.of(args));
        boolean list = more.remove("list");
        Map<String, Long> hits = of(more.stream().map(Path::of).toList()).hits();
        System.out.println(share(hits));
        if (list) {
            Map<String, Integer> listed = new TreeMap<>(Map.of(UNREACHABLE, 0, WAIVED, 0));
            List<String> wrong = against(hits, RegisterCoverage.list(NEVER), listed);
            wrong.forEach(System.out::println);
            System.out.printf(
                    Locale.ROOT,
                    "%d points are listed as unreachable, %d (%.1f %%) are waived, with reasons; %d mistakes%n",
                    listed.get(UNREACHABLE),
                    listed.get(WAIVED),
                    100.0 * listed.get(WAIVED) / hits.size(),
                    wrong.size());
            System.exit(wrong.isEmpty() ? 0 : 1);
        }
    }
}
