// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.reference;

import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.Map;

/**
 * The routers of the reference simulator as a structure and machine of this project: four stages, iSLIP, VCs that all
 * packets share, and links of two cycles each way. The direction of a tie at k/2 is drawn at random.
 */
final class ReferencePipeline {
    private static final int LINK = 2;
    private static final int CREDIT = 2;
    private static final int STAGES = 4;

    private ReferencePipeline() {}

    /** Returns the structure of the routers of a row. */
    static MachineStructure structure(final ReferenceRow row) {
        final Map<String, Integer> keys =
                Map.of("routerStages", STAGES, "islipIterations", 1, "vcsPerClass", 2, "sharedVcs", row.vcs());
        return MachineStructure.of(key -> keys.getOrDefault(key.name(), key.standard()));
    }

    static MachineConfig machine(final ReferenceRow row, final long seed) {
        final Shape shape = new Shape(row.k(), row.dimensions() > 1 ? row.k() : 1, row.dimensions() > 2 ? row.k() : 1);
        return MachineConfig.of(shape)
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
                .build()
                .withRouting(new Routing(Routing.Mode.DIMENSION_ORDER, false, false, true));
    }

    /**
     * Returns the difference of the zero-load latencies: (H + 1) P + 2 H + 3 + (F - 1) in the reference simulator,
     * minus 1 + (H + 1) P + H L + F here. The difference is constant, because a hop takes equally long in both.
     */
    static double zeroLoadDifference(final double hops) {
        final double theirs = (hops + 1) * STAGES + 2 * hops + 3;
        final double ours = 2 + (hops + 1) * STAGES + hops * LINK;
        return theirs - ours;
    }
}
