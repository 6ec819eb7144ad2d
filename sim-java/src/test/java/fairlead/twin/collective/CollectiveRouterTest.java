// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveRefusal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the timing of docs/spec/collective-network.md on the twin: a root alone, and a root with one child. */
@Tag("M-260")
class CollectiveRouterTest {
    private static final int LATENCY = 1;
    private static final int SIZE_64 = 1;

    private static long header(final int mode, final int length) {
        return (long) mode << CollectiveHeader.MODE_LSB
                | (long) SIZE_64 << CollectiveHeader.SIZE_LSB
                | (long) length << CollectiveHeader.LENGTH_LSB
                | 1L << CollectiveHeader.LAST_LSB;
    }

    private static CollectiveRouter node(final int parent, final int children) {
        return new CollectiveRouter(
                new CollectiveConfig(CollectiveConfig.route(0, 0, parent, children, true), 6, 2, 2));
    }

    @Test
    void aNodeAloneReceivesItsOwnAllreduce() {
        final CollectiveRouter node = node(0, 0);
        node.inject(true, header(CollectiveMode.ALLREDUCE, 8), 77);
        node.edge(0);
        node.inject(false, 5, 0); // cycle 1: the last flit
        node.edge(1);
        for (int t = 2; t < 5; t++) {
            assertEquals(0, node.waiting(), "cycle " + t);
            assertTrue(node.busy());
            node.edge(t);
        }
        assertEquals(1, node.waiting(), "1 + 3 + one flit of payload");
        assertEquals(1, node.arrived());
        assertTrue(node.busy(), "what has arrived is told");
        node.edge(4);
        assertEquals(0, node.arrived());
        assertFalse(node.busy());
        node.read(0);
        node.edge(5);
        assertEquals(77, node.received().w1());
        assertTrue(node.busy());
        node.read(0);
        node.edge(6);
        assertEquals(5, node.received().w0());
        node.edge(7);
        assertFalse(node.busy());
        assertEquals(0, node.waiting());
        node.read(0);
        node.edge(8);
        assertTrue(node.empty());
        assertTrue(node.busy());
    }

    /** The child gives in cycles 0 and 1, after the root; both get the sum in the cycles of the formula. */
    @Test
    void aChildAndARoot() {
        final CollectiveRouter root = node(0, 0b010);
        final CollectiveRouter child = node(0b001, 0);
        int atChild = -1;
        int atRoot = -1;
        TreeFlit up = null;
        TreeFlit down = null;
        for (int t = 0; t < 40; t++) {
            if (t < 2) {
                root.inject(t == 0, t == 0 ? header(CollectiveMode.ALLREDUCE, 8) : 40, 0);
                child.inject(t == 0, t == 0 ? header(CollectiveMode.ALLREDUCE, 8) : 2, 0);
            }
            if (up != null) {
                root.arrive(1, 0, up);
            }
            if (down != null) {
                child.arrive(0, 0, down);
            }
            up = child.out(0);
            down = root.out(1);
            atChild = atChild < 0 && child.waiting() == 1 ? t : atChild;
            atRoot = atRoot < 0 && root.waiting() == 1 ? t : atRoot;
            root.edge(t);
            child.edge(t);
        }
        final int hop = LATENCY + 3;
        assertEquals(1 + hop + 3 + 1, atRoot);
        assertEquals(1 + hop + hop + 3 + 1, atChild);
        child.read(0);
        child.edge(40);
        child.read(0);
        child.edge(41);
        assertEquals(42, child.received().w0());
    }

    @Test
    void whatIsRefusedIsToldWithItsTag() {
        final CollectiveRouter node = node(0, 0);
        node.inject(true, header(CollectiveMode.COMBINE, 4), 9); // half an operand
        node.edge(0);
        assertEquals(CollectiveRefusal.MALFORMED, node.refused());
        assertEquals(9, node.refusedTag());
        node.inject(false, 1, 1); // dropped
        node.edge(1);
        assertEquals(0, node.refused());
        assertFalse(node.busy());
        node.inject(true, header(CollectiveMode.MESSAGE, 0), 4); // a message to itself
        node.edge(2);
        for (int t = 3; t < 7; t++) {
            node.edge(t);
        }
        assertEquals(1 << 4, node.waiting());
        node.read(4);
        node.edge(7);
        assertNotNull(node.received());
    }
}
