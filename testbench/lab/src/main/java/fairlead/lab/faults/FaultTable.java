// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.lab.faults.FaultCampaign.FaultOutcome;
import fairlead.lab.faults.FaultCampaign.FaultOutcome.FaultFate;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The fault table as text and as a table of a page. */
public final class FaultTable {
    public static final MarkedPart PART = new MarkedPart("<!-- BEGIN FAULTS -->", "<!-- END FAULTS -->");

    private static final String HEAD =
            "| fault | kind | struck | detected | by verdict | cycles | else |\n|---|---|---|---|---|---|---|\n";

    private static final Set<FaultFate> OTHERS =
            EnumSet.complementOf(EnumSet.of(FaultFate.NO_STRIKE, FaultFate.DETECTED, FaultFate.ASSERTED));

    private FaultTable() {}

    /** Returns one fault as a line for a terminal, with one line for each run that nobody noticed. */
    public static String line(FaultTally t) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-4s %-18s %d runs: %s",
                t.silent() > 0 ? "HOLE" : t.struck() == 0 ? "-" : "ok",
                t.row().name(),
                t.runs(),
                t.struck() == 0
                        ? "did not strike"
                        : String.format(
                                Locale.ROOT,
                                "struck %d (%s), false: %s; an assertion failed in %d; cycles to the violation %s,"
                                        + " %d without a cycle",
                                t.struck(),
                                Arrays.stream(FaultFate.values())
                                        .map(fate -> word(fate) + " " + t.count(fate))
                                        .collect(Collectors.joining(", ")),
                                verdicts(t),
                                t.asserted(),
                                t.delay(),
                                t.undated())));
        for (FaultOutcome run : t.unnoticed()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n     %s: seed %d, node %d, cycle %d, first difference in cycle %d, %s%n       %s",
                    word(run.fate()),
                    run.seed(),
                    run.node(),
                    run.cycle(),
                    run.struck(),
                    run.detail().lines().findFirst().orElse(""),
                    repro(t.row(), run.seed())));
        }
        return text.toString();
    }

    private static String word(FaultFate fate) {
        return fate.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String repro(FaultRow row, long seed) {
        return "scripts/lab faults --only " + row.name() + " --seeds 1 --seed " + seed;
    }

    private static String verdicts(FaultTally t) {
        return t.verdicts().isEmpty()
                ? "no verdict"
                : t.verdicts().entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** Returns all faults summed up in one line. */
    public static String summary(List<FaultTally> all) {
        int silent = all.stream().mapToInt(FaultTally::silent).sum();
        return all.stream().mapToInt(FaultTally::runs).sum() + " runs of " + all.size() + " faults: struck in "
                + all.stream().mapToInt(FaultTally::struck).sum() + ", detected in "
                + all.stream().mapToInt(t -> t.count(FaultFate.DETECTED)).sum() + ", masked in "
                + all.stream().mapToInt(t -> t.count(FaultFate.MASKED)).sum() + ", silent in " + silent + "; "
                + all.stream().filter(t -> t.struck() == 0).count() + " faults did not strike";
    }

    /** Returns the page with its table replaced. */
    public static String into(String page, List<FaultTally> all) {
        return PART.replaced(
                page,
                HEAD + all.stream().map(FaultTable::row).collect(Collectors.joining()) + "\n" + summary(all) + ".\n");
    }

    private static String row(FaultTally t) {
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %s | %d | %s | %s | %s |%n",
                t.row().name(),
                t.row().experiments().replace(",", ", "),
                t.struck() == 0 ? "did not strike" : Integer.toString(t.struck()),
                t.count(FaultFate.DETECTED),
                t.verdicts().isEmpty() ? "-" : verdicts(t),
                t.delay(),
                others(t));
    }

    /** Returns the runs with a failed assertion and those that no verdict noticed, or `-`. */
    private static String others(FaultTally t) {
        List<String> all = new ArrayList<>();
        if (t.asserted() > 0) {
            all.add("asserted " + t.asserted());
        }
        for (FaultFate fate : FaultFate.values()) {
            if (OTHERS.contains(fate) && t.count(fate) > 0) {
                all.add(word(fate) + " " + t.count(fate));
            }
        }
        return all.isEmpty() ? "-" : String.join(", ", all);
    }

    /** The outcomes of a seed, one for each fault in their order: a row of the ledger. */
    public record PlayedSeed(long seed, List<FaultOutcome> outcomes) {
        /** Opens a ledger; `unheard` are the verdicts to which nobody listens. */
        public static Ledger<PlayedSeed> ledger(Path path, List<FaultRow> rows, Set<String> unheard)
                throws IOException {
            String campaign = rows.stream().map(FaultRow::name).collect(Collectors.joining(" "))
                    + (unheard.isEmpty() ? "" : " without " + String.join(" ", new TreeSet<>(unheard)));
            return new Ledger<>(path, campaign, PlayedSeed.class, "other faults", "remove it or name another file");
        }
    }

    /** @param outcomes one for each run */
    public record FaultTally(FaultRow row, List<FaultOutcome> outcomes) {
        private static final int MEDIAN = 50;
        private static final int RARE = 99;
        private static final int ALL = 100;

        public FaultTally(FaultRow row) {
            this(row, new ArrayList<>());
        }

        public void add(FaultOutcome outcome) {
            outcomes.add(outcome);
        }

        public int runs() {
            return outcomes.size();
        }

        private int count(Predicate<FaultOutcome> which) {
            return (int) outcomes.stream().filter(which).count();
        }

        public int count(FaultFate fate) {
            return count((FaultOutcome run) -> run.fate() == fate);
        }

        /** Returns the runs in which the fault struck. */
        public int struck() {
            return runs() - count(FaultFate.NO_STRIKE);
        }

        /** Returns the runs in which the fault changed something and nobody noticed. */
        public int silent() {
            return count((FaultOutcome run) -> run.fate().isSilent());
        }

        /** Returns the runs in which the fault struck and an assertion of the lab library failed. */
        public int asserted() {
            return count((FaultOutcome run) -> run.asserted() && run.fate() != FaultFate.NO_STRIKE);
        }

        /** Returns in how many detected runs each verdict was false. */
        public Map<String, Integer> verdicts() {
            Map<String, Integer> verdicts = new TreeMap<>();
            outcomes.stream()
                    .filter(run -> run.fate() == FaultFate.DETECTED)
                    .flatMap(run -> run.verdicts().stream())
                    .forEach(v -> verdicts.merge(v, 1, Integer::sum));
            return verdicts;
        }

        /**
         * Returns the runs that no verdict noticed although they differ: the silent ones and those that ended badly.
         */
        public List<FaultOutcome> unnoticed() {
            return outcomes.stream()
                    .filter(run -> run.fate().isSilent() || run.fate() == FaultFate.INCOMPLETE)
                    .toList();
        }

        private List<Long> delays() {
            return outcomes.stream()
                    .filter(run -> run.fate() == FaultFate.DETECTED && run.delay() >= 0)
                    .map(FaultOutcome::delay)
                    .sorted()
                    .toList();
        }

        /** Returns the detected runs without a cycle of the strike or of the violation. */
        public int undated() {
            return count(FaultFate.DETECTED) - delays().size();
        }

        /** Returns median, 99th percentile and maximum of the cycles from strike to violation, or `-`. */
        public String delay() {
            List<Long> delays = delays();
            return delays.isEmpty()
                    ? "-"
                    : percentile(delays, MEDIAN) + " / " + percentile(delays, RARE) + " / " + percentile(delays, ALL);
        }

        private static long percentile(List<Long> sorted, int percent) {
            return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
        }
    }

    /**
     * The generated part of a page, between two marker lines.
     *
     * @param begin marker line before the part
     * @param end marker line after the part
     */
    public record MarkedPart(String begin, String end) {
        /** Throws {@link BadInput} if the file has no such part. */
        public void require(Path page) {
            if (!isIn(InputText.of(page))) {
                throw new BadInput(page + ": has no lines " + begin + " and " + end);
            }
        }

        private boolean isIn(String page) {
            return page.contains(begin + "\n") && page.indexOf(begin) < page.indexOf(end);
        }

        public String of(String page) {
            return page.substring(from(page), page.indexOf(end));
        }

        /** Returns the page with the part replaced by `text`. */
        public String replaced(String page, String text) {
            return page.substring(0, from(page)) + text + page.substring(page.indexOf(end));
        }

        private int from(String page) {
            if (!isIn(page)) {
                throw new IllegalArgumentException("the page has no lines " + begin + " and " + end);
            }
            return page.indexOf(begin) + begin.length() + 1;
        }
    }
}
