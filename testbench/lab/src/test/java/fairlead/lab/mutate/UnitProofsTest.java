// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.lab.mutate.MutantProof.UnitProofs;
import fairlead.lab.proofs.HarnessSearch;
import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.IOException;
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
        HarnessSearch search = new HarnessSearch(root.resolve(UnitProofs.HARNESSES), SECONDS);
        assertEquals("", search.refuted("pool", ""));
        assertTrue(search.of("DlaPool").containsAll(List.of("dla", "pool")), () -> search.of("DlaPool")
                .toString());
        assertEquals(List.of(), search.of("HostPort"));
    }

    /** Harnesses with the unit of the product: no statement has a counterexample in the first cycles. */
    @Tag("slow")
    @Test
    void theUnitsOfTheProductHaveNoCounterexampleInTheFirstCycles() throws IOException {
        Path whole = new MutantLibrary(root.toAbsolutePath().normalize(), System.err).wholeHarnesses();
        HarnessSearch search = new HarnessSearch(whole, SECONDS);
        int harnesses = 0;
        for (String unit : ("AckCounters FenceUnit EpochOrigin EpochTarget BarrierUnit DlaPool PerfCounters"
                        + " SwitchAllocator WaitCauses CommitQueue")
                .split(" ")) {
            for (String harness : search.of(unit)) {
                assertEquals("", search.refuted(harness, ""), harness);
                harnesses++;
            }
        }
        assertTrue(harnesses >= 10, "harnesses: " + harnesses);
    }

    /** A wrong word of the route is noticed; a word without a name and a unit that no harness has are not played. */
    @Test
    void proofsNoticeMutantsThatTheirHarnessesHave() throws IOException {
        String route = Files.readString(root.resolve(UnitProofs.HARNESSES).resolve("route.sv"));
        Files.writeString(folder.resolve("route.sv"), route);
        UnitProofs proofs = new UnitProofs(List.of(folder), SECONDS);
        Mutant wrong = mutant("RouteUnit", "unequal_0/0");
        String first = proofs.play(wrong);
        assertTrue(first.matches("route: one of .*RT_P\\d.* in cycle \\d+"), first);
        assertEquals("", proofs.play(mutant("RouteUnit", "_GEN/0")));
        assertEquals("", proofs.play(mutant("HostPort", "unequal_0/0")));

        Files.writeString(folder.resolve("route.sv"), route.replace("assert(", "assert(1'h0 && "));
        UnitProofs refusing = new UnitProofs(List.of(folder), SECONDS);
        String refused = assertThrows(LibraryException.class, () -> refusing.play(wrong), "it would notice everything")
                .getMessage();
        assertTrue(refused.contains("while no mutant is in it; route: one of"), refused);
    }

    private static Mutant mutant(String unit, String wire) {
        return new Mutant(1, unit, unit + ".sv:3", "$ne$x.sv:3$7", "Y", "inv", "0", wire);
    }
}
