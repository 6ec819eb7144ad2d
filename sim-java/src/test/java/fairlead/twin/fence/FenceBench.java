// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.twin.ports.DlaCounts;
import fairlead.twin.ports.PortEvents;
import fairlead.twin.ports.SelfTraffic;
import fairlead.twin.ports.TestTile;

/** One FenceUnit with its clock, and a DLA whose counters the test controls. */
final class FenceBench {
    static final int NONE = -1;
    static final int TARGET = 0x123;
    static final boolean FENCE = true;
    static final boolean FLUSH = false;
    static final int ONE_LEG = 1 << 8; // field of word b of FLUSH_ARMED
    static final int TWO_LEGS = 2 << 8;

    private final TestTile tile = new TestTile();
    final PortEvents events = tile.events;
    final FenceUnit unit = new FenceUnit(tile.context());
    final Dla dla = new Dla();
    boolean selfOutstanding;
    long t;

    /** The counters of a DLA, controlled by the test. */
    static final class Dla implements DlaCounts {
        boolean used;
        int in;
        int out;

        @Override
        public boolean everUsed() {
            return used;
        }

        @Override
        public int enqueued() {
            return in & 0xFFFF;
        }

        @Override
        public int dequeued() {
            return out & 0xFFFF;
        }

        /** Sets the counts of a DLA that has been used. */
        void at(final int enqueued, final int dequeued) {
            used = true;
            in = enqueued;
            out = dequeued;
        }
    }

    FenceBench() {
        unit.connect(dla, new SelfTraffic() {
            @Override
            public void produced() {
                throw new AssertionError("FenceUnit only asks");
            }

            @Override
            public void consumed() {
                throw new AssertionError("FenceUnit only asks");
            }

            @Override
            public boolean outstanding() {
                return selfOutstanding;
            }
        });
    }

    void edge() {
        unit.step(t);
        unit.edge(t);
        t++;
        events.at(t);
    }

    void edges(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            edge();
        }
    }

    /** Arms a descriptor of another node, alone at port `fifo & 1`. */
    int arm(final boolean fence, final int fifo, final int tag) {
        final int port = fifo & 1;
        assertEquals(port, unit.grant(port == 0, port == 1), "granted in cycle " + t);
        return unit.arm(port, fence, false, false, fifo, tag, TARGET);
    }

    void assertPing(final int entry, final int tag) {
        assertTrue(unit.valid(), () -> "PING on control in cycle " + t);
        assertEquals(PacketType.PING, unit.ptype());
        assertEquals(TARGET, unit.dst());
        final long expected =
                (long) entry << Header1.ENTRY_LSB | 1L << Header1.SLOT_LSB | (long) tag << Header1.TAG_LSB;
        assertEquals(expected, unit.word1(), "entry, slot 1, tag, and nothing else");
    }
}
