// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.machine.Shape;
import fairlead.run.record.CounterTable;
import fairlead.run.report.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Where flits waited and why, by the performance counters of the tiles. */
public final class CounterFigure {
    public static final String FILE = "counters.csv";
    private static final int MOST_ROWS = 24;
    private static final List<String> CAUSES = CounterTable.CAUSES.stream()
            .map(cause -> cause.toLowerCase(Locale.ROOT))
            .toList();

    private final CounterTable waits;

    public CounterFigure(CounterTable waits) {
        this.waits = waits;
    }

    Object json() {
        List<CounterTable.Row> worst = waits.rows().stream()
                .filter(row -> row.blocked() > 0)
                .sorted(Comparator.comparingLong(CounterTable.Row::blocked).reversed())
                .limit(MOST_ROWS)
                .toList();
        int[] seen = IntStream.range(0, CAUSES.size())
                .filter(cause -> worst.stream().anyMatch(row -> row.causes().get(cause) > 0))
                .toArray();
        return Json.object()
                .putPOJO("line", waits.line())
                .putPOJO("ports", waits.rows().size())
                .putPOJO("causes", IntStream.of(seen).mapToObj(CAUSES::get).toList())
                .putPOJO("rows", worst.stream().map(row -> json(row, seen)).toList());
    }

    private Object json(CounterTable.Row row, int[] seen) {
        return Json.object()
                .putPOJO("node", row.node())
                .putPOJO("place", waits.place(row.node()))
                .putPOJO("port", row.port())
                .putPOJO("class", row.traffic())
                .putPOJO("moved", row.moved())
                .putPOJO("blocked", row.blocked())
                .putPOJO(
                        "causes", IntStream.of(seen).mapToObj(row.causes()::get).toList());
    }

    /** Returns the counters of every queue of every node. */
    public String csv() {
        return table().csv();
    }

    Table table() {
        Table table = new Table(
                FILE,
                "node,x,y,z,queue,class,moved,stage_cycles,blocked_cycles," + String.join(",", CAUSES)
                        + ",counted_cycles");
        Shape shape = waits.shape();
        for (CounterTable.Row row : waits.rows()) {
            int node = row.node();
            List<Object> cells = new ArrayList<>(List.of(node, shape.x(node), shape.y(node), shape.z(node)));
            cells.addAll(List.of(row.port(), row.traffic(), row.moved(), row.stages(), row.blocked()));
            cells.addAll(row.causes());
            cells.add(row.cycles());
            table.row(cells.toArray());
        }
        return table;
    }
}
