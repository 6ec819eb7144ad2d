// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.machine.MachineStructure;
import fairlead.run.ToolException;
import fairlead.search.CellArea.Elaborator;
import fairlead.search.CellArea.Mapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gate equivalents of the RTL, on small units; and what is said when a tool is missing or fails. */
@Tag("lab")
@Tag("M-45")
@Tag("M-310")
@Tag("M-534")
class CellAreaTest {
    private static final Path ROOT =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).toAbsolutePath();
    private static final String PATH = System.getenv().getOrDefault("PATH", "");
    private static final double LEAST = 6; // gate equivalents of a buffered bit: a flip-flop has 4 in osu018
    private static final double MOST = 14;

    /** A project root with this build's hw and a cache without an area. */
    @TempDir
    static Path fresh;

    @TempDir
    Path folder;

    /** One process elaborates the units of all tests but one; each of them maps units of its own. */
    @BeforeAll
    static void elaborate() throws IOException {
        Files.createDirectories(fresh.resolve("hw"));
        Files.createSymbolicLink(fresh.resolve("hw/target"), ROOT.resolve("hw/target"));
        if (Files.exists(Elaborator.classPath(ROOT.resolve("hw/target")))) {
            new Elaborator(fresh.resolve("hw/target"), fresh.resolve("target/area"))
                    .prepare(
                            MachineStructure.STANDARD,
                            List.of(
                                    BufferUnit.EJECTION.at(1),
                                    BufferUnit.EJECTION.at(3),
                                    BufferUnit.TREE_LINK.at(1),
                                    BufferUnit.TREE_LINK.at(3),
                                    BufferUnit.LOCAL_INPUT.at(1),
                                    BufferUnit.LOCAL_INPUT.at(2),
                                    BufferUnit.LINK_INPUT.at(1)));
        }
    }

    private static CellArea open(Path library) {
        assumeTrue(CellTools.yosys(PATH) != null, "yosys is not installed (scripts/setup --provers)");
        assumeTrue(Files.exists(CellTools.OSU018), "no cell library is installed (scripts/setup --provers)");
        return assertInstanceOf(CellArea.class, CellArea.open(fresh, PATH, library, MemoryMacros.NONE, 2, text -> {}));
    }

    @Test
    void anEntryCostsItsFlipFlopsAndWhatChoosesIt() throws IOException {
        CellArea area = open(CellTools.OSU018);
        double one = area.of(BufferUnit.EJECTION.at(1));
        double three = area.of(BufferUnit.EJECTION.at(3));
        double bit = (three - one) / (2 * BufferUnit.EJECTION.bits());
        assertTrue(bit > LEAST && bit < MOST, bit + " gate equivalents a bit");
        assertEquals(2, area.mapped());
        assertTrue(area.source().contains("osu018"), area.source());
    }

    @Test
    void aBufferOfTheCollectiveNetworkCostsTheSame() throws IOException {
        CellArea area = open(CellTools.OSU018);
        double more = area.of(BufferUnit.TREE_LINK.at(3)) - area.of(BufferUnit.TREE_LINK.at(1));
        double bit = more / (2 * BufferUnit.TREE_LINK.bits());
        assertTrue(bit > LEAST && bit < MOST, bit + " gate equivalents a bit");
    }

    @Test
    void nothingIsMappedTwiceAndAnotherLibraryIsMappedAgain() throws IOException {
        CellArea first = open(CellTools.OSU018);
        double gates = first.of(BufferUnit.TREE_LINK.at(2));
        CellArea second = open(CellTools.OSU018);
        assertEquals(gates, second.of(BufferUnit.TREE_LINK.at(2)));
        assertEquals(0, second.mapped());
        String text = Files.readString(CellTools.OSU018, StandardCharsets.ISO_8859_1);
        Path doubled = folder.resolve("doubled.lib");
        // the gate that all is measured by is twice as large: a different library, and fewer gate equivalents
        String changed = text.replaceFirst("(cell \\(NAND2X1\\) \\{[^{}]*?area : )24", "$148");
        assertTrue(!changed.equals(text));
        Files.writeString(doubled, changed, StandardCharsets.ISO_8859_1);
        CellArea third = open(doubled);
        assertTrue(third.of(BufferUnit.TREE_LINK.at(2)) < gates);
        assertEquals(1, third.mapped());
    }

    /** Pointers of a link VC address a power of two, so the RTL at depth 3 is the RTL at depth 4, and costs as much. */
    @Test
    void depthsOfOneVerilogAreMappedOnce() throws IOException {
        CellArea area = open(CellTools.OSU018);
        area.of(BufferUnit.LOCAL_INPUT.at(1));
        area.of(BufferUnit.LOCAL_INPUT.at(2));
        assertEquals(1, area.mapped());
        assertEquals(area.of(BufferUnit.LOCAL_INPUT.at(1)), area.of(BufferUnit.LOCAL_INPUT.at(2)));
    }

    /** The rows of VCs that no packet uses are never written: half of the VCs cost between 40 and 60 % of all. */
    @Test
    void deadVcsOfALinkAreNotCounted() throws IOException {
        CellArea area = open(CellTools.OSU018);
        double all = area.of(BufferUnit.LINK_INPUT.at(1));
        double half = area.of(new BufferUnit.At(BufferUnit.LINK_INPUT, 1, 0b0011));
        assertTrue(half > 0.4 * all && half < 0.6 * all, half + " of " + all);
    }

    @Test
    void withoutYosysOrALibraryThereAreBitsAndItIsSaid() throws IOException {
        PointFacts point = new PointFacts("model", null, null, Map.of("dla", 1234L), Map.of(), 1, null);
        Area noTool = CellArea.open(ROOT, folder.toString(), CellTools.OSU018, MemoryMacros.NONE, 1, text -> {});
        assertEquals(1234, noTool.of(point));
        assertEquals("bits/node", noTool.unit());
        assertTrue(noTool.source().contains("yosys is not installed"), noTool.source());
        assumeTrue(CellTools.yosys(PATH) != null, "yosys is not installed (scripts/setup --provers)");
        Area noCells = CellArea.open(ROOT, PATH, folder.resolve("none.lib"), MemoryMacros.NONE, 1, text -> {});
        assertTrue(noCells.source().contains("none.lib is not installed"), noCells.source());
        Area noVerilog = CellArea.open(folder, PATH, Path.of("/dev/null"), MemoryMacros.NONE, 1, text -> {});
        assertTrue(noVerilog.source().contains("elaborator.classpath is missing"), noVerilog.source());
    }

    /** A tool that is there and fails gives an error, never a number. */
    @Test
    void aToolThatFailsIsAnError() throws IOException {
        Path broken = Files.writeString(
                folder.resolve("yosys"),
                "#!/bin/sh\n[ \"$1\" = -V ] && echo Yosys 0 && exit 0\necho no such cell\nexit 3\n");
        assertTrue(broken.toFile().setExecutable(true));
        CellTools tools = CellTools.of(broken, MiniLibrary.write(folder));
        Mapper mapper = new Mapper(tools, MemoryMacros.NONE, folder.resolve("cache"));
        ToolException e = assertThrows(ToolException.class, () -> mapper.area("module m; endmodule"));
        assertTrue(e.getMessage().contains("code 3") && e.getMessage().contains("no such cell"), e.getMessage());
        assertEquals(
                List.of(),
                Files.list(folder.resolve("cache"))
                        .filter(f -> f.getFileName().toString().length() == 64)
                        .toList());
    }
}
