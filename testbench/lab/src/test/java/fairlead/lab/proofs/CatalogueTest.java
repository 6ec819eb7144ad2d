// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The catalogue agrees with the Verilog, and its properties hold: the quick part in the fast tier, all of them in the
 * slow tests.
 */
@Tag("M-41")
class CatalogueTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
    private static final Path VERILOG = ROOT.resolve("hw/target/rtl/prove");

    @Test
    void everyNameInTheTableIsInTheVerilogAndEveryMutantFits() throws IOException {
        final List<String> wrong = new ArrayList<>();
        final Set<String> ids = new HashSet<>();
        for (final Property p : Catalogue.all()) {
            if (!ids.add(p.id())) {
                wrong.add(p.id() + " twice");
            }
            final Netlist netlist = Netlist.of(Files.readString(VERILOG.resolve(p.harness() + ".sv")));
            final Set<String> known = netlist.statements().keySet();
            if (!known.contains(p.assertion()) && !netlist.byOutputs().contains(p.assertion())) {
                wrong.add(p.id() + ": no such assertion in " + p.harness());
            }
            if (!known.contains(p.cover())) {
                wrong.add(p.id() + ": no cover " + p.cover());
            }
            for (final String given : p.assumes()) {
                if (!known.contains(given)) {
                    wrong.add(p.id() + ": no assumption " + given);
                }
                if (Assumptions.discharge(given).isEmpty()) {
                    wrong.add(p.id() + ": nothing discharges " + given);
                }
            }
            try {
                netlist.with(p.mutant());
            } catch (final ProveException e) {
                wrong.add(p.id() + ": " + e.getMessage());
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void theQuickPropertiesAreProvedReachedAndSharp() throws IOException, InterruptedException {
        final List<Property> quick =
                Catalogue.all().stream().filter(Property::quick).toList();
        assertTrue(quick.size() >= 25, "quick properties: " + quick.size());
        allHold(quick);
    }

    @Test
    @Tag("slow")
    void allPropertiesAreProvedReachedAndSharp() throws IOException, InterruptedException {
        allHold(Catalogue.all());
    }

    private static void allHold(final List<Property> properties) throws IOException, InterruptedException {
        for (final String tool : List.of("yosys", "yosys-abc", "yosys-smtbmc", "z3")) {
            assumeTrue(ProverTool.installed(tool), tool + " is not installed (scripts/setup --provers)");
        }
        final List<String> fails = new ArrayList<>();
        for (final ProofOutcome outcome :
                new ProofRun(VERILOG, ROOT.resolve("target/prove"), false).run(properties, 2, each -> {})) {
            if (!outcome.holds()) {
                fails.add(outcome.property().id() + " " + outcome.verdict() + ": " + outcome.why());
            }
        }
        assertEquals(List.of(), fails);
    }
}
