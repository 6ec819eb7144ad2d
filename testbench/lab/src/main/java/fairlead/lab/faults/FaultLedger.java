// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * The file that has a row of CSV for each run, behind a line that says which faults are measured. The rows of a seed
 * are written together when its last run has ended, so a campaign that was ended goes on behind its last whole seed.
 */
public final class FaultLedger {
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();
    private static final String HEADS = "fault,seed,node,cycle,fate,verdicts,asserted,struck,violated,detail\n";

    private final Path path;
    private final List<FaultRow> rows;
    private final Map<Long, List<FaultOutcome>> seeds = new LinkedHashMap<>();

    /**
     * Opens the ledger of these faults, which may have seeds.
     *
     * @param unheard verdicts to which nobody listens
     * @throws BadInput if the file is there and has other faults
     */
    public FaultLedger(final Path path, final List<FaultRow> rows, final Set<String> unheard) throws IOException {
        this.path = path;
        this.rows = List.copyOf(rows);
        final String head = "# "
                + rows.stream().map(FaultRow::name).collect(Collectors.joining(" "))
                + (unheard.isEmpty() ? "" : " without " + String.join(" ", new TreeSet<>(unheard))) + "\n" + HEADS;
        final String text = Files.exists(path) ? Files.readString(path) : "";
        if (!text.isEmpty() && !text.startsWith(head)) {
            throw new BadInput(path + ": the ledger of other faults ("
                    + text.lines().findFirst().orElse("").replaceFirst("^# ", "")
                    + "); remove it or name another file");
        }
        if (!text.isEmpty()) {
            try {
                read(text.substring(head.length(), text.lastIndexOf('\n') + 1));
            } catch (final IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new BadInput(path + ": a row is not that of a ledger: " + e.getMessage());
            }
        }
        final StringBuilder whole = new StringBuilder(head);
        seeds.values().forEach(outcomes -> whole.append(text(outcomes)));
        if (path.getParent() != null) {
            Files.createDirectories(path.getParent());
        }
        Files.writeString(path, whole);
    }

    /** Returns the outcomes of a seed in the order of the faults, or an empty list if the ledger does not have it. */
    public List<FaultOutcome> of(final long seed) {
        return seeds.getOrDefault(seed, List.of());
    }

    /** Adds the outcomes of a seed, one for each fault in their order. */
    public void add(final List<FaultOutcome> outcomes) throws IOException {
        if (outcomes.size() != rows.size()) {
            throw new IllegalArgumentException(outcomes.size() + " outcomes of " + rows.size() + " faults");
        }
        Files.writeString(path, text(outcomes), StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        seeds.put(outcomes.get(0).seed(), List.copyOf(outcomes));
    }

    private String text(final List<FaultOutcome> outcomes) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            final FaultOutcome o = outcomes.get(i);
            try {
                FORMAT.printRecord(
                        text,
                        rows.get(i).name(),
                        o.seed(),
                        o.node(),
                        o.cycle(),
                        o.fate(),
                        String.join(" ", o.verdicts()),
                        o.asserted(),
                        o.struck(),
                        o.violated(),
                        o.detail().lines().findFirst().orElse(""));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return text.toString();
    }

    private void read(final String text) throws IOException {
        final Map<Long, List<FaultOutcome>> found = new LinkedHashMap<>();
        for (final CSVRecord r : FORMAT.parse(new StringReader(text))) {
            final List<FaultOutcome> seed = found.computeIfAbsent(Long.parseLong(r.get(1)), s -> new ArrayList<>());
            seed.add(new FaultOutcome(
                    Long.parseLong(r.get(1)),
                    Integer.parseInt(r.get(2)),
                    Long.parseLong(r.get(3)),
                    FaultFate.valueOf(r.get(4)),
                    r.get(5).isEmpty() ? List.of() : List.of(r.get(5).split(" ")),
                    Boolean.parseBoolean(r.get(6)),
                    Long.parseLong(r.get(7)),
                    Long.parseLong(r.get(8)),
                    r.get(9)));
        }
        found.forEach((seed, outcomes) -> {
            if (outcomes.size() == rows.size()) {
                seeds.put(seed, outcomes);
            }
        });
    }
}
