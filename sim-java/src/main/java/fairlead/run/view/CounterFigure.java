// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.run.record.CounterTable;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

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
        final ArrayNode causes = json.putArray("causes");
        CounterTable.CAUSES.forEach(cause -> causes.add(cause.toLowerCase(Locale.ROOT)));
        final ArrayNode rows = json.putArray("rows");
        final List<CounterTable.Row> worst = waits.rows().stream()
                .filter(row -> row.blocked() > 0)
                .sorted(Comparator.comparingLong(CounterTable.Row::blocked).reversed())
                .limit(MOST_ROWS)
                .toList();
        for (final CounterTable.Row row : worst) {
            final ObjectNode one = rows.addObject();
            one.put("node", row.node());
            one.put("place", waits.place(row.node()));
            one.put("port", row.port());
            one.put("class", row.traffic());
            one.put("flits", row.flits());
            one.put("blocked", row.blocked());
            row.causes().forEach(one.putArray("causes")::add);
        }
    }

    /** Returns the counters of every input port and class of every node. */
    public String csv() {
        return table().csv();
    }

    Table table() {
        final Table table = new Table(
                FILE,
                "node",
                "x",
                "y",
                "z",
                "port",
                "class",
                "flits",
                "blocked_cycles",
                "owner",
                "credit",
                "link",
                "connection",
                "arbitration",
                "counted_cycles");
        for (final CounterTable.Row row : waits.rows()) {
            table.row(
                    row.node(),
                    waits.shape().x(row.node()),
                    waits.shape().y(row.node()),
                    waits.shape().z(row.node()),
                    row.port(),
                    row.traffic(),
                    row.flits(),
                    row.blocked(),
                    row.causes().get(0),
                    row.causes().get(1),
                    row.causes().get(2),
                    row.causes().get(3),
                    row.causes().get(4),
                    row.cycles());
        }
        return table;
    }
}
