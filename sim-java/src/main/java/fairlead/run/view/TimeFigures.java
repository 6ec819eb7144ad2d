// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.run.record.Channels;
import fairlead.run.record.Recording;
import fairlead.run.record.Recording.Peak;
import fairlead.run.record.Series;
import fairlead.run.record.TimeAxis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The curves over time: flits entering and leaving, open work, waits of front flits, and the pool of the store path.
 */
final class TimeFigures {
    private static final String MEAN = "VCs"; // the unit of means over the snapshots of a bin, which are hundredths

    /**
     * One curve.
     *
     * @param name column of the CSV file
     * @param label text of the legend
     * @param value value of each bin
     */
    private record Curve(String name, String label, IntToLongFunction value) {}

    /** The curves of one figure, whose values have one unit. */
    private record Figure(String name, String unit, List<Curve> curves) {
        String text(long value) {
            return MEAN.equals(unit) ? Table.decimal(value, 2) : String.valueOf(value);
        }
    }

    /** A curve for the script, which reads these names. */
    private record Shown(String name, String label, long[] values) {}

    private final Recording record;
    private final TimeAxis axis;
    private final long cycles;
    private final int bins;
    private final List<Figure> figures = new ArrayList<>();

    TimeFigures(Recording record, long cycles) {
        this.record = record;
        this.cycles = cycles;
        axis = record.axis;
        bins = axis.used(cycles);
        List<Curve> traffic = List.of(
                new Curve("flits_in", "flits into the network", bin -> local(bin, Channels.INJECT)),
                new Curve("flits_out", "flits out of it", bin -> local(bin, Channels.EJECT)));
        Series peaks = record.peaks;
        List<Curve> open = List.of(
                curve(
                        "most_packets_in_network",
                        "packets in the network, most",
                        peaks,
                        Peak.PACKETS_IN_NETWORK.ordinal()),
                curve("most_open_operations", "open operations, most", peaks, Peak.OPEN_OPERATIONS.ordinal()));
        String[] labels = {
            "may go", "another goes first", "no credit", "another packet holds the VC", "the receiver takes nothing"
        };
        List<Curve> waits = IntStream.range(0, labels.length)
                .mapToObj(row -> new Curve(
                        Recording.FRONTS.get(row), labels[row], bin -> perSample(record.fronts.at(row, bin), bin)))
                .toList();
        figures.add(new Figure("traffic", "flits", traffic));
        figures.add(new Figure("open", "1", open));
        figures.add(new Figure("waits", MEAN, waits));
        if (record.usesDla()) {
            storePath();
        }
    }

    private void storePath() {
        List<Curve> pool = new ArrayList<>();
        if (!record.isDlaHeldUnknown()) {
            pool.add(curve("most_credits_held", "credits held, fullest node", record.dlaMost, 0));
        }
        pool.add(curve("most_words", "words in the FIFO, fullest node", record.dlaMost, 1));
        Series counts = record.dlaCounts;
        List<Curve> requests = List.of(
                curve("granted", "allocations granted", counts, 0),
                curve("denied", "allocations denied", counts, 1),
                curve("accepted", "requests accepted", counts, 2),
                curve("discarded", "requests discarded", counts, 3));
        figures.add(new Figure("pool", "words", pool));
        figures.add(new Figure("requests", "1", requests));
    }

    private static Curve curve(String name, String label, Series series, int row) {
        return new Curve(name, label, bin -> series.at(row, bin));
    }

    private long local(int bin, int first) {
        long flits = 0;
        for (int node = 0; node < record.machine.nodes(); node++) {
            for (int port = first; port < first + Channels.LOCAL; port++) {
                flits += record.flits.at(node * Channels.PER_NODE + port, bin);
            }
        }
        return flits;
    }

    /** Returns a mean over the snapshots of a bin, in hundredths. */
    private long perSample(long sum, int bin) {
        long samples = record.samples.at(0, bin);
        return samples == 0 ? 0 : (200 * sum + samples) / (2 * samples);
    }

    void json(Map<String, Object> root) {
        for (Figure figure : figures) {
            root.put(
                    figure.name(),
                    figure.curves().stream()
                            .map(c -> new Shown(
                                    c.name(),
                                    c.label(),
                                    IntStream.range(0, bins)
                                            .mapToLong(c.value()::applyAsLong)
                                            .toArray()))
                            .toList());
        }
        if (record.usesDla()) {
            root.put("dla_words", record.machine.buffers().dla());
            root.put("dla_credits", record.machine.dla().maxCredits());
        }
    }

    List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        tables.add(table("activity.csv", figures.subList(0, 2)));
        tables.add(table("waits.csv", figures.subList(2, 3)));
        if (record.usesDla()) {
            tables.add(table("dla.csv", figures.subList(3, 5)));
        }
        return tables;
    }

    /** Receives one value of a curve with its unit. */
    interface Sink {
        void value(int bin, String name, String value, String unit) throws IOException;
    }

    /** Passes every value of every curve on. */
    void each(Sink sink) throws IOException {
        for (Figure figure : figures) {
            for (Curve curve : figure.curves()) {
                for (int bin = 0; bin < bins; bin++) {
                    sink.value(bin, curve.name(), figure.text(curve.value().applyAsLong(bin)), figure.unit());
                }
            }
        }
    }

    private Table table(String name, List<Figure> shown) {
        String names = shown.stream()
                .flatMap(f -> f.curves().stream().map(Curve::name))
                .collect(Collectors.joining(","));
        Table table = new Table(name, "first_cycle,end_cycle," + names);
        for (int bin = 0; bin < bins; bin++) {
            List<Object> cells = new ArrayList<>();
            cells.add(bin * axis.width());
            cells.add(bin * axis.width() + axis.cyclesOf(bin, cycles));
            for (Figure figure : shown) {
                for (Curve curve : figure.curves()) {
                    cells.add(figure.text(curve.value().applyAsLong(bin)));
                }
            }
            table.row(cells.toArray());
        }
        return table;
    }
}
