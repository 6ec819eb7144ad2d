// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Harnesses that lack something of a property, as those of another structure may (`prove --structure`). */
class OtherHarnessTest {
    private static final Path VERILOG = Path.of("../hw/target/rtl/prove");

    @TempDir
    private Path folder;

    private final List<Property> input = Catalogue.all().stream()
            .filter(property -> property.harness().equals("input"))
            .toList();

    @BeforeEach
    void needsTheProvers() {
        for (final String tool : List.of("yosys", "yosys-abc", "yosys-smtbmc", "z3")) {
            assumeTrue(ProverTool.installed(tool), tool + " is not installed (scripts/setup --provers)");
        }
    }

    private ProofRun with(final String verilog) throws IOException {
        Files.writeString(folder.resolve("input.sv"), verilog);
        return new ProofRun(folder, folder.resolve("cache"), false);
    }

    private static String standard() throws IOException {
        return Files.readString(VERILOG.resolve("input.sv"));
    }

    @Test
    void theHarnessOfTheDefaultStructureHasAll() throws IOException {
        final ProofRun run = with(standard());
        assertTrue(input.size() > 5, "too few properties");
        for (final Property property : input) {
            assertEquals(property, run.statedOrNull(property));
            assertTrue(run.seeds(property), property.id());
        }
    }

    @Test
    void aPropertyWhoseAssertionOrCoverIsMissingIsNotStated() throws IOException {
        final Property property = input.get(0);
        for (final String name : List.of(property.assertion(), property.cover())) {
            final ProofRun run = with(standard().replace(name + ":", "XX_P99:"));
            assertNull(run.statedOrNull(property), name);
            for (final Property other : input) {
                final boolean names =
                        other.assertion().equals(name) || other.cover().equals(name);
                assertEquals(names, run.statedOrNull(other) == null, other.id() + " without " + name);
            }
        }
    }

    /** An assertion that always holds in a structure is not in its Verilog. */
    @Test
    void aMissingAssumptionOrHelperIsLeftOut() throws IOException {
        final Property property =
                input.stream().filter(p -> !p.assumes().isEmpty()).findFirst().orElseThrow();
        final String name = property.assumes().get(0);
        final Property here = with(standard().replace(name + ":", "XX_P99:")).statedOrNull(property);
        assertFalse(here.assumes().contains(name));
        assertEquals(property.assumes().size() - 1, here.assumes().size());
    }

    @Test
    void aMutantWhoseTextIsMissingIsNoMutant() throws IOException {
        final Property property = input.get(0);
        final ProofRun run = with(standard()
                .replaceAll("\\s+", " ")
                .replace(squeezed(property.mutant().from()), "1'h0"));
        assertFalse(run.seeds(property));
    }

    private static String squeezed(final String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
