// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.search.Timing.WorstPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The longest paths of the units are not longer than the page says; a longer path is noticed. */
@Tag("M-312")
class LongestPathTest {
    private static final Path ROOT =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).toAbsolutePath();
    private static final Path RTL = ROOT.resolve("hw/target/rtl/small");
    private static final Path PAGE = ROOT.resolve("docs/lab/measurements/timing.md");

    @TempDir
    Path folder;

    private static Timing open(Path rtl) {
        String path = System.getenv().getOrDefault("PATH", "");
        assumeTrue(CellTools.yosys(path) != null, "yosys is not installed (scripts/setup --provers)");
        assumeTrue(Files.exists(CellTools.OSU018), "no cell library is installed (scripts/setup --provers)");
        return Timing.open(rtl, path, CellTools.OSU018);
    }

    private static Map<String, Double> page() throws IOException {
        return delays(Files.readString(PAGE));
    }

    @Test
    @Tag("lab")
    void smallUnitsAreNotSlowerThanThePage() throws IOException {
        Timing timing = open(RTL);
        List<WorstPath> paths = List.of(timing.of("RouteUnit"), timing.of("BarrierUnit"));
        assertEquals(List.of(), slower(page(), paths));
        assertTrue(paths.stream().allMatch(p -> p.levels() > 5 && p.picoseconds() > 500), paths.toString());
    }

    /** Every unit of the page again; a unit that grew slower, or is not on the page, is named. */
    @Test
    @Tag("slow")
    void noUnitIsSlowerThanThePage() throws IOException {
        Timing timing = open(RTL);
        Map<String, Double> page = page();
        List<WorstPath> paths = page.keySet().stream().map(timing::of).toList();
        assertEquals(List.of(), slower(page, paths));
    }

    /** A register after eight additions instead of one: its path is found, is longer, and would be reported. */
    @Test
    void aLongerPathIsNoticedAndNamed() throws IOException {
        Path rtl = Files.createDirectories(folder.resolve("small"));
        Timing timing = open(rtl);
        Files.writeString(rtl.resolve("Sum.sv"), sum("a + b"));
        WorstPath before = timing.of("Sum");
        Map<String, Double> page = delays(Timing.table(List.of(before)));
        assertEquals(List.of(), slower(page, List.of(timing.of("Sum"))));
        Files.writeString(rtl.resolve("Sum.sv"), sum("((a + b) ^ {a[0], b[7:1]}) + (total & b)"));
        WorstPath after = timing.of("Sum");
        assertTrue(after.levels() > before.levels(), before + " " + after);
        List<String> lines = slower(page, List.of(after));
        assertTrue(lines.size() == 1 && lines.get(0).startsWith("Sum: "), lines.toString());
        assertTrue(after.to().contains("total"), "the register's name: " + after.to());
        assertFalse(slower(Map.of(), List.of(before)).isEmpty(), "not on the page");
    }

    private static String sum(String next) {
        return "module Sum(input clock, input [7:0] a, b, output [7:0] out);\n  reg [7:0] total;\n"
                + "  always @(posedge clock) total <= " + next + ";\n  assign out = total;\nendmodule\n";
    }

    @Test
    void theLongestOfSeveralPathsCountsAndNoPathIsNone() {
        assertNull(Timing.parse("M", "ABC: + stime -p\n"));
        String one =
                """
                ABC: WireLoad = "none"  Gates =    119 ( 15.1 %)   Cap = 29.0 ff (  1.0 %)   Area =  3851.00 ( 97.5 %)   Delay = %s ps  ( 16.8 %)
                ABC: Path  0 --       1 : 0    3 pi      A =   0.00  Df =  41.8
                ABC: Path  1 --      57 : 2    1 AND2X1  A =  32.00  Df = 141.3
                ABC: Start-point = pi0 (\\io_me [5]).  End-point = po10 (%s).
                """;
        String text = one.replace("%s ps", "1474.65 ps").replace("(%s)", "(\\x)")
                + one.replace("%s ps", "900.1 ps").replace("(%s)", "(\\y)");
        assertEquals(new WorstPath("M", 1, 1474.65, 119, "io_me[5]", "x"), Timing.parse("M", text));
    }

    /** The share by which a path may be longer than its page says before it counts as slower. */
    private static final double TOLERANCE = 1.02;

    /** Returns the delays of a table, in ps by module. */
    private static Map<String, Double> delays(String page) {
        Map<String, Double> delays = new TreeMap<>();
        Matcher m = Pattern.compile("^\\| `(\\w+)` \\| \\d+ \\| (\\d+) \\|", Pattern.MULTILINE)
                .matcher(page);
        while (m.find()) {
            delays.put(m.group(1), Double.parseDouble(m.group(2)));
        }
        return delays;
    }

    /** Returns one line for each path that is missing in a table of delays or longer than there. */
    private static List<String> slower(Map<String, Double> page, List<WorstPath> paths) {
        List<String> lines = new ArrayList<>();
        for (WorstPath path : paths) {
            Double known = page.get(path.module());
            if (known == null || path.picoseconds() > TOLERANCE * known) {
                lines.add(path.module() + ": " + Math.round(path.picoseconds()) + " ps from " + path.from() + " to "
                        + path.to() + ", on the page " + (known == null ? "missing" : Math.round(known) + " ps"));
            }
        }
        return lines;
    }
}
