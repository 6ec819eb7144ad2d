// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Simulation;
import fairlead.openloop.TrafficSpec;
import fairlead.plan.Plans;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.workload.pattern.DeviceMessages;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/** All points with all their repeats; the result does not depend on where, or how many at a time, they run. */
public final class Sweep {
    /**
     * The result of one point.
     *
     * @param good the number of repeats whose verdicts hold or whose traffic was stable
     * @param undecided the number of repeats whose measurement was too short to tell
     * @param lost one line for each repeat without a result, with the reason
     * @param within half the width of the mean latency's 95 % interval by the batch means of all repeats; NaN if it is
     *     not known
     * @param notes why repeats are not good, each reason once
     */
    public record Row(
            Axis.Point point,
            Map<String, Estimate> metrics,
            double within,
            int good,
            int undecided,
            int repeats,
            List<String> lost,
            String notes) {}

    private static final int MOST_RUNS = 100_000;
    private static final String SATURATION = "saturation";
    private static final String ENERGY = "energy";
    /** What an evaluation says of traffic, and not of a verdict. */
    private static final List<String> TRAFFIC = List.of(Evaluation.UNSTABLE, Evaluation.UNDECIDED);

    private final Job base;
    private final int repeats;
    private final boolean saturation;
    private final ToDoubleBiFunction<Job, Map<String, Double>> energy;

    /** Creates a sweep without energies. */
    public Sweep(Job base, int repeats, boolean saturation) {
        this(base, repeats, saturation, null);
    }

    /**
     * Creates a sweep.
     *
     * @param saturation whether to measure the saturation rate of each point, too (traffic at the local ports)
     * @param energy gives the energy of a run by its counts (programs), or null
     */
    public Sweep(Job base, int repeats, boolean saturation, ToDoubleBiFunction<Job, Map<String, Double>> energy) {
        this.base = base;
        this.repeats = repeats;
        this.saturation = saturation;
        this.energy = energy;
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
            } else if (energy != null) {
                throw new BadInput("--energy: needs a program, not traffic at the local ports");
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
        if (energy != null) {
            values.put(ENERGY, new ArrayList<>());
        }
        List<String> lost = new ArrayList<>();
        Set<String> notes = new TreeSet<>();
        int good = 0;
        int undecided = 0;
        double within = 0;
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
                undecided += run.evaluation().failed().contains(Evaluation.UNDECIDED) ? 1 : 0;
                notes.add(
                        TRAFFIC.containsAll(run.evaluation().failed())
                                ? run.evaluation().ending()
                                : "does not hold: "
                                        + String.join(", ", run.evaluation().failed()));
            }
            within = Math.hypot(within, run.evaluation().metrics().getOrDefault("latency_half", Double.NaN));
            Map<String, Double> found = new TreeMap<>(run.evaluation().metrics());
            if (found.getOrDefault("packets", 1.0) == 0) { // no packet arrived: there is no latency
                found.keySet().removeIf(metric -> metric.endsWith("_latency"));
            }
            columns.forEach(
                    (name, metric) -> Optional.ofNullable(found.get(metric)).ifPresent(values.get(name)::add));
            if (energy != null) {
                values.get(ENERGY).add(energy.applyAsDouble(with(point.overrides()), found));
            }
            if (saturation) {
                values.get(SATURATION).add(flood.evaluation().metrics().get("accepted"));
            }
        }
        Map<String, Estimate> metrics = new LinkedHashMap<>();
        values.forEach((name, list) -> metrics.put(name, Estimate.of(list)));
        double half = within / repeats;
        if (repeats == 1 && lost.isEmpty() && !Double.isNaN(half)) {
            metrics.computeIfPresent("latency", (name, one) -> one.withHalf(half));
        }
        return new Row(point, metrics, half, good, undecided, repeats, lost, String.join("; ", notes));
    }

    /** Returns the columns of the table, each with the metric that it shows. */
    private static Map<String, String> columns(Scenario scenario) {
        Map<String, String> metrics = new LinkedHashMap<>();
        if (scenario.openLoop() == null) {
            metrics.put("cycles", "completion_time");
        }
        metrics.put("latency", "mean_latency");
        metrics.put("p99", "p99_latency");
        if (scenario.workload() instanceof DeviceMessages) {
            Simulation.DEVICE.forEach(name -> metrics.put(name, name));
        } else if (scenario.openLoop() == null) {
            metrics.put("packets", "packets");
        } else {
            metrics.put("accepted", "accepted");
            metrics.put("accepted_least", "accepted_least");
        }
        return metrics;
    }

    /**
     * A mean over repeated runs.
     *
     * @param standardError the standard error of the mean; 0 with one repeat
     * @param half half the width of the mean's 95 % confidence interval (Student's t); NaN with one repeat
     */
    public record Estimate(double mean, double half, double standardError, double min, double max, long repeats) {
        private static final double UPPER_TAIL = 0.975;
        private static final Set<Statistic> MEASURED =
                Set.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION, Statistic.MIN, Statistic.MAX);

        /** Returns the estimate with another interval, as the batch means of a single run give it. */
        Estimate withHalf(double other) {
            return new Estimate(mean, other, standardError, min, max, repeats);
        }

        public static Estimate of(Collection<Double> values) {
            if (values.isEmpty()) {
                return new Estimate(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);
            }
            DoubleStatistics s = DoubleStatistics.of(
                    MEASURED, values.stream().mapToDouble(Double::doubleValue).toArray());
            double error = s.getAsDouble(Statistic.STANDARD_DEVIATION) / Math.sqrt(s.getCount());
            double half = s.getCount() < 2
                    ? Double.NaN
                    : TDistribution.of(s.getCount() - 1.0).inverseCumulativeProbability(UPPER_TAIL) * error;
            return new Estimate(
                    s.getAsDouble(Statistic.MEAN),
                    half,
                    error,
                    s.getAsDouble(Statistic.MIN),
                    s.getAsDouble(Statistic.MAX),
                    s.getCount());
        }
    }

    /**
     * Finds the load at which traffic at the local ports saturates: the greatest one at which every repeat is steady
     * and the mean latency is at most three times that of the least load. The interval is halved until it is short
     * enough. Where the 95 % intervals do not tell, the samples are made longer, and then the loads one width away on
     * either side are tried; if these do not tell either, the search ends.
     */
    public static final class Bisection {
        private static final double LEAST = 0.05; // least load, as a share of what a node may send
        private static final double KNOWN = 0.015; // half an interval of the least latency, as a share of it
        private static final double MOST_TIMES = 3;
        private static final double SURE = 2; // halves of an interval: batch means of short samples are alike
        private static final int DIGITS = 4;
        private static final int LONGER = 4;
        private static final double CLOSEST = 0.03; // threshold of the longest samples
        private static final int MOST_PERIOD = 1_000_000;
        private static final long MOST_NODE_CYCLES = 40_000_000; // of a measurement with longer samples

        /**
         * @param knee the greatest good load that was tried, or the least load; {@code saturates} is false if it is all
         *     that a node may send
         * @param unknown the load of which it cannot be told whether it is good; null if there is none
         */
        public record Answer(double knee, double first, boolean saturates, double leastLatency, Double unknown) {}

        private final Sweep sweep;
        private final Pool pool;
        private final Consumer<Sweep.Row> done;
        private int longer = 1; // factor of the samples; it grows, first for the least load and then for all others
        private Sweep.Row least;
        private double low;
        private double high;
        private Double unknown;

        public Bisection(Sweep sweep, Pool pool, Consumer<Sweep.Row> done) {
            this.sweep = sweep;
            this.pool = pool;
            this.done = done;
        }

        /**
         * @param inject flits that a node may send in a cycle
         * @param width width of the last interval, as a share of its load
         */
        public Answer find(double inject, double width) {
            low = inject * LEAST;
            high = inject;
            least = at(low, row -> row.undecided() == 0 && row.within() <= KNOWN * latency(row));
            if (least.good() < least.repeats()) {
                return new Answer(low, high, false, latency(least), low);
            }
            longer = 1;
            boolean told = isTold(high);
            while (told && high - low > width * high) {
                double load = (low + high) / 2;
                double step = width * load;
                if (!isTold(load)) {
                    told = (load - step <= low || isTold(load - step))
                            && (high < load || load + step >= high || isTold(load + step));
                    if (told && low < load && load < high) {
                        break; // the limit is at this load
                    }
                }
            }
            return new Answer(low, high, low < inject, latency(least), told ? null : unknown);
        }

        /** Tries a load, which becomes one end of the interval; returns whether it is known which one. */
        private boolean isTold(double load) {
            Boolean good = isGood(at(load, row -> isGood(row, SURE) != null), 1);
            unknown = load;
            low = good != null && good ? load : low;
            high = good != null && !good ? load : high;
            return good != null;
        }

        private static double latency(Sweep.Row row) {
            return row.metrics().get("latency").mean();
        }

        /** Returns whether a load is below saturation, or null if its interval, taken so many times, does not tell. */
        private Boolean isGood(Sweep.Row row, double times) {
            if (!row.lost().isEmpty()) {
                return null;
            }
            double above = latency(row) - MOST_TIMES * latency(least);
            double margin = times * Math.hypot(row.within(), MOST_TIMES * least.within());
            if (row.good() + row.undecided() < row.repeats() || above > margin) {
                return false;
            }
            return row.undecided() == 0 && above < -margin ? true : null;
        }

        /** Measures a load with samples as long as it takes to tell what is asked. */
        private Sweep.Row at(double load, Predicate<Sweep.Row> tells) {
            String text = BigDecimal.valueOf(load)
                    .setScale(DIGITS, RoundingMode.HALF_EVEN)
                    .stripTrailingZeros()
                    .toPlainString();
            List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("workload.load=" + text)));
            Scenario scenario = sweep.base.read();
            TrafficSpec spec = scenario.measurement();
            long most =
                    MOST_NODE_CYCLES / spec.maxSamples() / scenario.machine().nodes();
            while (true) {
                long period = (long) longer * spec.samplePeriod();
                double threshold = Math.min(spec.threshold(), Math.max(CLOSEST, spec.threshold() / Math.sqrt(longer)));
                Job job = sweep.with(List.of("workload.sample_period=" + period, "workload.threshold=" + threshold));
                Sweep.Row row = new Sweep(job, sweep.repeats, false)
                        .run(points, pool, 1, one -> {})
                        .get(0);
                if (period * LONGER > Math.min(MOST_PERIOD, most) || !row.lost().isEmpty() || tells.test(row)) {
                    done.accept(row);
                    return row;
                }
                longer *= LONGER;
            }
        }
    }
}
