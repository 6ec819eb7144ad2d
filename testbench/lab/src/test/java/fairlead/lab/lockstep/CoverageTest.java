// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the toggle coverage of registers (scripts/lib/coverage.sh): it finds a bit that does not toggle, and it
 * compares a list of such bits with the observation. The slow test also holds the coverage of lines to its list.
 */
@Tag("M-187")
@Tag("M-188")
class CoverageTest {
    private static final String PAGE = "docs/lab/measurements/coverage.md";
    private static final Pattern ON_PAGE = Pattern.compile(
            "(?m)^\\| [0-9,]+ \\(([0-9.]+) %\\) \\| toggle in the cases that the fast tier plays too \\|$");
    private static final Pattern MEASURED = Pattern.compile("fast tier: .*: ([0-9.]+) %");
    private static final Pattern LINES_ON_PAGE = Pattern.compile(
            "(?m)^\\| [0-9,]+ \\(([0-9.]+) %\\) \\| are hit in the cases that the fast tier plays too \\|$");
    private static final Pattern LINES_MEASURED = Pattern.compile("fast tier: \\d+ of \\d+ points .*: ([0-9.]+) %");
    private static final double MOST_WAIVED = 0.02; // share of the points

    /** Returns the coverage points of an invented register of three bits, in the format of the library. */
    private static List<String> points(String rose, String fell, String set, String clear) {
        List<String> lines = new ArrayList<>();
        String[] counts = {rose, fell, set, clear, "10"};
        String[] kinds = {"rose", "fell", "set", "clear", "wrapped"};
        for (int kind = 0; kind < kinds.length; kind++) {
            for (int bit = 0; bit < counts[kind].length(); bit++) {
                lines.add("C '\1f\2Tile.sv\1l\0021\1page\2v_toggle/Tile\1o\2count[" + bit + "] " + kinds[kind]
                        + "\1h\2Tile.unit_3' " + counts[kind].charAt(bit));
            }
        }
        return lines;
    }

    private static RegisterCoverage coverage(String rose, String fell, String set, String clear) {
        RegisterCoverage coverage = new RegisterCoverage();
        coverage.add(points(rose, fell, set, clear));
        return coverage;
    }

    /** Returns the bits that never toggled. */
    private static String still(String rose, String fell, String set, String clear) {
        return String.join("", coverage(rose, fell, set, clear).against(List.of()))
                .replaceAll(".*toggle: ", "");
    }

    @Test
    void aBitTogglesWhenItRisesAndFallsOrIsConfiguredBothWays() {
        assertEquals("", still("129", "213", "000", "444"));
        assertEquals("{1, 2}", still("110", "101", "000", "444"));
        assertEquals("{0}", still("010", "010", "401", "044"));
        assertEquals("{0}", still("011", "011", "400", "044"));
        assertEquals("", still("000", "000", "123", "321"));
        assertEquals(
                "2 of 3 bits of 1 registers and wide ports toggled: 66.7 %",
                coverage("110", "110", "000", "444").share());
    }

    @Test
    void coverageOfSeveralFilesAddsUp() {
        RegisterCoverage both = coverage("110", "000", "000", "111");
        both.add(points("001", "111", "000", "111"));
        assertEquals(List.of(), both.against(List.of()));
    }

    @Test
    void aStuckBitAStaleLineAndALineWithoutReasonAreFound() {
        RegisterCoverage stuck = coverage("101", "101", "000", "111");
        assertEquals(List.of(), stuck.against(List.of("unit_*.count 1 of no use")));
        assertEquals(List.of("unit_3.count: not listed, and never seen to toggle: {1}"), stuck.against(List.of()));
        assertEquals(
                List.of("unit_3.count: listed, but seen to toggle: {0}"),
                stuck.against(List.of("unit_3.count 0-1 of no use")));
        assertEquals(
                3, stuck.against(List.of("unit_3.count 1", "unit_4.count 1 x")).size());
        assertEquals(2, stuck.against(List.of("unit_3.count 1-3 x")).size());
    }

    @Test
    void aCounterThatDidNotWrapIsFound() {
        RegisterCoverage up = coverage("111", "111", "000", "111");
        assertEquals(List.of(), up.unwrapped(List.of("# comment", "unit_*.count up a counter")));
        assertEquals(
                List.of("unit_3.count: never seen to wrap down"),
                up.unwrapped(List.of("unit_[3-5].count down a counter")));
        assertEquals(
                3,
                up.unwrapped(List.of("unit_4.count up x", "unit_3.count in x", "unit_3.count up"))
                        .size());
    }

    private static double share(String text, Pattern pattern) {
        Matcher found = pattern.matcher(text);
        assertTrue(found.find(), text);
        return Double.parseDouble(found.group(1));
    }

    /** What scripts/test prints of the page, and what this test compares with a measurement. */
    @Test
    void thePageHasTheShareOfTheFastTier() throws IOException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        double share = share(Files.readString(root.resolve(PAGE)), ON_PAGE);
        assertTrue(share > 50 && share < 100, "" + share);
        assertEquals(81.25, share("fast tier: 13 of 16 bits of 2 registers and wide ports toggled: 81.25 %", MEASURED));
        double lines = share(Files.readString(root.resolve(PAGE)), LINES_ON_PAGE);
        assertTrue(lines > share && lines < 100, "" + lines);
        assertEquals(87.5, share("fast tier: 7 of 8 points of the Verilog were hit: 87.5 %", LINES_MEASURED));
    }

    /** Each point is hit or listed, and few are waived. */
    private static void checkLines(String text, Path root, List<Path> folders) throws IOException {
        double onPage = share(Files.readString(root.resolve(PAGE)), LINES_ON_PAGE);
        assertEquals(share(text, LINES_MEASURED), onPage, 1.0, "lines of the fast tier");
        Map<String, Long> hits = LineCoverage.of(folders).hits();
        List<String> list = RegisterCoverage.list(LineCoverage.NEVER);
        Map<String, Integer> listed = new TreeMap<>();
        assertEquals(List.of(), LineCoverage.against(hits, list, listed));
        assertTrue(listed.getOrDefault(LineCoverage.WAIVED, 0) <= MOST_WAIVED * hits.size(), listed.toString());
    }

    /** In the whole run, each register bit toggles or is listed, and each point of the Verilog is hit or listed. */
    @Tag("slow")
    @Test
    void everyBitTogglesOrIsListed(@TempDir Path folder) throws Exception {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        Path printed = folder.resolve("printed.txt");
        Process runs = new ProcessBuilder(
                        root.resolve("scripts/lib/coverage.sh").toString(), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(printed.toFile())
                .start();
        int code = runs.waitFor();
        String text = Files.readString(printed);
        System.out.print(text);
        assertEquals(0, code, text);
        assertEquals(share(text, MEASURED), share(Files.readString(root.resolve(PAGE)), ON_PAGE), 1.0, "the fast tier");
        RegisterCoverage seen = RegisterCoverage.of(List.of(folder.resolve("fast"), folder.resolve("rest")));
        assertEquals(List.of(), seen.against(RegisterCoverage.list(RegisterCoverage.NEVER)));
        assertEquals(List.of(), seen.unwrapped(RegisterCoverage.list(RegisterCoverage.WRAPS)));
        checkLines(text, root, List.of(folder.resolve("fast"), folder.resolve("rest")));
    }

    // ---- lines, on an invented module

    private static final String MODULE =
            """
            module Unit(
            );
              always_comb begin
                casez (which)
                  1'b0:
                    chosen = a;
                  default:
                    chosen = b;
                endcase
              end
              always @(posedge clock) begin
                if (go)
                  a <= 1'h1;
                if (go)
                  b <= 1'h1;
              end
            endmodule
            """;
    private static final List<String> NAMES = List.of(
            "Unit case: 1'b0: chosen = a;",
            "Unit case: default: chosen = b;",
            "Unit block: always @(posedge clock) begin a <= 1'h1;",
            "Unit if: if (go) #1",
            "Unit if: if (go) #2",
            "Unit else: if (go)");

    @TempDir
    private Path folder;

    @BeforeEach
    void module() throws IOException {
        Files.writeString(folder.resolve("Unit.sv"), MODULE);
    }

    private static String point(int line, int column, String kind, int hits) {
        return "C '\1f\2Unit.sv\1l\2" + line + "\1n\2" + column + "\1page\2v_line/Unit\1o\2" + kind + "\1h\2Tile' "
                + hits;
    }

    private Map<String, Long> hits(int... hits) throws IOException {
        LineCoverage coverage = new LineCoverage(folder);
        coverage.add(List.of(
                "# comment",
                point(11, 3, "block", hits[2]),
                point(3, 3, "block", 0),
                point(5, 7, "case", hits[0]),
                point(7, 7, "case", hits[1]),
                point(12, 5, "if", hits[3]),
                point(12, 6, "else", hits[5]),
                point(14, 5, "if", hits[4])));
        coverage.add(List.of(point(5, 7, "case", 0)));
        return coverage.hits();
    }

    private static List<String> against(Map<String, Long> hits, String... list) {
        return LineCoverage.against(hits, List.of(list), new TreeMap<>());
    }

    @Test
    @Tag("M-978")
    void aPointIsNamedByItsTextAndHitsOfSeveralFilesAddUp() throws IOException {
        Map<String, Long> expected = new LinkedHashMap<>();
        NAMES.forEach(name -> expected.put(name, 2L));
        assertEquals(expected, hits(2, 2, 2, 2, 2, 2));
        assertEquals("5 of 6 points of the Verilog were hit: 83.3 %", LineCoverage.share(hits(1, 1, 0, 1, 1, 1)));
    }

    @Test
    @Tag("M-978")
    void aPointThatIsNeverHitAStaleLineAndALineWithoutAReasonAreFound() throws IOException {
        Map<String, Long> seen = hits(1, 0, 1, 1, 0, 1);
        assertEquals(
                List.of(NAMES.get(1) + ": not listed, and never hit", NAMES.get(4) + ": not listed, and never hit"),
                against(seen));
        Map<String, Integer> listed = new TreeMap<>();
        assertEquals(
                List.of(),
                LineCoverage.against(
                        seen,
                        List.of(
                                "# comment",
                                NAMES.get(1) + " | unreachable | `which` is one bit, and 0",
                                "Unit if: if (go) #2 | waived | never set"),
                        listed));
        assertEquals(Map.of("unreachable", 1, "waived", 1), listed);
        String stars = "Unit if: if (go) #* | waived | never set";
        assertEquals(
                List.of("Unit if: if (go) #1: listed, but hit", NAMES.get(1) + ": not listed, and never hit"),
                against(seen, stars));
        Map<String, Long> all = hits(1, 1, 1, 1, 1, 1);
        assertEquals(1, against(all, "Unit if: if (no) | waived | x").size());
        assertEquals(1, against(all, "Unit if: if (go) #1 | waived").size());
        assertEquals(1, against(all, "Unit if: if (go) #1 | forgotten | x").size());
    }

    @Test
    @Tag("M-978")
    void eachHitPointThatIsTakenForNeverHitIsNamed() throws IOException {
        Map<String, Long> all = hits(1, 1, 1, 1, 1, 1);
        for (String name : NAMES) {
            Map<String, Long> other = new LinkedHashMap<>(all);
            other.put(name, 0L);
            assertEquals(List.of(name + ": not listed, and never hit"), against(other));
        }
    }
}
