// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.faults.Ledger;
import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.csv.CSVRecord;

/**
 * The {@link Ledger} that has a row for each mutant that has ended. The row is written again with the answer of the
 * provers.
 */
final class MutationLedger {
    private static final int LONGEST = 90; // characters of an answer
    private static final List<String> SITE = List.of("number", "unit", "source", "cell", "pin", "kind", "bit");

    private final Ledger ledger;
    private final Map<Integer, MutantFate> fates = new TreeMap<>();

    /**
     * @param campaign says what decides the rows, in one line
     * @param mutants all mutants of the campaign
     * @throws BadInput if the file is there and belongs to another campaign
     */
    MutationLedger(Path path, String campaign, List<Mutant> mutants) throws IOException {
        ledger = new Ledger(path, campaign, heads(), "another campaign", "remove it or give another --out");
        Map<String, Mutant> known = new HashMap<>();
        mutants.forEach(m -> known.put(Integer.toString(m.number()), m));
        for (CSVRecord row : ledger.known()) {
            Mutant mutant = known.get(row.get(0));
            if (mutant == null
                    || row.size() != heads().size()
                    || !row.toList().subList(0, SITE.size()).equals(site(mutant))) {
                throw new BadInput("the ledger has a row that is no mutant of this campaign: " + row.toList());
            }
            fates.put(mutant.number(), fate(mutant, row));
        }
    }

    private static MutantFate fate(Mutant mutant, CSVRecord row) {
        int at = SITE.size();
        Map<MutantRung, String> answers = new EnumMap<>(MutantRung.class);
        for (MutantRung rung : MutantRung.values()) {
            String answer = row.get(at++);
            if (!answer.isEmpty()) {
                answers.put(rung, answer);
            }
        }
        String proof = row.get(at).isEmpty() ? "NONE" : row.get(at).toUpperCase(Locale.ROOT);
        return new MutantFate(mutant, answers, MutantFate.Proof.valueOf(proof), Long.parseLong(row.get(at + 1)));
    }

    synchronized Map<Integer, MutantFate> fates() {
        return new TreeMap<>(fates);
    }

    synchronized void add(MutantFate fate) throws IOException {
        ledger.add(List.of(cells(fate)));
        fates.put(fate.mutant().number(), fate);
    }

    /** Leaves one row for each mutant, in the order of their numbers, and returns their fates. */
    synchronized List<MutantFate> finish() throws IOException {
        ledger.replace(fates.values().stream().map(MutationLedger::cells).toList());
        return List.copyOf(fates.values());
    }

    private static List<String> heads() {
        List<String> heads = new ArrayList<>(SITE);
        for (MutantRung rung : MutantRung.values()) {
            heads.add(rung.title());
        }
        heads.addAll(List.of("proof", "millis"));
        return heads;
    }

    private static List<String> site(Mutant mutant) {
        return List.of(
                Integer.toString(mutant.number()),
                mutant.unit(),
                mutant.source(),
                mutant.shortCell(),
                mutant.pin(),
                mutant.mode(),
                mutant.bit());
    }

    private static List<Object> cells(MutantFate fate) {
        List<Object> cells = new ArrayList<>(site(fate.mutant()));
        for (MutantRung rung : MutantRung.values()) {
            String line = fate.answer(rung).replaceAll("\\s+", " ").strip();
            cells.add(line.substring(0, Math.min(LONGEST, line.length())));
        }
        cells.add(
                fate.proof() == MutantFate.Proof.NONE ? "" : fate.proof().name().toLowerCase(Locale.ROOT));
        cells.add(fate.millis());
        return cells;
    }
}
