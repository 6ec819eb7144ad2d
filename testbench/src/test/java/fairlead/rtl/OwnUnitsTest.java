// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.rtl.OwnUnits.RefusedUnit;
import fairlead.run.RunReport;
import fairlead.support.Runs;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units of a user: what is refused before anything is built, and runs with the allocator of the example. */
class OwnUnitsTest {
    private static final Path VERILOG = Path.of("../hw/target/rtl/product");
    private static final Path EXAMPLE = Path.of("../examples/own_rtl/round_robin.sv");

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("own.sv"), text).toAbsolutePath();
    }

    private static Map<String, List<String>> units(String unit, Path file) {
        return Map.of(unit, List.of(file.toString()));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "io_pick_9 | io_pick_ten | port io_pick_9 is missing: output logic [2:0] io_pick_9"
                        + "; port io_pick_ten: the unit has no such port",
                "output [9:0] io_connections_held | output [8:0] io_connections_held | port io_connections_held is"
                        + " `output logic [8:0] io_connections_held`, and must be `output logic [9:0] io_connections_held`",
                "output [9:0] io_connections_held | input [9:0] io_connections_held | port io_connections_held is"
                        + " `input logic [9:0] io_connections_held`, and must be `output logic [9:0] io_connections_held`",
                "output io_requests | output real io_requests | port io_requests must be a vector: output logic io_requests",
            })
    void aPortThatDiffersIsNamedWithTheDeclarationThatItNeeds(String ours, String theirs, String wanted)
            throws IOException {
        String text = Files.readString(EXAMPLE);
        assertTrue(text.contains(ours), ours);
        String changed = text.replace(ours, theirs).replaceAll("(?s)\n\\);.*", "\n);\nendmodule\n");
        RefusedUnit refused =
                assertThrows(RefusedUnit.class, () -> OwnUnits.library(units("SwitchAllocator", file(changed))));
        assertEquals(
                List.of(wanted.split("; ")).stream()
                        .map(line -> "SwitchAllocator: " + line)
                        .toList(),
                refused.lines());
    }

    @Test
    void anErrorInTheFileHasItsLine() throws IOException {
        Path broken = file(Files.readString(EXAMPLE).replace("valid = '0; pick", "valid = '0 pick"));
        List<String> lines = assertThrows(RefusedUnit.class, () -> OwnUnits.library(units("SwitchAllocator", broken)))
                .lines();
        assertTrue(lines.get(0).contains("%Error: " + broken + ":"), lines.toString());
    }

    /** What Verilator only warns of, and no chip has. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "LATCH | logic held; always_comb if (io_valid) held = io_in_head; assign io_starts = held;",
                "UNOPTFLAT | wire a, b; assign a = b ^ io_valid; assign b = a & io_in_head; assign io_starts = a;",
                "MULTIDRIVEN | assign io_starts = io_valid; assign io_starts = io_in_head;",
                "UNDRIVEN | wire none; assign io_starts = none;",
                "MULTIDRIVEN | assign io_starts = io_valid; assign io_starts = 1'b0;",
                "MULTIDRIVEN | logic r; always_ff @(posedge clock) r <= io_valid; assign r = 1'b0; assign io_starts = r;",
                "INFINITELOOP | int k; initial forever k = k + 1; assign io_starts = io_valid;",
                "DPI | /* import \"DPI-C\" */ import \"DPI-C\" function int f(int a); assign io_starts = f(1) == 0;"
            })
    void whatIsNoDesignOfFlipFlopsAndGatesIsRefusedWithItsLine(String rule, String logic) throws IOException {
        String text = Files.readString(VERILOG.resolve("LinkTx.sv"));
        Path faulty = file(text.replaceFirst("(?s)assign io_starts = .*?;", logic));
        List<String> lines = assertThrows(RefusedUnit.class, () -> OwnUnits.library(units("LinkTx", faulty)))
                .lines();
        assertTrue(lines.get(0).startsWith("LinkTx: %Error-" + rule + ": " + faulty + ":"), lines.toString());
    }

    /** Bits of one word that depend on each other, and a net without a driver to which yosys gave its name. */
    @Test
    @Tag("lab")
    void whatSynthesisWritesIsNotRefused() throws IOException {
        String logic = "wire [1:0] w; assign w[0] = io_valid; assign w[1] = w[0] ^ io_in_head; wire _7_;"
                + " assign io_starts = w[1] ^ (_7_ & 1'b0);";
        assertEquals(List.of(), OwnUnits.refusals("LinkTx", linkTx(logic)));
        String loop = logic.replace("= io_valid", "= w[1]");
        assertTrue(OwnUnits.refusals("LinkTx", linkTx(loop)).get(0).contains("-UNOPTFLAT:"));
        String twice = "reg r; always @(posedge clock) r <= io_valid; always @(posedge clock) r <= io_in_head;"
                + " assign io_starts = r;";
        String said = OwnUnits.refusals("LinkTx", linkTx(twice)).toString();
        assertEquals("[LinkTx: yosys: multiple conflicting drivers for LinkTx.\\r]", said);
    }

    private List<String> linkTx(String starts) throws IOException {
        String text = Files.readString(VERILOG.resolve("LinkTx.sv"));
        return List.of(file(text.replaceFirst("(?s)assign io_starts = .*?;", starts.replace("\\", "\\\\")))
                .toString());
    }

    @Test
    void aModuleThatIsThereTwiceIsRefused() throws IOException {
        String text = Files.readString(VERILOG.resolve("LinkTx.sv"));
        List<String> lines =
                OwnUnits.refusals("LinkTx", List.of(file(text + text).toString()));
        assertTrue(lines.get(0).contains("%Error-MODDUP: " + folder.resolve("own.sv") + ":"), lines.toString());
    }

    @Test
    void aUnitThatDoesNotExistHasTheNearestName() throws IOException {
        Path any = file("module linktx; endmodule\n");
        RefusedUnit refused = assertThrows(RefusedUnit.class, () -> OwnUnits.library(units("linktx", any)));
        assertEquals(List.of("linktx: no such unit; did you mean LinkTx?; fairlead unit lists them"), refused.lines());
        assertFalse(OwnUnits.names().contains("Tile"));
        assertTrue(OwnUnits.names().stream().noneMatch(name -> name.startsWith("mem_")));
    }

    /** The hash follows each file that is read, and a comment or a text reads none. */
    @Test
    void anEditedFileOrIncludeIsAnotherUnit() throws IOException {
        Path inner = Files.writeString(folder.resolve("inner.svh"), "`include \"outer.svh\"\nwire b;");
        Files.createDirectories(folder.resolve("sub"));
        Path outer = Files.writeString(folder.resolve("sub/outer.svh"), "wire a;\n`include \"../inner.svh\"\n");
        Path own = file("// `include \"none.svh\"\n/* `include \"inner.svh\" */ `include \"sub/outer.svh\" // end\n"
                + "string s = \"`include \"; `include \"later.svh\"\n");
        Map<String, List<String>> unit = units("LinkTx", own);
        UnitSource source = UnitSource.of(unit.get("LinkTx"));
        assertEquals(List.of(own, outer, inner).toString(), source.files().toString());
        String wanted = "`line 1 \"OWN\" 0\n// `include \"none.svh\"\n/* `include \"inner.svh\" */ \n"
                + "`line 1 \"OUTER\" 1\nwire a;\n\n`line 1 \"INNER\" 1\n`include \"outer.svh\"\nwire b;\n"
                + "`line 2 \"OUTER\" 2\n\n\n`line 2 \"OWN\" 2\n // end\n"
                + "string s = \"`include \"; `include \"later.svh\"\n\n";
        assertEquals(
                wanted.replace("OWN", own.toString())
                        .replace("OUTER", outer.toString())
                        .replace("INNER", inner.toString()),
                source.text());
        List<String> ids = new ArrayList<>(List.of(OwnUnits.id(unit)));
        for (Path edited : List.of(own, outer, inner, folder.resolve("later.svh"))) {
            Files.writeString(edited, (Files.exists(edited) ? Files.readString(edited) : "") + " ");
            ids.add(OwnUnits.id(unit));
        }
        assertEquals(ids.size(), Set.copyOf(ids).size(), ids.toString());
        Path same = Files.copy(own, folder.resolve("same.sv"));
        assertEquals(ids.get(ids.size() - 1), OwnUnits.id(units("LinkTx", same)));
        assertFalse(OwnUnits.id(units("LinkTx", own)).equals(OwnUnits.id(units("LinkRx", own))));
    }

    /** What an included file has is refused with its own line. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "LATCH | logic held; always_comb if (io_valid) held = io_in_head; assign io_starts = held;",
                "DPI | import \"DPI-C\" function int f(int a); assign io_starts = f(1) == 0;"
            })
    void anIncludedFileIsJudged(String rule, String logic) throws IOException {
        Path included = Files.writeString(folder.resolve("starts.svh"), "\n" + logic + "\n");
        String refused =
                OwnUnits.refusals("LinkTx", linkTx("`include \"starts.svh\"")).toString();
        assertTrue(refused.startsWith("[LinkTx: %Error-" + rule + ": " + included + ":2:"), refused);
    }

    /** The ports of a unit are those of its Verilog. */
    @Test
    void portsAreThoseOfTheVerilog() throws IOException {
        VerilogPorts unit = OwnUnits.ports("LinkTx");
        String text = Files.readString(VERILOG.resolve("LinkTx.sv"));
        assertFalse(unit.ports().isEmpty());
        unit.ports().keySet().forEach(name -> assertTrue(text.contains(name), name));
        assertEquals(new VerilogPorts.Port("input", 1), unit.ports().get("clock"));
    }

    /** The allocator of the example passes all verdicts; without its check of owners packets meet in one VC. */
    @Test
    @Tag("slow")
    void theAllocatorOfTheExampleRunsAndItsFlawIsFound() throws IOException {
        String sound = yaml(EXAMPLE);
        Runs.assertAllHold(Runs.run(sound), Runs.repro(sound));
        Path flawed = file(Files.readString(EXAMPLE).replace("room && io_unowned[f.out] &&", "room &&"));
        Map<String, Verdict> verdicts = Runs.verdicts(Runs.run(yaml(flawed)));
        assertTrue(
                verdicts.values().stream().anyMatch(verdict -> Boolean.FALSE.equals(verdict.holds())),
                verdicts.toString());
    }

    /** Our own unit from two files gives the hash of the twin; a library that is no longer its own is made again. */
    @Test
    @Tag("slow")
    void aLibraryThatIsNotItsOwnIsMadeAgain() throws IOException {
        String ours = Files.readString(VERILOG.resolve("FenceUnit.sv"));
        Files.writeString(folder.resolve("head.svh"), ours.substring(0, ours.indexOf(");")));
        Path own = file("`include \"head.svh\"\n" + ours.substring(ours.indexOf(");")));
        Path library = OwnUnits.library(units("FenceUnit", own));
        String sum = NativeLibraries.sum(library);
        Path product = NativeLibraries.path("product");
        for (String end : List.of("", ".crc32")) {
            Path from = product.resolveSibling(product.getFileName() + end);
            Files.copy(from, library.resolveSibling(library.getFileName() + end), StandardCopyOption.REPLACE_EXISTING);
        }
        assertFalse(sum.equals(NativeLibraries.sum(library)));
        assertEquals(library, OwnUnits.library(units("FenceUnit", own)));
        assertEquals(sum, NativeLibraries.sum(library));
        Files.delete(library.resolveSibling("../made"));
        assertEquals(library, OwnUnits.library(units("FenceUnit", own)));
        String workload = "kind: halo3d, iterations: 2, bytes: 512";
        String twin = Runs.run(Runs.yaml(1, "2x2x1", workload, ""), "engine=model")
                .report()
                .eventSha256();
        String same = Runs.yaml(1, "2x2x1", workload, "rtl: {FenceUnit: " + own + "}");
        assertEquals(twin, Runs.run(same).report().eventSha256());
    }

    /** Our own fence unit from drawn registers gives the hash of the twin; without its reset fences do not end. */
    @Test
    @Tag("slow")
    void aUnitWithoutResetIsFound() throws IOException {
        String ours = Files.readString(VERILOG.resolve("FenceUnit.sv"));
        String workload = "kind: halo3d, iterations: 2, bytes: 512";
        String twin = Runs.run(Runs.yaml(1, "2x2x1", workload, ""), "engine=model")
                .report()
                .eventSha256();
        String same = Runs.yaml(1, "2x2x1", workload, "rtl: {FenceUnit: " + file(ours + "\n") + "}");
        assertEquals(twin, Runs.run(same).report().eventSha256());
        String forgets = ours.replace("if (reset)", "if (reset & 1'b0)");
        assertFalse(forgets.equals(ours));
        String wrong = Runs.yaml(1, "2x2x1", workload, "rtl: {FenceUnit: " + file(forgets) + "}");
        assertFalse(Runs.run(wrong).report().holds());
    }

    /**
     * Our own units with other names of registers and modules give the hash of the twin. Nobody looks for knots then,
     * and the verdict says so.
     */
    @Test
    @Tag("slow")
    void namesInsideAUnitDoNotMatter() throws IOException {
        String ours = Files.readString(VERILOG.resolve("InputUnit.sv")).replaceAll("\\boccupied\\b", "is_full");
        String route = Files.readString(VERILOG.resolve("RouteUnit.sv")); // the unit's own, of the same name
        String tree = Files.readString(VERILOG.resolve("TreeLink.sv")).replaceAll("\\bcredits_", "left_");
        Path link = Files.writeString(folder.resolve("tree.sv"), tree);
        String workload = "kind: halo3d, iterations: 2, bytes: 512";
        String rtl = "rtl: {InputUnit: " + file(ours + route) + ", TreeLink: " + link + "}";
        String twin = Runs.run(Runs.yaml(1, "2x2x1", workload, ""), "engine=model")
                .report()
                .eventSha256();
        RunReport own = Runs.run(Runs.yaml(1, "2x2x1", workload, rtl)).report();
        assertEquals(twin, own.eventSha256());
        String detail = own.verdicts().get(0).detail();
        assertTrue(detail.endsWith("; knots of VCs were not looked for: own units do not show them"), detail);
    }

    private static String yaml(Path file) {
        return Runs.yaml(
                1,
                "3x3x1",
                "kind: halo3d, iterations: 2, bytes: 512",
                "arbitration: round_robin, rtl: {SwitchAllocator: " + file.toAbsolutePath() + "}");
    }
}
