// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.proofs.ProverTool.ProveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The tables agree with the Verilog, and their properties hold: the quick part in the fast tier, all of them in the
 * slow tests.
 */
@Tag("M-41")
class CatalogueTest {
    static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
    static final Path VERILOG = ROOT.resolve("hw/target/rtl/prove");

    @TempDir
    private Path folder;

    private record Names(Set<String> stated, Set<String> modules) {}

    private static final Map<String, Names> NAMES = new TreeMap<>(); // of each harness, which is read once

    private static Names names(String harness) throws IOException {
        if (!NAMES.containsKey(harness)) {
            Netlist netlist = Netlist.of(Files.readString(VERILOG.resolve(harness + ".sv")));
            NAMES.put(harness, new Names(netlist.stated(), netlist.modules()));
        }
        return NAMES.get(harness);
    }

    @Test
    void everyNameInTheTablesIsInTheVerilog() throws IOException {
        List<String> wrong = new ArrayList<>();
        Set<String> listed = new TreeSet<>();
        Catalogue.ofProject().assumptions().forEach(a -> listed.add(a.id()));
        for (Property p : Catalogue.all()) {
            Set<String> known = new TreeSet<>(names(p.harness()).stated());
            known.addAll(names(p.harness()).modules());
            Stream.of(
                            p.helpers(),
                            p.assumes(),
                            List.of(p.assertion(), p.cover(), p.mutants().unit()))
                    .flatMap(List::stream)
                    .filter(name -> !known.contains(name))
                    .forEach(name -> wrong.add(p.id() + ": no " + name + " in " + p.harness()));
            p.assumes().stream()
                    .filter(id -> !listed.contains(id))
                    .forEach(id -> wrong.add(p.id() + ": nothing discharges " + id));
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void noStatementOfAHarnessIsOutsideTheTables() throws IOException {
        Set<String> leftOut = new TreeSet<>();
        try (Stream<Path> files = Files.list(VERILOG)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".sv")).toList()) {
                leftOut.addAll(leftOut(Netlist.of(Files.readString(file))));
            }
        }
        assertEquals(Set.of(), leftOut);
        String fifo = Files.readString(VERILOG.resolve("dla_fifo.sv"));
        assertEquals(
                Set.of("PDF_L9", "PDF_P9", "PDF_C9"),
                leftOut(Netlist.of(fifo.replaceAll("PDF_([LPC])1\\b", "PDF_$19"))),
                "a statement without a row is seen");
    }

    /** Returns the statements that no row names. Assumptions (XX_A1) restrict the environment and need no row. */
    private static Set<String> leftOut(Netlist netlist) {
        Set<String> all = netlist.stated();
        all.removeIf(id -> id.matches(".*_A\\d+"));
        for (Property p : Catalogue.all()) {
            all.remove(p.assertion());
            all.remove(p.cover());
            all.removeAll(p.assumes());
        }
        return all;
    }

    @Test
    void theQuickPropertiesAreProvedReachedAndSharp() throws IOException, InterruptedException {
        List<Property> quick = Catalogue.all().stream().filter(Property::quick).toList();
        assertTrue(quick.size() >= 25, "quick properties: " + quick.size());
        allHold(quick);
    }

    @Test
    @Tag("slow")
    void allPropertiesAreProvedReachedAndSharp() throws IOException, InterruptedException {
        allHold(Catalogue.all());
    }

    private static void allHold(List<Property> properties) throws IOException, InterruptedException {
        ProverTest.needsTheProvers();
        List<String> fails = new ArrayList<>();
        for (ProofOutcome outcome :
                new ProofRun(VERILOG, ROOT.resolve("target/prove"), false).run(properties, 2, each -> {})) {
            if (!outcome.holds()) {
                fails.add(outcome.property().id() + " " + outcome.verdict() + ": " + outcome.why());
            }
        }
        assertEquals(List.of(), fails);
    }

    /** As in the harness of another structure: an assertion that always holds there is not in its Verilog. */
    @Test
    void aPropertyOfWhichAHarnessLacksAPart() throws IOException {
        for (Property p : Catalogue.all()) {
            Set<String> stated = new TreeSet<>(names(p.harness()).stated());
            assertEquals(p, p.statedOrNull(stated));
            for (String name : Set.copyOf(stated)) {
                stated.remove(name);
                boolean isNeeded = name.equals(p.assertion()) || name.equals(p.cover());
                Property here = p.statedOrNull(stated);
                assertEquals(isNeeded, here == null, p.id() + " without " + name);
                assertTrue(isNeeded
                        || !here.assumes().contains(name) && !here.helpers().contains(name));
                stated.add(name);
            }
        }
    }

    /** In the last column, {@code >} is a tab. */
    @ParameterizedTest
    @CsvFileSource(resources = "/refused/proof-rows.txt", delimiter = '|')
    void aWrongCellIsNamedWithItsFileLineAndColumn(String message, String row) throws IOException {
        Path file = folder.resolve("fence.tsv");
        Files.writeString(
                file,
                "size\tone\nid\tkind\tmethod\tclaim\tseconds\tcover\tmutants\tmarks\ttogether\tstatement\n"
                        + row.replace('>', '\t'));
        String told =
                assertThrows(ProveException.class, () -> new Catalogue(folder)).getMessage();
        assertTrue(told.startsWith(file + ":" + message), told);
    }

    @Test
    void aColumnThatIsMissingAnEdgeWithoutIdAndASecondRowAreNamed() throws IOException {
        Path file = folder.resolve("assumptions.tsv");
        Files.writeString(file, "id\tbasis\tbecause\n");
        assertTrue(assertThrows(ProveException.class, () -> new Catalogue(folder))
                .getMessage()
                .contains(":1: column id: the columns are not id, basis, because, rests, remains"));
        Files.writeString(file, "id\tbasis\tbecause\trests\tremains\nEU_A1\tproperties\tit does\tEU_P1 (once)\n");
        assertTrue(assertThrows(ProveException.class, () -> new Catalogue(folder))
                .getMessage()
                .contains(":2: column rests: 'EU_P1 (once)' is neither"));
        Files.delete(file);
        List<String> fence = Files.readAllLines(ROOT.resolve("hw/src/lab/proofs/fence.tsv"));
        fence.add(fence.get(3));
        Files.write(folder.resolve("fence.tsv"), fence);
        assertTrue(assertThrows(ProveException.class, () -> new Catalogue(folder))
                .getMessage()
                .contains("PFE_P1 has two rows"));
    }
}
