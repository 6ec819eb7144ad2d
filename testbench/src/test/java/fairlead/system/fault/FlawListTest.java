// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.UnsafeVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the list of flaws that one verdict must detect, which are the variants from 200 on. */
@Tag("M-70")
class FlawListTest {
    /** The page has a row for each flaw of this list, and a test of this package runs it. */
    @Test
    void everyFlawThatAVerdictMustSeeHasARowAndATest() throws IOException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        Path tests = root.resolve("testbench/src/test/java/fairlead/system/fault");
        String page = Files.readString(root.resolve("docs/use/verdicts.md"));
        String code = Files.readString(tests.resolve("VerdictFlawTest.java"))
                + Files.readString(tests.resolve("RefusalFlawTest.java"))
                + Files.readString(tests.resolve("AccountFlawTest.java"))
                + Files.readString(tests.resolve("TreeFlawTest.java"));
        int flaws = 0;
        for (int id = UnsafeVariant.COUNTER_EARLY; id < 256; id++) {
            String name = UnsafeVariant.name(id);
            if (!name.equals(Integer.toString(id))) {
                flaws++;
                assertTrue(page.contains("`" + name.toLowerCase(Locale.ROOT) + "`"), name);
                assertTrue(code.matches("(?s).*UnsafeVariant\\." + name.toUpperCase(Locale.ROOT) + "\\b.*"), name);
            }
        }
        int ofTree = UnsafeVariant.LEG_OTHER - UnsafeVariant.TREE_EARLY + 1;
        assertEquals(UnsafeVariant.LOCAL_EARLY - UnsafeVariant.COUNTER_EARLY + 1 + ofTree, flaws);
    }
}
