// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import java.util.ArrayList;
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

    /** Returns the cycles of a bin. */
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
}
