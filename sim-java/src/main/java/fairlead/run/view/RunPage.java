// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.machine.Shape;
import fairlead.program.Program;
import fairlead.run.RunResult;
import fairlead.run.record.Recording;
import fairlead.run.report.Json;
import fairlead.run.report.RunReport;
import fairlead.run.report.RunReport.OpRow;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the report of a recorded run: one HTML file, and the CSV files of its figures. */
public final class RunPage {
    public static final String FILE = "report.html";
    private static final String SCHEMA = "fairlead.report/1";

    private final RunReport run;
    private final Recording record;
    private final ChannelFigures channels;
    private final TimeFigures times;
    private final LatencyFigure latency;
    private final SpanFigure spans;
    private final KnotFigure knot;
    private final IoTileFigure ioTiles;
    private final CounterFigure counters; // null if the run did not count
    private final Limit limit;

    /**
     * @param reliefs the resources that were relieved to find the limit
     * @param untried why none was, or an empty string
     */
    public RunPage(
            final RunResult result,
            final Program program,
            final Recording record,
            final List<Limit.Relief> reliefs,
            final String untried) {
        run = result.report();
        this.record = record;
        channels = new ChannelFigures(record, run.cycles());
        times = new TimeFigures(record, run.cycles());
        latency = new LatencyFigure(result.latency());
        spans = new SpanFigure(program, run.operations());
        knot = new KnotFigure(run.verdicts());
        ioTiles = new IoTileFigure(record.machine().shape(), run.operations());
        counters = result.waits() == null ? null : new CounterFigure(result.waits());
        limit = new Limit(run, channels, reliefs, untried, record.dlaCounts(), result.waits());
    }

    /** Returns the line that says what limits the run. */
    public String limit() {
        return limit.line();
    }

    /**
     * Returns the texts of all files by their names.
     *
     * @param page name of the HTML file
     * @param prefix begin of the names of the CSV files
     */
    public Map<String, String> files(final String page, final String prefix) {
        final Map<String, String> files = new LinkedHashMap<>();
        files.put(page, html(prefix));
        tables().forEach(table -> files.put(prefix + table.name(), table.csv()));
        return files;
    }

    private List<Table> tables() {
        final List<Table> tables = new ArrayList<>();
        tables.add(limit.table());
        tables.add(verdictTable());
        tables.add(channels.wholeTable());
        tables.add(channels.timeTable());
        if (!ioTiles.isEmpty()) {
            tables.add(ioTiles.table());
        }
        tables.addAll(times.tables());
        tables.add(latency.table());
        tables.add(spans.table());
        if (!knot.isEmpty()) {
            tables.add(knot.table());
        }
        if (counters != null) {
            tables.add(counters.table());
        }
        return tables;
    }

    private Table verdictTable() {
        final Table table = new Table("verdicts.csv", "verdict", "holds", "checked", "detail");
        run.verdicts().forEach(v -> table.row(v.name(), v.holds(), v.checked(), v.detail()));
        return table;
    }

    private String html(final String prefix) {
        final ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("prefix", prefix);
        limit.json(root);
        facts(root.putObject("run"));
        final ObjectNode axis = root.putObject("axis");
        axis.put("width", record.axis().width());
        axis.put("bins", record.axis().used(run.cycles()));
        axis.put("period", fairlead.run.record.TimeAxis.PERIOD);
        channels.json(root);
        ioTiles.json(root);
        times.json(root);
        latency.json(root);
        spans.json(root);
        knot.json(root);
        if (counters != null) {
            counters.json(root);
        }
        return Page.of("Fairlead run: " + run.scenario(), "", Json.line(root), Page.RUN);
    }

    private void facts(final ObjectNode json) {
        json.put("scenario", run.scenario());
        json.put("engine", run.engine());
        run.shape().forEach(json.putArray("shape")::add);
        json.put("seed", run.seed());
        json.put("cycles", run.cycles());
        json.put("ending", run.ending());
        json.put("partial", run.partial());
        json.put("muted", run.assertionsMuted());
        json.put("hash", run.eventSha256());
        json.put("packets", run.metrics().packets());
        json.put("flits", run.metrics().flits());
        json.put("mean", run.metrics().mean());
        json.put("operations", run.operations().size());
        final ArrayNode verdicts = json.putArray("verdicts");
        for (final Verdict v : run.verdicts()) {
            verdicts.addObject()
                    .put("name", v.name())
                    .put("holds", v.holds())
                    .put("checked", v.checked())
                    .put("detail", v.detail());
        }
    }

    /** The I/O tiles: they have no channel of the torus, so their figures are the operations of their tasks. */
    private static final class IoTileFigure {
        private final Shape shape;
        private final int[] operations; // by tile
        private final long[] bytes; // by tile: of all operations

        IoTileFigure(final Shape shape, final List<OpRow> rows) {
            this.shape = shape;
            operations = new int[shape.ioTiles()];
            bytes = new long[operations.length];
            for (final OpRow row : rows) {
                if (!shape.isOnTorus(row.node())) {
                    final int tile = row.node() - shape.torusNodes();
                    operations[tile]++;
                    bytes[tile] += row.bytes();
                }
            }
        }

        boolean isEmpty() {
            return operations.length == 0;
        }

        void json(final ObjectNode root) {
            final ArrayNode json = root.putArray("io_tiles");
            for (int tile = 0; tile < operations.length; tile++) {
                json.addArray()
                        .add(shape.torusNodes() + tile)
                        .add(operations[tile])
                        .add(bytes[tile]);
            }
        }

        Table table() {
            final Table table = new Table("io_tiles.csv", "node", "x", "y", "z", "operations", "bytes");
            for (int tile = 0; tile < operations.length; tile++) {
                final int node = shape.torusNodes() + tile;
                table.row(node, shape.x(node), shape.y(node), shape.z(node), operations[tile], bytes[tile]);
            }
            return table;
        }
    }

    /** Who holds and who wants in the knot that the verdict deadlock_freedom names. */
    private static final class KnotFigure {
        private final List<?> members;

        KnotFigure(final List<Verdict> verdicts) {
            members = verdicts.stream()
                    .map(v -> v.extra().get("knot"))
                    .filter(List.class::isInstance)
                    .map(k -> (List<?>) k)
                    .findFirst()
                    .orElse(List.of());
        }

        boolean isEmpty() {
            return members.isEmpty();
        }

        void json(final ObjectNode root) {
            root.set("knot", Json.tree(members));
        }

        Table table() {
            final Table table = new Table("knot.csv", "member", "node", "packet", "holds", "wants", "reason");
            for (int i = 0; i < members.size(); i++) {
                final Map<?, ?> member = (Map<?, ?>) members.get(i);
                table.row(
                        i,
                        member.get("node"),
                        member.get("packet"),
                        member.get("holds"),
                        member.get("wants"),
                        member.get("reason"));
            }
            return table;
        }
    }
}
