// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.lab.faults.Ledger;
import fairlead.lab.mutate.MutantProcess.UnitTests;
import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of the tests that mutants play. */
@Tag("M-1103")
class UnitTestsTest {
    private static final int PLACE = 3; // of the class in a line

    @TempDir
    Path folder;

    @Test
    void everyTestOfTheListIsThereAndUsesTheTwinOnlyIfItSaysSo() throws IOException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        List<String> lines = Ledger.lines(VerdictRuns.class, "unit-tests.txt");
        assertTrue(lines.size() > 40, lines::toString);
        for (String line : lines) {
            String name = line.split(" ")[PLACE];
            String file = name.replace('.', '/') + ".java";
            Path product = root.resolve("testbench/src/test/java").resolve(file);
            Path source = Files.exists(product)
                    ? product
                    : root.resolve("testbench/lab/src/test/java").resolve(file);
            assertTrue(Files.exists(source), line);
            if (line.startsWith("pages ")) {
                String text = Files.readString(source);
                if (line.endsWith(" " + UnitTests.PAGE)) {
                    // the comparison is named once, in the constructor, for the tests that are left out
                    assertTrue(text.contains(" extends UnitTest ") && text.split("AgainstTwin::").length == 2, line);
                } else {
                    assertFalse(text.contains("import fairlead.twin.") || text.contains("ModelEngine"), line);
                }
            }
        }
    }

    private static Mutant mutant(int number, String unit) {
        return new Mutant(number, unit, unit + ".sv:3", "$add$3", "Y", "inv", "2", "");
    }

    @Test
    void aMutantPlaysTheTestsOfItsUnitAndOfTheUnitsAroundIt() throws IOException {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        TileNetlist netlist = TileNetlist.read(
                root.toAbsolutePath().normalize().resolve("hw/target/rtl/product"),
                List.of(),
                List.of(),
                folder.resolve("netlist"));
        UnitTests tests = new UnitTests(netlist);
        List<Mutant> mutants = List.of(mutant(1, "AckCounters"), mutant(2, "RouteUnit"), mutant(3, "HostPort"));
        assertEquals(List.of("AckCounters", "FenceUnit", "InputUnit"), tests.tops(mutants));
        Path file = folder.resolve("list");
        tests.write(file, mutants);
        Map<String, List<String>> classes = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            List<String> words = List.of(line.split(" "));
            classes.put(
                    words.get(0) + " " + words.get(1),
                    words.subList(2, words.size()).stream()
                            .map(name -> name.substring(name.lastIndexOf('.') + 1))
                            .toList());
        }
        assertEquals(
                List.of("AckCountersRtlTest", "FenceUnitRtlTest:page"),
                classes.get("PAGES 1").subList(0, 2));
        assertEquals("FenceUnitRtlTest", classes.get("TESTS 1").get(0));
        assertEquals(
                List.of("InputUnitRtlTest", "RouterLockstepTest"),
                classes.get("TESTS 2").subList(0, 2));
        assertEquals("HostCommandsTest", classes.get("TESTS 3").get(0), "no test drives it alone");
        List<String> sound = classes.get("TESTS 0");
        assertTrue(sound.containsAll(classes.get("TESTS 1")) && sound.containsAll(classes.get("TESTS 2")));
    }
}
