// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules A1 to A6 of docs/spec/fence-unit.md. */
class AckCountersTest {
    private static final int N = HwLayout.ACK_COUNTERS;
    private final AckCounters acks = new AckCounters(N);
    private final int[] targets = new int[HwLayout.INJECTION_FIFOS];

    private boolean ready(final int fifo, final int target) {
        targets[fifo] = target;
        return acks.ready(1 << fifo, targets) != 0;
    }

    private int send(final int fifo, final int target) {
        assertTrue(ready(fifo, target));
        final int counter = acks.take(fifo, target);
        assertEquals(0, acks.edge());
        return counter;
    }

    private int ack(final int counter) {
        acks.acked(counter, acks.generation(counter), false);
        return acks.edge();
    }

    @Test
    void packetsToOneTargetShareACounterUntilAllAreHome() {
        final int counter = send(0, 5);
        assertEquals(0, counter);
        assertEquals(counter, send(1, 5));
        assertEquals(N - 1, send(1, 6), "odd FIFOs take the highest free one");
        assertEquals(0, ack(counter));
        assertEquals(1 << counter, ack(counter));
        assertEquals(2, acks.generation(send(0, 7)), "the next use has another generation");
    }

    @Test
    void aSealLetsLaterPacketsGoElsewhere() {
        final int first = send(0, 5);
        assertEquals(1 << first, acks.seal(5));
        assertEquals(0, acks.seal(6));
        acks.edge();
        final int second = send(0, 5);
        assertNotEquals(first, second);
        assertEquals(1 << first | 1 << second, acks.seal(5), "an older sealed counter is waited for too");
        acks.edge();
        assertEquals(1 << first, ack(first));
    }

    @Test
    void aPacketOfTheCycleOfTheSealIsCountedOnTheSealedCounter() {
        final int counter = send(0, 5);
        assertEquals(counter, acks.take(1, 5));
        assertEquals(1 << counter, acks.seal(5));
        acks.edge();
        assertEquals(0, ack(counter));
        assertEquals(1 << counter, ack(counter));
    }

    @Test
    void withOneFreeCounterOnlyOneParityOpensItAndTheTurnGoesOn() {
        for (int target = 0; target < N - 1; target++) {
            send(0, target);
        }
        targets[0] = 100;
        targets[1] = 101;
        assertEquals(2, acks.ready(3, targets), "an even FIFO opened the last one");
        assertTrue(ready(0, 100), "alone it may");
        final int odd = send(1, 101);
        ack(odd);
        assertEquals(1, acks.ready(3, targets));
    }

    @Test
    void withoutAFreeCounterOnlyKnownTargetsGoOn() {
        for (int target = 0; target < N; target++) {
            send(0, target);
        }
        assertTrue(ready(2, 3));
        assertEquals(0, acks.ready(4, new int[] {0, 0, 99, 0}));
        assertEquals(1, Integer.bitCount(ack(4)));
        assertTrue(ready(2, 99));
    }

    @Test
    @Tag("hazard-fence-7")
    void anAcknowledgementOfAnOlderUseIsAnError() {
        final int counter = send(0, 5);
        final int old = acks.generation(counter);
        ack(counter);
        assertEquals(counter, send(0, 6));
        assertThrows(AssertionError.class, () -> acks.acked(counter, old, false));
    }

    /**
     * Compares the counters with lists of packets: a sealed set is complete exactly when the last packet sent before
     * the seal is acknowledged.
     */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    @Tag("hazard-fence-7")
    void anyOrderOfAcknowledgements(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<int[]> out = new ArrayList<>(); // counter, target, number
        final Map<Integer, Integer> waits = new HashMap<>(); // counters, by seal
        final Map<Integer, int[]> seals = new HashMap<>(); // target and packets before the seal, by seal
        int packets = 0;
        for (int step = 0; step < 20_000; step++) {
            final int before = packets;
            final int fifo = random.nextInt(HwLayout.INJECTION_FIFOS);
            final int target = random.nextInt(24);
            if (random.nextInt(3) > 0 && ready(fifo, target) && out.size() < 60) {
                out.add(new int[] {acks.take(fifo, target), target, packets++});
            }
            if (before == packets && random.nextInt(10) == 0) {
                final int node = random.nextInt(24);
                final int covers = acks.seal(node);
                seals.put(step, new int[] {node, before});
                waits.put(step, covers);
            }
            if (!out.isEmpty() && random.nextInt(5) > 1) {
                final int which = random.nextInt(out.size());
                if (out.get(which)[2] < before) { // not in the cycle in which it was sent
                    final int counter = out.remove(which)[0];
                    acks.acked(counter, acks.generation(counter), random.nextBoolean());
                }
            }
            final int home = acks.edge();
            waits.replaceAll((seal, counters) -> counters & ~home);
            for (final Map.Entry<Integer, int[]> seal : seals.entrySet()) {
                final boolean open =
                        out.stream().anyMatch(p -> p[1] == seal.getValue()[0] && p[2] < seal.getValue()[1]);
                assertEquals(open, waits.get(seal.getKey()) != 0, "seed " + seed + " step " + step);
            }
            if (step % 64 == 0) {
                seals.keySet().removeIf(seal -> waits.get(seal) == 0);
                waits.values().removeIf(counters -> counters == 0);
            }
        }
        assertTrue(packets > 5000);
    }
}
