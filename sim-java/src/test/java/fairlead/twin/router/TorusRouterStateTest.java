// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.twin.ports.Packets;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing depends on the order of routers, on the set of awake routers, or on omitted cycles. Conservation holds, and
 * nothing is allocated.
 */
@Tag("M-35")
class TorusRouterStateTest {
    private static final Shape SHAPE = new Shape(4, 3, 3);

    private static MachineConfig machine(final int link, final int credit, final int interval, final int depth) {
        return TestMachines.machine(SHAPE, link, credit, interval, depth, 3, VcRule.STATIC, Arbitration.AGE);
    }

    private static void shuffle(final int[] order, final SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            final int other = random.nextInt(i + 1);
            final int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
    }

    /**
     * Compares every router in a drawn order, awake or not, with the awake routers in ascending order: every VC is
     * equal in every cycle.
     */
    @ParameterizedTest(name = "L {0} C {1} I {2} depth {3} load {4}")
    @CsvSource({"2, 2, 1, 8, 0.9", "1, 1, 1, 2, 0.3", "1, 3, 1, 1, 0.05", "5, 1, 1, 4, 0.02", "2, 2, 3, 4, 0.2"})
    void theOrderOfRoutersAndTheAwakeSetDoNotMatter(
            final int link, final int credit, final int interval, final int depth, final double load) {
        final MachineConfig machine = machine(link, credit, interval, depth);
        final Rig one = new Rig(machine, 5, load, 3000, 3);
        final Rig all = new Rig(machine, 5, load, 3000, 3);
        final SplittableRandom random = new SplittableRandom(17);
        final int[] order = new int[SHAPE.nodes()];
        for (int node = 0; node < order.length; node++) {
            order[node] = node;
        }
        long t = 0;
        for (; t < 3000 || !one.traffic.idle() || !one.routers.idle(); t++) {
            one.cycle(t);
            shuffle(order, random);
            all.traffic.cycle(t);
            all.routers.partitions()[0].grants(t, order);
            all.routers.arrivals(t);
            all.routers.registers();
            assertArrayEquals(one.states(), all.states(), "cycle " + t);
            assertEquals("", one.routers.imbalance(), "cycle " + t);
        }
        sameEnd(one, all);
    }

    @ParameterizedTest(name = "{0} partitions, L {1} C {2} I {3}")
    @CsvSource({"2, 2, 2, 1", "3, 1, 1, 1", "4, 3, 1, 2", "7, 1, 4, 1"})
    void partitionsDoNotMatter(final int parts, final int link, final int credit, final int interval) {
        final MachineConfig machine = machine(link, credit, interval, 3);
        final Rig one = new Rig(machine, 4, 0.5, 1500, 9);
        final Rig cut = new Rig(machine, 4, 0.5, 1500, 9, parts);
        for (long t = 0; t < 1500 || !one.traffic.idle() || !one.routers.idle(); t++) {
            one.cycle(t);
            cut.traffic.cycle(t);
            // the last partition first, because the order within a phase is free
            final RouterPartition[] all = cut.routers.partitions();
            for (int part = parts - 1; part >= 0; part--) {
                all[part].grants(t);
            }
            cut.routers.arrivals(t);
            cut.routers.registers();
            assertArrayEquals(one.states(), cut.states(), "cycle " + t);
            assertEquals("", cut.routers.imbalance(), "cycle " + t);
            assertEquals(one.routers.nextDue(), cut.routers.nextDue(), "cycle " + t);
        }
        sameEnd(one, cut);
    }

    private static void sameEnd(final Rig one, final Rig other) {
        assertTrue(one.traffic.packetsDelivered() > 100, "packets " + one.traffic.packetsDelivered());
        assertTrue(other.routers.idle() && other.traffic.idle());
        assertEquals(one.traffic.checksum(), other.traffic.checksum());
        assertEquals(one.traffic.flitsInjected(), other.traffic.flitsEjected());
        assertEquals(one.routers.blockedRouters(), other.routers.blockedRouters());
        assertEquals(one.routers.flitHops(), other.routers.flitHops());
    }

    /** Runs one thread for each partition, with a barrier after each cycle; thread 0 also plays the NICs. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void threadsDoNotMatter(final int threads) throws InterruptedException {
        final long cycles = 1200;
        final MachineConfig machine = machine(1, 1, 1, 3);
        final Rig one = new Rig(machine, 4, 0.5, cycles / 2, 9);
        final Rig cut = new Rig(machine, 4, 0.5, cycles / 2, 9, threads);
        final CyclicBarrier barrier = new CyclicBarrier(threads);
        final AtomicReference<Throwable> failed = new AtomicReference<>();
        final Thread[] crew = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            final int part = i;
            crew[i] = new Thread(() -> {
                try {
                    for (long t = 0; t < cycles; t++) {
                        if (part == 0) {
                            cut.traffic.cycle(t);
                        }
                        barrier.await();
                        cut.routers.cycle(part, t);
                        barrier.await();
                    }
                } catch (final Throwable e) {
                    failed.compareAndSet(null, e);
                    barrier.reset();
                }
            });
            crew[i].start();
        }
        for (final Thread thread : crew) {
            thread.join();
        }
        assertNull(failed.get());
        for (long t = 0; t < cycles; t++) {
            one.cycle(t);
        }
        assertArrayEquals(one.states(), cut.states());
        sameEnd(one, cut);
    }

    @Test
    void anotherSeedGivesAnotherChecksum() {
        final MachineConfig machine = machine(2, 2, 1, 4);
        final Rig one = new Rig(machine, 5, 0.3, 500, 3);
        final Rig other = new Rig(machine, 5, 0.3, 500, 4);
        for (long t = 0; t < 500; t++) {
            one.cycle(t);
            other.cycle(t);
        }
        assertNotEquals(one.traffic.checksum(), other.traffic.checksum());
    }

    /** Omitting cycles in which nothing is due changes no cycle of any event, and such cycles are really omitted. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void cyclesWithNothingDueMayBeLeftOut(final int interval) {
        final MachineConfig machine = machine(40, 25, interval, 4);
        final ScriptedPorts all = new ScriptedPorts(machine);
        final ScriptedPorts some = new ScriptedPorts(machine);
        final SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 60; i++) {
            final int node = random.nextInt(SHAPE.nodes());
            final int port = random.nextInt(4);
            final int target = random.nextInt(SHAPE.nodes());
            final int flits = 1 + random.nextInt(9);
            all.send(100L * i, node, port, target, flits, 100 * i);
            some.send(100L * i, node, port, target, flits, 100 * i);
        }
        final int cycles = all.drain(false);
        final int executed = some.drain(true);
        assertEquals(all.ejected, some.ejected);
        assertEquals(all.hops, some.hops);
        assertEquals(all.now(), some.now());
        assertEquals(all.routers.blockedRouters(), some.routers.blockedRouters());
        assertTrue(executed < cycles * 3 / 4, executed + " of " + cycles);
    }

    @Test
    void aCycleInWhichSomethingIsDueMayNotBeLeftOut() {
        final ScriptedPorts ports = new ScriptedPorts(machine(5, 5, 1, 4));
        ports.send(10, 0, 0, 1, 1, 0);
        ports.run(12); // granted in 11, arrives in 16
        assertEquals(16, ports.routers.nextDue());
        final IllegalStateException refused = assertThrows(IllegalStateException.class, () -> ports.routers.cycle(17));
        assertTrue(refused.getMessage().contains("cycle 16"), refused::getMessage);
    }

    /** The conservation check can fail: one credit or flit more or less on any link is found. */
    @Test
    void imbalanceSeesWhatIsLost() {
        final Rig rig = new Rig(machine(2, 2, 1, 4), 5, 0.5, 1000, 3);
        for (long t = 0; t < 200; t++) {
            rig.cycle(t);
        }
        assertEquals("", rig.routers.imbalance());
        final long[] out = rig.routers.state().out;
        for (final int node : new int[] {0, 7, 35}) {
            for (int place = 0; place < RouterShape.FIRST_LOCAL; place++) {
                final int at = node * rig.routers.state().vcs + place;
                out[at]++;
                final String text = rig.routers.imbalance();
                out[at]--;
                assertTrue(
                        text.startsWith("node " + node + " link " + RouterShape.port(place) + " vc "
                                + RouterShape.number(place)),
                        text);
            }
        }
        assertEquals("", rig.routers.imbalance());
        final RouterState state = rig.routers.state();
        final int at = 5 * state.vcs + 3;
        state.in[at] = InputVc.arrived(state.in[at]);
        assertNotEquals("", rig.routers.imbalance());
    }

    @Test
    void aCycleAllocatesNothing() {
        final Rig rig = new Rig(TestMachines.machine(SHAPE, 8, 8), 8, 0.4, Long.MAX_VALUE, 1);
        assertEquals(0, rig.allocated(20_000));
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "257, 4", "4, 0", "4, 257"})
    void refusesDepthsBeyondItsPointers(final int link, final int local) {
        final IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new TorusRouter(TestMachines.machine(SHAPE, link, local), new Packets(1), null, null));
        assertTrue(refused.getMessage().contains("1 to 256"), refused::getMessage);
    }
}
