// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.engine.Engine.Savable;
import fairlead.engine.EngineOptions;
import fairlead.engine.checkpoint.Checkpoint;
import fairlead.engine.checkpoint.State;
import fairlead.engine.threads.Crew;
import fairlead.machine.MachineConfig;
import fairlead.openloop.TrafficResult.Outcome;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import fairlead.twin.router.TorusRouter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Sources, routers and sinks: one torus under synthetic traffic.
 *
 * <p>{@link #measure} runs the warm-up, then samples until three successive ones are steady and {@link Judgement} has
 * an answer, and then continues until every measured packet has arrived; the sources continue to create packets
 * meanwhile. During the warm-up the means are reset after every second sample.
 */
public final class OpenLoop implements Savable {
    /**
     * Nodes whose state the caches hold: a larger machine is divided, and a partition executes some cycles at a time.
     */
    private static final int CACHED = 4096;
    /** Nodes of a partition of a larger machine: about 3 MB of state. */
    private static final int PARTITION = 2048;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** Number of cycles below which a run uses only the calling thread, because waking the others would take longer. */
    private static final int SHORT_RUN = 32;

    private static final Set<String> MEASUREMENT = Set.of(
            "traffic samplePeriod",
            "traffic warmupPeriods",
            "traffic maxSamples",
            "traffic threshold",
            "traffic latencyLimit");

    private final transient TrafficSpec spec;
    private final transient MachineConfig machine;
    private final int nodes;
    private final transient int threads;
    private final int parts;
    private final Packets[] packets;
    private final int packetsARound; // packets per round of one partition
    private final Nic[] nics;
    private final TorusRouter router;
    private long now;
    // of one run or one measurement
    private transient long runEnd;
    private transient long roundEnd;
    private transient long from;
    private transient long bornBefore;
    // of the samples of the measurement
    private final transient List<Double> batches = new ArrayList<>(); // mean latency of those with packets
    private final transient List<Double> backlog = new ArrayList<>(); // flits born and not received, from the start on
    private transient long sumBefore;
    private transient long countBefore;

    public OpenLoop(MachineConfig machine, TrafficSpec spec) {
        this(machine, spec, 1);
    }

    /** @param threads number of threads that share the nodes; it changes no result */
    public OpenLoop(MachineConfig machine, TrafficSpec spec, int threads) {
        this.spec = spec;
        this.machine = machine;
        nodes = machine.nodes();
        this.threads = Math.min(threads, nodes);
        parts = nodes <= CACHED ? this.threads : Math.max(this.threads, (nodes + PARTITION - 1) / PARTITION);
        packets = Packets.withoutPayload(parts);
        nics = new Nic[parts];
        PartitionPorts[] ports = new PartitionPorts[parts];
        for (int part = 0; part < parts; part++) {
            int first = TorusRouter.first(nodes, part, parts);
            int end = TorusRouter.first(nodes, part + 1, parts);
            nics[part] = new Nic(
                    new Sources(spec, machine, packets[part], first, end), new Sinks(packets[part], first, end));
            ports[part] = new PartitionPorts(packets[part], nics[part], null);
        }
        router = new TorusRouter(machine, ports);
        packetsARound = (nodes + parts - 1) / parts * spec.inject() * router.lookahead();
    }

    private static final class Nic implements PartitionPorts.EjectionLinks {
        private final Sources sources;
        private final Sinks sinks;
        private long now;

        Nic(Sources sources, Sinks sinks) {
            this.sources = sources;
            this.sinks = sinks;
        }

        @Override
        public void eject(int node, int port, int flit) {
            sinks.flit(node, port, flit, now + 1);
        }

        @Override
        public void injectCredit(int node, int port) {
            sources.credit(node, port);
        }
    }

    /** Runs `cycles` cycles without a measurement, for benchmarks. */
    public void run(long cycles) {
        if (cycles == 0) {
            return;
        }
        runEnd = now + cycles;
        roundEnd = Math.min(now + router.lookahead(), runEnd);
        Packets.refill(packets, packetsARound);
        if (threads == 1 || cycles < SHORT_RUN) {
            do {
                for (int part = 0; part < parts; part++) {
                    round(part);
                }
            } while (ended());
            return;
        }
        try (Crew crew = new Crew(parts, Math.min(threads, PROCESSORS), this::round, this::ended)) {
            crew.run();
        }
    }

    @Override
    public long cycle() {
        return now;
    }

    /** The machine and all of the traffic; how it is measured may differ. */
    @Override
    public Map<String, String> identity() {
        EngineOptions options = new EngineOptions(false, true, parts, false);
        Map<String, String> identity = Checkpoint.identity("traffic", machine, options);
        Checkpoint.addIdentity(identity, "traffic", spec);
        identity.keySet().removeAll(MEASUREMENT);
        return identity;
    }

    @Override
    public void save(OutputStream to) throws IOException {
        State.write(this, to);
    }

    @Override
    public void restore(InputStream in) throws IOException {
        State.read(this, in);
    }

    /** Executes the cycles of a round in one partition. */
    private void round(int part) {
        if (parts > threads) {
            router.fetch(part);
        }
        Nic nic = nics[part];
        for (long t = now; t < roundEnd; t++) {
            nic.now = t;
            nic.sinks.cycle(router.pins(part));
            nic.sources.cycle(t, router.pins(part));
            router.cycle(part, t);
        }
    }

    /** Ends a round; returns whether another one follows. */
    private boolean ended() {
        Packets.refill(packets, packetsARound);
        now = roundEnd;
        roundEnd = Math.min(now + router.lookahead(), runEnd);
        return now < runEnd;
    }

    private long sum(ToLongFunction<Sinks> of) {
        return Arrays.stream(nics).mapToLong(nic -> of.applyAsLong(nic.sinks)).sum();
    }

    private long born() {
        return Arrays.stream(nics).mapToLong(nic -> nic.sources.born()).sum();
    }

    /** Returns the number of flit-hops so far, including ejecting routers. */
    public long flitHops() {
        return router.flitHops() + sum(sinks -> sinks.flits);
    }

    private double meanLatency() {
        long measured = sum(sinks -> sinks.measured);
        return measured == 0 ? Double.NaN : (double) sum(sinks -> sinks.latencySum) / measured;
    }

    public TrafficResult measure() {
        return measure(cycle -> {});
    }

    /** @param sampled gets the cycle in which each sample ends */
    public TrafficResult measure(LongConsumer sampled) {
        boolean running = false;
        int steady = 0;
        double lastLatency = Double.NaN;
        double lastRate = Double.NaN;
        start();
        for (int samples = 0; samples < spec.maxSamples() && !isEnough(steady); ) {
            if (!running && samples > 0 && samples % 2 == 0) {
                start();
            }
            run(spec.samplePeriod());
            sampled.accept(now);
            samples++;
            double latency = meanLatency();
            double rate = (double) sum(sinks -> sinks.counted) / (now - from);
            boolean moving =
                    change(lastLatency, latency) > spec.threshold() || change(lastRate, rate) > spec.threshold();
            lastLatency = latency;
            lastRate = rate;
            if (running && latency > spec.latencyLimit()) {
                return result(now - from, due(), Judgement.above(spec, ""));
            }
            if (running) {
                batch();
                steady = moving ? 0 : steady + 1;
            } else if (spec.warmupPeriods() > 0 ? samples >= spec.warmupPeriods() : !moving) {
                running = true;
                start();
            }
        }
        if (Double.isInfinite(spec.latencyLimit())) {
            return result(now - from, due(), new Judgement(Outcome.STEADY, "saturation"));
        }
        return drained(judgement());
    }

    /** Returns whether the measurement may end before its last sample. */
    private boolean isEnough(int steady) {
        return steady >= TrafficSpec.STEADY_SAMPLES
                && (Double.isInfinite(spec.latencyLimit()) || judgement().outcome() != Outcome.UNDECIDED);
    }

    private Judgement judgement() {
        return Judgement.of(spec, nodes, batches, backlog, due() * spec.packetFlits());
    }

    /** Returns the number of packets born in the measured time. */
    private long due() {
        return born() - bornBefore;
    }

    private void start() {
        from = now;
        batches.clear();
        backlog.clear();
        backlog.add(0.0);
        sumBefore = 0;
        countBefore = 0;
        bornBefore = born();
        for (Nic nic : nics) {
            nic.sinks.measureFrom(now);
        }
    }

    private void batch() {
        long total = sum(sinks -> sinks.latencySum);
        long count = sum(sinks -> sinks.measured);
        if (count > countBefore) {
            batches.add((double) (total - sumBefore) / (count - countBefore));
        }
        backlog.add((double) due() * spec.packetFlits() - sum(sinks -> sinks.counted));
        sumBefore = total;
        countBefore = count;
    }

    /**
     * Continues until every packet of the measured time has arrived, or until the mean latency, with the age of the
     * missing packets, exceeds its limit.
     */
    private TrafficResult drained(Judgement judgement) {
        long length = now - from;
        long due = due();
        for (Nic nic : nics) {
            nic.sinks.endMeasure(now);
        }
        while (sum(sinks -> sinks.measured) < due) {
            run(1);
            long waiting = due - sum(sinks -> sinks.measured);
            double least = (sum(sinks -> sinks.latencySum) + (double) waiting * (now - from - length)) / due;
            if (least > spec.latencyLimit()) {
                return result(length, due, Judgement.above(spec, " while the measured packets drain"));
            }
        }
        return result(length, due, judgement);
    }

    private TrafficResult result(long length, long due, Judgement judgement) {
        Histogram latencies = new Histogram(Sinks.DIGITS);
        for (Nic nic : nics) {
            latencies.add(nic.sinks.latencies);
        }
        boolean none = latencies.getTotalCount() == 0;
        return new TrafficResult(
                spec,
                meanLatency(),
                none ? null : latencies.getValueAtPercentile(50),
                none ? null : latencies.getValueAtPercentile(99),
                none ? null : latencies.getMaxValue(),
                (double) due * spec.packetFlits() / length / nodes,
                (double) sum(sinks -> sinks.counted) / length / nodes,
                (double) Arrays.stream(nics)
                                .mapToLong(nic -> nic.sinks.leastCounted())
                                .min()
                                .orElse(0)
                        / length,
                sum(sinks -> sinks.measured),
                now,
                judgement.outcome(),
                judgement.reason(),
                flitHops(),
                List.copyOf(batches));
    }

    private static double change(double before, double after) {
        return Double.isNaN(before) || after == 0 ? 1 : Math.abs(after - before) / after;
    }
}
