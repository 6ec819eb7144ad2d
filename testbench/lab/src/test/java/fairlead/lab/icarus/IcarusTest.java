// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.engine.Engine;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.icarus.Icarus.Played;
import fairlead.lab.icarus.Icarus.RandomStart;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.PinBench.TilePins;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A second simulator does with the product's Verilog what Verilator does, and notices when it does not. */
@Tag("M-687")
@Tag("M-688")
class IcarusTest {
    private static final Path RTL = Path.of("..", "hw", "target", "rtl", "product");
    private static final int BUDGET = 30_000;
    private static final int EDGES = 400;
    private static final int SLOW_CASES = 20;
    private static final int SLOW_EDGES = 2_000;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsTheSimulator() {
        assumeTrue(Icarus.installed(), "iverilog is not installed (scripts/setup --tests)");
    }

    private Path pins(long seed, int edges) {
        Path file = folder.resolve("pins-" + seed + ".txt");
        Case one = new CaseDraw(FabricLibrary.variant("product").capabilities(), BUDGET, Focus.NONE).draw(seed);
        int node = (int) (seed % one.machine().shape().nodes());
        RtlOptions lab = RtlOptions.of("lab").withPins(new RtlOptions.Pins(file, node, edges));
        try (Engine engine = new RtlEngineFactory(lab).open(one.machine(), one.options())) {
            one.play(engine);
        }
        return file;
    }

    /** Returns the Verilog of the product with one line of a module changed. */
    private Path changed(String module, String from, String to) throws IOException {
        Path copy = Files.createDirectory(folder.resolve("rtl"));
        try (Stream<Path> all = Files.list(RTL)) {
            for (Path file : all.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        Path file = copy.resolve(module + ".sv");
        String text = Files.readString(file);
        assertTrue(text.contains(from), module + " has no " + from);
        Files.writeString(file, text.replace(from, to));
        return copy;
    }

    private void equal(long seed, int edges) throws IOException {
        Path pins = pins(seed, edges);
        for (Icarus.Start start : Icarus.Start.values()) {
            Played played = new Icarus(RTL).play(pins, start, (int) seed);
            String repro = "scripts/lab icarus --seeds 1 --from " + seed + " --edges " + edges + ", " + start;
            assertEquals(List.of(), played.differences(), repro);
            assertEquals(edges, played.edges(), repro);
            assertTrue(played.judged() > edges * 3L / 4, repro + ": " + played.judged() + " edges behind the reset");
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 5, 8})
    void everyOutputOfATileIsEqual(long seed) throws IOException {
        equal(seed, EDGES);
    }

    static Stream<Long> slowSeeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(SLOW_CASES);
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("slowSeeds")
    void everyOutputOfManyTilesIsEqual(long seed) throws IOException {
        equal(seed, SLOW_EDGES);
    }

    /**
     * A line that stores the complement, and a counter that is never reset: registers of Verilator begin at 0 here, so
     * it does not see the latter.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"data_512x64, <= W0_data, <= ~W0_data", "EjectionBuffer, if (reset), if (1'b0)"})
    void aChangedLineIsNoticed(String module, String from, String to) throws IOException {
        Icarus changed = new Icarus(changed(module, from, to));
        Path pins = pins(5, EDGES);
        assertFalse(changed.play(pins, Icarus.Start.RANDOM, 1).differences().isEmpty());
        Played unknown = changed.play(pins, Icarus.Start.UNKNOWN, 1);
        assertFalse(unknown.differences().isEmpty());
        assertTrue(
                !to.startsWith("if")
                        || unknown.differences().stream()
                                .anyMatch(one -> one.got().matches("(?i).*x.*")),
                unknown.differences().toString());
    }

    @Test
    void aFileOfPinsThatIsCutOffIsNoResult() throws IOException {
        Path file = folder.resolve("cut.txt");
        Files.writeString(file, "in 1 clock\nin 1 reset\n");
        Icarus icarus = new Icarus(RTL);
        IOException failure = assertThrows(IOException.class, () -> icarus.play(file, Icarus.Start.UNKNOWN, 1));
        assertTrue(failure.getMessage().contains("the list of ports has no end"), failure.getMessage());
    }

    @Test
    void verilogThatDoesNotCompileIsToldWithTheReason() throws IOException {
        Path rtl = changed("LinkTx", "endmodule", "endmodul");
        Icarus icarus = new Icarus(rtl);
        Path pins = pins(3, 1);
        ToolException failure = assertThrows(ToolException.class, () -> icarus.play(pins, Icarus.Start.UNKNOWN, 1));
        assertTrue(failure.getMessage().startsWith("iverilog failed with code"), failure.getMessage());
    }

    @Test
    void dataCountsOnlyWhereItsGroupIsValid() throws IOException {
        TilePins pins = TilePins.read(pins(3, 1));
        List<List<String>> groups = List.of(
                List.of("io_linkOut_3_w1", "io_linkOut_3_ctl"),
                List.of("io_events_2_a", "io_events_2_valid"),
                List.of("io_events_27_kind", "io_events_27_valid"),
                List.of("io_treeOut_1_flit_w0", "io_treeOut_1_flit_valid"),
                List.of("io_treeOut_1_channel", "io_treeOut_1_flit_valid"),
                List.of("io_writeReq_0_d1", "io_writeReq_0_valid"),
                List.of("io_linkOut_3_ctl", ""),
                List.of("io_creditOut_0", ""),
                List.of("io_giOut", ""),
                List.of("io_quiescent", ""));
        for (List<String> group : groups) {
            TilePins.Port port = pins.outputs().stream()
                    .filter(one -> one.name().equals(group.get(0)))
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    group.get(1), pins.valid(port).map(bit -> bit.port().name()).orElse(""), group.get(0));
        }
    }

    @Test
    void registersAndMemoriesStartAtRandomAndVariablesDoNot() {
        String started = RandomStart.of(
                """
                module Some(
                  input clock
                );
                  reg        flag;
                  reg [39:0] wide;
                  reg [7:0] Memory[0:15];
                  reg [3:0] casez_tmp;
                  always_comb begin
                    casez_tmp = 4'h0;
                  end // always_comb
                  always @(posedge clock) begin
                    flag <= ~flag;
                    wide <= 40'h0;
                    Memory[at] <= 8'h0;
                  end // always @(posedge)
                endmodule
                """);
        assertTrue(started.contains("    flag = {$random(Bench.seed)};\n"), started);
        assertTrue(started.contains("    wide = {$random(Bench.seed), $random(Bench.seed)};\n"), started);
        assertTrue(started.contains("start_at <= 15; start_at = start_at + 1) Memory[start_at] = {"), started);
        assertFalse(started.contains("casez_tmp = {"), started);
    }
}
