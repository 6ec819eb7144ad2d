// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.lab.lockstep.PresetEngine.Register;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The register bits of the tile that were seen to toggle: the sum over the coverage files of some folders, which the
 * library `cover` writes in Verilator's format.
 *
 * <p>A bit toggles if some tile has seen it rise and some tile has seen it fall. A bit that does neither after the
 * reset counts as toggled if it begins with 1 in some tiles and with 0 in others, because it is configuration. A
 * register wraps up if it goes from all ones to zero between two edges of its clock, and down if it goes back. A memory
 * wraps if a write changes a word in this way.
 */
final class RegisterCoverage {
    static final String NEVER = "untoggled.txt";
    static final String WRAPS = "wraps.txt";
    private static final int ROSE = 0;
    private static final int FELL = 1;
    private static final int SET = 2;
    private static final int WRAPPED = 4;
    private static final List<String> KINDS = List.of("rose", "fell", "set", "clear", "wrapped");
    private static final List<String> WAYS = List.of("up", "down"); // directions of a wrap
    private static final Pattern POINT = Pattern.compile("\1o\2([^\1\\[]+)\\[(\\d+)\\] (\\w+)\1h\2([^']+)' (\\d+)$");
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");

    private static final class Register {
        final BitSet[] seen = {new BitSet(), new BitSet(), new BitSet(), new BitSet(), new BitSet()};
        int width;

        BitSet toggled() {
            BitSet still = new BitSet();
            still.set(0, width);
            still.andNot(seen[ROSE]);
            still.andNot(seen[FELL]);
            still.and(seen[SET]);
            still.and(seen[SET + 1]);
            BitSet both = (BitSet) seen[ROSE].clone();
            both.and(seen[FELL]);
            both.or(still);
            return both;
        }
    }

    private final Map<String, Register> registers = new TreeMap<>();

    static RegisterCoverage of(List<Path> folders) throws IOException {
        RegisterCoverage coverage = new RegisterCoverage();
        read(folders, coverage::add);
        return coverage;
    }

    /** Gives the lines of each coverage file of some folders. */
    static void read(List<Path> folders, Consumer<List<String>> taker) throws IOException {
        for (Path folder : folders) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.dat")) {
                for (Path file : files) {
                    taker.accept(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    void add(List<String> lines) {
        for (String line : lines) {
            Matcher point = POINT.matcher(line);
            if (!point.find()) {
                continue;
            }
            Register register = registers.computeIfAbsent(
                    point.group(4).replace("Tile.", "") + "." + point.group(1), r -> new Register());
            int bit = Integer.parseInt(point.group(2));
            int kind = KINDS.indexOf(point.group(3));
            if (kind != WRAPPED) {
                register.width = Math.max(register.width, bit + 1);
            }
            if (!point.group(5).equals("0")) {
                register.seen[kind].set(bit);
            }
        }
    }

    int bits() {
        return registers.values().stream().mapToInt(r -> r.width).sum();
    }

    int toggled() {
        return registers.values().stream()
                .mapToInt(r -> r.toggled().cardinality())
                .sum();
    }

    String share() {
        return String.format(
                Locale.ROOT,
                "%d of %d bits of %d registers and wide ports toggled: %.1f %%",
                toggled(),
                bits(),
                registers.size(),
                100.0 * toggled() / bits());
    }

    /**
     * A line of a list: the registers that its name matches, what it states about them, and the reason. In the name,
     * `*` stands for a number and [0-3] for a digit.
     */
    private record Line(String text, Pattern name, String what) {
        static Line of(String line) {
            String[] words = line.split(" ", 3);
            Pattern name = Pattern.compile(words[0].replace(".", "\\.").replace("*", "\\d+"));
            return words.length < 3 || words[2].isBlank() ? null : new Line(line, name, words[1]);
        }
    }

    private Map<String, Register> named(Line line) {
        Map<String, Register> found = new TreeMap<>(registers);
        found.keySet().removeIf(name -> !line.name.matcher(name).matches());
        return found;
    }

    /** Returns the lines of a list, and adds those without a reason to `wrong`. */
    private static List<Line> lines(List<String> list, List<String> wrong) {
        List<Line> lines = new ArrayList<>();
        for (String text : list) {
            if (text.startsWith("#")) {
                continue;
            }
            Line line = Line.of(text);
            if (line == null) {
                wrong.add(text + ": no reason");
            } else {
                lines.add(line);
            }
        }
        return lines;
    }

    private Map<String, BitSet> listed(List<String> list, List<String> wrong) {
        Map<String, BitSet> listed = new TreeMap<>();
        registers.keySet().forEach(name -> listed.put(name, new BitSet()));
        for (Line line : lines(list, wrong)) {
            BitSet bits = ranges(line.what);
            Map<String, Register> found = named(line);
            found.values().removeIf(register -> bits.length() > register.width);
            if (found.isEmpty()) {
                wrong.add(line.text + ": no such register, or it is narrower");
            }
            found.keySet().forEach(name -> listed.get(name).or(bits));
        }
        return listed;
    }

    /** Returns the number of bits that a list declares never to toggle. */
    int listed(List<String> list) {
        return listed(list, new ArrayList<>()).values().stream()
                .mapToInt(BitSet::cardinality)
                .sum();
    }

    /**
     * Returns the mistakes of a list of bits that never toggle: a missing bit, a bit that toggles, a bit that does not
     * exist, a line without a reason.
     *
     * @param list lines "register bits reason"
     */
    List<String> against(List<String> list) {
        List<String> wrong = new ArrayList<>();
        Map<String, BitSet> listed = listed(list, wrong);
        registers.forEach((name, register) -> {
            BitSet toggled = register.toggled();
            BitSet stale = (BitSet) listed.get(name).clone();
            stale.and(toggled);
            BitSet missing = (BitSet) toggled.clone();
            missing.flip(0, register.width);
            missing.andNot(listed.get(name));
            if (!stale.isEmpty()) {
                wrong.add(name + ": listed, but seen to toggle: " + stale);
            }
            if (!missing.isEmpty()) {
                wrong.add(name + ": not listed, and never seen to toggle: " + missing);
            }
        });
        return wrong;
    }

    /**
     * Returns the registers that should wrap and did not.
     *
     * @param list lines "register up|down what it counts"
     */
    List<String> unwrapped(List<String> list) {
        List<String> wrong = new ArrayList<>();
        for (Line line : lines(list, wrong)) {
            Map<String, Register> found = named(line);
            int way = WAYS.indexOf(line.what);
            if (way < 0 || found.isEmpty()) {
                wrong.add(line.text + ": no such register or way");
                continue;
            }
            found.forEach((name, register) -> {
                if (!register.seen[WRAPPED].get(way)) {
                    wrong.add(name + ": never seen to wrap " + line.what);
                }
            });
        }
        return wrong;
    }

    private static BitSet ranges(String text) {
        BitSet bits = new BitSet();
        Matcher range = RANGE.matcher(text);
        while (range.find()) {
            int first = Integer.parseInt(range.group(1));
            bits.set(first, 1 + (range.group(2) == null ? first : Integer.parseInt(range.group(2))));
        }
        return bits;
    }

    /** Returns the list of this name from the resources of the tests. */
    static List<String> list(String name) throws IOException {
        try (InputStream in = RegisterCoverage.class.getResourceAsStream("/lockstep/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /**
     * Prints the share of toggled bits in some folders. With `list` it also prints what the lists state about the other
     * bits, and the bits in no list.
     */
    public static void main(String[] args) throws IOException {
        List<String> more = new ArrayList<>(List.of(args));
        boolean lists = more.remove("list");
        RegisterCoverage coverage = of(more.stream().map(Path::of).toList());
        System.out.println(coverage.share());
        if (lists) {
            List<String> wrong = new ArrayList<>(coverage.against(list(NEVER)));
            wrong.addAll(coverage.unwrapped(list(WRAPS)));
            wrong.forEach(System.out::println);
            int listed = coverage.listed(list(NEVER));
            System.out.println(listed + " bits are listed as constant or not reached, with reasons; "
                    + (coverage.bits() - coverage.toggled() - listed) + " are in neither");
            System.exit(wrong.isEmpty() ? 0 : 1);
        }
    }
}
