// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.machine.MachineStructure;
import fairlead.search.CellArea.Elaborator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The units whose area is measured are those of the structure, and so are the widths that count as bits. */
@Tag("lab")
@Tag("M-900")
class StructureAreaTest {
    private static final Path HW = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."))
            .toAbsolutePath()
            .resolve("hw/target");
    private static final Pattern MEMORY = Pattern.compile("(?m)^\\s+(?:data|metas)\\w*_\\d+x(\\d+) \\w+ \\(");

    @TempDir
    private Path folder;

    /** The bits that an entry counts in the structure of a process. */
    private record Counted() implements Work<Integer> {
        @Override
        public Integer run() {
            return BufferUnit.LINK_INPUT.bits();
        }
    }

    /**
     * 128 bits of data, two marks and a route, which has one bit less without adaptive VCs and a stage of its own with
     * four.
     */
    @ParameterizedTest
    @CsvSource({"4, 1, 160", "2, 1, 159", "4, 4, 130"})
    void anEntryHasTheWidthOfItsStructure(int vcs, int stages, int bits) throws IOException {
        MachineStructure structure = MachineStructure.of(
                k -> Map.of("vcsPerClass", vcs, "routerStages", stages).getOrDefault(k.name(), k.standard()));
        assertEquals(bits, Workers.ask(structure, new Counted()));
        Elaborator elaborator = new Elaborator(HW, folder);
        List<BufferUnit.At> units = List.of(BufferUnit.LINK_INPUT.at(4), BufferUnit.LOCAL_INPUT.at(4));
        elaborator.prepare(structure, units);
        for (BufferUnit.At unit : units) {
            var widths = MEMORY.matcher(elaborator.verilog(structure, unit)).results();
            assertEquals(
                    bits,
                    widths.map((MatchResult m) -> Integer.parseInt(m.group(1))).reduce(0, Integer::sum));
        }
    }
}
