// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import java.util.ArrayList;
import java.util.List;
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
    public static List<RowResult> run(final List<String> ids, final Consumer<RowResult> done) {
        final List<RowResult> results = new ArrayList<>();
        for (final RequirementRow row : rows()) {
            if (ids.isEmpty() || ids.contains(row.id())) {
                final RowResult result = row.check();
                done.accept(result);
                results.add(result);
            }
        }
        return results;
    }

    /** Tells whether no requirement fails and at least one passes. */
    public static boolean passed(final List<RowResult> results) {
        return results.stream().anyMatch(RowResult::passed)
                && results.stream().noneMatch(r -> r.outcome() == RowOutcome.FAILS);
    }
}
