// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites of a small tile are found in the same tile with an assertion. */
@Tag("M-502")
class SiteMatchTest {
    private static final String PRODUCT =
            """
            module Tile(input clock, input reset, input [3:0] io_a, input [3:0] io_b, output [3:0] io_sum);
              reg [3:0] count;
              wire [3:0] next = io_a + count;
              always @(posedge clock) begin
                if (reset)
                  count <= 4'h0;
                else
                  count <= (io_a & io_b) == 4'h3 ? next : count;
              end
              assign io_sum = next ^ io_b;
            endmodule
            """;
    private static final String CHECKED =
            """
            module Tile(input clock, input reset, input [3:0] io_a, input [3:0] io_b, output [3:0] io_sum);
              reg [3:0] count;
              wire [3:0] _GEN = io_b & io_a;
              wire [3:0] next = count + io_a;
              `ifndef SYNTHESIS
                wire [3:0] both = _GEN | count;
                always @(posedge clock) begin
                  if (~reset & (both == 4'hF)) begin
                    if (`ASSERT_VERBOSE_COND_)
                      $error("Assertion failed: T_P1: both are full\\n");
                    if (`STOP_COND_)
                      $fatal;
                  end
                end // always @(posedge)
              `endif // not def SYNTHESIS
              always @(posedge clock) begin
                if (reset)
                  count <= 4'h0;
                else
                  count <= _GEN == 4'h3 ? next : count;
              end
              assign io_sum = next ^ io_a;
            endmodule
            """;

    @TempDir
    Path folder;

    private TileNetlist netlist(final String name, final String verilog) throws IOException {
        final Path rtl = Files.createDirectories(folder.resolve(name + "-rtl"));
        Files.writeString(rtl.resolve("Tile.sv"), verilog);
        Files.writeString(rtl.resolve("top.txt"), "Tile\n");
        Files.writeString(rtl.resolve(AssertionCells.MODULE + ".sv"), AssertionCells.TEXT);
        final Path waivers = folder.resolve(name + ".vlt");
        Files.writeString(waivers, "public_flat_rd -module \"Tile\" -var \"count\"\n");
        return TileNetlist.read(rtl, waivers, List.of(), Files.createDirectories(folder.resolve(name)));
    }

    private static MutationSite site(final TileNetlist netlist, final String type, final String port) {
        return netlist.sites("Tile").stream()
                .filter(s -> s.type().equals(type) && s.port().equals(port))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anAssertionBecomesAnInstanceWithItsNameAndItsCondition() {
        final String text = AssertionCells.of(CHECKED);
        assertTrue(
                text.contains("FlAssertion #(.NAME(\"T_P1: both are full\")) fl_assertion_0"
                        + " (.clock(clock), .fails(~reset & (both == 4'hF)));"),
                text);
        assertFalse(text.contains("$error") || text.contains("SYNTHESIS"), text);
        assertEquals(2, text.split("always @", -1).length, text);
    }

    @Test
    void aSiteIsFoundByWhatItsCellComputesAndAnotherFunctionIsNot() throws IOException {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
        final TileNetlist product = netlist("product", PRODUCT);
        final TileNetlist checked = netlist("checked", AssertionCells.of(CHECKED));
        assertTrue(
                checked.sites("Tile").stream().anyMatch(s -> s.type().equals(AssertionCells.MODULE)),
                "the assertion is in the netlist");
        final SiteMatch match = new SiteMatch(product, checked);
        final WordMutant sum = new WordMutant(3, site(product, "$add", "A"), MutantKind.STUCK_0, 2);
        final WordMutant found = match.of(sum).orElseThrow();
        assertEquals("B", found.site().port(), "the operands have changed places");
        assertEquals(List.of(3, 2), List.of(found.number(), found.bit()));
        final WordMutant both = new WordMutant(4, site(product, "$and", "Y"), MutantKind.OPERATOR, -1);
        assertEquals("$and", match.of(both).orElseThrow().site().type());
        final WordMutant register = new WordMutant(5, site(product, "$dff", "Q"), MutantKind.HOLD, -1);
        assertEquals("$dff", match.of(register).orElseThrow().site().type());
        final WordMutant other = new WordMutant(6, site(product, "$xor", "Y"), MutantKind.INVERT, 0);
        assertEquals(Optional.empty(), match.of(other), "it has another operand");
    }
}
