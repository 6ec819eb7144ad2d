// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.lab.faults.FaultCampaign.FaultOutcome;
import fairlead.lab.faults.FaultCampaign.FaultOutcome.FaultFate;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;

/**
 * The {@link Ledger} that has a row for each run with a fault. The rows of a seed are written together when its last
 * run has ended, so an interrupted campaign resumes after the last complete seed.
 */
public final class FaultLedger {
    private static final List<String> HEADS =
            List.of("fault", "seed", "node", "cycle", "fate", "verdicts", "asserted", "struck", "violated", "detail");

    private final Ledger ledger;
    private final List<FaultRow> rows;
    private final Map<Long, List<FaultOutcome>> seeds = new LinkedHashMap<>();

    /**
     * @param unheard verdicts to which nobody listens
     * @throws BadInput if the file is there and has other faults
     */
    public FaultLedger(Path path, List<FaultRow> rows, Set<String> unheard) throws IOException {
        this.rows = List.copyOf(rows);
        String names = rows.stream().map(FaultRow::name).collect(Collectors.joining(" "));
        ledger = new Ledger(
                path,
                names + (unheard.isEmpty() ? "" : " without " + String.join(" ", new TreeSet<>(unheard))),
                HEADS,
                "other faults",
                "remove it or name another file");
        try {
            for (CSVRecord row : ledger.known()) {
                FaultOutcome outcome = outcome(row);
                seeds.computeIfAbsent(outcome.seed(), seed -> new ArrayList<>()).add(outcome);
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new BadInput(path + ": a row is not that of a ledger: " + e.getMessage());
        }
        seeds.values().removeIf(outcomes -> outcomes.size() != rows.size());
        ledger.replace(seeds.values().stream()
                .flatMap(outcomes -> cells(outcomes).stream())
                .toList());
    }

    /** Returns the outcomes of a seed in the order of the faults, or an empty list if the ledger does not have it. */
    public List<FaultOutcome> of(long seed) {
        return seeds.getOrDefault(seed, List.of());
    }

    /** Adds the outcomes of a seed, one for each fault in their order. */
    public void add(List<FaultOutcome> outcomes) throws IOException {
        if (outcomes.size() != rows.size()) {
            throw new IllegalArgumentException(outcomes.size() + " outcomes of " + rows.size() + " faults");
        }
        ledger.add(cells(outcomes));
        seeds.put(outcomes.get(0).seed(), List.copyOf(outcomes));
    }

    private List<List<Object>> cells(List<FaultOutcome> outcomes) {
        List<List<Object>> cells = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            FaultOutcome o = outcomes.get(i);
            cells.add(List.of(
                    rows.get(i).name(),
                    o.seed(),
                    o.node(),
                    o.cycle(),
                    o.fate(),
                    String.join(" ", o.verdicts()),
                    o.asserted(),
                    o.struck(),
                    o.violated(),
                    o.detail().lines().findFirst().orElse("")));
        }
        return cells;
    }

    private static FaultOutcome outcome(CSVRecord row) {
        return new FaultOutcome(
                Long.parseLong(row.get(1)),
                Integer.parseInt(row.get(2)),
                Long.parseLong(row.get(3)),
                FaultFate.valueOf(row.get(4)),
                row.get(5).isEmpty() ? List.of() : List.of(row.get(5).split(" ")),
                Boolean.parseBoolean(row.get(6)),
                Long.parseLong(row.get(7)),
                Long.parseLong(row.get(8)),
                row.get(9));
    }
}
