// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The time axis of a record: bins of equal width, whose number is bounded. When a cycle lies beyond the last bin, pairs
 * of bins are joined and the width doubles, so that a run of any length fits.
 */
public final class TimeAxis {
    /** Width of a bin in a short run, and the number of cycles between two snapshots. */
    public static final int PERIOD = 32;

    private static final int MOST = 96;
    private static final int LEAST = 16;
    private static final int CELLS = 12_288; // bins times nodes, which bounds the size of a report

    private final int bins;
    private final List<Series> series = new ArrayList<>();
    private long width = PERIOD;

    /** @param nodes number of nodes; large machines have fewer bins */
    public TimeAxis(int nodes) {
        bins = Math.max(LEAST, Math.min(MOST, CELLS / nodes) & ~1);
    }

    int bins() {
        return bins;
    }

    public long width() {
        return width;
    }

    /** Returns the number of bins that a run of so many cycles fills. */
    public int used(long cycles) {
        return Math.min(bins, (int) ((cycles + width - 1) / width));
    }

    /** Returns the number of cycles of a bin in a run of so many cycles; the last bin may be shorter. */
    public long cyclesOf(int bin, long cycles) {
        return Math.min(cycles, (bin + 1) * width) - bin * width;
    }

    /** Makes a table whose joined bins hold the sum of both. */
    public Series sums(int rows) {
        return add(new Series(this, rows, false));
    }

    /** Makes a table whose joined bins hold the greater value of both. */
    public Series peaks(int rows) {
        return add(new Series(this, rows, true));
    }

    private Series add(Series fresh) {
        series.add(fresh);
        return fresh;
    }

    /** Returns the bin of a cycle; joins bins until there is one. */
    int bin(long cycle) {
        while (cycle >= width * bins) {
            series.forEach(Series::fold);
            width *= 2;
        }
        return (int) (cycle / width);
    }

    /** A table of values over time: one row for each thing observed, one column for each bin of the time axis. */
    public static final class Series {
        private final TimeAxis axis;
        private final int bins;
        private final boolean peaks;
        private final long[] values;

        Series(TimeAxis axis, int rows, boolean peaks) {
            this.axis = axis;
            this.peaks = peaks;
            bins = axis.bins();
            values = new long[rows * bins];
        }

        /** Notes a value in the bin of this cycle. */
        void add(long cycle, int row, long value) {
            int at = axis.bin(cycle) + row * bins; // bin() may fold this table
            values[at] = peaks ? Math.max(values[at], value) : values[at] + value;
        }

        /** Adds one for each cycle from `from` to `to` - 1, each in its bin. */
        void addCycles(long from, long to, int row) {
            if (to > from) {
                axis.bin(to - 1);
            }
            for (long at = from; at < to; ) {
                long end = Math.min(to, (at / axis.width() + 1) * axis.width());
                add(at, row, end - at);
                at = end;
            }
        }

        void fold() {
            for (int row = 0; row < values.length; row += bins) {
                for (int bin = 0; bin < bins / 2; bin++) {
                    long left = values[row + 2 * bin];
                    long right = values[row + 2 * bin + 1];
                    values[row + bin] = peaks ? Math.max(left, right) : left + right;
                }
                Arrays.fill(values, row + bins / 2, row + bins, 0);
            }
        }

        public long at(int row, int bin) {
            return values[row * bins + bin];
        }

        /** Returns the sum, or the greatest value, of a row. */
        public long whole(int row) {
            long whole = 0;
            for (int bin = 0; bin < bins; bin++) {
                whole = peaks ? Math.max(whole, at(row, bin)) : whole + at(row, bin);
            }
            return whole;
        }
    }
}
