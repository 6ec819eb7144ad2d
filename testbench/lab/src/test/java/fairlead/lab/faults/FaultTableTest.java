// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.MuteId;
import fairlead.lab.faults.FaultCampaign.FaultOutcome;
import fairlead.lab.faults.FaultCampaign.FaultOutcome.FaultFate;
import fairlead.lab.faults.FaultTable.FaultTally;
import fairlead.lab.faults.FaultTable.PlayedSeed;
import fairlead.scenario.BadInput;
import fairlead.scenario.FaultCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sample of the fault table (docs/lab/measurements/faults.md): faults that change a byte or a credit are noticed
 * wherever they strike. A fault that the machine does not have is reported as one that did not strike, and a verdict
 * that nobody hears as a silent run.
 */
@Tag("M-720")
@Tag("M-980")
@Tag("M-1102")
class FaultTableTest {
    private static final long FIRST = 12;
    private static final int SEEDS = 2;

    private static List<FaultRow> rows(String... names) {
        List<String> wanted = List.of(names);
        return FaultRow.all().stream().filter(r -> wanted.contains(r.name())).toList();
    }

    private static Map<FaultRow, FaultTally> run(List<FaultRow> rows, Set<String> unheard) {
        Map<FaultRow, FaultTally> tallies = new LinkedHashMap<>();
        rows.forEach(row -> tallies.put(row, new FaultTally(row)));
        FaultCampaign campaign = new FaultCampaign(rows, unheard);
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            campaign.run(seed, (row, outcome) -> tallies.get(row).add(outcome));
        }
        return tallies;
    }

    private static String text(FaultTally tally) {
        return FaultTable.line(tally);
    }

    @Test
    void aFaultThatChangesAByteOrACreditIsNoticedWhereItStrikes() {
        List<FaultRow> rows = rows("credit_drop", "byte_wrong", "put_twice", "put_lost", "load_wrong");
        assertEquals(5, rows.size());
        int struck = 0;
        for (FaultTally tally : run(rows, Set.of()).values()) {
            assertEquals(SEEDS, tally.runs());
            assertEquals(0, tally.silent(), text(tally));
            assertEquals(tally.struck(), tally.count(FaultFate.DETECTED), text(tally));
            struck += tally.struck();
        }
        assertTrue(struck >= 5, "struck in " + struck + " of " + SEEDS * rows.size() + " runs from seed " + FIRST);
    }

    @Test
    void aFlawOfFencesStrikesAndIsSeenInEachProgramThatAimsAtIt() {
        List<FaultRow> rows = rows("fence_open", "fence_ping_only", "one_leg");
        assertEquals(3, rows.size());
        for (FaultTally tally : run(rows, Set.of()).values()) {
            assertEquals(SEEDS, tally.count(FaultFate.DETECTED), text(tally));
        }
    }

    /** The command that arms is given all the same, and breaks nothing. */
    @Test
    void aFaultTakenOutOfTheMachineDidNotStrike() {
        List<FaultRow> rows = List.of(
                new FaultRow("byte_wrong", "X01", MuteId.HOST_RULES, 0, false, AimedPlans.Aim.ALL),
                new FaultRow("ping_exit", "X09", 0, 0, false, AimedPlans.Aim.ALL));
        for (FaultTally tally : run(rows, Set.of()).values()) {
            assertEquals(SEEDS, tally.count(FaultFate.NO_STRIKE), text(tally));
            assertTrue(text(tally).contains("did not strike"), text(tally));
        }
    }

    @Test
    void aMutedCheckerMakesRunsSilent() {
        FaultTally heard = run(rows("byte_wrong"), Set.of()).values().iterator().next();
        FaultTally unheard = run(rows("byte_wrong"), Set.of("data_integrity", "deadlock_freedom"))
                .values()
                .iterator()
                .next();
        assertTrue(heard.count(FaultFate.DETECTED) > 0, text(heard));
        assertEquals(0, heard.silent(), text(heard));
        assertTrue(unheard.silent() > 0, text(unheard));
        assertEquals(heard.struck(), unheard.struck(), text(unheard));
        FaultOutcome run = unheard.unnoticed().get(0);
        String printed = text(unheard);
        assertTrue(printed.startsWith("HOLE byte_wrong"), printed);
        assertTrue(printed.contains("scripts/lab faults --only byte_wrong --seeds 1 --seed " + run.seed()), printed);
    }

    /** A campaign that was ended in the middle of a seed goes on after the one before. */
    @Test
    void aLedgerHasTheOutcomesOfWholeSeedsAgain(@TempDir Path folder) throws IOException {
        List<FaultRow> rows = rows("put_lost", "byte_wrong");
        Path file = folder.resolve("new/ledger.jsonl");
        Ledger<PlayedSeed> ledger = PlayedSeed.ledger(file, rows, Set.of());
        FaultOutcome seen = new FaultOutcome(
                4, 1, 30, FaultFate.DETECTED, List.of("conservation", "fence_ordering"), true, 31, 35, "a, \"b\"");
        FaultOutcome not = new FaultOutcome(4, 0, 9, FaultFate.NO_STRIKE, List.of(), false, -1, -1, "");
        PlayedSeed four = new PlayedSeed(4, List.of(seen, not));
        ledger.add(four);
        String whole = Files.readString(file);
        Files.writeString(file, whole + "{\"seed\":5,\"outcomes\":[{\"seed\":5");
        assertEquals(List.of(four), PlayedSeed.ledger(file, rows, Set.of()).known());
        assertEquals(whole, Files.readString(file));
        assertThrows(BadInput.class, () -> PlayedSeed.ledger(file, rows("put_lost"), Set.of()));
        assertThrows(BadInput.class, () -> PlayedSeed.ledger(file, rows, Set.of("conservation")));
        Files.writeString(file, whole.replace("DETECTED", "SEEN"));
        assertThrows(BadInput.class, () -> PlayedSeed.ledger(file, rows, Set.of()));
    }

    /** The page says of each fault of the catalogue that is not in the table why it is not. */
    @Test
    void everyFaultIsInTheTableOrThePageSaysWhyNot() throws IOException {
        List<String> inTable = FaultRow.all().stream().map(FaultRow::name).toList();
        assertEquals(inTable.size(), Set.copyOf(inTable).size(), inTable::toString);
        assertTrue(inTable.containsAll(FaultCatalogue.all().keySet()), inTable::toString);
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        String page = Files.readString(root.resolve("docs/lab/measurements/faults.md"));
        List<String> missing = new ArrayList<>(FaultCatalogue.variants().keySet());
        missing.addAll(inTable);
        missing.removeIf(name -> page.contains("`" + name + "`"));
        assertEquals(List.of(), missing);
        assertFalse(FaultTable.PART.of(page).isBlank());
    }
}
