// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.run.record.Channels;
import fairlead.run.record.Recording;
import fairlead.run.record.Recording.Peak;
import fairlead.run.record.TimeAxis.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The curves over time: flits entering and leaving, open work, waits of front flits, and the pool of the store path.
 */
final class TimeFigures {
    /** One curve: its CSV file, its column there, and the digits after the point of its values. */
    private record Curve(String file, String name, int digits, IntToLongFunction value) {
        Object at(int bin) {
            return Table.decimal(value.applyAsLong(bin), digits);
        }
    }

    private final Recording record;
    private final long cycles;
    private final List<Curve> curves = new ArrayList<>();

    TimeFigures(Recording record, long cycles) {
        this.record = record;
        this.cycles = cycles;
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
        for (int bin = 0; bin < record.axis.used(cycles); bin++) {
            long first = bin * record.axis.width();
            List<Object> cells = new ArrayList<>(List.of(first, first + record.axis.cyclesOf(bin, cycles)));
            for (Curve curve : own) {
                cells.add(curve.at(bin));
            }
            table.row(cells.toArray());
        }
        return table;
    }
}
