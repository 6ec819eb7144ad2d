// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.run.RunReport;
import fairlead.run.record.Channels;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.PacketRecord.Packet;
import fairlead.run.record.Recording;
import fairlead.run.view.ChannelFigures.Metric;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** Writes packets.csv, one row a packet, and stats.csv, one row a value with its unit. */
public final class LongTables {
    public static final String PACKETS = "packets.csv";
    public static final String STATS = "stats.csv";
    private static final int RUN_DIGITS = 8;

    private final RunReport run;
    private final String hash; // its beginning

    public LongTables(RunReport run) {
        this.run = run;
        hash = run.eventSha256().substring(0, RUN_DIGITS);
    }

    public void packets(PacketRecord packets, Path file) throws IOException {
        try (CSVPrinter out = CSVFormat.RFC4180.print(file, StandardCharsets.UTF_8)) {
            out.printRecord((Object[]) ("packet,type,op,source,target,class,bytes,flits,hops,prepared_cycle,"
                            + "injected_cycle,delivered_cycle,latency_cycles")
                    .split(","));
            int number = 0;
            for (Packet p : packets.packets()) {
                long delivered = p.deliveredAt();
                out.printRecord(
                        number++,
                        p.type(),
                        Table.known(p.operation()),
                        p.source(),
                        p.target(),
                        p.injectionPort() < Channels.LOCAL / 2 ? "request" : "response",
                        p.bytes(),
                        p.flits(),
                        p.hops(),
                        p.preparedAt(),
                        p.injectedAt(),
                        Table.known(delivered),
                        delivered < 0 ? null : delivered - p.preparedAt());
            }
        }
    }

    public void stats(Recording record, Path file) throws IOException {
        ChannelFigures channels = new ChannelFigures(record, run.cycles());
        try (CSVPrinter out = CSVFormat.RFC4180.print(file, StandardCharsets.UTF_8)) {
            out.printRecord((Object[]) "run,first_cycle,end_cycle,component,stat,value,unit".split(","));
            RunReport.Metrics m = run.metrics();
            whole(out, "machine", "packets", m.packets(), "packets");
            whole(out, "machine", "flits", m.flits(), "flits");
            whole(out, "machine", "flit_hops", m.flitHops(), "flits");
            whole(out, "machine", "latency_mean", m.mean(), "cycles");
            whole(out, "machine", "latency_p50", m.p50(), "cycles");
            whole(out, "machine", "latency_p99", m.p99(), "cycles");
            whole(out, "machine", "latency_max", m.max(), "cycles");
            for (TimeFigures.Curve curve : new TimeFigures(record, run.cycles()).curves()) {
                for (int bin = 0; bin < record.axis.used(run.cycles()); bin++) {
                    row(out, record, bin, "machine", curve.name(), curve.at(bin), curve.unit());
                }
            }
            for (int channel : channels.existing().toArray()) {
                channel(out, record, channels, channel);
            }
        }
    }

    private void channel(CSVPrinter out, Recording record, ChannelFigures channels, int channel) throws IOException {
        String component = "node " + channel / Channels.PER_NODE + " " + Channels.name(channel % Channels.PER_NODE);
        whole(out, component, "flits", record.flits.whole(channel), "flits");
        for (Metric metric : Metric.ALL) {
            whole(out, component, metric.column, metric.text(channels.whole(channel, metric)), metric.unit);
        }
        for (int bin = 0; bin < record.axis.used(run.cycles()); bin++) {
            for (Metric metric : Metric.ALL) {
                long value = channels.at(channel, bin, metric);
                if (value != 0) {
                    row(out, record, bin, component, metric.column, metric.text(value), metric.unit);
                }
            }
        }
    }

    private void whole(CSVPrinter out, String component, String stat, Object value, String unit) throws IOException {
        out.printRecord(hash, 0, run.cycles(), component, stat, value, unit);
    }

    private void row(
            CSVPrinter out, Recording record, int bin, String component, String stat, Object value, String unit)
            throws IOException {
        long first = bin * record.axis.width();
        long end = first + record.axis.cyclesOf(bin, run.cycles());
        out.printRecord(hash, first, end, component, stat, value, unit);
    }
}
