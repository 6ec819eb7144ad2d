// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("M-520")
class MutationLedgerTest {
    private static final String NAME = "campaign of this test, seed 1";
    private static final List<Mutant> MUTANTS = List.of(mutant(1, "const0"), mutant(2, "inv"), mutant(3, "cnot1"));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("out").resolve("ledger.jsonl");
    }

    private static Mutant mutant(int number, String mode) {
        return new Mutant(number, "HostPort", "HostPort.sv:3", "$add$3", "Y", mode, "2", "sum/2");
    }

    private MutationLedger open() throws IOException {
        return new MutationLedger(file, NAME, MUTANTS);
    }

    private static MutantFate dead(Mutant mutant) {
        return new MutantFate(
                mutant,
                Map.of(MutantRung.LOCKSTEP, "case 1: \"differs\", in\ncycle 3", MutantRung.VERDICTS, "alive"),
                MutantFate.Proof.NONE,
                12);
    }

    private static MutantFate alive(Mutant mutant) {
        return new MutantFate(
                mutant,
                Map.of(MutantRung.LOCKSTEP, "alive", MutantRung.VERDICTS, "alive", MutantRung.DEEP, "alive"),
                MutantFate.Proof.UNDECIDED,
                3456);
    }

    @Test
    void aRowIsInTheFileAsSoonAsItsMutantHasEndedAndIsReadBack() throws IOException {
        MutationLedger ledger1 = open();
        ledger1.add(dead(MUTANTS.get(1)));
        assertEquals(2, Files.readAllLines(file).size(), "the campaign and one row");
        ledger1.add(alive(MUTANTS.get(0)));
        MutationLedger ledger2 = open();
        Map<Integer, MutantFate> fates = ledger2.fates();
        assertEquals(Set.of(1, 2), fates.keySet());
        assertEquals(alive(MUTANTS.get(0)), fates.get(1));
        assertTrue(fates.get(2).diesByTwin());
        assertEquals("case 1: \"differs\", in cycle 3", fates.get(2).answer(MutantRung.LOCKSTEP));
        ledger2.add(dead(MUTANTS.get(2)));
        assertEquals(4, Files.readAllLines(file).size());
    }

    @Test
    void anAnswerOfTheProversTakesThePlaceOfItsRow() throws IOException {
        MutantFate one = alive(MUTANTS.get(0)).with(MutantFate.Proof.NONE);
        MutationLedger ledger3 = open();
        ledger3.add(dead(MUTANTS.get(1)));
        ledger3.add(one);
        ledger3.add(one.with(MutantFate.Proof.EQUIVALENT));
        assertEquals(4, Files.readAllLines(file).size(), "whatever ends the campaign here, both rows are there");
        MutationLedger ledger4 = open();
        assertTrue(ledger4.fates().get(1).isEquivalent());
        assertEquals(
                List.of(1, 2),
                ledger4.finish().stream().map(f -> f.mutant().number()).toList());
        List<String> lines = Files.readAllLines(file);
        assertEquals(3, lines.size());
        assertTrue(lines.get(1).contains("\"number\":1,") && lines.get(1).contains("EQUIVALENT"), lines::toString);
        MutationLedger ledger5 = open();
        assertEquals(Set.of(1, 2), ledger5.fates().keySet());
    }

    @Test
    void aTornRowIsPlayedAgain() throws IOException {
        MutationLedger ledger6 = open();
        ledger6.add(dead(MUTANTS.get(0)));
        String sound = Files.readString(file);
        Files.writeString(file, "{\"mutant\":{\"number\":2,\"un", StandardOpenOption.APPEND);
        MutationLedger ledger7 = open();
        assertEquals(Set.of(1), ledger7.fates().keySet());
        assertEquals(sound, Files.readString(file));
    }

    @Test
    void theLedgerOfAnotherCampaignIsRefusedAndKept() throws IOException {
        MutationLedger ledger8 = open();
        ledger8.add(dead(MUTANTS.get(0)));
        String before = Files.readString(file);
        BadInput e = assertThrows(BadInput.class, () -> new MutationLedger(file, "seed 2", MUTANTS));
        assertTrue(e.getMessage().contains(NAME), e.getMessage());
        assertThrows(BadInput.class, () -> new MutationLedger(file, NAME, MUTANTS.subList(1, 3)));
        assertEquals(before, Files.readString(file));
    }

    @Test
    void theIntervalOfAShareIsWilsons() {
        assertEquals(0.0, MutationReport.wilson(0, 10)[0], 1e-9);
        assertEquals(0.277533, MutationReport.wilson(0, 10)[1], 1e-6);
        assertEquals(0.404, MutationReport.wilson(50, 100)[0], 1e-3);
        assertEquals(0.596, MutationReport.wilson(50, 100)[1], 1e-3);
    }
}
