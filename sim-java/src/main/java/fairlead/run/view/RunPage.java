// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.machine.Shape;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.Json;
import fairlead.run.RunReport;
import fairlead.run.RunReport.OpRow;
import fairlead.run.RunResult;
import fairlead.run.record.Channels;
import fairlead.run.record.CounterTable;
import fairlead.run.record.Recording;
import fairlead.run.record.Recording.Peak;
import fairlead.run.record.TimeAxis;
import fairlead.run.record.TimeAxis.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Makes the report of a recorded run: one HTML file, and the CSV files of its figures. */
public final class RunPage {
    public static final String FILE = "report.html";
    /** The file of the performance counters. */
    public static final String COUNTERS = "counters.csv";

    private static final String SCHEMA = "fairlead.report/1";

    /** Number of spans from which on a report leaves out nodes; it holds less than twice as many. */
    private static final int MOST_SPANS = 12_000;

    private static final int NODE = 3; // column of spans.csv
    private static final int BLOCKED = 8; // column of counters.csv
    private static final int MOST_COUNTERS = 24; // rows of counters on the page
    private static final int BUCKETS = 48; // of the histogram of latencies
    private static final int[] ROUND = {1, 2, 5};

    private final RunReport run;
    private final Recording record;
    private final RunResult result;
    private final List<?> knot; // members of the knot that the verdict deadlock_freedom names
    private final Limit limit;
    private final ChannelFigures channels;
    private final Table spans;
    private final Table counters; // null if the run did not count
    private final List<Table> shown = new ArrayList<>(); // tables of which the page has all rows

    /** @param reliefs the resources that were relieved to find the limit */
    public RunPage(RunResult result, Program program, Recording record, List<Limit.Relief> reliefs, String untried) {
        this.result = result;
        this.record = record;
        run = result.report();
        channels = new ChannelFigures(record, run.cycles());
        knot = run.verdicts().stream()
                .map(v -> v.extra().get("knot"))
                .filter(List.class::isInstance)
                .map(k -> (List<?>) k)
                .findFirst()
                .orElse(List.of());
        limit = new Limit(run, channels, reliefs, untried, record.dlaCounts, result.waits());
        spans = spans(program);
        counters = result.waits() == null ? null : counters(result.waits());
        shown.add(limit.table());
        Table verdicts = new Table("verdicts.csv", "verdict,holds,checked,detail");
        run.verdicts().forEach(v -> verdicts.row(v.name(), v.holds(), v.checked(), v.detail()));
        shown.add(verdicts);
        if (record.machine.shape().ioTiles() > 0) {
            shown.add(ioTiles());
        }
        shown.addAll(new TimeFigures().tables());
        shown.add(latency());
        if (run.races() != null) {
            Table races = new Table("races.csv", "race");
            run.races().first().forEach(races::row);
            shown.add(races);
        }
        if (!knot.isEmpty()) {
            shown.add(knotTable());
        }
    }

    public String limit() {
        return limit.line();
    }

    /**
     * Returns the texts of all files by their names.
     *
     * @param prefix begin of the names of the CSV files
     */
    public Map<String, String> files(String page, String prefix) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(page, html(prefix));
        Stream.concat(shown.stream(), Stream.of(channels.wholeTable(), channels.timeTable(), spans, counters))
                .filter(Objects::nonNull)
                .forEach(table -> files.put(prefix + table.name(), table.csv()));
        return files;
    }

    private String html(String prefix) {
        TimeAxis axis = record.axis;
        Map<String, Object> tables = new LinkedHashMap<>();
        shown.forEach(table -> tables.put(table.name(), table.json(table.rows())));
        // the whole spans of some nodes are more useful than the first spans of all nodes
        int every = Math.max(1, (spans.rows().size() + MOST_SPANS - 1) / MOST_SPANS);
        List<Object[]> some = spans.rows().stream()
                .filter(row -> (int) row[NODE] % every == 0)
                .limit(2L * MOST_SPANS)
                .toList();
        tables.put(spans.name(), spans.json(some));
        if (counters != null) {
            tables.put(
                    counters.name(),
                    counters.json(counters.rows().stream()
                            .filter(row -> (long) row[BLOCKED] > 0)
                            .sorted(Comparator.comparingLong((Object[] row) -> (long) row[BLOCKED])
                                    .reversed())
                            .limit(MOST_COUNTERS)
                            .toList()));
        }
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schema", SCHEMA);
        root.put("prefix", prefix);
        root.put("limit", limit.json());
        root.put("run", facts());
        root.put("axis", Map.of("width", axis.width(), "bins", axis.used(run.cycles()), "period", TimeAxis.PERIOD));
        root.put("channels", channels.json());
        root.put("dla_words", record.machine.buffers().dla());
        root.put("latency", marks());
        root.put("spans", Map.of("all", spans.rows().size(), "every", every));
        root.put("knot", knot);
        if (counters != null) {
            root.put(
                    "counters",
                    Map.of(
                            "line",
                            result.waits().line(),
                            "ports",
                            counters.rows().size()));
        }
        root.put("tables", tables);
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
        facts.put("muted", run.assertionsMuted());
        facts.put("hash", run.eventSha256());
        facts.put("packets", run.metrics().packets());
        facts.put("flits", run.metrics().flits());
        facts.put("mean", run.metrics().mean());
        facts.put("operations", run.operations().size());
        return facts;
    }

    /** The I/O tiles. They have no channel of the torus, so their figures are the operations of their tasks. */
    private Table ioTiles() {
        Table table = new Table("io_tiles.csv", "node,x,y,z,operations,bytes");
        Shape shape = record.machine.shape();
        long[] operations = new long[shape.ioTiles()];
        long[] bytes = new long[operations.length];
        for (OpRow row : run.operations()) {
            if (!shape.isOnTorus(row.node())) {
                operations[row.node() - shape.torusNodes()]++;
                bytes[row.node() - shape.torusNodes()] += row.bytes();
            }
        }
        for (int tile = 0; tile < operations.length; tile++) {
            int node = shape.torusNodes() + tile;
            table.row(node, shape.x(node), shape.y(node), shape.z(node), operations[tile], bytes[tile]);
        }
        return table;
    }

    private Table knotTable() {
        Table table = new Table("knot.csv", "member,node,packet,holds,wants,reason");
        for (int i = 0; i < knot.size(); i++) {
            Map<?, ?> m = (Map<?, ?>) knot.get(i);
            table.row(i, m.get("node"), m.get("packet"), m.get("holds"), m.get("wants"), m.get("reason"));
        }
        return table;
    }

    /** The histogram of packet latencies, in buckets of a round width. */
    private Table latency() {
        Histogram latency = result.latency();
        long most = latency.getTotalCount() == 0 ? 0 : latency.getMaxValue();
        long width = width(most);
        long[] packets = new long[(int) (most / width) + 1];
        for (HistogramIterationValue value : latency.recordedValues()) {
            int bucket = (int) Math.min(packets.length - 1, value.getValueIteratedTo() / width);
            packets[bucket] += value.getCountAtValueIteratedTo();
        }
        Table table = new Table("latency.csv", "first_cycles,last_cycles,packets");
        for (int bucket = 0; bucket < packets.length; bucket++) {
            table.row(bucket * width, (bucket + 1) * width - 1, packets[bucket]);
        }
        return table;
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

    /** Returns the lines in the histogram: their labels and their latencies. */
    private List<Map<String, Object>> marks() {
        Histogram latency = result.latency();
        return latency.getTotalCount() == 0
                ? List.of()
                : List.of(
                        Map.of("label", "p50", "cycles", latency.getValueAtPercentile(50)),
                        Map.of("label", "p99", "cycles", latency.getValueAtPercentile(99)),
                        Map.of("label", "max", "cycles", latency.getMaxValue()));
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

    /** Epochs, fences and barriers of all tasks, each from its begin to its end, which is empty if it never ended. */
    private Table spans(Program program) {
        Table table = new Table("spans.csv", "kind,operation,op,node,task,target,begin_cycle,end_cycle");
        long[] closed = closings(program, run.operations());
        for (int id = 0; id < program.size(); id++) {
            Operation op = program.operation(id);
            OpRow row = run.operations().get(id);
            boolean epoch = op.kind() == OpKind.EPOCH_OPEN;
            String kind =
                    switch (op.kind()) {
                        case EPOCH_OPEN -> "epoch";
                        case FENCE, FLUSH, QUIET -> "fence";
                        case BARRIER -> "barrier";
                        default -> "";
                    };
            if (!kind.isEmpty() && row.posted() >= 0) {
                String what = epoch ? "EPOCH" : op.kind().name();
                Long end = Table.known(epoch ? closed[id] : row.completed());
                table.row(kind, what, id, op.node(), op.task(), Table.known(op.target()), row.posted(), end);
            }
        }
        return table;
    }

    /** Returns counters.csv: where flits waited and why, by the performance counters of every queue of every node. */
    public static String csv(CounterTable waits) {
        return counters(waits).csv();
    }

    private static Table counters(CounterTable waits) {
        String causes = String.join(",", CounterTable.CAUSES).toLowerCase(Locale.ROOT);
        Table table = new Table(
                COUNTERS, "node,x,y,z,queue,class,moved,stage_cycles,blocked_cycles," + causes + ",counted_cycles");
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

    /** The curves over time: flits in and out, open work, waits of front flits, and the pool of the store path. */
    private final class TimeFigures {
        /** One curve: its CSV file, its column there, and the digits after the point of its values. */
        private record Curve(String file, String name, int digits, IntToLongFunction value) {
            Object at(int bin) {
                return Table.decimal(value.applyAsLong(bin), digits);
            }
        }

        private final List<Curve> curves = new ArrayList<>();

        TimeFigures() {
            add("activity.csv", "flits_in", 0, bin -> local(bin, Channels.INJECT));
            add("activity.csv", "flits_out", 0, bin -> local(bin, Channels.EJECT));
            add("activity.csv", "most_packets_in_network", record.peaks, Peak.PACKETS_IN_NETWORK.ordinal());
            add("activity.csv", "most_open_operations", record.peaks, Peak.OPEN_OPERATIONS.ordinal());
            for (int row = 0; row < Recording.FRONTS.size(); row++) {
                int front = row;
                add("waits.csv", Recording.FRONTS.get(row), 2, bin -> perSample(record.fronts.at(front, bin), bin));
            }
            if (record.usesDla()) {
                if (!record.isDlaHeldUnknown()) {
                    add("dla.csv", "most_credits_held", record.dlaMost, 0);
                }
                add("dla.csv", "most_words", record.dlaMost, 1);
                for (Recording.Answer answer : Recording.Answer.values()) {
                    add("dla.csv", answer.name().toLowerCase(Locale.ROOT), record.dlaCounts, answer.ordinal());
                }
            }
        }

        private void add(String file, String name, int digits, IntToLongFunction value) {
            curves.add(new Curve(file, name, digits, value));
        }

        private void add(String file, String name, Series series, int row) {
            add(file, name, 0, bin -> series.at(row, bin));
        }

        private long local(int bin, int first) {
            return IntStream.range(0, record.machine.nodes() * Channels.LOCAL)
                    .map(i -> i / Channels.LOCAL * Channels.PER_NODE + first + i % Channels.LOCAL)
                    .mapToLong(channel -> record.flits.at(channel, bin))
                    .sum();
        }

        /** Returns a mean over the snapshots of a bin, in hundredths. */
        private long perSample(long sum, int bin) {
            long samples = record.samples.at(0, bin);
            return samples == 0 ? 0 : (200 * sum + samples) / (2 * samples);
        }

        List<Table> tables() {
            return curves.stream().map(Curve::file).distinct().map(this::table).toList();
        }

        private Table table(String file) {
            List<Curve> own = curves.stream().filter(c -> c.file().equals(file)).toList();
            String names = own.stream().map(Curve::name).collect(Collectors.joining(","));
            Table table = new Table(file, "first_cycle,end_cycle," + names);
            for (int bin = 0; bin < record.axis.used(run.cycles()); bin++) {
                long first = bin * record.axis.width();
                long end = first + record.axis.cyclesOf(bin, run.cycles());
                List<Object> cells = new ArrayList<>(List.of(first, end));
                for (Curve curve : own) {
                    cells.add(curve.at(bin));
                }
                table.row(cells.toArray());
            }
            return table;
        }
    }
}
