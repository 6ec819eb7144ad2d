// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proofs on a small tile, whose mutants have known answers, and on units against a prover that sees them whole. */
@Tag("M-843")
class MiterProofTest {
    private static final int LIMIT = 30;
    private static final String STORE =
            """
            module store_4x4(input [1:0] R0_addr, input R0_en, R0_clk, output [3:0] R0_data,
                input [1:0] W0_addr, input W0_en, W0_clk, input [3:0] W0_data);
              reg [3:0] Memory[0:3];
              always @(posedge W0_clk) if (W0_en) Memory[W0_addr] <= W0_data;
              assign R0_data = R0_en ? Memory[R0_addr] : 4'bx;
            endmodule
            """;
    // the tile does not read the sum, nobody ever sets `set`, and what the store gets matters when it is stored
    private static final String PART =
            """
            module Part(input clock, reset, input [3:0] a, b, input s, output [3:0] y, z, v);
              reg set;
              reg [3:0] late, shadow;
              always @(posedge clock) begin
                set <= ~reset & set & s;
                late <= reset ? 4'h0 : a & b;
                shadow <= a ^ b;
              end
              assign y = s ? a + b : a;
              assign z = set ? shadow | b : late;
              store_4x4 store(.R0_addr(b[1:0]), .R0_en(s), .R0_clk(clock), .R0_data(v),
                .W0_addr(a[1:0]), .W0_en(s), .W0_clk(clock), .W0_data(s ? b : a - b));
            endmodule
            """;
    private static final String TOP =
            """
            module Top(input clock, reset, input [3:0] a, b, input s, output [3:0] y, z, v, output w);
              wire [3:0] sum, read;
              Part part(.clock(clock), .reset(reset), .a(a), .b(b), .s(s), .y(sum), .z(z), .v(read));
              assign y = s ? 4'h0 : sum;
              assign v = s ? read : 4'h0;
              Flag flag(.a(a), .w(w));
            endmodule
            module Flag(input [3:0] a, output w);
              assign w = a < 4'h5;
            endmodule
            """;

    @TempDir
    Path folder;

    private TileNetlist netlist;

    @BeforeEach
    void read() throws IOException {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
        final Path rtl = Files.createDirectories(folder.resolve("rtl"));
        Files.writeString(rtl.resolve("store_4x4.sv"), STORE);
        Files.writeString(rtl.resolve("Part.sv"), PART);
        Files.writeString(rtl.resolve("Top.sv"), TOP);
        Files.writeString(rtl.resolve("top.txt"), "Top\n");
        final Path waivers = Files.writeString(folder.resolve("waivers"), "-var \"late\"\n");
        netlist = TileNetlist.read(rtl, waivers, List.of(), Files.createDirectories(folder.resolve("files")));
    }

    private static MutationSite site(
            final TileNetlist netlist, final String unit, final String port, final Predicate<MutationSite> which) {
        return netlist.sites(unit).stream()
                .filter(s -> s.port().equals(port) && which.test(s))
                .findFirst()
                .orElseThrow(() -> new AssertionError(unit + " has no such site: " + netlist.sites(unit)));
    }

    private MutantFate.Proof proof(final String unit, final String type, final String port, final MutantKind kind)
            throws IOException {
        final MutationSite site = site(netlist, unit, port, s -> s.type().equals(type));
        return new MiterProof(netlist, LIMIT).of(new WordMutant(1, site, kind, kind.isBit() ? 0 : -1));
    }

    @Test
    void aDifferenceThatTheTileNeverReadsIsNone() throws IOException {
        assertEquals(MutantFate.Proof.EQUIVALENT, proof("Part", "$add", "Y", MutantKind.INVERT));
    }

    @Test
    void aDifferenceInAStateThatNoInputsReachIsNone() throws IOException {
        assertEquals(MutantFate.Proof.EQUIVALENT, proof("Part", "$or", "Y", MutantKind.WORD_1));
    }

    @Test
    void aRegisterThatNobodyReadsMayDiffer() throws IOException {
        assertEquals(MutantFate.Proof.EQUIVALENT, proof("Part", "$xor", "Y", MutantKind.OPERATOR));
    }

    @Test
    void aWordThatIsNotStoredMayDiffer() throws IOException {
        assertEquals(MutantFate.Proof.EQUIVALENT, proof("Part", "$sub", "Y", MutantKind.OPERATOR));
        assertEquals(MutantFate.Proof.DIFFERS, proof("Part", "store_4x4", "W0_data", MutantKind.INVERT));
        assertEquals(MutantFate.Proof.DIFFERS, proof("Part", "store_4x4", "W0_en", MutantKind.STUCK_1));
    }

    @Test
    void aReadAtAnotherAddressDiffers() throws IOException {
        assertEquals(MutantFate.Proof.DIFFERS, proof("Part", "store_4x4", "R0_addr", MutantKind.INVERT));
        assertEquals(MutantFate.Proof.DIFFERS, proof("Part", "store_4x4", "R0_data", MutantKind.STUCK_0));
    }

    @Test
    void aDifferenceBehindARegisterIsFound() throws IOException {
        final MutationSite and =
                site(netlist, "Part", "Y", s -> s.type().equals("$and") && s.width() > 1); // what late loads
        assertEquals(
                MutantFate.Proof.DIFFERS,
                new MiterProof(netlist, LIMIT).of(new WordMutant(1, and, MutantKind.OPERATOR, -1)));
        final MutationSite late = site(netlist, "Part", "Q", s -> s.width() > 1);
        for (final MutantKind kind : List.of(MutantKind.HOLD, MutantKind.STUCK_1)) {
            final WordMutant mutant = new WordMutant(1, late, kind, kind.isBit() ? 0 : -1);
            assertEquals(MutantFate.Proof.DIFFERS, new MiterProof(netlist, LIMIT).of(mutant), mutant::what);
        }
    }

    @Test
    void aUnitWithoutRegistersIsComparedAsWell() throws IOException {
        assertEquals(MutantFate.Proof.DIFFERS, proof("Flag", "$lt", "Y", MutantKind.OPERATOR));
        assertEquals(MutantFate.Proof.EQUIVALENT, proof("Flag", "$lt", "B", MutantKind.STUCK_1)); // 5 is odd
    }

    /** For mutants of two units, yosys compares unit and mutant whole, without cones and with gates of its own. */
    @Test
    void theAnswersAreThoseOfAProverThatSeesTheWholeUnits() throws IOException {
        final Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        final TileNetlist tile = TileNetlist.read(
                root.resolve("hw/target/rtl/product"),
                root.resolve("verilator/config.vlt"),
                List.of(),
                Files.createDirectories(folder.resolve("tile")));
        int decided = 0;
        for (final WordMutant mutant : new MutantDraw(tile, 5).ofEach(List.of("BarrierLeg", "LinkTx"), 4)) {
            final MutantFate.Proof whole = whole(tile, mutant);
            if (whole != MutantFate.Proof.UNDECIDED) {
                assertEquals(whole, new MiterProof(tile, LIMIT).of(mutant), mutant::text);
                decided++;
            }
        }
        assertTrue(decided >= 5, "of 8 mutants " + decided + " were decided");
    }

    private MutantFate.Proof whole(final TileNetlist tile, final WordMutant mutant) throws IOException {
        final ObjectNode root = JsonNodeFactory.instance.objectNode().put("creator", "test");
        final ObjectNode modules = root.putObject("modules");
        final NetlistEdit sound = new NetlistEdit(tile.module(mutant.site().unit()));
        modules.set("gold", sound.finish());
        final NetlistEdit changed = new NetlistEdit(tile.module(mutant.site().unit()));
        changed.mutate(List.of(mutant), (name, width) -> MiterProof.control(mutant, name, width));
        modules.set("gate", changed.finish());
        new ObjectMapper().writeValue(folder.resolve("whole.json").toFile(), root);
        Files.writeString(
                folder.resolve("whole.ys"),
                "read_json whole.json\nmiter -equiv -flatten gold gate miter\nhierarchy -top miter\nopt -full\n"
                        + "sat -set-init-zero -set-at 1 in_reset 1 -seq 1 -tempinduct -prove trigger 0"
                        + " -maxsteps 6 -timeout 5\n");
        final String output = ProverTool.run(folder, LIMIT, List.of("yosys", "-Q", "whole.ys"))
                .output();
        return output.contains("model found for base case: FAIL")
                ? MutantFate.Proof.DIFFERS
                : output.contains("Induction step proven: SUCCESS")
                        ? MutantFate.Proof.EQUIVALENT
                        : MutantFate.Proof.UNDECIDED;
    }
}
