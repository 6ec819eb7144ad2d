// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.lab.proofs.ProverTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("M-500")
class MutantVerilogTest {
    private static final int LIMIT = 30;
    private static final Set<String> SEQUENTIAL = Set.of("clock", "reset");

    @TempDir
    Path folder;

    private static TileNetlist netlist;

    @BeforeAll
    static void read(@TempDir final Path files) throws IOException {
        assumeTrue(ProverTool.installed("yosys"), "yosys is not installed (scripts/setup --provers)");
        final Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        netlist = TileNetlist.read(
                root.resolve("hw/target/rtl/product"), root.resolve("verilator/config.vlt"), List.of(), files);
    }

    @Test
    void everyUnitHasSitesAndNoneIsAClockOrAReset() {
        assertTrue(netlist.units().size() > 40, netlist.units()::toString);
        for (final String unit : netlist.units()) {
            for (final MutationSite site : netlist.sites(unit)) {
                assertFalse(SEQUENTIAL.contains(site.port()) || site.port().endsWith("_clk"), site::toString);
                assertTrue(site.source().startsWith(unit + ".sv"), site::toString);
            }
        }
    }

    @Test
    void aDrawTakesEachSiteOnceAndAUnitDoesNotDependOnTheOthers() {
        final MutantDraw draw = new MutantDraw(netlist, 7);
        final List<WordMutant> each = draw.everySite(List.of("FenceUnit"));
        assertEquals(
                new HashSet<>(netlist.sites("FenceUnit")),
                each.stream().map(WordMutant::site).collect(Collectors.toSet()));
        assertEquals(netlist.sites("FenceUnit").size(), each.size());
        assertEquals(texts(draw.ofEach(List.of("FenceUnit"), 30)), texts(each.subList(0, 30)));
        final List<WordMutant> both = draw.ofEach(List.of("DlaPool", "FenceUnit"), 30);
        assertEquals(texts(draw.ofEach(List.of("FenceUnit"), 30)), texts(both.subList(30, 60)));
        assertFalse(texts(each).equals(texts(new MutantDraw(netlist, 8).everySite(List.of("FenceUnit")))));
    }

    private static List<String> texts(final List<WordMutant> mutants) {
        return mutants.stream().map(WordMutant::text).toList();
    }

    @Test
    void theVerilogChoosesEachMutantByItsNumber() throws IOException {
        final List<WordMutant> mutants = new MutantDraw(netlist, 1).ofEach(List.of("TreeBuffer", "HostPort"), 12);
        final Map<String, String> texts = MutantVerilog.of(netlist, mutants, folder);
        assertEquals(Set.of("TreeBuffer", "HostPort"), texts.keySet());
        for (final WordMutant mutant : mutants) {
            final String text = texts.get(mutant.site().unit());
            assertTrue(text.contains("\n      " + mutant.number() + ": begin fl_"), mutant::text);
        }
        assertFalse(texts.get("TreeBuffer").contains("wire [3:0] fl_keep"), "a word of control is a register");
    }

    /** What a run sets is what the register holds; a mutant of its output changes what is read of it. */
    @Test
    void aRegisterThatRunsSetKeepsItsNameWhenItsOutputHasAMutant() throws IOException {
        final Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        final TileNetlist poked = TileNetlist.read(
                root.resolve("hw/target/rtl/product"),
                root.resolve("verilator/config.vlt"),
                List.of(root.resolve("verilator/cover.vlt")),
                Files.createDirectories(folder.resolve("poked")));
        final JsonNode unit = poked.module("PerfCounters");
        final String bits =
                unit.get("netnames").get("port0_0_moved").get("bits").toString();
        final MutationSite site = poked.sites("PerfCounters").stream()
                .filter(s -> "$dff".equals(s.type()) && "Q".equals(s.port()))
                .filter(s -> unit.at("/cells/" + s.cell().replace("~", "~0").replace("/", "~1") + "/connections/Q")
                        .toString()
                        .equals(bits))
                .findFirst()
                .orElseThrow();
        final String text = MutantVerilog.of(poked, List.of(new WordMutant(1, site, MutantKind.STUCK_0, 30)), folder)
                .get("PerfCounters");
        assertTrue(text.contains("reg [34:0] port0_0_moved;"), "it is a register");
        assertTrue(text.contains("wire [34:0] fl_raw_0;"), "and what is read is a net");
    }

    @Test
    void aUnitWithoutAChosenMutantIsTheUnit() throws IOException {
        for (final String unit : List.of("TreeBuffer", "HostPort")) {
            final List<WordMutant> mutants = new MutantDraw(netlist, 3).everySite(List.of(unit));
            assertEquals(MutantFate.Proof.EQUIVALENT, new MiterProof(netlist, LIMIT).idle(unit, mutants), unit);
        }
    }

    @Test
    void aConstantThatIsStuckAtItsValueIsEquivalentAndOneThatIsInvertedIsNot() throws IOException {
        final MutationSite step = netlist.sites("TreeBuffer").stream()
                .filter(s -> "$add".equals(s.type()) && "B".equals(s.port()))
                .findFirst()
                .orElseThrow();
        final MiterProof proof = new MiterProof(netlist, LIMIT);
        assertEquals(MutantFate.Proof.EQUIVALENT, proof.of(new WordMutant(1, step, MutantKind.STUCK_1, 0)));
        assertEquals(MutantFate.Proof.EQUIVALENT, proof.of(new WordMutant(1, step, MutantKind.STUCK_0, 1)));
        assertEquals(MutantFate.Proof.DIFFERS, proof.of(new WordMutant(1, step, MutantKind.INVERT, 0)));
        assertEquals(MutantFate.Proof.DIFFERS, proof.of(new WordMutant(1, step, MutantKind.WORD_1, -1)));
    }

    @Test
    void aRegisterThatHoldsAndAMultiplexerWithExchangedArmsDiffer() throws IOException {
        final MiterProof proof = new MiterProof(netlist, LIMIT);
        for (final MutantKind kind : List.of(MutantKind.HOLD, MutantKind.SWAP, MutantKind.OPERATOR)) {
            final MutationSite site = netlist.sites("TreeBuffer").stream()
                    .filter(s -> s.kinds().contains(kind))
                    .findFirst()
                    .orElseThrow();
            assertEquals(MutantFate.Proof.DIFFERS, proof.of(new WordMutant(1, site, kind, -1)), site::toString);
        }
    }
}
