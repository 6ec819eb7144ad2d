// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the coverage of lines (scripts/lib/coverage.sh) on an invented module; CoverageTest has the measurement. */
@Tag("M-978")
class LineCoverageTest {
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

    private static String point(final int line, final int column, final String kind, final int hits) {
        return "C '\1f\2Unit.sv\1l\2" + line + "\1n\2" + column + "\1page\2v_line/Unit\1o\2" + kind + "\1h\2Tile' "
                + hits;
    }

    private Map<String, Long> hits(final int... hits) throws IOException {
        final LineCoverage coverage = new LineCoverage(folder);
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

    private static List<String> against(final Map<String, Long> hits, final String... list) {
        return LineCoverage.against(hits, List.of(list), new TreeMap<>());
    }

    @Test
    void aPointIsNamedByItsTextAndHitsOfSeveralFilesAddUp() throws IOException {
        final Map<String, Long> expected = new LinkedHashMap<>();
        NAMES.forEach(name -> expected.put(name, 2L));
        assertEquals(expected, hits(2, 2, 2, 2, 2, 2));
        assertEquals("5 of 6 points of the Verilog were hit: 83.3 %", LineCoverage.share(hits(1, 1, 0, 1, 1, 1)));
    }

    @Test
    void aPointThatIsNeverHitAStaleLineAndALineWithoutAReasonAreFound() throws IOException {
        final Map<String, Long> seen = hits(1, 0, 1, 1, 0, 1);
        assertEquals(
                List.of(NAMES.get(1) + ": not listed, and never hit", NAMES.get(4) + ": not listed, and never hit"),
                against(seen));
        final Map<String, Integer> listed = new TreeMap<>();
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
        final String stars = "Unit if: if (go) #* | waived | never set";
        assertEquals(
                List.of("Unit if: if (go) #1: listed, but hit", NAMES.get(1) + ": not listed, and never hit"),
                against(seen, stars));
        final Map<String, Long> all = hits(1, 1, 1, 1, 1, 1);
        assertEquals(1, against(all, "Unit if: if (no) | waived | x").size());
        assertEquals(1, against(all, "Unit if: if (go) #1 | waived").size());
        assertEquals(1, against(all, "Unit if: if (go) #1 | forgotten | x").size());
    }

    @Test
    void eachHitPointThatIsTakenForNeverHitIsNamed() throws IOException {
        final Map<String, Long> all = hits(1, 1, 1, 1, 1, 1);
        for (final String name : NAMES) {
            final Map<String, Long> other = new LinkedHashMap<>(all);
            other.put(name, 0L);
            assertEquals(List.of(name + ": not listed, and never hit"), against(other));
        }
    }
}
