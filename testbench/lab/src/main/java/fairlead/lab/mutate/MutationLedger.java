// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.faults.Ledger;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The {@link Ledger} that has a row for each mutant that has ended. The row is written again with the answer of the
 * provers.
 */
final class MutationLedger {
    private static final int LONGEST = 90; // characters of an answer

    private final Ledger<MutantFate> ledger;
    private final Map<Integer, MutantFate> fates = new TreeMap<>();

    /**
     * @param campaign says what decides the rows, in one line
     * @param mutants all mutants of the campaign
     * @throws BadInput if the file is there and belongs to another campaign
     */
    MutationLedger(Path path, String campaign, List<Mutant> mutants) throws IOException {
        ledger = new Ledger<>(path, campaign, MutantFate.class, "another campaign", "remove it or give another --out");
        for (MutantFate fate : ledger.known()) {
            if (!mutants.contains(fate.mutant())) {
                throw new BadInput("the ledger has a row that is no mutant of this campaign: " + fate.mutant());
            }
            fates.put(fate.mutant().number(), fate);
        }
    }

    synchronized Map<Integer, MutantFate> fates() {
        return new TreeMap<>(fates);
    }

    synchronized void add(MutantFate fate) throws IOException {
        MutantFate brief = fate.withAnswers(MutationLedger::brief);
        ledger.add(brief);
        fates.put(brief.mutant().number(), brief);
    }

    private static String brief(String answer) {
        String line = answer.replaceAll("\\s+", " ").strip();
        return line.substring(0, Math.min(LONGEST, line.length()));
    }

    /** Leaves one row for each mutant, in the order of their numbers, and returns their fates. */
    synchronized List<MutantFate> finish() throws IOException {
        ledger.replace(fates.values());
        return List.copyOf(fates.values());
    }
}
