// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.run.ToolException;
import fairlead.scenario.BadInput;
import fairlead.search.TileTiming.Hop;
import fairlead.search.TileTiming.Longest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths through several units, on modules of some gates with a library of the test's own. */
@Tag("lab")
@Tag("M-312")
class TileTimingTest {
    private static final String ADD = "module Add(input clock, input [7:0] a, output [7:0] out);\n"
            + "  reg [7:0] total;\n  always @(posedge clock) total <= a;\n  assign out = total + {total[3:0], 4'h5};\n"
            + "endmodule\n";
    private static final String MIX = "module Mix(input clock, input [7:0] in, output [7:0] out);\n"
            + "  reg [7:0] kept;\n  always @(posedge clock) kept <= in + {in[2:0], in[7:3]};\n  assign out = kept;\n"
            + "endmodule\n";
    private static final String PAIR = "module Pair(\n  input clock,\n  input [7:0] a,\n  output [7:0] out\n);\n"
            + "  wire [7:0] mid;\n"
            + "  Add first (\n    .clock(clock), .a(a), .out(mid));\n"
            + "  Mix second (\n    .clock(clock), .in(mid), .out(out));\nendmodule\n";

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();

    private TileTiming open(Path library, MemoryMacros macros) throws IOException {
        String path = CellTools.searchPath();
        assumeTrue(CellTools.yosys(path) != null, "yosys is not installed (scripts/setup --provers)");
        Path sta = CellTools.tool("sta", path);
        assumeTrue(sta != null, "OpenSTA is not installed (scripts/setup --provers)");
        CellTools tools = CellTools.open(folder, path, library);
        return new TileTiming(tools, sta, new RtlModules(folder), macros, folder.resolve("cache"), 1, told::add);
    }

    private void write(String module, String text) throws IOException {
        Files.writeString(folder.resolve(module + ".sv"), text);
    }

    private Longest pair(TileTiming timing, String pair) throws IOException {
        write("Add", ADD);
        write("Mix", MIX);
        write("Pair", pair);
        return timing.longest("Pair");
    }

    /**
     * The path through both units has a part in each of them, and is longer than each alone. The same logic in one
     * module, where yosys can improve across the boundary, is not longer, and at most a third shorter.
     */
    @Test
    void aPathLeadsThroughUnitsAndIsThatOfTheFlatModule() throws IOException {
        TileTiming timing = open(MiniLibrary.write(folder), MemoryMacros.NONE);
        Longest both = pair(timing, PAIR);
        assertEquals(
                List.of("first", "second"),
                both.hops().stream().map(Hop::instance).toList());
        assertTrue(both.hops().get(0).net().startsWith("mid["), both.toString());
        assertTrue(both.hops().get(1).net().matches("second/kept\\[\\d]_reg/D"), both.toString());
        assertTrue(both.hops().stream().allMatch(hop -> hop.cells() > 1 && hop.picoseconds() > 20), both.toString());
        double sum = both.hops().stream().mapToDouble(Hop::picoseconds).sum();
        assertEquals(both.picoseconds(), both.ends().get("second"), 0.01);
        assertTrue(both.ends().get("first") < both.picoseconds(), both.toString());
        assertEquals(20, both.picoseconds() - sum, 0.01, "the setup of the library");
        for (String alone : List.of("Add", "Mix")) {
            assertTrue(timing.longest(alone).picoseconds() < both.picoseconds(), alone);
        }
        write(
                "Flat",
                PAIR.replace("module Pair", "module Flat")
                        .replaceFirst(
                                "(?s)  Add first.*",
                                "  reg [7:0] total, kept;\n  always @(posedge clock) begin\n"
                                        + "    total <= a;\n    kept <= mid + {mid[2:0], mid[7:3]};\n  end\n"
                                        + "  assign mid = total + {total[3:0], 4'h5};\n  assign out = kept;\nendmodule\n"));
        double flat = timing.longest("Flat").picoseconds();
        assertTrue(flat <= both.picoseconds() && flat > both.picoseconds() * 2 / 3, flat + " " + both);
    }

    /** The two netlists as one module have the same path: nothing is lost or added where they are joined. */
    @Test
    void theJoinedNetlistsHaveThePathOfTheSameCellsInOneModule() throws IOException {
        TileTiming timing = open(MiniLibrary.write(folder), MemoryMacros.NONE);
        Longest both = pair(timing, PAIR);
        String read = Files.list(folder.resolve("cache"))
                .map(file -> "read_verilog " + file + "; ")
                .reduce("", String::concat);
        CellTools tools = CellTools.open(folder, CellTools.searchPath(), folder.resolve("mini.lib"));
        tools.yosys(
                folder,
                "read_liberty -lib @LIB@; " + read + "hierarchy -top Pair; flatten; rename -top One;"
                        + " write_verilog -noattr -noexpr -simple-lhs one.v");
        Longest one = timing.longest("One", List.of(folder.resolve("one.v")), List.of());
        assertEquals(both.picoseconds(), one.picoseconds(), 0.01);
        assertEquals(1, one.hops().size());
        assertEquals(
                both.hops().stream().mapToInt(Hop::cells).sum(),
                one.hops().get(0).cells());
    }

    /** A register where the units meet cuts the path, which then is that of one unit. */
    @Test
    void aRegisterBetweenTheUnitsIsNoticed() throws IOException {
        TileTiming timing = open(MiniLibrary.write(folder), MemoryMacros.NONE);
        double through = pair(timing, PAIR).picoseconds();
        String cut = PAIR.replace(
                        "wire [7:0] mid;",
                        "wire [7:0] mid;\n  reg [7:0] late;\n" + "  always @(posedge clock) late <= mid;")
                .replace(".in(mid)", ".in(late)");
        Longest shorter = pair(timing, cut);
        assertTrue(shorter.picoseconds() < 0.8 * through, shorter + " of " + through);
    }

    private static String memory(boolean late) {
        return "module mem_64x8(\n  input [5:0] R0_addr,\n  input R0_en,\n  R0_clk,\n  output [7:0] R0_data,\n"
                + "  input [5:0] W0_addr,\n  input W0_en,\n  W0_clk,\n  input [7:0] W0_data\n);\n"
                + "  reg [7:0] Memory[0:63];\n  always @(posedge W0_clk) if (W0_en) Memory[W0_addr] <= W0_data;\n"
                + (late
                        ? "  reg [5:0] _R0_addr_d0;\n  always @(posedge R0_clk) _R0_addr_d0 <= R0_addr;\n"
                                + "  assign R0_data = Memory[_R0_addr_d0];\n"
                        : "  assign R0_data = Memory[R0_addr];\n")
                + "endmodule\n";
    }

    private Longest store(MemoryMacros macros, boolean late) throws IOException {
        write("mem_64x8", memory(late));
        write(
                "Store",
                "module Store(input clock, input [5:0] at, input [7:0] in, output reg [7:0] out);\n"
                        + "  wire [7:0] read;\n  reg [5:0] kept;\n  always @(posedge clock) kept <= at;\n"
                        + "  mem_64x8 mem (\n    .R0_addr(kept), .R0_en(1'b1), .R0_clk(clock), .R0_data(read),\n"
                        + "    .W0_addr(kept), .W0_en(kept[0]), .W0_clk(clock), .W0_data(in));\n"
                        + "  always @(posedge clock) out <= read + kept;\nendmodule\n");
        return open(MiniLibrary.write(folder), macros).longest("Store");
    }

    private MemoryMacros macros(String key) throws IOException {
        return MemoryMacros.read(Files.writeString(
                folder.resolve("macros.yaml"),
                "schema: fairlead.macros/1\nmemories:\n  " + key + ": {area: 700, read_ps: 900, setup_ps: 5000}\n"));
    }

    /** A memory that reads in the same cycle is passed by the path; with a registered read it begins and ends paths. */
    @Test
    void aMacroCountsWithItsReadItsSetupAndItsArea() throws IOException {
        MemoryMacros macro = macros("64x8x1r1w");
        assertTrue(store(MemoryMacros.NONE, false).picoseconds() < 900, "flip-flops");
        Longest late = store(macro, true);
        assertTrue(late.picoseconds() > 5000 && late.picoseconds() < 5200, "ends with the setup: " + late);
        Longest through = store(new MemoryMacros(macroWithout(macro)), false);
        assertTrue(through.picoseconds() > 930 && through.picoseconds() < 1500, "passes the read: " + through);
        String text = open(folder.resolve("mini.lib"), macro).of("Store");
        assertTrue(text.contains("| `mem_64x8` | 1 | 700 |"), text);
    }

    /** In the area of buffers too: the macro and 14 flip-flops of 6, where 512 flip-flops were more. */
    @Test
    void aMacroCountsInTheAreaOfBuffers() throws IOException {
        double through = areaOfStore(macros("mem_64x8"));
        double flipFlops = areaOfStore(MemoryMacros.NONE);
        assertTrue(through > 700 + 14 * 6 && through < 1000, "with a macro: " + through);
        assertTrue(flipFlops > 512 * 6, "as flip-flops: " + flipFlops);
    }

    private double areaOfStore(MemoryMacros macros) throws IOException {
        store(macros, true);
        CellTools tools = CellTools.open(folder, CellTools.searchPath(), folder.resolve("mini.lib"));
        CellArea.Mapper mapper = new CellArea.Mapper(tools, macros, folder.resolve("maps"));
        return mapper.area(Files.readString(folder.resolve("Store.sv")) + memory(true));
    }

    private static Map<String, MemoryMacros.Macro> macroWithout(MemoryMacros macro) {
        MemoryMacros.Macro given = macro.macros().get("64x8x1r1w");
        return Map.of("mem_64x8", new MemoryMacros.Macro(given.where(), given.area(), given.read(), 0));
    }

    @Test
    void aTableOfMacrosIsRefusedWithItsLines() throws IOException {
        Path file = Files.writeString(
                folder.resolve("macros.yaml"),
                "schema: fairlead.macros/1\nmemories:\n  mem_64x8: {area: -1, read_ps: 9, setup: 2}\n");
        BadInput e = assertThrows(BadInput.class, () -> MemoryMacros.read(file));
        assertTrue(
                e.lines().stream().allMatch(line -> line.startsWith(file + " line 3: memories.mem_64x8.")),
                e.getMessage());
        assertEquals(3, e.lines().size(), e.getMessage());
        assertEquals(
                List.of(file + " line 3: memories.mem_64x9: no memory here; did you mean mem_64x8?"),
                macros("mem_64x9").unused(List.of(RtlModules.memory("mem_64x8", memory(true)))));
    }

    /** A latch, of which the library has none, and a loop of gates are no silent ends of paths. */
    @Test
    void aMissingCellAndALoopAreTold() throws IOException {
        TileTiming timing = open(MiniLibrary.write(folder), MemoryMacros.NONE);
        pair(timing, PAIR);
        assertEquals(
                List.of(), told.stream().filter(line -> !line.contains("maps")).toList());
        write(
                "Hold",
                "module Hold(input clock, input d, output reg q);\n  always_latch if (!clock) q = d;\nendmodule\n");
        timing.longest("Hold");
        assertTrue(told.get(told.size() - 1).startsWith("area: no cell for $_DLATCH_"), told.toString());
        write(
                "Loop",
                "module Loop(\n  input a, b,\n  output out\n);\n  wire back;\n"
                        + "  Gate g (\n    .a(a), .b(back), .out(out));\n  Gate h (\n    .a(b), .b(out), .out(back));\nendmodule\n");
        write("Gate", "module Gate(input a, b, output out);\n  assign out = !(a & b);\nendmodule\n");
        timing.longest("Loop");
        assertTrue(told.get(told.size() - 1).contains("combinational loop"), told.toString());
    }

    /** What OpenSTA says of the user's library is the user's; any other error is one of the tools. */
    @Test
    void anErrorOfOpenStaIsNoPath() throws IOException {
        write("Add", ADD);
        Path library = MiniLibrary.write(folder, "input_threshold_pct_rise : 50;", "");
        BadInput e = assertThrows(
                BadInput.class, () -> open(library, MemoryMacros.NONE).longest("Add"));
        assertTrue(e.getMessage().startsWith(library + " line 1: Library mini is missing"), e.getMessage());
        TileTiming timing = open(MiniLibrary.write(folder), MemoryMacros.NONE);
        Path wrong = Files.writeString(folder.resolve("wrong.v"), "module Add(;\n");
        assertThrows(ToolException.class, () -> timing.longest("Add", List.of(wrong), List.of()));
    }
}
