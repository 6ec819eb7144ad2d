// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.run.record.Channels;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.Recording;
import fairlead.run.report.RunReport;
import fairlead.run.view.ChannelFigures.Metric;
import java.io.IOException;
import java.nio.file.Path;

/** Writes packets.csv, one row a packet, and stats.csv, one row a value with its unit. */
public final class LongTables {
    public static final String PACKETS = "packets.csv";
    public static final String STATS = "stats.csv";
    private static final String END = "\r\n";
    private static final int RUN_DIGITS = 8;

    private final RunReport run;

    public LongTables(final RunReport run) {
        this.run = run;
    }

    public void packets(final PacketRecord packets, final Path file) throws IOException {
        try (RowWriter out = new RowWriter(file, Long.MAX_VALUE)) {
            out.add("packet,type,op,source,target,class,bytes,flits,hops,prepared_cycle,injected_cycle,delivered_cycle,"
                    + "latency_cycles" + END);
            for (int p = 0; p < packets.size(); p++) {
                final long delivered = packets.deliveredAt(p);
                out.add(String.join(
                                ",",
                                String.valueOf(p),
                                packets.type(p),
                                number(packets.operation(p)),
                                String.valueOf(packets.source(p)),
                                String.valueOf(packets.target(p)),
                                packets.injectionPort(p) < Channels.LOCAL / 2 ? "request" : "response",
                                String.valueOf(packets.bytes(p)),
                                String.valueOf(packets.flits(p)),
                                String.valueOf(packets.hops(p)),
                                String.valueOf(packets.preparedAt(p)),
                                String.valueOf(packets.injectedAt(p)),
                                number(delivered),
                                delivered < 0 ? "" : String.valueOf(delivered - packets.preparedAt(p))))
                        .add(END);
            }
        }
    }

    private static String number(final long value) {
        return value < 0 ? "" : String.valueOf(value);
    }

    public void stats(final Recording record, final Path file) throws IOException {
        final ChannelFigures channels = new ChannelFigures(record, run.cycles());
        final TimeFigures times = new TimeFigures(record, run.cycles());
        try (RowWriter out = new RowWriter(file, Long.MAX_VALUE)) {
            out.add("run,first_cycle,end_cycle,component,stat,value,unit" + END);
            final RunReport.Metrics m = run.metrics();
            whole(out, "machine", "packets", String.valueOf(m.packets()), "packets");
            whole(out, "machine", "flits", String.valueOf(m.flits()), "flits");
            whole(out, "machine", "flit_hops", String.valueOf(m.flitHops()), "flits");
            whole(out, "machine", "latency_mean", String.valueOf(m.mean()), "cycles");
            whole(out, "machine", "latency_p50", String.valueOf(m.p50()), "cycles");
            whole(out, "machine", "latency_p99", String.valueOf(m.p99()), "cycles");
            whole(out, "machine", "latency_max", String.valueOf(m.max()), "cycles");
            times.each((bin, name, value, unit) -> row(out, record, bin, "machine", name, value, unit));
            for (int channel = 0; channel < channels.channels(); channel++) {
                if (channels.exists(channel)) {
                    channel(out, record, channels, channel);
                }
            }
        }
    }

    private void channel(final RowWriter out, final Recording record, final ChannelFigures channels, final int channel)
            throws IOException {
        final String component =
                "node " + channel / Channels.PER_NODE + " " + Channels.name(channel % Channels.PER_NODE);
        whole(out, component, "flits", String.valueOf(record.flits().whole(channel)), "flits");
        for (final Metric metric : Metric.values()) {
            whole(out, component, word(metric), text(metric, channels.whole(channel, metric)), unit(metric));
        }
        for (int bin = 0; bin < record.axis().used(run.cycles()); bin++) {
            for (final Metric metric : Metric.values()) {
                final long value = channels.at(channel, bin, metric);
                if (value != 0) {
                    row(out, record, bin, component, word(metric), text(metric, value), unit(metric));
                }
            }
        }
    }

    private static String word(final Metric metric) {
        return switch (metric) {
            case UTILISATION -> "utilisation";
            case BUFFERED -> "mean_buffered_flits";
            case FULL -> "share_of_time_full";
        };
    }

    private static String text(final Metric metric, final long value) {
        return metric == Metric.BUFFERED ? Table.hundredths(value) : Table.thousandths(value);
    }

    private static String unit(final Metric metric) {
        return metric == Metric.BUFFERED ? "flits" : "1";
    }

    private void whole(
            final RowWriter out, final String component, final String stat, final String value, final String unit)
            throws IOException {
        line(out, 0, run.cycles(), component, stat, value, unit);
    }

    private void row(
            final RowWriter out,
            final Recording record,
            final int bin,
            final String component,
            final String stat,
            final String value,
            final String unit)
            throws IOException {
        final long first = bin * record.axis().width();
        line(out, first, first + record.axis().cyclesOf(bin, run.cycles()), component, stat, value, unit);
    }

    private void line(
            final RowWriter out,
            final long first,
            final long end,
            final String component,
            final String stat,
            final String value,
            final String unit)
            throws IOException {
        out.add(run.eventSha256().substring(0, RUN_DIGITS) + "," + first + "," + end + "," + component + "," + stat
                + "," + value + "," + unit + END);
    }
}
