// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The histogram of packet latencies, in buckets of a round width. */
final class LatencyFigure {
    private static final int BUCKETS = 48;
    private static final int[] ROUND = {1, 2, 5};

    /** A line at a latency. */
    private record Mark(String label, long cycles) {}

    /** The names are those that the script reads. */
    private record Shown(long width, long[] packets, List<Mark> marks) {}

    private final Histogram latency;
    private final long width;
    private final long[] packets;

    LatencyFigure(final Histogram latency) {
        this.latency = latency;
        final long most = latency.getTotalCount() == 0 ? 0 : latency.getMaxValue();
        width = width(most);
        packets = new long[(int) (most / width) + 1];
        for (final HistogramIterationValue value : latency.recordedValues()) {
            final int bucket = (int) Math.min(packets.length - 1, value.getValueIteratedTo() / width);
            packets[bucket] += value.getCountAtValueIteratedTo();
        }
    }

    /** Returns the least of 1, 2, 5, 10, 20, 50, .. that gives at most {@link #BUCKETS} buckets. */
    private static long width(final long most) {
        for (long power = 1; ; power *= 10) {
            for (final int round : ROUND) {
                if (most < round * power * BUCKETS) {
                    return round * power;
                }
            }
        }
    }

    private Mark mark(final double percent) {
        return percent == 100
                ? new Mark("max", latency.getMaxValue())
                : new Mark("p" + (int) percent, latency.getValueAtPercentile(percent));
    }

    Object json() {
        final DoubleStream marks = latency.getTotalCount() > 0 ? DoubleStream.of(50, 99, 100) : DoubleStream.empty();
        return new Shown(width, packets, marks.mapToObj(this::mark).toList());
    }

    Table table() {
        final Table table = new Table("latency.csv", "first_cycles,last_cycles,packets");
        for (int bucket = 0; bucket < packets.length; bucket++) {
            table.row(bucket * width, (bucket + 1) * width - 1, packets[bucket]);
        }
        return table;
    }
}
