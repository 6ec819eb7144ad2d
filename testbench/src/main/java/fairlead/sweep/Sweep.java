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
    public Sweep(Job base, int repeats, boolean saturation) {
        this.base = base;
        this.repeats = repeats;
        this.saturation = saturation;
    }

    /** Refuses a grid with too many runs before any of its points is built. */
    public static void requireBounded(List<Axis> axes, int repeats, boolean saturation) {
        BigInteger runs = BigInteger.valueOf(repeats).multiply(BigInteger.valueOf(saturation ? 2 : 1));
        StringBuilder grid = new StringBuilder();
        for (Axis axis : axes) {
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
    public List<Row> run(List<Axis.Point> points, Pool pool, int together, Consumer<Row> done) {
        List<List<Job>> jobs = new ArrayList<>();
        List<Map<String, String>> columns = new ArrayList<>();
        for (Axis.Point point : points) { // reports every invalid point before the first run
            Scenario first = with(point.overrides()).read();
            if (saturation) {
                first.measurement();
            }
            if (first.openLoop() == null) {
                Plans.of(first);
            }
            columns.add(columns(first));
            jobs.add(repeated(point, first));
        }
        List<Row> rows = new ArrayList<>();
        for (int from = 0; from < points.size(); from += together) {
            int to = Math.min(points.size(), from + together);
            List<Pool.Outcome> outcomes = pool.run(
                    jobs.subList(from, to).stream().flatMap(List::stream).toList());
            int each = outcomes.size() / (to - from);
            for (int i = from; i < to; i++) {
                rows.add(
                        row(points.get(i), columns.get(i), outcomes.subList((i - from) * each, (i - from + 1) * each)));
                done.accept(rows.get(i));
            }
        }
        return rows;
    }

    private Job with(List<String> more) {
        List<String> overrides = new ArrayList<>(base.overrides());
        overrides.addAll(more);
        return new Job(base.scenario(), overrides);
    }

    /** Returns the runs of one point; if the saturation rate is measured, each run is followed by its flood. */
    private List<Job> repeated(Axis.Point point, Scenario first) {
        List<Job> all = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            List<String> overrides = new ArrayList<>(point.overrides());
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

    private Row row(Axis.Point point, Map<String, String> columns, List<Pool.Outcome> outcomes) {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        columns.keySet().forEach(name -> values.put(name, new ArrayList<>()));
        if (saturation) {
            values.put(SATURATION, new ArrayList<>());
        }
        List<String> lost = new ArrayList<>();
        Set<String> notes = new TreeSet<>();
        int good = 0;
        int step = saturation ? 2 : 1;
        for (int i = 0; i < outcomes.size(); i += step) {
            Pool.Outcome run = outcomes.get(i);
            Pool.Outcome flood = saturation ? outcomes.get(i + 1) : run;
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
        Map<String, Estimate> metrics = new LinkedHashMap<>();
        values.forEach((name, list) -> metrics.put(name, Estimate.of(list)));
        Double half = repeats == 1 && lost.isEmpty()
                ? outcomes.get(0).evaluation().metrics().get("latency_half")
                : null;
        if (half != null) { // the interval of a single run comes from its batch means
            metrics.computeIfPresent("latency", (name, one) -> one.withHalf(half));
        }
        return new Row(point, metrics, good, repeats, lost, String.join("; ", notes));
    }

    /** Returns the columns of the table, each with the metric that it shows. */
    private static Map<String, String> columns(Scenario scenario) {
        Map<String, String> metrics = new LinkedHashMap<>();
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
