// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
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

    private final MachineConfig machine = MachineConfig.of(new Shape(K, 1, 1))
            .buffers(new Buffers(DEPTH, DEPTH, 4, 4, 8, 4))
            .unsafe(Unsafe.everywhere(UnsafeVariant.ONE_VC))
            .build();
    private long[] words;

    /** Fills all buffers with heads that want to continue, and takes all credits from the outputs. */
    @BeforeEach
    void fill() {
        words = new long[K * Engine.VC_WORDS];
        for (int node = 0; node < K; node++) {
            input(node, FROM_MINUS, 0, DEPTH, true, PLUS, 0);
        }
    }

    private static int at(int node, int port, int vc) {
        return (node * Waits.PORTS + port) * Waits.VCS + vc;
    }

    private void input(int node, int port, int vc, int occupancy, boolean head, int wantPort, int wantVc) {
        words[at(node, port, vc)] |= occupancy
                | (head ? 1L << VcState.HEAD_LSB : 0)
                | (long) wantPort << VcState.WANT_PORT_LSB
                | (long) wantVc << VcState.WANT_VC_LSB;
    }

    private KnotDetector look() {
        return look(false);
    }

    private KnotDetector look(boolean atRest) {
        KnotDetector detector = new KnotDetector(machine);
        detector.look(64, words, atRest);
        return detector;
    }

    @Test
    void aRingOfFullBuffersIsAKnot() {
        Knot knot = look().knot().orElseThrow();
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
    void flitsAndCreditsThatMayComeAreProgress() {
        words[at(2, FROM_MINUS, 0)] -= 1; // a slot of node 2 is empty, so a flit or a credit is in flight
        assertTrue(look().knot().isEmpty());
        fill();
        words[at(3, PLUS, 0)] |= 1L << VcState.CREDITS_LSB;
        assertTrue(look().knot().isEmpty());
        fill(); // the output of node 1 belongs to a packet that is being injected and whose flits are still to come
        words[at(1, PLUS, 0)] |= 1L << VcState.OWNED_LSB | 6L << VcState.OWNER_PORT_LSB;
        assertTrue(look().knot().isEmpty());
    }

    @Test
    void anOwnerThatIsBlockedItselfIsPartOfTheKnot() {
        words[at(1, PLUS, 0)] |= 1L << VcState.OWNED_LSB | 6L << VcState.OWNER_PORT_LSB;
        input(1, 6, 0, DEPTH, false, PLUS, 0);
        Knot knot = look().knot().orElseThrow();
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
     * even at rest, because nothing after it needs the network.
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
        String text = look().unknownWait();
        assertTrue(text.contains("from Y- request VC 0 wants link X+ request VC 0"), text);
    }

    /**
     * Heads with several choices and credits that stand for packets: bubble escape, every buffer of VC 0, 2 and 3 has a
     * head in front, and no output has a credit. A machine never reaches this state; a flaw could give it.
     */
    @Nested
    class Choices {
        private static final int[] VCS = {0, 2, 3};

        private final MachineConfig adaptive = machine.change()
                .buffers(new Buffers(34, 4, 4, 4, 8, 4))
                .unsafe(Unsafe.NONE)
                .routing(new Routing(Routing.Mode.ADAPTIVE, true, false, false))
                .build();
        private final int settle = KnotDetector.settle(adaptive);

        @BeforeEach
        void fillAll() {
            words = new long[K * Engine.VC_WORDS];
            for (int node = 0; node < K; node++) {
                for (int v : VCS) {
                    words[at(node, FROM_MINUS, v)] = 20
                            | 1L << VcState.HEAD_LSB
                            | (long) PLUS << VcState.WANT_PORT_LSB
                            | 1L << VcState.ADAPTIVE_LSB
                            | (v == 0 ? 0 : 1L << VcState.ENTERS_LSB);
                }
            }
        }

        private void credits(int node, int vc, long credits) {
            words[at(node, PLUS, vc)] |= credits << VcState.CREDITS_LSB;
        }

        /** Lets the detector look from cycle 64 to cycle `last`, in every cycle that it asks for. */
        private KnotDetector until(int last) {
            KnotDetector detector = new KnotDetector(adaptive);
            for (long cycle = 64; cycle <= last; cycle = detector.nextSample(cycle)) {
                detector.look(cycle, words, false);
            }
            return detector;
        }

        @Test
        void whenEveryChoiceIsDeadItIsAKnotOnceNothingCanBeOnItsWay() {
            assertTrue(until(64 + settle - 1).knot().isEmpty());
            Knot knot = until(64 + settle).knot().orElseThrow();
            assertEquals(64 + settle, knot.reportedAt());
            assertEquals(3 * K, knot.blocked());
            assertFalse(knot.isLocal());
            assertEquals(K, knot.members().size());
            assertTrue(
                    knot.members().get(0).reason().contains("no room for its packet in node 1 (1,0,0)"),
                    knot.toString());
            assertTrue(knot.members().get(0).reason().contains("none of its 2 other choices"), knot.toString());
            assertEquals("", until(64).unknownWait());
        }

        /** One credit of one adaptive VC lets its packet go, and then all others one after the other. */
        @Test
        void oneChoiceThatMovesIsProgressForAll() {
            for (int v : VCS) {
                fillAll();
                credits(3, v, v == 0 ? 2 : 1);
                assertTrue(until(200).knot().isEmpty(), "VC " + v);
            }
        }

        /** A packet that continues in its ring needs one slot, and a packet that enters a ring needs two. */
        @Test
        void enteringNeedsTwoSlots() {
            credits(3, 0, 1);
            assertTrue(until(200).knot().isEmpty());
            words[at(3, FROM_MINUS, 0)] |= 1L << VcState.ENTERS_LSB;
            assertEquals(3 * K, until(200).knot().orElseThrow().blocked());
        }

        /** A credit that was in flight at the first snapshot arrives. */
        @Test
        void aCreditThatComesInTimeEndsTheSuspicion() {
            KnotDetector detector = new KnotDetector(adaptive);
            long cycle = 64;
            for (; cycle < 64 + settle; cycle = detector.nextSample(cycle)) {
                detector.look(cycle, words, false);
            }
            assertEquals(64 + settle, cycle);
            credits(2, 3, 1);
            detector.look(cycle, words, false);
            assertTrue(detector.knot().isEmpty());
            assertEquals(96, detector.nextSample(cycle));
            fillAll();
            detector.look(96, words, false); // the suspicion begins again
            assertTrue(detector.knot().isEmpty());
        }

        /** A body whose head has left never waits for a credit of a link, and its output VC becomes free. */
        @Test
        void anEmptyBufferAndABodyAreProgress() {
            words[at(2, FROM_MINUS, 3)] = 0;
            assertTrue(until(200).knot().isEmpty());
            fillAll();
            words[at(2, FROM_MINUS, 3)] &= ~(1L << VcState.HEAD_LSB | VcState.ADAPTIVE_MASK << VcState.ADAPTIVE_LSB);
            assertTrue(until(200).knot().isEmpty());
        }

        @Test
        void anOwnerThatIsDeadIsPartOfIt() {
            words[at(1, PLUS, 3)] |= 1L << VcState.OWNED_LSB | (long) FROM_MINUS << VcState.OWNER_PORT_LSB;
            assertEquals(3 * K, until(200).knot().orElseThrow().blocked());
        }

        @Test
        void atRestNothingIsOnItsWay() {
            KnotDetector detector = new KnotDetector(adaptive);
            detector.look(64, words, true);
            assertTrue(detector.knot().isPresent());
        }

        @Test
        void aChoiceOutsideTheGraphIsNamed() {
            words[at(0, FROM_MINUS, 2)] |= 4L << VcState.ADAPTIVE_LSB; // Y+, on a machine without y
            assertTrue(
                    until(64).unknownWait().contains("from X- request VC 2"),
                    until(64).unknownWait());
        }
    }
}
