// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.lab.mutate.CheckedVerilog.AssertionCells;
import fairlead.lab.mutate.Mutant.MutantDraw;
import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The draw of a small unit, and proofs of mutants with known answers. */
@Tag("M-843")
class MutantProofTest {
    private static final int LIMIT = 20;
    // nobody ever sets `never`, `none` is 0, and only the assertion reads `watched`
    private static final String PART =
            """
            module Part(input clock, reset, input [3:0] a, b, output [3:0] y, z);
              reg never;
              reg [3:0] late, poked;
              wire [3:0] none = a & 4'h0;
              wire watched = a == b;
              always @(posedge clock) begin
                never <= ~reset & never & a[0];
                late <= reset ? 4'h0 : a ^ none;
                poked <= b;
              end
              assign y = late + poked;
              assign z = never ? a : b;
              FlAssertion check(.clock(clock), .fails(watched));
            endmodule
            """;

    @TempDir
    Path folder;

    private TileNetlist netlist;
    private List<Mutant> drawn;

    @BeforeEach
    void draw() throws IOException {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
        AssertionCells.write(folder);
        Files.writeString(folder.resolve("Part.sv"), AssertionCells.of(PART));
        Files.writeString(folder.resolve("top.txt"), "Part\n");
        Path set = Files.writeString(folder.resolve("set.vlt"), "public_flat_rd -module \"Par*\" -var \"pok*\"\n");
        netlist = TileNetlist.read(folder, List.of(set), List.of(set), folder.resolve("netlist"));
        drawn = new MutantDraw(netlist, 1).ofEach(netlist.units(), 2000);
    }

    private MutantFate.Proof prove(String pin, String wire, String mode) throws IOException {
        Mutant mutant = drawn.stream()
                .filter(m ->
                        m.pin().equals(pin) && m.wire().equals(wire) && m.mode().equals(mode))
                .findFirst()
                .orElseThrow(() -> new AssertionError(wire + " " + mode + ": " + drawn));
        return new MutantProof(netlist, LIMIT).of(mutant);
    }

    @Test
    void proofsHaveTheKnownAnswers() throws IOException {
        assertEquals(MutantFate.Proof.EQUIVALENT, prove("Y", "none/2", "const0"));
        assertEquals(MutantFate.Proof.DIFFERS, prove("Y", "none/2", "const1"), "in a later cycle");
        assertEquals(MutantFate.Proof.DIFFERS, prove("Y", "y/0", "inv"));
        assertEquals(MutantFate.Proof.UNDECIDED, prove("Q", "never/0", "const0"), "only from reset on");
    }

    @Test
    void aDrawIsOfDataThatTheMachineReads() throws IOException {
        assertEquals(List.of("Part"), netlist.units());
        assertEquals(drawn, new MutantDraw(netlist, 1).ofEach(List.of("Part"), 2000));
        assertEquals(
                drawn.size(), new HashSet<>(drawn.stream().map(Mutant::what).toList()).size());
        Set<String> wires =
                drawn.stream().map(m -> m.wire().replaceFirst("/.*", "")).collect(Collectors.toSet());
        assertTrue(wires.containsAll(Set.of("late", "none", "never", "y")), wires::toString);
        assertTrue(wires.stream().noneMatch(Set.of("clock", "reset", "watched")::contains), wires::toString);
        assertTrue(drawn.stream().noneMatch(m -> m.pin().equals("Q") && m.wire().startsWith("poked")));
        assertEquals(
                Set.of("inv", "const0", "const1", "cnot0", "cnot1"),
                drawn.stream().map(Mutant::mode).collect(Collectors.toSet()));
        assertEquals(5, new MutantDraw(netlist, 3).sample(List.of("Part"), 5).size());
    }
}
