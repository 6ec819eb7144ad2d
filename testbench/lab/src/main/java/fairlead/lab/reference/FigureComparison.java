// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.reference;

import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Routing;
import fairlead.machine.VcRule;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;
import fairlead.sweep.Sweep.Estimate;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A figure of the twin with that of another simulator. The routers of that simulator are a structure and machine of
 * this project: four stages, iSLIP, VCs that all packets share, and links of two cycles each way. The direction of a
 * tie at k/2 is drawn at random.
 *
 * @param theirs the figure of the other simulator
 * @param ours the latency of the twin plus the zero-load difference, or the accepted rate for a saturation row
 * @param agrees whether the latencies agree within 3 % or two standard errors, or the saturation rates within 5 %
 */
public record FigureComparison(ReferenceRow row, double theirs, Estimate ours, boolean agrees) {
    private static final double LATENCY_BOUND = 0.03;
    private static final double RATE_BOUND = 0.05;
    private static final int LINK = 2;
    private static final int CREDIT = 2;
    private static final int STAGES = 4;
    private static final int MOST_LANES = 4;
    private static final double LATENCY_LIMIT = 500;

    /** @param seeds the number of runs; their seeds are 1 to `seeds` */
    public static FigureComparison of(ReferenceRow row, int seeds) {
        return of(row, seeds, structure(STAGES, 1, row.vcs()));
    }

    static FigureComparison of(ReferenceRow row, int seeds, MachineStructure structure) {
        Estimate ours = Estimate.of(IntStream.rangeClosed(1, seeds)
                .mapToObj(seed -> Workers.ask(structure, new Measurement(row, seed)))
                .toList());
        double theirs = row.isSaturation() ? row.accepted() : row.latency();
        double off = Math.abs(ours.mean() - theirs);
        boolean agrees = row.isSaturation()
                ? off <= RATE_BOUND * theirs
                : off <= Math.max(LATENCY_BOUND * theirs, 2 * ours.standardError());
        return new FigureComparison(row, theirs, ours, agrees);
    }

    static MachineStructure structure(int stages, int islip, int shared) {
        Map<String, Integer> keys =
                Map.of("routerStages", stages, "islipIterations", islip, "vcsPerClass", 2, "sharedVcs", shared);
        return MachineStructure.of(key -> keys.getOrDefault(key.name(), key.standard()));
    }

    /**
     * A measurement of one row on the twin, in a process with the structure of its routers. Its result is the latency
     * in cycles plus the zero-load difference, or the accepted rate for a saturation row.
     */
    private record Measurement(ReferenceRow row, int seed) implements Work<Double> {
        @Override
        public Double run() {
            MachineConfig machine = MachineConfig.of(row.shape())
                    .latency(new Latency(LINK, CREDIT, 1, 1, 1, 0))
                    .buffers(new Buffers(row.buffer(), row.buffer(), 1, 1, 8, 2))
                    .localPorts(1)
                    .vcRule(VcRule.STATIC)
                    .arbitration(Arbitration.ROUND_ROBIN)
                    .memoryBytes(1024)
                    .dla(DlaLimits.of(8))
                    .tasks(1)
                    .barrierWidth(2)
                    .seed(seed)
                    .routing(new Routing(Routing.Mode.DIMENSION_ORDER, false, false, true))
                    .build();
            TrafficSpec spec = TrafficSpec.of(row.pattern(), row.offered(), row.packetFlits(), seed)
                    .withLanes(Math.min(MOST_LANES, row.vcs()))
                    .withLatencyLimit(row.isSaturation() ? Double.POSITIVE_INFINITY : LATENCY_LIMIT);
            TrafficResult result = new OpenLoop(machine, spec).measure();
            return row.isSaturation() ? result.accepted() : result.meanLatency() + zeroLoadDifference();
        }

        /**
         * Returns the difference of the zero-load latencies: (H + 1) P + 2 H + 3 + (F - 1) in the reference simulator,
         * minus 1 + (H + 1) P + H L + F here. The difference is constant, because a hop takes equally long in both.
         */
        private double zeroLoadDifference() {
            double theirs = (row.hops() + 1) * STAGES + 2 * row.hops() + 3;
            double ours = 2 + (row.hops() + 1) * STAGES + row.hops() * LINK;
            return theirs - ours;
        }
    }

    /**
     * Returns whether the figures agree, or differ by at most two standard errors of the difference between one run,
     * which is what the other simulator's figure comes from, and the mean of our runs.
     */
    public boolean agreesAsOneRun() {
        return agrees || deviations() <= 2;
    }

    /** Returns the difference of both figures in per cent of the other simulator's figure. */
    public double off() {
        return 100 * (ours.mean() - theirs) / theirs;
    }

    /**
     * Returns the difference in standard deviations. The other simulator's figure comes from one run, so one run is
     * compared with the mean of our runs by the spread between our seeds. The value is NaN with one seed.
     */
    public double deviations() {
        double oneRun = ours.standardError() * Math.sqrt(ours.repeats());
        return Math.abs(ours.mean() - theirs) / (oneRun * Math.sqrt(1 + 1.0 / ours.repeats()));
    }
}
