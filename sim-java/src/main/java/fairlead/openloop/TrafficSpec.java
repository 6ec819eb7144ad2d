// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.model.router.RouterVariant;
import fairlead.workload.TrafficPattern;

/**
 * One open-loop measurement. The standard values are those of the field's most used simulator, so that curves can be laid over each other.
 *
 * @param load flits offered per node and cycle, head included; an average
 * @param packetFlits flits of a packet, head included
 * @param includeSelf uniform and hot-spot traffic may choose the source itself
 * @param process how packets are born
 * @param lanes injection VCs that a source may use: 1 or 2 of the request class, 4 of both classes
 * @param inject flits that may enter in a cycle at a node, each on a lane of its own; 1 is what the field's simulators have
 * @param samplePeriod cycles of one sample
 * @param warmupPeriods samples before anything counts; 0: as long as the means still move
 * @param maxSamples most samples, warm-up included
 * @param threshold relative change of mean latency and of accepted rate from one sample to the next that counts as steady
 * @param latencyLimit mean latency in cycles beyond which the run is called unstable
 * @param router that of the RTL, or another for comparison
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
        RouterVariant router,
        long seed) {
    /** Samples in a row that must be steady. */
    public static final int STEADY_SAMPLES = 3;

    public TrafficSpec {
        if (lanes != 1 && lanes != 2 && lanes != 4) {
            throw new IllegalArgumentException("lanes must be 1, 2 or 4: " + lanes);
        }
        if (inject < 1 || inject > lanes) {
            throw new IllegalArgumentException("inject must be 1 to lanes: " + inject);
        }
        if (packetFlits < 1 || load < 0 || samplePeriod < 1 || maxSamples < 1) {
            throw new IllegalArgumentException("traffic out of range");
        }
    }

    /** The standard measurement. */
    public static TrafficSpec of(
            final TrafficPattern pattern, final double load, final int packetFlits, final long seed) {
        return new TrafficSpec(
                pattern,
                load,
                packetFlits,
                true,
                BirthProcess.BERNOULLI,
                2,
                1,
                1000,
                3,
                10,
                0.05,
                500,
                RouterVariant.RTL,
                seed);
    }

    private TrafficSpec with(
            final double offered,
            final int ways,
            final int senders,
            final double limit,
            final RouterVariant variant,
            final long drawn) {
        return new TrafficSpec(
                pattern,
                offered,
                packetFlits,
                includeSelf,
                process,
                ways,
                senders,
                samplePeriod,
                warmupPeriods,
                maxSamples,
                threshold,
                limit,
                variant,
                drawn);
    }

    public TrafficSpec withLoad(final double other) {
        return with(other, lanes, inject, latencyLimit, router, seed);
    }

    public TrafficSpec withSeed(final long other) {
        return with(load, lanes, inject, latencyLimit, router, other);
    }

    public TrafficSpec withLanes(final int other) {
        return with(load, other, Math.min(inject, other), latencyLimit, router, seed);
    }

    /** Infinity: no limit, and the measured packets need not arrive. */
    public TrafficSpec withLatencyLimit(final double other) {
        return with(load, lanes, inject, other, router, seed);
    }

    public TrafficSpec withRouter(final RouterVariant other) {
        return with(load, lanes, inject, latencyLimit, other, seed);
    }

    /** Packets born per node and cycle. */
    public double packetRate() {
        return load / packetFlits;
    }
}
