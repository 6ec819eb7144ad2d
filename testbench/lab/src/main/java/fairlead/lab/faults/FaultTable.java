// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The fault table as text and as a table of a page. */
public final class FaultTable {
    public static final MarkedPart PART = new MarkedPart("<!-- BEGIN FAULTS -->", "<!-- END FAULTS -->");

    private static final String HEAD =
            "| fault | kind | runs | struck | masked | detected | by verdict | cycles | asserted | incomplete | silent in time | silent by another way | silent in memory |\n"
                    + "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

    private FaultTable() {}

    /** Returns one fault as a line for a terminal, with one line for each run that nobody noticed. */
    public static String line(final FaultTally t) {
        final StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-4s %-18s %d runs: %s",
                t.silent() > 0 ? "HOLE" : t.struck() == 0 ? "-" : "ok",
                t.row().name(),
                t.runs(),
                t.struck() == 0
                        ? "did not strike"
                        : String.format(
                                Locale.ROOT,
                                "struck %d, masked %d, detected %d (%s), ended by an assertion %d, incomplete %d,"
                                        + " silent in time %d, by another way %d, in memory %d; an assertion failed in %d;"
                                        + " cycles to the violation %s, %d without a cycle",
                                t.struck(),
                                t.count(FaultFate.MASKED),
                                t.count(FaultFate.DETECTED),
                                verdicts(t),
                                t.count(FaultFate.ASSERTED),
                                t.count(FaultFate.INCOMPLETE),
                                t.count(FaultFate.SILENT_IN_TIME),
                                t.count(FaultFate.SILENT_OTHER_WAY),
                                t.count(FaultFate.SILENT_MEMORY),
                                t.asserted(),
                                t.delay(),
                                t.undated())));
        for (final FaultOutcome run : t.unnoticed()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n     %s: seed %d, node %d, cycle %d, first difference in cycle %d, %s%n       %s",
                    run.fate().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    run.seed(),
                    run.node(),
                    run.cycle(),
                    run.struck(),
                    run.detail().lines().findFirst().orElse(""),
                    repro(t.row(), run.seed())));
        }
        return text.toString();
    }

    static String repro(final FaultRow row, final long seed) {
        return "scripts/lab faults --only " + row.name() + " --seeds 1 --seed " + seed;
    }

    private static String verdicts(final FaultTally t) {
        return t.verdicts().isEmpty()
                ? "no verdict"
                : t.verdicts().entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** Returns all faults summed up in one line. */
    public static String summary(final List<FaultTally> all) {
        final int silent = all.stream().mapToInt(FaultTally::silent).sum();
        return all.stream().mapToInt(FaultTally::runs).sum() + " runs of " + all.size() + " faults: struck in "
                + all.stream().mapToInt(FaultTally::struck).sum() + ", detected in "
                + all.stream().mapToInt(t -> t.count(FaultFate.DETECTED)).sum() + ", masked in "
                + all.stream().mapToInt(t -> t.count(FaultFate.MASKED)).sum() + ", silent in " + silent + "; "
                + all.stream().filter(t -> t.struck() == 0).count() + " faults did not strike";
    }

    /** Returns the page with its table replaced. */
    public static String into(final String page, final List<FaultTally> all) {
        return PART.replaced(
                page,
                HEAD + all.stream().map(FaultTable::row).collect(Collectors.joining()) + "\n" + summary(all) + ".\n");
    }

    private static String row(final FaultTally t) {
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %d | %s | %d | %d | %s | %s | %d | %d | %d | %d | %d |%n",
                t.row().name(),
                t.row().experiments().replace(",", ", "),
                t.runs(),
                t.struck() == 0 ? "did not strike" : Integer.toString(t.struck()),
                t.count(FaultFate.MASKED),
                t.count(FaultFate.DETECTED),
                t.verdicts().isEmpty() ? "-" : verdicts(t),
                t.delay(),
                t.asserted(),
                t.count(FaultFate.INCOMPLETE),
                t.count(FaultFate.SILENT_IN_TIME),
                t.count(FaultFate.SILENT_OTHER_WAY),
                t.count(FaultFate.SILENT_MEMORY));
    }
}
