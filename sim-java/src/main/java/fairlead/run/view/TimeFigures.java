// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.run.record.Channels;
import fairlead.run.record.Recording;
import fairlead.run.record.Recording.Peak;
import fairlead.run.record.Series;
import fairlead.run.record.TimeAxis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The curves over time: flits entering and leaving, open work, waits of front flits, and the pool of the store path.
 */
final class TimeFigures {
    /**
     * One curve.
     *
     * @param name column of the CSV file
     * @param label text of the legend
     * @param value value of each bin
     */
    private record Curve(String name, String label, IntToLongFunction value) {}

    private final Recording record;
    private final TimeAxis axis;
    private final long cycles;
    private final int bins;

    TimeFigures(final Recording record, final long cycles) {
        this.record = record;
        this.cycles = cycles;
        axis = record.axis();
        bins = axis.used(cycles);
    }

    private static Curve curve(final String name, final String label, final Series series, final int row) {
        return new Curve(name, label, bin -> series.at(row, bin));
    }

    private long local(final int bin, final int first) {
        long flits = 0;
        for (int node = 0; node < record.machine().nodes(); node++) {
            for (int port = first; port < first + Channels.LOCAL; port++) {
                flits += record.flits().at(node * Channels.PER_NODE + port, bin);
            }
        }
        return flits;
    }

    private List<Curve> traffic() {
        return List.of(
                new Curve("flits_in", "flits into the network", bin -> local(bin, Channels.INJECT)),
                new Curve("flits_out", "flits out of it", bin -> local(bin, Channels.EJECT)));
    }

    private List<Curve> open() {
        return List.of(
                curve(
                        "most_packets_in_network",
                        "packets in the network, most",
                        record.peaks(),
                        Peak.PACKETS_IN_NETWORK.ordinal()),
                curve("most_open_operations", "open operations, most", record.peaks(), Peak.OPEN_OPERATIONS.ordinal()));
    }

    private List<Curve> waits() {
        final String[] labels = {
            "may go", "another goes first", "no credit", "another packet holds the VC", "the receiver takes nothing"
        };
        final List<Curve> curves = new ArrayList<>();
        final String[] names = Recording.frontNames();
        for (int i = 0; i < names.length; i++) {
            final int row = i;
            curves.add(new Curve(
                    names[i], labels[i], bin -> perSample(record.fronts().at(row, bin), bin)));
        }
        return curves;
    }

    /** Returns a mean over the snapshots of a bin, in hundredths. */
    private long perSample(final long sum, final int bin) {
        final long samples = record.samples().at(0, bin);
        return samples == 0 ? 0 : (200 * sum + samples) / (2 * samples);
    }

    private List<Curve> pool() {
        final List<Curve> curves = new ArrayList<>();
        if (!record.isDlaHeldUnknown()) {
            curves.add(curve("most_credits_held", "credits held, fullest node", record.dlaMost(), 0));
        }
        curves.add(curve("most_words", "words in the FIFO, fullest node", record.dlaMost(), 1));
        return curves;
    }

    private List<Curve> requests() {
        final String[] names = {"granted", "denied", "accepted", "discarded"};
        final String[] labels = {"allocations granted", "allocations denied", "requests accepted", "requests discarded"
        };
        final List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            curves.add(curve(names[i], labels[i], record.dlaCounts(), i));
        }
        return curves;
    }

    void json(final ObjectNode root) {
        put(root, "traffic", traffic());
        put(root, "open", open());
        put(root, "waits", waits());
        if (record.usesDla()) {
            put(root, "pool", pool());
            put(root, "requests", requests());
            root.put("dla_words", record.machine().buffers().dla());
            root.put("dla_credits", record.machine().dla().maxCredits());
        }
    }

    private void put(final ObjectNode root, final String name, final List<Curve> curves) {
        final ArrayNode all = root.putArray(name);
        for (final Curve curve : curves) {
            final ObjectNode json = all.addObject();
            json.put("name", curve.name());
            json.put("label", curve.label());
            final ArrayNode values = json.putArray("values");
            for (int bin = 0; bin < bins; bin++) {
                values.add(curve.value().applyAsLong(bin));
            }
        }
    }

    List<Table> tables() {
        final List<Table> tables = new ArrayList<>();
        tables.add(table("activity.csv", join(traffic(), open()), false));
        tables.add(table("waits.csv", waits(), true));
        if (record.usesDla()) {
            tables.add(table("dla.csv", join(pool(), requests()), false));
        }
        return tables;
    }

    private static List<Curve> join(final List<Curve> left, final List<Curve> right) {
        final List<Curve> all = new ArrayList<>(left);
        all.addAll(right);
        return all;
    }

    /** Receives one value of a curve with its unit. */
    interface Sink {
        void value(int bin, String name, String value, String unit) throws IOException;
    }

    /** Passes every value of every curve on. */
    void each(final Sink sink) throws IOException {
        each(traffic(), "flits", sink);
        each(open(), "1", sink);
        each(waits(), "VCs", sink);
        if (record.usesDla()) {
            each(pool(), "words", sink);
            each(requests(), "1", sink);
        }
    }

    private void each(final List<Curve> curves, final String unit, final Sink sink) throws IOException {
        for (final Curve curve : curves) {
            for (int bin = 0; bin < bins; bin++) {
                final long value = curve.value().applyAsLong(bin);
                sink.value(
                        bin, curve.name(), "VCs".equals(unit) ? Table.hundredths(value) : String.valueOf(value), unit);
            }
        }
    }

    private Table table(final String name, final List<Curve> curves, final boolean hundredths) {
        final List<String> columns = new ArrayList<>(List.of("first_cycle", "end_cycle"));
        curves.forEach(c -> columns.add(c.name()));
        final Table table = new Table(name, columns.toArray(new String[0]));
        for (int bin = 0; bin < bins; bin++) {
            final Object[] cells = new Object[columns.size()];
            cells[0] = bin * axis.width();
            cells[1] = bin * axis.width() + axis.cyclesOf(bin, cycles);
            for (int i = 0; i < curves.size(); i++) {
                final long value = curves.get(i).value().applyAsLong(bin);
                cells[i + 2] = hundredths ? Table.hundredths(value) : (Object) value;
            }
            table.row(cells);
        }
        return table;
    }
}
