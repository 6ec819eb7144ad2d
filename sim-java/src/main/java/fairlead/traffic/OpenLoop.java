// SPDX-License-Identifier: Apache-2.0
package fairlead.traffic;

import fairlead.engine.MachineConfig;
import fairlead.flow.EjectionLinks;
import fairlead.flow.Packets;
import fairlead.router.TorusRouter;

/**
 * Sources, routers, sinks: one torus under synthetic traffic.
 *
 * <p>{@link #measure} runs warm-up, samples until three in a row are steady, and then until every measured packet has arrived; births go on meanwhile. In the warm-up the means are
 * forgotten every second sample.
 */
public final class OpenLoop {
    private static final int FIRST_PACKETS = 1024;

    private final TrafficSpec spec;
    private final int nodes;
    private final Sources sources;
    private final Sinks sinks;
    private final TorusRouter router;
    private long now;
    private long from;
    private long bornBefore;

    public OpenLoop(final MachineConfig machine, final TrafficSpec spec) {
        this.spec = spec;
        nodes = machine.nodes();
        final Packets packets = new Packets(FIRST_PACKETS);
        sources = new Sources(spec, machine, packets);
        sinks = new Sinks(packets, sources, nodes);
        router = new TorusRouter(
                machine,
                packets,
                new EjectionLinks() {
                    @Override
                    public void eject(final int node, final int port, final int flit) {
                        sinks.flit(node, port, flit, now + 1);
                    }

                    @Override
                    public void injectCredit(final int node, final int port) {
                        sources.credit(node, port);
                    }
                },
                null,
                spec.router());
    }

    /** Runs `cycles` cycles and measures nothing; for benchmarks. */
    public void run(final long cycles) {
        for (final long end = now + cycles; now < end; now++) {
            sinks.cycle(router);
            sources.cycle(now, router);
            router.cycle(now);
        }
    }

    /** Flits that passed a router so far, the ejecting one included. */
    public long flitHops() {
        return router.flitHops() + sinks.flits();
    }

    public TrafficResult measure() {
        boolean running = false;
        int steady = 0;
        double lastLatency = Double.NaN;
        double lastRate = Double.NaN;
        start();
        for (int samples = 0; samples < spec.maxSamples() && steady < TrafficSpec.STEADY_SAMPLES; ) {
            if (!running && samples > 0 && samples % 2 == 0) {
                start();
            }
            run(spec.samplePeriod());
            samples++;
            final double latency = sinks.meanLatency();
            final double rate = (double) sinks.counted() / (now - from);
            final boolean moving =
                    change(lastLatency, latency) > spec.threshold() || change(lastRate, rate) > spec.threshold();
            lastLatency = latency;
            lastRate = rate;
            if (running && latency > spec.latencyLimit()) {
                return result(now - from, false, "mean latency above " + spec.latencyLimit() + " cycles");
            }
            if (running) {
                steady = moving ? 0 : steady + 1;
            } else if (spec.warmupPeriods() > 0 ? samples >= spec.warmupPeriods() : !moving) {
                running = true;
                start();
            }
        }
        if (Double.isInfinite(spec.latencyLimit())) {
            return result(now - from, true, "saturation");
        }
        return drained(running && steady >= TrafficSpec.STEADY_SAMPLES);
    }

    /** What is born from now on is measured; what was measured is forgotten. */
    private void start() {
        from = now;
        bornBefore = sources.born();
        sinks.measureFrom(now);
    }

    /** Births go on until every packet of the measured time has arrived, or the latency passes its limit with the age of those that have not. */
    private TrafficResult drained(final boolean steady) {
        final long length = now - from;
        final long due = sources.born() - bornBefore;
        sinks.endMeasure(now);
        while (sinks.measured() < due) {
            run(1);
            final long waiting = due - sinks.measured();
            final double least = (sinks.latencySum() + (double) waiting * (now - from - length)) / due;
            if (least > spec.latencyLimit()) {
                return result(
                        length,
                        false,
                        "mean latency above " + spec.latencyLimit() + " cycles while the measured packets drain");
            }
        }
        return result(length, steady, steady ? "steady" : "not steady after " + spec.maxSamples() + " samples");
    }

    private TrafficResult result(final long length, final boolean stable, final String ending) {
        final boolean any = sinks.measured() > 0;
        return new TrafficResult(
                spec,
                sinks.meanLatency(),
                any ? sinks.latencies().getValueAtPercentile(50) : 0,
                any ? sinks.latencies().getValueAtPercentile(99) : 0,
                any ? sinks.latencies().getMaxValue() : 0,
                (double) sinks.counted() / length / nodes,
                (double) sinks.leastCounted() / length,
                sinks.measured(),
                now,
                stable,
                ending,
                flitHops());
    }

    private static double change(final double before, final double after) {
        return Double.isNaN(before) || after == 0 ? 1 : Math.abs(after - before) / after;
    }
}
