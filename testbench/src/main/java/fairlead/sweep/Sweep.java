// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/** All points of a sweep, each with its repeats. The result does not depend on the number of threads. */
public final class Sweep {
    /** @param good repeats whose verdicts hold or whose traffic was stable */
    public record Row(Point point, Map<String, Estimate> metrics, int good, int repeats) {}

    private final Function<List<String>, Scenario> read;
    private final int repeats;
    private final boolean saturation;

    /**
     * @param read makes the scenario with further overrides
     * @param saturation also measure the saturation rate of each point (traffic at the local ports)
     */
    public Sweep(final Function<List<String>, Scenario> read, final int repeats, final boolean saturation) {
        this.read = read;
        this.repeats = repeats;
        this.saturation = saturation;
    }

    public List<Row> run(final List<Point> points, final int threads, final Consumer<Row> done) {
        final List<List<Scenario>> scenarios = new ArrayList<>();
        for (final Point point : points) { // every mistake before anything runs
            scenarios.add(repeated(point));
        }
        final ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            final List<List<Future<Measurement>>> futures = scenarios.stream()
                    .map(list -> list.stream()
                            .map(scenario -> pool.submit(() -> measure(scenario)))
                            .toList())
                    .toList();
            final List<Row> rows = new ArrayList<>();
            for (int i = 0; i < points.size(); i++) {
                rows.add(row(points.get(i), futures.get(i)));
                done.accept(rows.get(i));
            }
            return rows;
        } finally {
            pool.shutdownNow();
        }
    }

    private Measurement measure(final Scenario scenario) {
        final Measurement one = Measure.of(scenario);
        if (!saturation) {
            return one;
        }
        final Map<String, Double> metrics = new LinkedHashMap<>(one.metrics());
        metrics.put("saturation", Measure.saturation(scenario));
        return new Measurement(metrics, one.good());
    }

    private List<Scenario> repeated(final Point point) {
        final Scenario first = read.apply(point.overrides());
        if (saturation) {
            first.measurement();
        }
        final List<Scenario> all = new ArrayList<>(List.of(first));
        for (int i = 1; i < repeats; i++) {
            final List<String> overrides = new ArrayList<>(point.overrides());
            overrides.add("seed=" + (first.seed() + i));
            all.add(read.apply(overrides));
        }
        return all;
    }

    private static Row row(final Point point, final List<Future<Measurement>> futures) {
        final Map<String, List<Double>> values = new LinkedHashMap<>();
        int good = 0;
        for (final Future<Measurement> future : futures) {
            final Measurement one = get(future);
            good += one.good() ? 1 : 0;
            one.metrics().forEach((name, value) -> values.computeIfAbsent(name, n -> new ArrayList<>())
                    .add(value));
        }
        final Map<String, Estimate> metrics = new LinkedHashMap<>();
        values.forEach((name, list) -> metrics.put(name, Estimate.of(list)));
        return new Row(point, metrics, good, futures.size());
    }

    private static Measurement get(final Future<Measurement> future) {
        try {
            return future.get();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof BadInput bad) {
                throw bad;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
