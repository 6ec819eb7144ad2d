// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.machine.Shape;
import fairlead.run.record.Channels;
import fairlead.run.record.Recording;
import fairlead.run.record.TimeAxis;

/**
 * The heat maps: utilisation, flits in buffers and time without space of every channel, over the run and in each bin.
 * All values are integers: thousandths of the capacity, hundredths of a flit, thousandths of the snapshots.
 */
final class ChannelFigures {
    /** A value of a channel in a range of time. */
    enum Metric {
        UTILISATION,
        BUFFERED,
        FULL
    }

    private static final int THOUSAND = 1000;
    private static final int HUNDRED = 100;

    private final Recording record;
    private final TimeAxis axis;
    private final Shape shape;
    private final long cycles;
    private final int bins;
    private final long samples;

    ChannelFigures(final Recording record, final long cycles) {
        this.record = record;
        this.cycles = cycles;
        axis = record.axis();
        shape = record.machine().shape().torus();
        bins = axis.used(cycles);
        samples = record.samples().whole(0);
    }

    int channels() {
        return shape.nodes() * Channels.PER_NODE;
    }

    boolean exists(final int channel) {
        return Channels.exists(shape, record.machine().localPorts(), channel % Channels.PER_NODE);
    }

    /** Returns the cycles that one flit occupies the channel. */
    private int interval(final int channel) {
        return channel % Channels.PER_NODE < Channels.LINKS ? record.machine().linkInterval() : 1;
    }

    /** Returns a value over the whole run. */
    long whole(final int channel, final Metric metric) {
        return switch (metric) {
            case UTILISATION -> share(record.flits().whole(channel) * interval(channel), cycles, THOUSAND);
            case BUFFERED -> share(record.buffered().whole(channel), samples, HUNDRED);
            case FULL -> share(record.full().whole(channel), samples, THOUSAND);
        };
    }

    long at(final int channel, final int bin, final Metric metric) {
        final long looks = record.samples().at(0, bin);
        return switch (metric) {
            case UTILISATION -> share(
                    record.flits().at(channel, bin) * interval(channel), axis.cyclesOf(bin, cycles), THOUSAND);
            case BUFFERED -> share(record.buffered().at(channel, bin), looks, HUNDRED);
            case FULL -> share(record.full().at(channel, bin), looks, THOUSAND);
        };
    }

    private static long share(final long count, final long of, final int scale) {
        return of == 0 ? 0 : (2 * count * scale + of) / (2 * of); // rounded to the nearest integer
    }

    /** Returns the existing channel with the greatest utilisation among the indices from `first` to `end` - 1. */
    int busiest(final int first, final int end) {
        int best = -1;
        for (int channel = 0; channel < channels(); channel++) {
            final int index = channel % Channels.PER_NODE;
            if (index >= first
                    && index < end
                    && exists(channel)
                    && (best < 0 || whole(channel, Metric.UTILISATION) > whole(best, Metric.UTILISATION))) {
                best = channel;
            }
        }
        return best;
    }

    String place(final int node) {
        return node + " (" + shape.x(node) + "," + shape.y(node) + "," + shape.z(node) + ")";
    }

    void json(final ObjectNode root) {
        final ObjectNode json = root.putObject("channels");
        final ArrayNode names = json.putArray("names");
        final ArrayNode exists = json.putArray("exists");
        for (int index = 0; index < Channels.PER_NODE; index++) {
            names.add(Channels.name(index));
            exists.add(exists(index));
        }
        for (final Metric metric : Metric.values()) {
            final ObjectNode part = json.putObject(word(metric));
            final ArrayNode run = part.putArray("run");
            final ArrayNode time = part.putArray("time");
            for (int channel = 0; channel < channels(); channel++) {
                run.add(whole(channel, metric));
                rows(time, channel, metric);
            }
        }
    }

    /** Adds the bins of a channel, or 0 for a channel whose values are all 0. */
    private void rows(final ArrayNode time, final int channel, final Metric metric) {
        boolean any = false;
        for (int bin = 0; bin < bins; bin++) {
            any |= at(channel, bin, metric) != 0;
        }
        if (!any) {
            time.add(0);
            return;
        }
        final ArrayNode row = time.addArray();
        for (int bin = 0; bin < bins; bin++) {
            row.add(at(channel, bin, metric));
        }
    }

    private static String word(final Metric metric) {
        return metric.name().toLowerCase(java.util.Locale.ROOT);
    }

    Table wholeTable() {
        final Table table = new Table(
                "channels.csv",
                "node",
                "x",
                "y",
                "z",
                "channel",
                "flits",
                "utilisation",
                "mean_buffered_flits",
                "share_of_time_full");
        for (int channel = 0; channel < channels(); channel++) {
            if (exists(channel)) {
                final int node = channel / Channels.PER_NODE;
                table.row(
                        node,
                        shape.x(node),
                        shape.y(node),
                        shape.z(node),
                        Channels.name(channel % Channels.PER_NODE),
                        record.flits().whole(channel),
                        Table.thousandths(whole(channel, Metric.UTILISATION)),
                        Table.hundredths(whole(channel, Metric.BUFFERED)),
                        Table.thousandths(whole(channel, Metric.FULL)));
            }
        }
        return table;
    }

    /** Returns the values of the bins; a row whose values are all 0 is left out. */
    Table timeTable() {
        final Table table = new Table(
                "channels_over_time.csv",
                "first_cycle",
                "end_cycle",
                "node",
                "channel",
                "flits",
                "utilisation",
                "mean_buffered_flits",
                "share_of_time_full");
        for (int bin = 0; bin < bins; bin++) {
            for (int channel = 0; channel < channels(); channel++) {
                final long flits = record.flits().at(channel, bin);
                final long buffered = at(channel, bin, Metric.BUFFERED);
                final long full = at(channel, bin, Metric.FULL);
                if (exists(channel) && (flits != 0 || buffered != 0 || full != 0)) {
                    table.row(
                            bin * axis.width(),
                            bin * axis.width() + axis.cyclesOf(bin, cycles),
                            channel / Channels.PER_NODE,
                            Channels.name(channel % Channels.PER_NODE),
                            flits,
                            Table.thousandths(at(channel, bin, Metric.UTILISATION)),
                            Table.hundredths(buffered),
                            Table.thousandths(full));
                }
            }
        }
        return table;
    }
}
