// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import java.util.Arrays;

/** A table of values over time: one row for each thing observed, one column for each bin of the time axis. */
public final class Series {
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
