// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.machine.Shape;
import fairlead.run.record.CounterTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Where flits waited and why, by the performance counters of the tiles. */
public final class CounterFigure {
    public static final String FILE = "counters.csv";
    private static final int MOST_ROWS = 24;

    private final CounterTable waits;

    public CounterFigure(final CounterTable waits) {
        this.waits = waits;
    }

    void json(final ObjectNode root) {
        final ObjectNode json = root.putObject("counters");
        json.put("line", waits.line());
        json.put("ports", waits.rows().size());
        final List<CounterTable.Row> worst = waits.rows().stream()
                .filter(row -> row.blocked() > 0)
                .sorted(Comparator.comparingLong(CounterTable.Row::blocked).reversed())
                .limit(MOST_ROWS)
                .toList();
        final List<Integer> seen = IntStream.range(0, CounterTable.CAUSES.size())
                .filter(cause -> worst.stream().anyMatch(row -> row.causes().get(cause) > 0))
                .boxed()
                .toList();
        final ArrayNode causes = json.putArray("causes");
        seen.forEach(cause -> causes.add(CounterTable.CAUSES.get(cause).toLowerCase(Locale.ROOT)));
        final ArrayNode rows = json.putArray("rows");
        for (final CounterTable.Row row : worst) {
            final ObjectNode one = rows.addObject();
            one.put("node", row.node());
            one.put("place", waits.place(row.node()));
            one.put("port", row.port());
            one.put("class", row.traffic());
            one.put("moved", row.moved());
            one.put("blocked", row.blocked());
            final ArrayNode waited = one.putArray("causes");
            seen.forEach(cause -> waited.add(row.causes().get(cause)));
        }
    }

    /** Returns the counters of every queue of every node. */
    public String csv() {
        return table().csv();
    }

    Table table() {
        final List<String> columns = new ArrayList<>(
                List.of("node", "x", "y", "z", "queue", "class", "moved", "stage_cycles", "blocked_cycles"));
        CounterTable.CAUSES.forEach(cause -> columns.add(cause.toLowerCase(Locale.ROOT)));
        columns.add("counted_cycles");
        final Table table = new Table(FILE, columns.toArray(String[]::new));
        for (final CounterTable.Row row : waits.rows()) {
            final Shape shape = waits.shape();
            final List<Object> cells = new ArrayList<>(List.of(
                    row.node(),
                    shape.x(row.node()),
                    shape.y(row.node()),
                    shape.z(row.node()),
                    row.port(),
                    row.traffic(),
                    row.moved(),
                    row.stages(),
                    row.blocked()));
            cells.addAll(row.causes());
            cells.add(row.cycles());
            table.row(cells.toArray());
        }
        return table;
    }
}
