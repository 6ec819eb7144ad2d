// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import fairlead.scenario.importer.BooksimImport.BooksimFile;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-353")
class BooksimFileTest {
    private static final int MANY = 200_000;
    private static final long MOST_CPU_NANOS = 5_000_000_000L;

    private static Map<String, BooksimFile.Setting> read(String text) {
        return BooksimFile.read(text, "n.cfg", new ArrayList<>());
    }

    @Test
    void aSettingMayGoOverLinesAndHasTheLineOfItsKey() {
        Map<String, BooksimFile.Setting> settings = read("\n k =\n\n 4 ; // four\nn=2;;\n");
        assertEquals(new BooksimFile.Setting(2, "4"), settings.get("k"));
        assertEquals(new BooksimFile.Setting(5, "2"), settings.get("n"));
    }

    /** Blanks were tried in every division between key, value and what is around them, which took hours. */
    @Test
    void longBlanksAreReadInTheTimeOfTheirLength() {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        String blanks = " ".repeat(MANY) + "\n".repeat(MANY);
        assertThrows(BadInput.class, () -> read("k" + blanks + "x" + blanks + "=" + blanks + ";"));
        assertThrows(BadInput.class, () -> read("k" + blanks + "=" + blanks + "4" + blanks));
        assertEquals(
                "4",
                read("k" + blanks + "=" + blanks + "4" + blanks + ";").get("k").value());
        long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
        assertTrue(spent < MOST_CPU_NANOS, "CPU nanoseconds: " + spent);
    }
}
