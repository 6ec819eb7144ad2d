// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.plan.Plans;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A sweep: it runs all points with all their repeats. The result does not depend on where the runs take place or how
 * many run at a time.
 */
public final class Sweep {
    /**
     * The result of one point.
     *
     * @param good the number of repeats whose verdicts hold or whose traffic was stable
     * @param lost one line for each repeat without a result, with the reason
     * @param notes why repeats are not good, each reason once
     */
    public record Row(
            Axis.Point point, Map<String, Estimate> metrics, int good, int repeats, List<String> lost, String notes) {}

    private static final int MOST_RUNS = 100_000;
    private static final String SATURATION = "saturation";

    private final Job base;
    private final int repeats;
    private final boolean saturation;

    /**
     * Creates a sweep.
     *
     * @param base the job whose keys the points override
     * @param saturation whether to measure the saturation rate of each point, too (traffic at the local ports)
     */
    public Sweep(final Job base, final int repeats, final boolean saturation) {
        this.base = base;
        this.repeats = repeats;
        this.saturation = saturation;
    }

    /** Refuses a grid with too many runs before any of its points is built. */
    public static void requireBounded(final List<Axis> axes, final int repeats, final boolean saturation) {
        BigInteger runs = BigInteger.valueOf(repeats).multiply(BigInteger.valueOf(saturation ? 2 : 1));
        final StringBuilder grid = new StringBuilder();
        for (final Axis axis : axes) {
            runs = runs.multiply(BigInteger.valueOf(axis.values().size()));
            grid.append(grid.length() == 0 ? "" : " x ")
                    .append(axis.values().size())
                    .append(" values of ")
                    .append(axis.path());
        }
        if (runs.compareTo(BigInteger.valueOf(MOST_RUNS)) > 0) {
            throw new BadInput("--over: " + grid + ", --repeats " + repeats + ": " + runs
                    + " simulations; must be at most " + MOST_RUNS);
        }
    }

    /**
     * Runs all points.
     *
     * @param together the number of points that the pool gets at once
     * @param done a listener that gets each row, in the order of the points
     */
    public List<Row> run(final List<Axis.Point> points, final Pool pool, final int together, final Consumer<Row> done) {
        final List<List<Job>> jobs = new ArrayList<>();
        final List<Map<String, String>> columns = new ArrayList<>();
        for (final Axis.Point point : points) { // reports every invalid point before the first run
            final Scenario first = with(point.overrides()).read();
            if (saturation) {
                first.measurement();
            }
            if (first.openLoop() == null) {
                Plans.of(first);
            }
            columns.add(columns(first));
            jobs.add(repeated(point, first));
        }
        final List<Row> rows = new ArrayList<>();
        for (int from = 0; from < points.size(); from += together) {
            final int to = Math.min(points.size(), from + together);
            final List<Pool.Outcome> outcomes = pool.run(
                    jobs.subList(from, to).stream().flatMap(List::stream).toList());
            final int each = outcomes.size() / (to - from);
            for (int i = from; i < to; i++) {
                rows.add(
                        row(points.get(i), columns.get(i), outcomes.subList((i - from) * each, (i - from + 1) * each)));
                done.accept(rows.get(i));
            }
        }
        return rows;
    }

    private Job with(final List<String> more) {
        final List<String> overrides = new ArrayList<>(base.overrides());
        overrides.addAll(more);
        return new Job(base.scenario(), overrides);
    }

    /** Returns the runs of one point; if the saturation rate is measured, each run is followed by its flood. */
    private List<Job> repeated(final Axis.Point point, final Scenario first) {
        final List<Job> all = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            final List<String> overrides = new ArrayList<>(point.overrides());
            if (i > 0) {
                overrides.add("seed=" + (first.seed() + i));
            }
            all.add(with(overrides));
            if (saturation) {
                all.add(with(overrides).flood(first.measurement().inject()));
            }
        }
        return all;
    }

    private Row row(final Axis.Point point, final Map<String, String> columns, final List<Pool.Outcome> outcomes) {
        final Map<String, List<Double>> values = new LinkedHashMap<>();
        columns.keySet().forEach(name -> values.put(name, new ArrayList<>()));
        if (saturation) {
            values.put(SATURATION, new ArrayList<>());
        }
        final List<String> lost = new ArrayList<>();
        final Set<String> notes = new TreeSet<>();
        int good = 0;
        final int step = saturation ? 2 : 1;
        for (int i = 0; i < outcomes.size(); i += step) {
            final Pool.Outcome run = outcomes.get(i);
            final Pool.Outcome flood = saturation ? outcomes.get(i + 1) : run;
            if (run.evaluation() == null || flood.evaluation() == null) {
                lost.add(run.evaluation() == null ? run.why() : flood.why());
                continue;
            }
            if (run.evaluation().good()) {
                good++;
            } else {
                notes.add(
                        "unstable".equals(String.join("", run.evaluation().failed()))
                                        || run.evaluation().failed().isEmpty()
                                ? run.evaluation().ending()
                                : "does not hold: "
                                        + String.join(", ", run.evaluation().failed()));
            }
            columns.forEach((name, metric) ->
                    values.get(name).add(run.evaluation().metrics().get(metric)));
            if (saturation) {
                values.get(SATURATION).add(flood.evaluation().metrics().get("accepted"));
            }
        }
        final Map<String, Estimate> metrics = new LinkedHashMap<>();
        values.forEach((name, list) -> metrics.put(name, Estimate.of(list)));
        final Double half = repeats == 1 && lost.isEmpty()
                ? outcomes.get(0).evaluation().metrics().get("latency_half")
                : null;
        if (half != null) { // the interval of a single run comes from its batch means
            metrics.computeIfPresent("latency", (name, one) -> one.withHalf(half));
        }
        return new Row(point, metrics, good, repeats, lost, String.join("; ", notes));
    }

    /** Returns the columns of the table, each with the metric that it shows. */
    private static Map<String, String> columns(final Scenario scenario) {
        final Map<String, String> metrics = new LinkedHashMap<>();
        if (scenario.openLoop() == null) {
            metrics.put("cycles", "completion_time");
        }
        metrics.put("latency", "mean_latency");
        metrics.put("p99", "p99_latency");
        if (scenario.openLoop() == null) {
            metrics.put("packets", "packets");
        } else {
            metrics.put("accepted", "accepted");
            metrics.put("accepted_least", "accepted_least");
        }
        return metrics;
    }
}
