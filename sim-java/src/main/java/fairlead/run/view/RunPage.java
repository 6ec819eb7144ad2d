// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.machine.Shape;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.RunResult;
import fairlead.run.record.Recording;
import fairlead.run.record.TimeAxis;
import fairlead.run.report.Json;
import fairlead.run.report.RunReport;
import fairlead.run.report.RunReport.OpRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

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
    private final List<?> knot; // members of the knot that the verdict deadlock_freedom names
    private final CounterFigure counters; // null if the run did not count
    private final Limit limit;

    /**
     * @param reliefs the resources that were relieved to find the limit
     * @param untried why none was, or an empty string
     */
    public RunPage(RunResult result, Program program, Recording record, List<Limit.Relief> reliefs, String untried) {
        run = result.report();
        this.record = record;
        channels = new ChannelFigures(record, run.cycles());
        times = new TimeFigures(record, run.cycles());
        latency = new LatencyFigure(result.latency());
        spans = new SpanFigure(program, run.operations());
        knot = run.verdicts().stream()
                .map(v -> v.extra().get("knot"))
                .filter(List.class::isInstance)
                .map(k -> (List<?>) k)
                .findFirst()
                .orElse(List.of());
        counters = result.waits() == null ? null : new CounterFigure(result.waits());
        limit = new Limit(run, channels, reliefs, untried, record.dlaCounts, result.waits());
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
    public Map<String, String> files(String page, String prefix) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(page, html(prefix));
        tables().forEach(table -> files.put(prefix + table.name(), table.csv()));
        return files;
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        tables.add(limit.table());
        Table verdicts = new Table("verdicts.csv", "verdict,holds,checked,detail");
        run.verdicts().forEach(v -> verdicts.row(v.name(), v.holds(), v.checked(), v.detail()));
        tables.add(verdicts);
        tables.add(channels.wholeTable());
        tables.add(channels.timeTable());
        List<IoTile> tiles = ioTiles();
        if (!tiles.isEmpty()) {
            Table table = new Table("io_tiles.csv", "node,x,y,z,operations,bytes");
            Shape shape = record.machine.shape();
            for (IoTile t : tiles) {
                table.row(t.node(), shape.x(t.node()), shape.y(t.node()), shape.z(t.node()), t.operations(), t.bytes());
            }
            tables.add(table);
        }
        tables.addAll(times.tables());
        tables.add(latency.table());
        tables.add(spans.table());
        if (!knot.isEmpty()) {
            tables.add(knotTable());
        }
        if (counters != null) {
            tables.add(counters.table());
        }
        return tables;
    }

    private String html(String prefix) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schema", SCHEMA);
        root.put("prefix", prefix);
        root.put("limit", limit.json());
        root.put("run", facts());
        TimeAxis axis = record.axis;
        root.put(
                "axis",
                Json.object()
                        .putPOJO("width", axis.width())
                        .putPOJO("bins", axis.used(run.cycles()))
                        .putPOJO("period", TimeAxis.PERIOD));
        root.put("channels", channels.json());
        root.put(
                "io_tiles",
                ioTiles().stream()
                        .map(t -> List.of(t.node(), t.operations(), t.bytes()))
                        .toList());
        times.json(root);
        root.put("latency", latency.json());
        root.put("spans", spans.json());
        root.put("knot", knot);
        if (counters != null) {
            root.put("counters", counters.json());
        }
        return Sheet.Page.of("Fairlead run: " + run.setup().scenario(), "", Json.line(root), Sheet.Page.RUN);
    }

    private Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("scenario", run.setup().scenario());
        facts.put("engine", run.setup().engine());
        facts.put("shape", run.setup().shape());
        facts.put("seed", run.setup().seed());
        facts.put("cycles", run.cycles());
        facts.put("ending", run.ending());
        facts.put("partial", run.partial());
        facts.put("muted", run.assertionsMuted());
        facts.put("hash", run.eventSha256());
        facts.put("packets", run.metrics().packets());
        facts.put("flits", run.metrics().flits());
        facts.put("mean", run.metrics().mean());
        facts.put("operations", run.operations().size());
        List<?> verdicts = run.verdicts().stream()
                .map(v -> Json.object()
                        .putPOJO("name", v.name())
                        .putPOJO("holds", v.holds())
                        .putPOJO("checked", v.checked())
                        .putPOJO("detail", v.detail()))
                .toList();
        facts.put("verdicts", verdicts);
        return facts;
    }

    /** An I/O tile. It has no channel of the torus, so its figures are the operations of its tasks. */
    private record IoTile(int node, int operations, long bytes) {}

    private List<IoTile> ioTiles() {
        Shape shape = record.machine.shape();
        int[] operations = new int[shape.ioTiles()];
        long[] bytes = new long[operations.length];
        for (OpRow row : run.operations()) {
            if (!shape.isOnTorus(row.node())) {
                operations[row.node() - shape.torusNodes()]++;
                bytes[row.node() - shape.torusNodes()] += row.bytes();
            }
        }
        return IntStream.range(0, operations.length)
                .mapToObj(tile -> new IoTile(shape.torusNodes() + tile, operations[tile], bytes[tile]))
                .toList();
    }

    private Table knotTable() {
        Table table = new Table("knot.csv", "member,node,packet,holds,wants,reason");
        for (int i = 0; i < knot.size(); i++) {
            Map<?, ?> member = (Map<?, ?>) knot.get(i);
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

    /** The histogram of packet latencies, in buckets of a round width. */
    private static final class LatencyFigure {
        private static final int BUCKETS = 48;
        private static final int[] ROUND = {1, 2, 5};

        /** A line at a latency. */
        private record Mark(String label, long cycles) {}

        /** The names are those that the script reads. */
        private record Shown(long width, long[] packets, List<Mark> marks) {}

        private final Histogram latency;
        private final long width;
        private final long[] packets;

        LatencyFigure(Histogram latency) {
            this.latency = latency;
            long most = latency.getTotalCount() == 0 ? 0 : latency.getMaxValue();
            width = width(most);
            packets = new long[(int) (most / width) + 1];
            for (HistogramIterationValue value : latency.recordedValues()) {
                int bucket = (int) Math.min(packets.length - 1, value.getValueIteratedTo() / width);
                packets[bucket] += value.getCountAtValueIteratedTo();
            }
        }

        /** Returns the least of 1, 2, 5, 10, 20, 50, .. that gives at most {@link #BUCKETS} buckets. */
        private static long width(long most) {
            for (long power = 1; ; power *= 10) {
                for (int round : ROUND) {
                    if (most < round * power * BUCKETS) {
                        return round * power;
                    }
                }
            }
        }

        private Mark mark(double percent) {
            return percent == 100
                    ? new Mark("max", latency.getMaxValue())
                    : new Mark("p" + (int) percent, latency.getValueAtPercentile(percent));
        }

        Object json() {
            DoubleStream marks = latency.getTotalCount() > 0 ? DoubleStream.of(50, 99, 100) : DoubleStream.empty();
            return new Shown(width, packets, marks.mapToObj(this::mark).toList());
        }

        Table table() {
            Table table = new Table("latency.csv", "first_cycles,last_cycles,packets");
            for (int bucket = 0; bucket < packets.length; bucket++) {
                table.row(bucket * width, (bucket + 1) * width - 1, packets[bucket]);
            }
            return table;
        }
    }

    /** Epochs, fences and barriers of all tasks, each from its begin to its end. */
    static final class SpanFigure {
        /** Number of spans from which on a report leaves out nodes; it holds less than twice as many. */
        private static final int MOST = 12_000;

        private static final String[] KINDS = {"epoch", "fence", "barrier"};
        private static final int EPOCH = 0;
        private static final int FENCE = 1;
        private static final int BARRIER = 2;

        /** One span; an end of -1 says that it never ended. */
        private record Span(int kind, String what, int op, int node, int task, int target, long begin, long end) {}

        private final List<Span> spans = new ArrayList<>();

        SpanFigure(Program program, List<OpRow> rows) {
            long[] closed = closings(program, rows);
            for (int id = 0; id < program.size(); id++) {
                add(program.operation(id), rows.get(id), closed[id]);
            }
        }

        /** Returns, for each EPOCH_OPEN, the cycle in which its EPOCH_CLOSE ended, or -1. */
        static long[] closings(Program program, List<OpRow> rows) {
            long[] closed = new long[program.size()];
            Arrays.fill(closed, -1);
            for (int id = 0; id < program.size(); id++) {
                Operation op = program.operation(id);
                if (op.kind() == OpKind.EPOCH_CLOSE && op.epoch() >= 0) {
                    closed[op.epoch()] = rows.get(id).completed();
                }
            }
            return closed;
        }

        private void add(Operation op, OpRow row, long closed) {
            switch (op.kind()) {
                case EPOCH_OPEN -> add(EPOCH, op, row, closed);
                case FENCE, FLUSH, QUIET -> add(FENCE, op, row, row.completed());
                case BARRIER -> add(BARRIER, op, row, row.completed());
                default -> {}
            }
        }

        private void add(int kind, Operation op, OpRow row, long end) {
            if (row.posted() >= 0) {
                spans.add(new Span(
                        kind,
                        op.kind() == OpKind.EPOCH_OPEN ? "EPOCH" : op.kind().name(),
                        op.id(),
                        op.node(),
                        op.task(),
                        op.target(),
                        row.posted(),
                        end));
            }
        }

        Object json() {
            // the whole spans of some nodes tell a reader more than the first spans of all nodes
            int every = Math.max(1, (spans.size() + MOST - 1) / MOST);
            List<List<Object>> list = spans.stream()
                    .filter(span -> span.node() % every == 0)
                    .limit(2L * MOST)
                    .map(s -> List.<Object>of(s.kind(), s.what(), s.op(), s.node(), s.task(), s.begin(), s.end()))
                    .toList();
            return Json.object()
                    .putPOJO("kinds", KINDS)
                    .putPOJO("all", spans.size())
                    .putPOJO("every", every)
                    .putPOJO("list", list)
                    .putPOJO("shown", list.size());
        }

        Table table() {
            Table table = new Table("spans.csv", "kind,operation,op,node,task,target,begin_cycle,end_cycle");
            for (Span s : spans) {
                table.row(
                        KINDS[s.kind()],
                        s.what(),
                        s.op(),
                        s.node(),
                        s.task(),
                        Table.known(s.target()),
                        s.begin(),
                        Table.known(s.end()));
            }
            return table;
        }
    }
}
