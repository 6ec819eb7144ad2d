// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.evaluate.Pool;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the load at which traffic at the local ports saturates: the greatest one at which every repeat is steady and
 * the mean latency is at most three times that of the least load. The interval is halved until it is short enough. At
 * the least load only the latency is used, because a run with so few packets is seldom steady.
 */
public final class Bisection {
    private static final double LEAST = 0.05; // least load, as a share of what a node may send
    private static final double MOST_TIMES = 3;
    private static final int DIGITS = 4;

    /**
     * @param knee the greatest good load that was tried, or the least load; {@code saturates} is false if it is all
     * that a node may send
     */
    public record Answer(double knee, double first, boolean saturates, double leastLatency) {}

    private final Sweep sweep;
    private final Pool pool;
    private final Consumer<Sweep.Row> done;

    public Bisection(Sweep sweep, Pool pool, Consumer<Sweep.Row> done) {
        this.sweep = sweep;
        this.pool = pool;
        this.done = done;
    }

    /**
     * @param inject flits that a node may send in a cycle
     * @param width width of the last interval
     */
    public Answer find(double inject, double width) {
        Sweep.Row least = at(inject * LEAST);
        double base = least.metrics().get("latency").mean();
        double low = inject * LEAST;
        double high = inject;
        if (isGood(at(high), base)) {
            return new Answer(high, high, false, base);
        }
        while (high - low > width) {
            double middle = (low + high) / 2;
            if (isGood(at(middle), base)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new Answer(low, high, true, base);
    }

    private static boolean isGood(Sweep.Row row, double base) {
        return row.good() == row.repeats() && row.metrics().get("latency").mean() <= MOST_TIMES * base;
    }

    private Sweep.Row at(double load) {
        String text = BigDecimal.valueOf(load)
                .setScale(DIGITS, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
        List<Sweep.Row> rows = new ArrayList<>();
        sweep.run(Axis.Point.all(List.of(Axis.parse("workload.load=" + text))), pool, 1, rows::add);
        done.accept(rows.get(0));
        return rows.get(0);
    }
}
