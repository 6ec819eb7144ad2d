// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each statement in the Verilog of a harness has a row in the catalogue. */
@Tag("M-41")
class CompleteTest {
    private static final Path VERILOG =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).resolve("hw/target/rtl/prove");

    /** Statements that have no row yet. The list may only become shorter. */
    private static final Set<String> OPEN = Set.of();

    @Test
    void noStatementIsOutsideTheCatalogue() throws IOException {
        final Set<String> leftOut = new TreeSet<>();
        try (Stream<Path> files = Files.list(VERILOG)) {
            for (final Path file :
                    files.filter(f -> f.toString().endsWith(".sv")).toList()) {
                leftOut.addAll(leftOut(Netlist.of(Files.readString(file))));
            }
        }
        assertEquals(new TreeSet<>(OPEN), leftOut);
    }

    @Test
    void aStatementWithoutARowIsSeen() {
        final String module = "module DlaFifoProof(input clock, reset, output live_PDF_L1, output live_PDF_L9);"
                + " always @(posedge clock) begin if (~reset) begin"
                + " a: assert(1'h1) else $error(\"Assertion failed: PDF_P3: known\\n\");"
                + " b: assert(1'h1) else $error(\"Assertion failed: PDF_P9: new\\n\");"
                + " d: assert(1'h1) else $error(\"Assertion failed: RT_P8: of a unit, proved elsewhere\\n\");"
                + " e: assert(1'h1) else $error(\"Assertion failed: PDF_C9: a cover of nothing\\n\");"
                + " end end endmodule";
        assertEquals(Set.of("PDF_L9", "PDF_P9", "PDF_C9"), leftOut(Netlist.of(module)));
    }

    /**
     * Returns the statements of a harness that no row names. Assumptions (XX_A1) restrict the environment; other tests
     * cover them.
     */
    private static Set<String> leftOut(final Netlist netlist) {
        final Set<String> all = new TreeSet<>(netlist.statements().keySet());
        all.addAll(netlist.byOutputs());
        all.removeIf(id -> id.matches(".*_A\\d+"));
        for (final Property p : Catalogue.all()) {
            all.remove(p.assertion());
            all.remove(p.cover());
            all.removeAll(p.assumes());
        }
        return all;
    }
}
