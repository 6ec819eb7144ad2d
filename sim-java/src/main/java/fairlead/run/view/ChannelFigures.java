// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.machine.Shape;
import fairlead.run.record.Channels;
import fairlead.run.record.Recording;
import fairlead.run.record.TimeAxis;
import fairlead.run.record.TimeAxis.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The heat maps: utilisation, flits in buffers and time without space of every channel, over the run and in each bin.
 * All values are integers: thousandths of the capacity, hundredths of a flit, thousandths of the snapshots.
 */
final class ChannelFigures {
    /** A value of a channel in a range of time. */
    enum Metric {
        UTILISATION(3),
        BUFFERED(2),
        FULL(3);

        static final List<Metric> ALL = List.of(values());
        private final int digits;

        Metric(int digits) {
            this.digits = digits;
        }

        Object text(long value) {
            return Table.decimal(value, digits);
        }
    }

    private static final int WHOLE = -1; // a bin that is the whole run
    private static final String COLUMNS = "flits,utilisation,mean_buffered_flits,share_of_time_full";

    /** A heat map; a channel whose values over time are all 0 has a 0 in place of them. */
    private record Shown(List<Long> run, List<Object> time) {}

    private final Recording record;
    private final TimeAxis axis;
    final Shape shape;
    private final long cycles;
    private final int bins;

    ChannelFigures(Recording record, long cycles) {
        this.record = record;
        this.cycles = cycles;
        axis = record.axis;
        shape = record.machine.shape().torus();
        bins = axis.used(cycles);
    }

    private IntStream channels() {
        return IntStream.range(0, shape.nodes() * Channels.PER_NODE);
    }

    IntStream existing() {
        return channels().filter(channel -> exists(channel % Channels.PER_NODE));
    }

    private boolean exists(int index) {
        return Channels.exists(shape, record.machine.localPorts(), index);
    }

    long whole(int channel, Metric metric) {
        return at(channel, WHOLE, metric);
    }

    long at(int channel, int bin, Metric metric) {
        Series series =
                switch (metric) {
                    case UTILISATION -> record.flits;
                    case BUFFERED -> record.buffered;
                    case FULL -> record.full;
                };
        long sum = bin == WHOLE ? series.whole(channel) : series.at(channel, bin);
        if (metric != Metric.UTILISATION) {
            Series samples = record.samples;
            return share(sum, bin == WHOLE ? samples.whole(0) : samples.at(0, bin), metric);
        }
        // a flit occupies a link for its interval, and a local port for one cycle
        int interval = channel % Channels.PER_NODE < Channels.LINKS ? record.machine.linkInterval() : 1;
        return share(sum * interval, bin == WHOLE ? cycles : axis.cyclesOf(bin, cycles), metric);
    }

    private static long share(long count, long of, Metric metric) {
        int scale = metric == Metric.BUFFERED ? 100 : 1000;
        return of == 0 ? 0 : (2 * count * scale + of) / (2 * of); // rounded to the nearest integer
    }

    /** Returns the existing channel with the greatest utilisation, the first one of several, or -1. */
    int busiest() {
        return existing()
                .reduce((best, channel) ->
                        whole(channel, Metric.UTILISATION) > whole(best, Metric.UTILISATION) ? channel : best)
                .orElse(-1);
    }

    Object json() {
        Map<String, Object> json = new LinkedHashMap<>();
        IntStream indices = IntStream.range(0, Channels.PER_NODE);
        json.put("names", indices.mapToObj(Channels::name).toList());
        json.put(
                "exists",
                IntStream.range(0, Channels.PER_NODE).mapToObj(this::exists).toList());
        for (Metric metric : Metric.ALL) {
            List<Long> run = channels().mapToObj(c -> whole(c, metric)).toList();
            List<Object> time = channels().mapToObj(c -> overTime(c, metric)).toList();
            json.put(metric.name().toLowerCase(Locale.ROOT), new Shown(run, time));
        }
        return json;
    }

    private Object overTime(int channel, Metric metric) {
        long[] values = IntStream.range(0, bins)
                .mapToLong(bin -> at(channel, bin, metric))
                .toArray();
        return LongStream.of(values).anyMatch(value -> value != 0) ? values : 0;
    }

    Table wholeTable() {
        Table table = new Table("channels.csv", "node,x,y,z,channel," + COLUMNS);
        existing().forEach(channel -> {
            int node = channel / Channels.PER_NODE;
            String name = Channels.name(channel % Channels.PER_NODE);
            row(table, channel, WHOLE, node, shape.x(node), shape.y(node), shape.z(node), name);
        });
        return table;
    }

    /** Returns the values of the bins; a row whose values are all 0 is left out. */
    Table timeTable() {
        Table table = new Table("channels_over_time.csv", "first_cycle,end_cycle,node,channel," + COLUMNS);
        for (int bin = 0; bin < bins; bin++) {
            int at = bin;
            long first = at * axis.width();
            long end = first + axis.cyclesOf(at, cycles);
            existing()
                    .filter(channel -> record.flits.at(channel, at) != 0
                            || at(channel, at, Metric.BUFFERED) != 0
                            || at(channel, at, Metric.FULL) != 0)
                    .forEach(channel -> {
                        String name = Channels.name(channel % Channels.PER_NODE);
                        row(table, channel, at, first, end, channel / Channels.PER_NODE, name);
                    });
        }
        return table;
    }

    private void row(Table table, int channel, int bin, Object... place) {
        List<Object> cells = new ArrayList<>(List.of(place));
        cells.add(bin == WHOLE ? record.flits.whole(channel) : record.flits.at(channel, bin));
        Metric.ALL.forEach(metric -> cells.add(metric.text(at(channel, bin, metric))));
        table.row(cells.toArray());
    }
}
