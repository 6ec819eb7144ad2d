// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The list of all requirement rows, grouped by source patent. */
public final class Seeds {
    private Seeds() {}

    static List<RequirementRow> rows() {
        final List<RequirementRow> rows = new ArrayList<>(DlaRows.all());
        rows.addAll(DlaOptionRows.all());
        rows.addAll(FenceRows.all());
        rows.addAll(BarrierRows.all());
        rows.addAll(EpochRows.all());
        rows.addAll(SharedDeviceRows.all());
        return rows;
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
