// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.epoch;

import static fairlead.twin.epoch.EpochBench.ORIGIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests which accesses beside epochs the target half serves, and how it counts refusals: R15, R20, R28 of
 * docs/spec/epoch-unit.md.
 */
@Tag("M-EPO-1")
@Tag("M-EPO-2")
class EpochGuardTest extends ExposedTarget {
    private static final int THIRD = ORIGIN ^ 0x200;

    @Test
    void r28ARefusedPutIsCountedAndTheAckSaysSo() {
        expose();
        count(2);
        unit.putDone(0, 1, ORIGIN, true);
        edge();
        puts(1);
        expect("1 EPOCH_COUNTED 0 2", "3 EPOCH_ACKED 0 2");
        edge();
        bench.assertAck(INDEX, true);
        bench.ack.take();
        unit.term(0, 1);
        bench.edges(2);
        bench.assertAck(INDEX, true);
        bench.ack.take();
        unit.init(ORIGIN, INDEX, ID); // entry 0 again, in the cycle of the handover
        edge();
        unit.count(0, 2, ORIGIN, INDEX, 0, 0);
        bench.edges(3);
        bench.assertAck(INDEX, false);
    }

    @Test
    void r28ARefusedPartOfAnUnorderedPutIsTakenOffToo() {
        expose();
        unit.count(0, 1, ORIGIN, INDEX, 1, 2);
        edge();
        unit.putPart(0, 1, ORIGIN, false);
        edge();
        unit.putDone(0, 1, ORIGIN, true);
        edge();
        bench.edges(4);
        assertFalse(bench.ack.valid());
        unit.putPart(0, 1, ORIGIN, true);
        bench.edges(2);
        bench.assertAck(INDEX, true);
    }

    @Test
    void r15APutOfAnotherOriginIsNotCounted() {
        expose();
        count(1);
        unit.putDone(0, 1, OTHER, true);
        bench.edges(4);
        assertFalse(bench.ack.valid());
        puts(1);
        edge();
        bench.assertAck(INDEX, false);
    }

    @Test
    void r20WhileEpochsOfTwoOriginsAreOpenNobodyIsServedBesideThem() {
        final int[] origins = {ORIGIN, OTHER, OTHER, THIRD};
        for (int entry = 0; entry < origins.length; entry++) {
            assertEquals(entry | 1 << 8, unit.init(origins[entry], INDEX, ID));
            edge();
        }
        assertServed(); // no node is served
        unit.term(3, 1);
        edge();
        assertServed();
        unit.term(0, 1); // the lowest of the other origins becomes the holder, and all remaining epochs are its own
        edge();
        assertServed(OTHER);
        unit.init(THIRD, INDEX, ID);
        edge();
        assertServed();
        unit.term(1, 1);
        edge();
        assertServed();
        unit.term(2, 1);
        edge();
        assertServed(THIRD);
    }

    /** Asserts that of three nodes exactly these may access the memory in no epoch. */
    private void assertServed(final int... nodes) {
        for (final int node : new int[] {ORIGIN, OTHER, THIRD}) {
            final boolean served = Arrays.stream(nodes).anyMatch(n -> n == node);
            assertEquals(served, unit.allows(false, 0, 0, node), Integer.toHexString(node));
        }
    }
}
