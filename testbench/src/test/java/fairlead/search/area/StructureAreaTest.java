// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.evaluate.StructureCode;
import fairlead.machine.MachineStructure;
import fairlead.scenario.OtherStructure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The units whose area is measured are those of the structure, and so are the widths that count as bits. */
@Tag("M-900")
class StructureAreaTest {
    private static final Path HW = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."))
            .toAbsolutePath()
            .resolve("hw/target");

    @TempDir
    private Path folder;

    /**
     * 128 bits of data, two marks and a route, which has one bit less without adaptive VCs and a stage of its own with
     * four.
     */
    @ParameterizedTest
    @CsvSource({"4, 1, 160", "2, 1, 159", "4, 4, 130"})
    void anEntryHasTheWidthOfItsStructure(final int vcs, final int stages, final int bits) throws Exception {
        final MachineStructure structure = MachineStructure.of(
                k -> Map.of("vcsPerClass", vcs, "routerStages", stages).getOrDefault(k.name(), k.standard()));
        final Object widths = structure.equals(MachineStructure.STANDARD)
                ? ElaboratedEntry.widths(HW.toString(), folder.toString())
                : StructureCode.call(
                        new OtherStructure("a test", structure),
                        ElaboratedEntry.class,
                        "widths",
                        HW.toString(),
                        folder.toString());
        assertEquals(List.of(bits, bits, bits), widths);
    }
}
