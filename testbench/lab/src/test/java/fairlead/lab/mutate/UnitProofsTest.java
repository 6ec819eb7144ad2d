// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.proofs.HarnessSearch;
import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.LibraryException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutants of units in the harnesses of their proofs. */
@Tag("M-1104")
class UnitProofsTest {
    private static final int SECONDS = 20;

    @TempDir
    Path folder;

    private final Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));

    @BeforeEach
    void tool() {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
    }

    @Test
    void aSoundHarnessHasNoCounterexampleAndOneWithAMutantHas() throws IOException {
        final HarnessSearch search = new HarnessSearch(root.resolve(UnitProofs.HARNESSES), SECONDS);
        assertEquals("", search.refuted("pool", search.modules("pool")));
        assertTrue(search.of("DlaPool").containsAll(List.of("dla", "pool")), () -> search.of("DlaPool")
                .toString());
        assertEquals(List.of(), search.of("HostPort"));
    }

    /** An edit without a mutant changes no answer: what the assertions of a unit have sampled begins as before. */
    @Test
    void aHarnessThatIsOnlyWrittenAnewHasNoCounterexample() throws IOException {
        final HarnessSearch search = new HarnessSearch(root.resolve(UnitProofs.HARNESSES), SECONDS);
        for (final String harness : List.of("commit_queue", "pool")) {
            final String unit = harness.equals("pool") ? "DlaPool" : "CommitQueue";
            final ObjectNode modules = search.modules(harness);
            modules.set(unit, new NetlistEdit((ObjectNode) modules.get(unit)).finish());
            assertEquals("", search.refuted(harness, modules), harness);
        }
    }

    /** Harnesses with the unit of the product: no statement has a counterexample in the first cycles. */
    @Tag("slow")
    @Test
    void theUnitsOfTheProductHaveNoCounterexampleInTheFirstCycles() throws IOException {
        final Path whole = CheckedVerilog.wholeHarnesses(root.toAbsolutePath().normalize(), folder);
        final HarnessSearch search = new HarnessSearch(whole, SECONDS);
        int harnesses = 0;
        for (final String unit : List.of(
                "AckCounters",
                "FenceUnit",
                "EpochOrigin",
                "EpochTarget",
                "BarrierUnit",
                "DlaPool",
                "PerfCounters",
                "SwitchAllocator",
                "WaitCauses",
                "CommitQueue")) {
            for (final String harness : search.of(unit)) {
                assertEquals("", search.refuted(harness, search.modules(harness)), harness);
                harnesses++;
            }
        }
        assertTrue(harnesses >= 10, "harnesses: " + harnesses);
    }

    /** A wrong sum of the route is noticed; a unit that no harness has is not played. */
    @Test
    void proofsNoticeMutantsThatTheirHarnessesHave() throws IOException {
        final TileNetlist netlist =
                new MutantLibrary(root, new PrintStream(PrintStream.nullOutputStream()), false).netlist();
        final UnitProofs proofs = new UnitProofs(netlist, List.of(root.resolve(UnitProofs.HARNESSES)), SECONDS);
        final MutantDraw draw = new MutantDraw(netlist, 1);
        final String first = proofs.play(draw.ofEach(List.of("RouteUnit"), 1).get(0));
        assertTrue(first.matches("\\w+: one of .*RT_P\\d.* in cycle \\d+"), first);
        assertEquals("", proofs.play(draw.ofEach(List.of("HostPort"), 1).get(0)));

        final String route = Files.readString(root.resolve(UnitProofs.HARNESSES).resolve("route.sv"));
        Files.writeString(folder.resolve("route.sv"), route.replace("assert(", "assert(1'h0 && "));
        final UnitProofs wrong = new UnitProofs(netlist, List.of(folder), SECONDS);
        final WordMutant any = draw.ofEach(List.of("RouteUnit"), 1).get(0);
        final String refused = assertThrows(LibraryException.class, () -> wrong.play(any), "it would notice everything")
                .getMessage();
        assertTrue(refused.contains("while no mutant is in it; route: one of"), refused);
    }
}
