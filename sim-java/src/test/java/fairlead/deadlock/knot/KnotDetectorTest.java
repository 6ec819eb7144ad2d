// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests what is a knot and what is progress, on snapshots written by hand: a ring of five with one VC, where all flits
 * go in X+.
 */
@Tag("M-25")
class KnotDetectorTest {
    private static final int K = 5;
    private static final int DEPTH = 2;
    private static final int FROM_MINUS = 1;
    private static final int PLUS = 0;

    private final MachineConfig machine = machine(new Unsafe(UnsafeVariant.ONE_VC, Unsafe.ALL_NODES, 0));
    private long[] words;

    private static MachineConfig machine(final Unsafe unsafe) {
        final Shape shape = new Shape(K, 1, 1);
        return MachineConfig.of(shape)
                .latency(new Latency(2, 2, 8, 16, 8, 0))
                .buffers(new Buffers(DEPTH, DEPTH, 4, 4, 8, 4))
                .dla(DlaLimits.of(8))
                .tasks(1)
                .build()
                .withUnsafe(unsafe);
    }

    /** Fills all buffers with heads that want to continue, and takes all credits from the outputs. */
    @BeforeEach
    void fill() {
        words = new long[K * Engine.VC_WORDS];
        for (int node = 0; node < K; node++) {
            input(node, FROM_MINUS, 0, DEPTH, true, PLUS, 0);
        }
    }

    private static int at(final int node, final int port, final int vc) {
        return (node * Waits.PORTS + port) * Waits.VCS + vc;
    }

    private void input(
            final int node,
            final int port,
            final int vc,
            final int occupancy,
            final boolean head,
            final int wantPort,
            final int wantVc) {
        words[at(node, port, vc)] |= occupancy
                | (head ? 1L << VcState.HEAD_LSB : 0)
                | (long) wantPort << VcState.WANT_PORT_LSB
                | (long) wantVc << VcState.WANT_VC_LSB;
    }

    private KnotDetector look() {
        return look(false);
    }

    private KnotDetector look(final boolean atRest) {
        final KnotDetector detector = new KnotDetector(machine);
        detector.look(64, words, atRest);
        return detector;
    }

    @Test
    void aRingOfFullBuffersIsAKnot() {
        final Knot knot = look().knot().orElseThrow();
        assertEquals(K, knot.members().size());
        assertEquals(K, knot.blocked());
        assertFalse(knot.isLocal());
        for (int node = 0; node < K; node++) {
            assertEquals(node, knot.members().get(node).node());
            assertEquals(FROM_MINUS, knot.members().get(node).port());
            assertTrue(
                    knot.members().get(node).reason().startsWith("no credit, all 2 slots of node " + (node + 1) % K));
        }
    }

    @Test
    void flitsOrCreditsOnTheirWayAreProgress() {
        words[at(2, FROM_MINUS, 0)] -= 1; // a slot of node 2 is empty, so a flit or a credit is in flight
        assertTrue(look().knot().isEmpty());
    }

    @Test
    void aCreditIsProgress() {
        words[at(3, PLUS, 0)] |= 1L << VcState.CREDITS_LSB;
        assertTrue(look().knot().isEmpty());
    }

    /** The output of node 1 belongs to a packet that is being injected and whose flits are still to come. */
    @Test
    void anOwnerWithoutFlitsIsProgress() {
        words[at(1, PLUS, 0)] |= 1L << VcState.OWNED_LSB | 6L << VcState.OWNER_PORT_LSB;
        assertTrue(look().knot().isEmpty());
    }

    @Test
    void anOwnerThatIsBlockedItselfIsPartOfTheKnot() {
        words[at(1, PLUS, 0)] |= 1L << VcState.OWNED_LSB | 6L << VcState.OWNER_PORT_LSB;
        input(1, 6, 0, DEPTH, false, PLUS, 0);
        final Knot knot = look().knot().orElseThrow();
        assertEquals(K + 1, knot.members().size());
        assertTrue(
                knot.members().get(1).reason().startsWith("owned by the packet in node 1 (1,0,0) request injection 0"));
    }

    @Test
    void whoIsBehindAKnotIsBlockedAndNoMemberAndWhoMovesMakesItLocal() {
        input(4, 7, 0, 1, true, PLUS, 0);
        assertEquals(K, look().knot().orElseThrow().members().size());
        assertEquals(K + 1, look().knot().orElseThrow().blocked());
        words[at(2, 1, 0)] |= 1L << VcState.CREDITS_LSB; // X- of node 2 has a credit
        input(2, 6, 0, 1, true, 1, 0);
        assertTrue(look().knot().orElseThrow().isLocal());
    }

    /**
     * A packet that waits for its node counts as progress as long as the consumer may move. On this machine it does so
     * even at rest, because nothing behind it needs the network.
     */
    @Test
    void anEjectionThatStandsIsNoKnotWhenNothingBehindItIsBlocked() {
        words[at(0, FROM_MINUS, 0)] = 0;
        input(0, FROM_MINUS, 0, DEPTH, true, 6, 0);
        assertTrue(look().knot().isEmpty());
        assertTrue(look(true).knot().isEmpty());
    }

    @Test
    void aWaitOutsideTheGraphIsNamed() {
        assertEquals("", look().unknownWait());
        input(0, 3, 0, 1, true, PLUS, 0); // from Y-, on a machine without y
        final String text = look().unknownWait();
        assertTrue(text.contains("from Y- request VC 0 wants link X+ request VC 0"), text);
    }
}
