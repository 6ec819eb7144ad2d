// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.openloop.Sources.Births;
import fairlead.workload.pattern.TrafficPattern;
import java.util.Locale;

/**
 * The parameters of one open-loop measurement. Their standard values are the values of the most used network
 * simulator, so that results can be compared with its curves.
 *
 * @param pattern destinations of the packets
 * @param load mean number of flits offered per node and cycle, head included
 * @param packetFlits number of flits of a packet, head included
 * @param includeSelf true if uniform and hot-spot traffic may select the source itself as destination
 * @param process random process that creates packets
 * @param lanes number of injection VCs that a source may use: 1 or 2 of the request class, or 4 of both classes
 * @param inject greatest number of flits that a node may send in a cycle, each on a different lane; 1 in common network
 *     simulators
 * @param samplePeriod number of cycles of one sample
 * @param warmupPeriods number of samples before the measurement; 0 to warm up until the means are steady
 * @param maxSamples greatest number of samples, warm-up included
 * @param threshold greatest relative change of mean latency and of accepted rate between two samples, and greatest
 *     growth of the backlog, that counts as steady
 * @param latencyLimit mean latency in cycles above which the run counts as unstable
 * @param seed seed of all random numbers
 */
public record TrafficSpec(
        TrafficPattern pattern,
        double load,
        int packetFlits,
        boolean includeSelf,
        BirthProcess process,
        int lanes,
        int inject,
        int samplePeriod,
        int warmupPeriods,
        int maxSamples,
        double threshold,
        double latencyLimit,
        long seed) {
    /** Number of successive samples that must be steady. */
    public static final int STEADY_SAMPLES = 3;

    private static final int LEAST_WARM_UP = 2; // samples until the means can stop moving

    public static TrafficSpec of(TrafficPattern pattern, double load, int packetFlits, long seed) {
        return new TrafficSpec(
                pattern, load, packetFlits, true, BirthProcess.BERNOULLI, 2, 1, 1000, 3, 10, 0.05, 500, seed);
    }

    /** Returns the number of samples below which no measurement can be steady. */
    public static int leastSamples(int warmupPeriods) {
        return (warmupPeriods == 0 ? LEAST_WARM_UP : warmupPeriods) + STEADY_SAMPLES;
    }

    private TrafficSpec with(double offered, int ways, double limit) {
        return new TrafficSpec(
                pattern,
                offered,
                packetFlits,
                includeSelf,
                process,
                ways,
                Math.min(inject, ways),
                samplePeriod,
                warmupPeriods,
                maxSamples,
                threshold,
                limit,
                seed);
    }

    public TrafficSpec withLoad(double other) {
        return with(other, lanes, latencyLimit);
    }

    public TrafficSpec withLanes(int other) {
        return with(load, other, latencyLimit);
    }

    /**
     * Returns the parameters with another latency limit. With infinity there is no limit, and the measured packets need
     * not arrive.
     */
    public TrafficSpec withLatencyLimit(double other) {
        return with(load, lanes, other);
    }

    /** Returns the number of packets created per node and cycle. */
    public double packetRate() {
        return load / packetFlits;
    }

    public enum BirthProcess {
        /** Creates a packet in each cycle with the same probability. */
        BERNOULLI,
        /**
         * Creates bursts with a two-state chain: only the on state creates packets, at twice the average rate or more
         * ({@link Births}).
         */
        ON_OFF;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The upper bounds of the throughput of any routing, in flits per node and cycle, head included, when every node
     * sends equally to all nodes. The local ports have no memory.
     *
     * @param network 2 / (mean hops of a packet in the worst dimension), because a node has two links in each
     *     dimension; 8 / k for a long even ring
     * @param injection greatest number of flits that a source may send
     * @param ejection greatest number of flits that the ejection ports of the used classes take
     */
    public record Bounds(double network, double injection, double ejection) {
        private static final int LOCAL_LOOP = 4; // cycles of the credit loop of a local port

        /** Returns whether the bounds apply to the pattern. */
        public static boolean knows(TrafficPattern pattern) {
            return pattern == TrafficPattern.UNIFORM || pattern == TrafficPattern.ALLTOALL;
        }

        /** Returns the bounds of a pattern for which {@link #knows} returns true. */
        public static Bounds of(MachineConfig machine, TrafficSpec spec) {
            Shape shape = machine.shape();
            int nodes = shape.nodes();
            boolean self = spec.pattern() == TrafficPattern.UNIFORM && spec.includeSelf();
            double others = self || nodes == 1 ? 1 : (double) nodes / (nodes - 1);
            double hops = 0;
            for (int d = 0; d < 3; d++) {
                hops = Math.max(hops, others * meanDistance(shape.k(d)));
            }
            double network = hops == 0 ? Double.POSITIVE_INFINITY : 2 / hops;
            if (HwLayout.SHARED_VCS > 0) {
                return new Bounds(network, 1, 1); // one local port (RT_R17)
            }
            double port = Math.min(1, (double) machine.buffers().local() / LOCAL_LOOP);
            int classes = spec.lanes() > HwLayout.MOST_PORTS ? HwLayout.CLASSES : 1;
            return new Bounds(network, spec.inject() * port, classes * machine.localPorts() * port);
        }

        private static double meanDistance(int k) {
            int sum = 0;
            for (int far = 0; far < k; far++) {
                sum += Math.min(far, k - far);
            }
            return (double) sum / k;
        }

        public double least() {
            return Math.min(network, Math.min(injection, ejection));
        }

        /** Returns the name of the lowest bound. */
        public String binding() {
            return network <= least() ? "network" : injection <= least() ? "injection" : "ejection";
        }
    }
}
