// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.evaluate.Campaign;
import fairlead.lab.requirements.RequirementRow.RowControl;
import fairlead.lab.requirements.RequirementRow.RowOutcome;
import fairlead.lab.requirements.RequirementRow.RowResult;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The list of all requirement rows, grouped by source patent. */
public final class Requirements {
    private static final List<String> FAMILIES = List.of("dla", "dla-options", "fence", "barrier", "epoch", "device");

    private Requirements() {}

    static List<RequirementRow> rows() {
        return FAMILIES.stream()
                .flatMap(name -> RequirementFile.rows(name).stream())
                .toList();
    }

    public static List<String> ids() {
        return rows().stream().map(RequirementRow::id).toList();
    }

    /**
     * Runs rows one after the other.
     *
     * @param ids the rows to run; if empty, all
     * @param done a listener that gets each result at once
     */
    public static List<RowResult> run(List<String> ids, Consumer<RowResult> done) throws IOException {
        List<RequirementRow> chosen = rows().stream()
                .filter(r -> ids.isEmpty() || ids.contains(r.id()))
                .toList();
        return Campaign.run(chosen, 1, RequirementRow::check, (row, result) -> done.accept(result));
    }

    /** Tells whether no requirement fails and at least one passes. */
    public static boolean passed(List<RowResult> results) {
        return !results.isEmpty() && results.stream().allMatch(RowResult::passed);
    }

    /** The results of the requirements as text and as JSON. */
    public static final class RequirementReport {
        private RequirementReport() {}

        /** Returns one result as text for a terminal. */
        public static String text(RowResult r) {
            StringBuilder text = new StringBuilder(
                    String.format(Locale.ROOT, "%-10s %s %s", r.outcome().word(), r.id(), r.rule()));
            if (!r.partial().isEmpty()) {
                text.append("\n    not shown: ").append(r.partial());
            }
            text.append("\n    run:       ").append(r.scenario());
            text.append("\n    observed:  ").append(r.observed());
            for (RowControl.Result control : r.controls()) {
                text.append("\n    control:   ").append(control.what());
                text.append("\n               ")
                        .append(control.breaks())
                        .append(' ')
                        .append(control.verdict());
                if (control.muted() > 0) {
                    text.append("\n               failed assertions of the broken unit, muted: ")
                            .append(control.muted());
                }
            }
            return text.toString();
        }

        public static String summary(List<RowResult> results) {
            return results.size() + " requirements: " + count(results, RowOutcome.HOLDS) + " hold, "
                    + count(results, RowOutcome.PARTIAL) + " partial, " + count(results, RowOutcome.FAILS) + " fail; "
                    + results.stream().mapToInt(r -> r.controls().size()).sum() + " controls, "
                    + results.stream()
                            .flatMap(r -> r.controls().stream())
                            .filter(RowControl.Result::isBroken)
                            .count()
                    + " break the condition that they name; "
                    + results.stream().mapToInt(RowResult::runs).sum() + " runs on the RTL, "
                    + results.stream().mapToInt(RowResult::besideTwin).sum()
                    + " of them beside the twin, no difference";
        }

        private static long count(List<RowResult> results, RowOutcome outcome) {
            return results.stream().filter(r -> r.outcome() == outcome).count();
        }

        public static Map<String, Object> json(List<RowResult> results) {
            return Map.of("requirements", results);
        }
    }
}
