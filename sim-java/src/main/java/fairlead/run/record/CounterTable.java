// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.WaitCause;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.CounterReading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The performance counters of all nodes at the end of a run (docs/spec/perf-counters.md). */
public final class CounterTable {
    /** A cause, in the words of a reader, and the queues that it is of. */
    private record Cause(String name, String words) {}

    private static final List<Cause> ROUTED = List.of(
            new Cause("OWNER", "the owner of their output VC"),
            new Cause("CREDIT", "a credit"),
            new Cause("LINK", "a link that is slower than the router"),
            new Cause("CONNECTION", "a connection of the switch"),
            new Cause("ARBITRATION", "another flit"));
    private static final List<Cause> SENT = List.of(
            new Cause("FENCE", "the end of a fence"),
            new Cause("ENTRY", "a fence entry"),
            new Cause("ACK_COUNTER", "an acknowledgement counter"),
            new Cause("MESSAGE_CREDIT", "a place in the reception FIFO of their target"),
            new Cause("ROUTER", "a place in the router"),
            new Cause("MEMORY", "data from memory"),
            new Cause("DLA", "a request of the store path"),
            new Cause("PORT", "another packet"));
    private static final List<Cause> RECEIVED = List.of(
            new Cause("RESPONSE", "a response slot"),
            new Cause("COMMIT", "a place in the commit queue"),
            ROUTED.get(4));
    private static final List<Cause> ALL =
            Stream.of(ROUTED, SENT, RECEIVED).flatMap(List::stream).distinct().toList();

    /** Names of the causes, in the order of {@link Row#causes}. */
    public static final List<String> CAUSES = ALL.stream().map(Cause::name).toList();

    private static final int ROWS = CounterReading.ROWS;
    private static final int COUNTERS = CounterReading.COUNTERS;
    private static final int MOVED = 0;
    private static final int BLOCKED = 1;
    private static final int STAGE = BLOCKED + WaitCause.STAGE;
    private static final int STORE_ROW = HwLayout.FIRST_RECEIVE_ROW - 1;

    /**
     * The counters of one queue: the VCs of one class of an input port of the router, an injection FIFO, the store
     * path, or the flits at the end of an ejection link.
     *
     * @param moved flits that left, or packets that were prepared
     * @param stages cycles in which a head went on to the next stage of the router, which are no blocked cycles
     * @param causes cycles for each of {@link #CAUSES}
     */
    public record Row(
            int node,
            String port,
            String traffic,
            boolean isRouted,
            long moved,
            long blocked,
            long stages,
            List<Long> causes,
            long cycles) {}

    private final MachineConfig config;
    private final List<Row> rows = new ArrayList<>();

    /** @param counters as of {@link CounterReading#of} */
    public CounterTable(MachineConfig config, long[] counters) {
        this.config = config;
        for (int node = 0; node < config.nodes(); node++) {
            for (int row = 0; row < HwLayout.CYCLES_ROW; row++) {
                int channel = channel(row);
                if (channel < 0 || exists(node, channel)) {
                    rows.add(row(node, row, counters));
                }
            }
        }
    }

    private boolean exists(int node, int channel) {
        return config.shape().isOnTorus(node) && Channels.exists(config.shape(), config.localPorts(), channel);
    }

    /** Returns the channel whose flits come into the queue, or -1 if there is none. */
    private static int channel(int row) {
        if (row >= HwLayout.FIRST_SEND_ROW) {
            return row < HwLayout.FIRST_RECEIVE_ROW ? -1 : Channels.EJECT + row - HwLayout.FIRST_RECEIVE_ROW;
        }
        int link = row / HwLayout.CLASSES;
        return link < HwLayout.LINKS ? link : Channels.INJECT + row - HwLayout.LINKS * HwLayout.CLASSES;
    }

    public static String port(int row) {
        int channel = channel(row);
        return channel >= 0
                ? Channels.name(channel).replace("link", "from")
                : row == STORE_ROW ? "store path" : "injection FIFO " + (row - HwLayout.FIRST_SEND_ROW);
    }

    /** Returns the class of the flits of a row: request or response. */
    public static String traffic(int row) {
        int channel = channel(row);
        boolean isRequest = channel < 0
                || (channel < HwLayout.LINKS
                        ? row % HwLayout.CLASSES == 0
                        : (channel - Channels.INJECT) % Channels.LOCAL < HwLayout.MOST_PORTS);
        return isRequest ? "request" : "response";
    }

    private static List<Cause> causes(int row) {
        return row < HwLayout.FIRST_SEND_ROW ? ROUTED : row < HwLayout.FIRST_RECEIVE_ROW ? SENT : RECEIVED;
    }

    /** Returns the names of the causes of a row, in the order of its counters. */
    public static List<String> causeNames(int row) {
        return causes(row).stream().map(Cause::name).toList();
    }

    private static Row row(int node, int row, long[] counters) {
        int at = (node * ROWS + row) * COUNTERS;
        List<Cause> own = causes(row);
        return new Row(
                node,
                port(row),
                traffic(row),
                row < HwLayout.FIRST_SEND_ROW,
                counters[at + MOVED],
                counters[at + BLOCKED],
                row < HwLayout.FIRST_SEND_ROW && HwLayout.HEAD_STAGES > 0 ? counters[at + STAGE] : 0,
                ALL.stream()
                        .map(cause -> own.contains(cause) ? counters[at + BLOCKED + 1 + own.indexOf(cause)] : 0)
                        .toList(),
                counters[(node * ROWS + HwLayout.CYCLES_ROW) * COUNTERS]);
    }

    public Shape shape() {
        return config.shape();
    }

    public List<Row> rows() {
        return rows;
    }

    /** Returns the cause of most blocked cycles and the place with most of them, of routers and NICs, in one line. */
    public String line() {
        return line("flits", rows.stream().filter(Row::isRouted).toList()) + "; "
                + line(
                        "queues of the NIC",
                        rows.stream().filter(row -> !row.isRouted()).toList());
    }

    private static Row worst(List<Row> rows, ToLongFunction<Row> value) {
        return rows.stream()
                .reduce((worst, row) -> value.applyAsLong(row) > value.applyAsLong(worst) ? row : worst)
                .orElseThrow();
    }

    /** Returns how long the queues waited for these causes and where most, or an empty string if none did. */
    public String waits(List<String> causes) {
        int[] columns = causes.stream().mapToInt(CAUSES::indexOf).toArray();
        ToLongFunction<Row> own =
                row -> Arrays.stream(columns).mapToLong(row.causes()::get).sum();
        List<Row> waiting =
                rows.stream().filter(row -> own.applyAsLong(row) > 0).toList();
        if (waiting.isEmpty()) {
            return "";
        }
        long sum = waiting.stream().mapToLong(own).sum();
        Row worst = worst(waiting, own);
        return String.format(
                Locale.ROOT,
                "%,d cycles of waits for it, %.0f %% of all waits of the queues that had them, most at node %s, %s, %s",
                sum,
                100.0 * sum / waiting.stream().mapToLong(Row::blocked).sum(),
                shape().place(worst.node()),
                worst.port(),
                worst.traffic());
    }

    private String line(String what, List<Row> rows) {
        long blocked = rows.stream().mapToLong(Row::blocked).sum();
        if (blocked == 0) {
            return what + " waited nowhere";
        }
        long[] sums = IntStream.range(0, ALL.size())
                .mapToLong(
                        c -> rows.stream().mapToLong(row -> row.causes().get(c)).sum())
                .toArray();
        int most = IntStream.range(0, sums.length)
                .reduce((best, c) -> sums[c] > sums[best] ? c : best)
                .orElseThrow();
        Row worst = worst(rows, row -> row.causes().get(most));
        return String.format(
                Locale.ROOT,
                "%s waited most for %s: %.0f %% of %,d blocked cycles, %,d of them at node %s, %s, %s",
                what,
                ALL.get(most).words(),
                100.0 * sums[most] / blocked,
                blocked,
                worst.causes().get(most),
                shape().place(worst.node()),
                worst.port(),
                worst.traffic());
    }
}
