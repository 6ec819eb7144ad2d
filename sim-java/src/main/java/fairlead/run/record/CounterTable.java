// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.WaitCause;
import fairlead.software.CounterReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The performance counters of all nodes at the end of a run (docs/spec/perf-counters.md). */
public final class CounterTable {
    /** Names of the causes, in the order of their counters. */
    public static final List<String> CAUSES = List.of("OWNER", "CREDIT", "LINK", "CONNECTION", "ARBITRATION");

    private static final List<String> WORDS = List.of(
            "the owner of their output VC",
            "a credit",
            "a link that is slower than the router",
            "a connection of the switch",
            "another flit at the switch");

    private static final int ROWS = CounterReading.ROWS;
    private static final int COUNTERS = CounterReading.COUNTERS;
    private static final int FLITS = 0;
    private static final int BLOCKED = 1;
    private static final int CYCLES = COUNTERS - 1;

    /**
     * The counters of the VCs of one class of one input port.
     *
     * @param port name of the port
     * @param traffic request or response
     * @param causes cycles for each of {@link #CAUSES}
     * @param cycles cycles that were counted
     */
    public record Row(
            int node, String port, String traffic, long flits, long blocked, List<Long> causes, long cycles) {}

    private final Shape shape;
    private final List<Row> rows = new ArrayList<>();

    private CounterTable(final Shape shape, final int localPorts, final long[] counters) {
        this.shape = shape;
        for (int at = 0; at < counters.length; at += COUNTERS) {
            final int row = at / COUNTERS % ROWS;
            final int link = row / HwLayout.CLASSES;
            final int local = Channels.INJECT + row - HwLayout.LINKS * HwLayout.CLASSES;
            final boolean isLink = link < HwLayout.LINKS;
            if (!Channels.exists(shape, localPorts, isLink ? link : local)) {
                continue;
            }
            final List<Long> causes = new ArrayList<>();
            for (int cause = WaitCause.OWNER; cause <= WaitCause.ARBITRATION; cause++) {
                causes.add(counters[at + BLOCKED + cause]);
            }
            final boolean isRequest =
                    isLink ? row % HwLayout.CLASSES == 0 : local - Channels.INJECT < HwLayout.LOCAL_PORTS;
            rows.add(new Row(
                    at / COUNTERS / ROWS,
                    isLink ? Channels.name(link).replace("link", "from") : Channels.name(local),
                    isRequest ? "request" : "response",
                    counters[at + FLITS],
                    counters[at + BLOCKED],
                    List.copyOf(causes),
                    counters[at + CYCLES]));
        }
    }

    /** @param counters as of {@link CounterReading#of} */
    public static CounterTable of(final MachineConfig config, final long[] counters) {
        return new CounterTable(config.shape(), config.localPorts(), counters);
    }

    public Shape shape() {
        return shape;
    }

    public List<Row> rows() {
        return rows;
    }

    /** Returns rank and coordinates of a node. */
    public String place(final int node) {
        return node + " (" + shape.x(node) + "," + shape.y(node) + "," + shape.z(node) + ")";
    }

    /** Returns the cause of the most blocked cycles and the place with most of them, in one line. */
    public String line() {
        final long[] sums = new long[CAUSES.size()];
        long blocked = 0;
        for (final Row row : rows) {
            blocked += row.blocked();
            for (int cause = 0; cause < sums.length; cause++) {
                sums[cause] += row.causes().get(cause);
            }
        }
        if (blocked == 0) {
            return "flits waited nowhere";
        }
        int most = 0;
        for (int cause = 1; cause < sums.length; cause++) {
            most = sums[cause] > sums[most] ? cause : most;
        }
        Row worst = rows.get(0);
        for (final Row row : rows) {
            worst = row.causes().get(most) > worst.causes().get(most) ? row : worst;
        }
        return String.format(
                Locale.ROOT,
                "flits waited most for %s: %.0f %% of %,d blocked cycles, %,d of them at node %s, %s, %s",
                WORDS.get(most),
                100.0 * sums[most] / blocked,
                blocked,
                worst.causes().get(most),
                place(worst.node()),
                worst.port(),
                worst.traffic());
    }
}
