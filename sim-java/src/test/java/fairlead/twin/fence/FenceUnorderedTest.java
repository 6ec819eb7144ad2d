// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fence;

import static fairlead.twin.fence.FenceBench.FENCE;
import static fairlead.twin.fence.FenceBench.FLUSH;
import static fairlead.twin.fence.FenceBench.NONE;
import static fairlead.twin.fence.FenceBench.ONE_LEG;
import static fairlead.twin.fence.FenceBench.TARGET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.twin.ports.PortEvents;
import org.junit.jupiter.api.Test;

/**
 * Tests fences and flushes beside unordered traffic in docs/spec/fence-unit.md, cycle by cycle. An event that the page
 * shows in t + 1 carries t here.
 */
class FenceUnorderedTest {
    private final FenceBench bench = new FenceBench();
    private final FenceUnit unit = bench.unit;
    private final PortEvents events = bench.events;

    private int send(final int target) {
        final int answer = unit.count(0, target);
        bench.edge();
        return answer & 0xFF;
    }

    private void ack(final int counter) {
        unit.acked(counter, 1, false);
        bench.edge();
    }

    @Test
    void aFlushWaitsForThePacketsBeforeItAndNotForThoseBehindIt() {
        final int first = send(TARGET);
        assertEquals(first, send(TARGET));
        send(TARGET + 1);
        assertEquals(0, bench.arm(FLUSH, 0, 7));
        bench.edge();
        events.expect("3 FLUSH_ARMED 7 " + (ONE_LEG | 1 << 16));
        final int later = send(TARGET);
        assertTrue(later != first);
        unit.pong(0);
        bench.edge();
        ack(first);
        events.expect();
        ack(first);
        events.expect("7 FLUSH_DONE 7 0");
    }

    @Test
    void aFlushWhosePacketsAreAcknowledgedFirstEndsWithItsPong() {
        final int counter = send(TARGET);
        bench.arm(FLUSH, 0, 7);
        bench.edge();
        events.take();
        ack(counter);
        events.expect();
        unit.pong(0);
        bench.edge();
        events.expect("3 FLUSH_DONE 7 0");
    }

    @Test
    void aFenceWithoutLegsHoldsItsFifoUntilTheCountersAreHome() {
        final int counter = send(TARGET);
        assertEquals(NONE, bench.arm(FENCE, 2, 7));
        bench.edge();
        events.expect("1 FLUSH_ARMED 7 " + (1 << 16));
        assertEquals(1 << 2, unit.blocked());
        ack(counter);
        assertEquals(0, unit.blocked());
        events.expect("2 FENCE_DONE 7 0");
    }

    @Test
    void aFenceBeforeUnorderedTrafficHasALegAlthoughTheDlaWasNeverUsed() {
        assertEquals(0, unit.grant(true, false));
        assertEquals(0, unit.arm(0, FENCE, false, true, 0, 7, TARGET));
        bench.edge();
        events.expect("0 FLUSH_ARMED 7 " + ONE_LEG);
        assertEquals(1, unit.blocked());
        unit.pong(0);
        bench.edge();
        events.expect("1 FENCE_DONE 7 0");
    }

    @Test
    void oneAcknowledgementEndsSeveralFencesWhichAreToldInTurn() {
        final int counter = send(TARGET);
        bench.arm(FENCE, 0, 7);
        bench.edge();
        bench.arm(FENCE, 1, 8);
        bench.edge();
        bench.arm(FENCE, 2, 9);
        bench.edge();
        events.take();
        assertEquals(7, unit.blocked());
        ack(counter);
        assertEquals(0, unit.blocked());
        bench.edges(3);
        events.expect("4 FENCE_DONE 7 0", "5 FENCE_DONE 8 0", "6 FENCE_DONE 9 0");
    }

    @Test
    void aFlushDoesNotWaitForAnotherTarget() {
        send(TARGET + 1);
        bench.arm(FLUSH, 0, 7);
        bench.edge();
        events.take();
        unit.pong(0);
        bench.edge();
        events.expect("2 FLUSH_DONE 7 0");
    }
}
