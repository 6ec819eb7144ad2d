// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.controls.ControlTable;
import fairlead.lab.controls.Controls;
import fairlead.lab.requirements.RequirementRow.RowOutcome;
import fairlead.lab.requirements.RequirementRow.RowResult;
import fairlead.lab.requirements.Requirements.RequirementReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requirement rows and controls on machines with units of the user: here the pool of the DLA and the fence unit. */
class OwnUnitRowsTest {
    private static final Path VERILOG = Path.of("../hw/target/rtl/product");
    private static final List<String> ROWS = List.of("R-DLA-1", "R-FEN-2", "R-BAR-1");

    @TempDir
    Path folder;

    private Map<String, List<String>> units(String pool, String fence) throws IOException {
        return Map.of("DlaPool", List.of(file("DlaPool", pool)), "FenceUnit", List.of(file("FenceUnit", fence)));
    }

    private String file(String unit, String text) throws IOException {
        return Files.writeString(folder.resolve(unit + ".sv"), text)
                .toAbsolutePath()
                .toString();
    }

    private static String ours(String unit) throws IOException {
        return Files.readString(VERILOG.resolve(unit + ".sv"));
    }

    private static String changed(String unit, String from, String to) throws IOException {
        String text = ours(unit).replace(from, to);
        assertFalse(text.equals(ours(unit)), from);
        return text;
    }

    private List<RowOutcome> outcomes(Map<String, List<String>> units, List<String> said) throws IOException {
        Path place = Files.createDirectories(folder.resolve("silent"));
        Map<String, List<String>> silent = Requirements.silent(units.keySet(), place);
        return Requirements.run(ROWS, units, silent, r -> said.add(RequirementReport.text(r))).stream()
                .map(RowResult::outcome)
                .toList();
    }

    /** Our own units keep the rows; each of two flaws breaks the row about it; the barrier needs none of the units. */
    @Test
    @Tag("slow")
    void ourUnitsKeepTheRowsAndAFlawBreaksItsRow() throws IOException {
        List<String> said = new ArrayList<>();
        Map<String, List<String>> own = units(ours("DlaPool"), ours("FenceUnit"));
        assertEquals(
                List.of(RowOutcome.HOLDS, RowOutcome.HOLDS, RowOutcome.NOT_EXERCISED),
                outcomes(own, said),
                () -> said.toString());
        assertTrue(said.get(0).contains("granted_sizes not seeded: flaws and faults are in library lab"), said.get(0));
        assertTrue(said.get(1).contains("flush_behind_puts broken: "), said.get(1));
        said.clear();
        String over = changed("DlaPool", "io_fits =\n", "io_fits = 1'b1 |\n");
        String early = changed("FenceUnit", "noLegs =\n", "noLegs = 1'b1 |\n");
        assertEquals(
                List.of(RowOutcome.FAILS, RowOutcome.FAILS, RowOutcome.NOT_EXERCISED),
                outcomes(units(over, early), said),
                () -> said.toString());
        assertTrue(said.get(0).contains("BROKEN: "), said.get(0));
        assertTrue(said.get(1).contains("BROKEN: "), said.get(1));
        List<String> lines = Controls.run(List.of("N01", "P12"), own, r -> {}).stream()
                .map(ControlTable::line)
                .toList();
        assertTrue(lines.get(0).startsWith("-    N01 one VC, no dateline: not seeded"), lines.toString());
        assertTrue(lines.get(1).startsWith("ok   P12"), lines.toString());
    }
}
