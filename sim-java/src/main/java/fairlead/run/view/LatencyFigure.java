// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The histogram of packet latencies, in buckets of a round width. */
final class LatencyFigure {
    private static final int BUCKETS = 48;
    private static final int[] ROUND = {1, 2, 5};
    private static final double[] MARKS = {50, 99, 100};

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

    void json(final ObjectNode root) {
        final ObjectNode json = root.putObject("latency");
        json.put("width", width);
        final ArrayNode counts = json.putArray("packets");
        for (final long count : packets) {
            counts.add(count);
        }
        final ArrayNode marks = json.putArray("marks");
        if (latency.getTotalCount() > 0) {
            for (final double mark : MARKS) {
                final ObjectNode one = marks.addObject();
                one.put("label", mark == MARKS[2] ? "max" : "p" + (int) mark);
                one.put("cycles", mark == MARKS[2] ? latency.getMaxValue() : latency.getValueAtPercentile(mark));
            }
        }
    }

    Table table() {
        final Table table = new Table("latency.csv", "first_cycles", "last_cycles", "packets");
        for (int bucket = 0; bucket < packets.length; bucket++) {
            table.row(bucket * width, (bucket + 1) * width - 1, packets[bucket]);
        }
        return table;
    }
}
