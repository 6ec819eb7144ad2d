// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop.compare;

import fairlead.engine.api.Arbitration;
import fairlead.engine.api.Buffers;
import fairlead.engine.api.DlaLimits;
import fairlead.engine.api.Latency;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Routing;
import fairlead.engine.api.Shape;
import fairlead.engine.api.VcRule;
import fairlead.model.router.RouterVariant;

/**
 * The pipeline of the reference simulator, expressed in parameters of the twin's router. In the reference simulator, a
 * head passes four stages and a link of two cycles, which is six cycles per hop; its credit loop has nine cycles; and
 * the next head in a VC starts two cycles after a tail. The twin gets the same timing with separable allocators, link
 * latency 3 (a hop takes L + 1 cycles after route and VC allocation) and credit latency 2 (the loop takes L + C + 2
 * cycles plus this allocation). Half of the reference VCs correspond to the twin's VCs with v = 0. The direction of a
 * tie at k/2 is drawn at random.
 */
final class ReferencePipeline {
    private static final int HEAD_DELAY = 2; // cycles of route and VC allocation
    private static final int LINK = 3;
    private static final int CREDIT = 2;
    private static final int STAGES = 4;

    private ReferencePipeline() {}

    static RouterVariant router(final ReferenceRow row) {
        return RouterVariant.separable(row.vcs() / 2);
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
     * minus 1 + H (L + 1) + 2 + (H + 1) * delay + F - 1 in the twin. The difference is constant, because a hop takes
     * equally long in both.
     */
    static double zeroLoadDifference(final double hops) {
        final double theirs = (hops + 1) * STAGES + 2 * hops + 3;
        final double ours = 1 + hops * (LINK + 1) + 2 + (hops + 1) * HEAD_DELAY;
        return theirs - ours;
    }
}
