// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.dla.DlaArbiter;
import fairlead.twin.ports.SelfTraffic;
import fairlead.twin.ports.TestTile;
import fairlead.twin.ports.TileContext;
import fairlead.twin.ports.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * FenceUnit sends questions to DlaArbiter. No event depends on the order of their steps or of their edges, or on
 * whether a notice comes before or after a step.
 */
@Tag("M-18")
class StepOrderTest {
    private static final int CYCLES = 20_000;
    private static final int TARGET = 5;

    /** The two units under one random load. The load depends on their answers, and the order on a separate seed. */
    private static final class Pair {
        private final List<String> events = new ArrayList<>();
        private long now;
        private final TileContext tile = new TestTile()
                .context((unit, kind, a, b) -> events.add(now + " " + EventKind.name(kind) + " " + a + " " + b));
        private final FenceUnit fence = new FenceUnit(tile);
        private final DlaArbiter dla = new DlaArbiter(tile);
        private final SplittableRandom load;
        private final SplittableRandom order;
        private final List<Integer> away = new ArrayList<>(); // PINGs in flight
        private final List<Runnable> notices = new ArrayList<>();
        private final List<String> seen = new ArrayList<>(); // control packets and busy flags
        private int pings;

        Pair(final long seed, final long orderSeed) {
            load = new SplittableRandom(seed);
            order = new SplittableRandom(orderSeed);
            fence.connect(dla, new SelfTraffic() {
                @Override
                public void produced() {}

                @Override
                public void consumed() {}

                @Override
                public boolean outstanding() {
                    return false;
                }
            });
            dla.command(TileCommand.DLA_ALLOC, 1L << DlaCommand.PR_LSB | 8L << DlaCommand.CREDITS_LSB, 0, 0, 0);
        }

        private void someNotices() {
            while (!notices.isEmpty() && order.nextBoolean()) {
                notices.remove(order.nextInt(notices.size())).run();
            }
        }

        private void questionsAndNotices(final long t) {
            final boolean asks0 = load.nextInt(4) == 0;
            final boolean asks1 = load.nextInt(4) == 0;
            final int port = fence.grant(asks0, asks1);
            final int fifo = port + 2 * load.nextInt(2);
            final boolean isFence = load.nextInt(3) == 0;
            final boolean self = load.nextInt(3) == 0;
            if (port >= 0 && (fence.blocked() >> fifo & 1) == 0) {
                notices.add(() -> {
                    final int entry = fence.arm(port, isFence, self, false, fifo, (int) t & 0xFFF, TARGET);
                    if (entry >= 0) {
                        away.add(entry);
                        pings++;
                    }
                });
            }
            if (!away.isEmpty() && load.nextInt(3) == 0) {
                final int entry = away.remove(load.nextInt(away.size()));
                notices.add(() -> fence.pong(entry));
            }
            if (fence.valid() && load.nextInt(2) == 0) {
                final int entry = (int) Header1.entry(fence.word1());
                seen.add(t + " PING " + entry);
                away.add(entry);
                notices.add(fence::take);
            }
            if (dla.valid() && load.nextInt(3) == 0) {
                notices.add(dla::take);
            }
            if (t > 0 && load.nextInt(3) == 0) {
                final long word = (long) OpKind.PUT << Descriptor0.KIND_LSB | t % 4096 << Descriptor0.TAG_LSB;
                dla.command(TileCommand.DLA_REQUEST, word, 0, 0, 0);
            }
            seen.add(t + " " + fence.blocked() + " " + fence.busy() + " " + dla.enqueued() + " " + dla.dequeued());
        }

        /** @param early whether one unit has its edge before the step of the other, which the contract forbids */
        List<String> run(final boolean early) {
            final Unit[] units = {fence, dla};
            for (long t = 0; t < CYCLES; t++) {
                now = t;
                questionsAndNotices(t);
                final int first = order.nextInt(2);
                someNotices();
                units[early ? 1 : first].step(t);
                someNotices();
                if (early) {
                    dla.edge(t);
                }
                units[early ? 0 : 1 - first].step(t);
                notices.forEach(Runnable::run);
                notices.clear();
                final int edge = order.nextInt(2);
                units[early ? 0 : edge].edge(t);
                if (!early) {
                    units[1 - edge].edge(t);
                }
                away.sort(null); // the order of notices is not part of the load
            }
            assertTrue(pings > CYCLES / 100, "pings: " + pings);
            events.sort(null);
            seen.addAll(events);
            return seen;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void noOrderChangesAnEvent(final long seed) {
        final List<String> expected = new Pair(seed, 0).run(false);
        for (long order = 1; order < 6; order++) {
            assertEquals(expected, new Pair(seed, order).run(false), "seed " + seed + ", order " + order);
        }
    }

    @Test
    void anEdgeBeforeAStepIsFound() {
        assertNotEquals(new Pair(1, 0).run(false), new Pair(1, 0).run(true));
    }
}
