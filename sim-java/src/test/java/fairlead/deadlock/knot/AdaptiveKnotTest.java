// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests heads with several choices and credits that stand for packets, on a ring of five with bubble escape where all
 * packets go in X+. Every buffer of VC 0, 2 and 3 has a head in front, and no output has a credit. A machine never
 * reaches this state; it is a snapshot that a flaw could give.
 */
class AdaptiveKnotTest {
    private static final int K = 5;
    private static final int FROM_MINUS = 1;
    private static final int PLUS = 0;
    private static final int[] VCS = {0, 2, 3};

    private final MachineConfig machine = MachineConfig.of(new Shape(K, 1, 1))
            .latency(new Latency(2, 2, 8, 16, 8, 0))
            .buffers(new Buffers(34, 4, 4, 4, 8, 4))
            .dla(DlaLimits.of(8))
            .tasks(1)
            .build()
            .withRouting(new Routing(Routing.Mode.ADAPTIVE, true, false, false));
    private final int settle = KnotDetector.settle(machine);
    private long[] words;

    @BeforeEach
    void fill() {
        words = new long[K * Engine.VC_WORDS];
        for (int node = 0; node < K; node++) {
            for (final int v : VCS) {
                words[at(node, FROM_MINUS, v)] = 20
                        | 1L << VcState.HEAD_LSB
                        | (long) PLUS << VcState.WANT_PORT_LSB
                        | 1L << VcState.ADAPTIVE_LSB
                        | (v == 0 ? 0 : 1L << VcState.ENTERS_LSB);
            }
        }
    }

    private static int at(final int node, final int port, final int vc) {
        return (node * Waits.PORTS + port) * Waits.VCS + vc;
    }

    private void credits(final int node, final int vc, final long credits) {
        words[at(node, PLUS, vc)] |= credits << VcState.CREDITS_LSB;
    }

    /** Lets the detector look from cycle 64 to cycle `last`, in every cycle that it asks for. */
    private KnotDetector look(final int last) {
        final KnotDetector detector = new KnotDetector(machine);
        for (long cycle = 64; cycle <= last; cycle = detector.nextSample(cycle)) {
            detector.look(cycle, words, false);
        }
        return detector;
    }

    @Test
    void whenEveryChoiceIsDeadItIsAKnotOnceNothingCanBeOnItsWay() {
        assertTrue(look(64 + settle - 1).knot().isEmpty());
        final Knot knot = look(64 + settle).knot().orElseThrow();
        assertEquals(64 + settle, knot.reportedAt());
        assertEquals(3 * K, knot.blocked());
        assertFalse(knot.isLocal());
        assertEquals(K, knot.members().size());
        assertTrue(
                knot.members().get(0).reason().contains("no room for its packet in node 1 (1,0,0)"), knot.toString());
        assertTrue(knot.members().get(0).reason().contains("none of its 2 other choices"), knot.toString());
        assertEquals("", look(64).unknownWait());
    }

    /** One credit of one adaptive VC lets its packet go, and then all others one after the other. */
    @Test
    void oneChoiceThatMovesIsProgressForAll() {
        for (final int v : VCS) {
            fill();
            credits(3, v, v == 0 ? 2 : 1);
            assertTrue(look(200).knot().isEmpty(), "VC " + v);
        }
    }

    /** A packet that continues in its ring needs one slot, and a packet that enters a ring needs two. */
    @Test
    void enteringNeedsTwoSlots() {
        credits(3, 0, 1);
        assertTrue(look(200).knot().isEmpty());
        words[at(3, FROM_MINUS, 0)] |= 1L << VcState.ENTERS_LSB;
        assertEquals(3 * K, look(200).knot().orElseThrow().blocked());
    }

    /** A credit that was in flight at the first snapshot arrives. */
    @Test
    void aCreditThatComesInTimeEndsTheSuspicion() {
        final KnotDetector detector = new KnotDetector(machine);
        long cycle = 64;
        for (; cycle < 64 + settle; cycle = detector.nextSample(cycle)) {
            detector.look(cycle, words, false);
        }
        assertEquals(64 + settle, cycle);
        credits(2, 3, 1);
        detector.look(cycle, words, false);
        assertTrue(detector.knot().isEmpty());
        assertEquals(96, detector.nextSample(cycle));
        fill();
        detector.look(96, words, false); // the suspicion begins again
        assertTrue(detector.knot().isEmpty());
    }

    @Test
    void anEmptyBufferHasSomethingOnItsWay() {
        words[at(2, FROM_MINUS, 3)] = 0;
        assertTrue(look(200).knot().isEmpty());
    }

    /** The body of a packet whose head has left never waits for a credit of a link, and its output VC becomes free. */
    @Test
    void aBodyIsProgress() {
        words[at(2, FROM_MINUS, 3)] &= ~(1L << VcState.HEAD_LSB | VcState.ADAPTIVE_MASK << VcState.ADAPTIVE_LSB);
        assertTrue(look(200).knot().isEmpty());
    }

    @Test
    void anOwnerThatIsDeadIsPartOfIt() {
        words[at(1, PLUS, 3)] |= 1L << VcState.OWNED_LSB | (long) FROM_MINUS << VcState.OWNER_PORT_LSB;
        assertEquals(3 * K, look(200).knot().orElseThrow().blocked());
    }

    @Test
    void atRestNothingIsOnItsWay() {
        final KnotDetector detector = new KnotDetector(machine);
        detector.look(64, words, true);
        assertTrue(detector.knot().isPresent());
    }

    @Test
    void aChoiceOutsideTheGraphIsNamed() {
        words[at(0, FROM_MINUS, 2)] |= 4L << VcState.ADAPTIVE_LSB; // Y+, on a machine without y
        assertTrue(look(64).unknownWait().contains("from X- request VC 2"), look(64).unknownWait());
    }
}
