// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.PacketMode;
import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing depends on the partitions and their order, or on omitted cycles. Conservation holds, and nothing is
 * allocated.
 */
@Tag("lab")
@Tag("M-35")
class TorusRouterStateTest {
    private static final Shape SHAPE = new Shape(4, 3, 3);

    private static MachineConfig machine(int link, int credit, int interval, int depth) {
        return TestMachines.machine(SHAPE, link, credit, interval, depth, 3, VcRule.STATIC, Arbitration.AGE);
    }

    static Stream<Arguments> machines() {
        Stream<Arguments> flits = Stream.of(
                Arguments.of(machine(2, 2, 1, 8), 0, 0.9, 2),
                Arguments.of(machine(1, 1, 1, 2), 0, 0.3, 3),
                Arguments.of(machine(1, 3, 1, 1), 0, 0.05, 4),
                Arguments.of(machine(5, 1, 1, 4), 0, 0.02, 7),
                Arguments.of(machine(2, 2, 3, 4), 0, 0.2, 2),
                Arguments.of(machine(1, 4, 1, 3), 0, 0.5, 7),
                Arguments.of(machine(3, 1, 2, 3), 0, 0.5, 4));
        Stream<Arguments> packets = CutThroughTest.cases().map(Arguments::get).map(c -> {
            Routing routing = (Routing) c[3];
            MachineConfig machine = CutThroughTest.machine((Shape) c[1], 1, 3, (int) c[4], (int) c[2], routing);
            return Arguments.of(machine, routing.dataMode(), 0.8, 3);
        });
        return Stream.concat(flits, packets);
    }

    /** Compares one partition with several, the last of which goes first: every VC is equal in every cycle. */
    @ParameterizedTest
    @MethodSource("machines")
    void theOrderOfPartitionsDoesNotMatter(MachineConfig machine, int mode, double load, int parts) {
        Rig one = new Rig(machine, 5, load, 1500, 3);
        Rig cut = new Rig(machine, 5, load, 1500, 3, parts);
        for (Rig rig : List.of(one, cut)) {
            rig.traffic.packets(mode, machine.routing().cutThrough());
        }
        for (long t = 0; t < 1500 || !one.traffic.idle() || !one.routers.idle(); t++) {
            one.cycle(t);
            cut.traffic.cycle(t);
            for (int part = parts - 1; part >= 0; part--) {
                cut.routers.cycle(part, t);
            }
            assertArrayEquals(one.states(), cut.states(), "cycle " + t);
            assertEquals("", one.routers.imbalance(), "cycle " + t);
            assertEquals("", cut.routers.imbalance(), "cycle " + t);
            assertEquals(one.routers.nextDue(), cut.routers.nextDue(), "cycle " + t);
        }
        sameEnd(one, cut);
    }

    private static void sameEnd(Rig one, Rig other) {
        assertTrue(one.traffic.packetsDelivered() > 100, "packets " + one.traffic.packetsDelivered());
        assertTrue(other.routers.idle() && other.traffic.idle());
        assertEquals(one.traffic.checksum(), other.traffic.checksum());
        assertEquals(one.traffic.flitsInjected(), other.traffic.flitsEjected());
        assertEquals(one.routers.flitHops(), other.routers.flitHops());
    }

    /** Runs one thread for each partition, with a barrier after each cycle; thread 0 also plays the NICs. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void threadsDoNotMatter(int threads) throws InterruptedException {
        long cycles = 1200;
        MachineConfig machine = machine(1, 1, 1, 3);
        Rig one = new Rig(machine, 4, 0.5, cycles / 2, 9);
        Rig cut = new Rig(machine, 4, 0.5, cycles / 2, 9, threads);
        CyclicBarrier barrier = new CyclicBarrier(threads);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Thread[] crew = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int part = i;
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
                } catch (Throwable e) {
                    failed.compareAndSet(null, e);
                    barrier.reset();
                }
            });
            crew[i].start();
        }
        for (Thread thread : crew) {
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
        MachineConfig machine = machine(2, 2, 1, 4);
        Rig one = new Rig(machine, 5, 0.3, 500, 3);
        Rig other = new Rig(machine, 5, 0.3, 500, 4);
        for (long t = 0; t < 500; t++) {
            one.cycle(t);
            other.cycle(t);
        }
        assertNotEquals(one.traffic.checksum(), other.traffic.checksum());
    }

    /** Omitting cycles in which nothing is due changes no cycle of any event, and such cycles are really omitted. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void cyclesWithNothingDueMayBeLeftOut(int interval) {
        MachineConfig machine = machine(40, 25, interval, 4);
        ScriptedPorts all = new ScriptedPorts(machine);
        ScriptedPorts some = new ScriptedPorts(machine);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 60; i++) {
            int node = random.nextInt(SHAPE.nodes());
            int port = random.nextInt(4);
            int target = random.nextInt(SHAPE.nodes());
            int flits = 1 + random.nextInt(9);
            all.send(100L * i, node, port, target, flits, 100 * i);
            some.send(100L * i, node, port, target, flits, 100 * i);
        }
        int cycles = all.drain(false);
        int executed = some.drain(true);
        assertEquals(all.ejected, some.ejected);
        assertEquals(all.hops, some.hops);
        assertEquals(all.now(), some.now());
        assertTrue(executed < cycles * 3 / 4, executed + " of " + cycles);
    }

    /** The conservation check can fail: one credit, slot or flit more on any link is found. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void imbalanceSeesWhatIsLost(boolean adaptive) {
        Rig rig = rig(adaptive, adaptive ? 40 : 4, 0.9);
        for (long t = 0; t < 300; t++) {
            rig.cycle(t);
        }
        assertEquals("", rig.routers.imbalance());
        RouterState state = rig.routers.state();
        for (int node : new int[] {0, 7, 35}) {
            for (int place = 0; place < state.vcs; place++) {
                if (RouterShape.isLocal(place)) {
                    continue;
                }
                int at = node * state.vcs + place;
                state.out[at]++;
                String text = rig.routers.imbalance();
                state.out[at]--;
                assertTrue(
                        text.startsWith("node " + node + " link " + RouterShape.port(place) + " vc "
                                + RouterShape.number(place)),
                        text);
            }
        }
        assertEquals("", rig.routers.imbalance());
        int at = 5 * state.vcs + (adaptive ? RouterShape.FIRST_ADAPTIVE + 1 : 3);
        for (int flit = 0; flit < (adaptive ? 20 : 1); flit++) {
            state.in[at] = InputVc.arrived(state.in[at]);
        }
        assertNotEquals("", rig.routers.imbalance());
    }

    private static Rig rig(boolean adaptive, int depth, double load) {
        Routing routing = new Routing(Routing.Mode.ADAPTIVE, true, false, false);
        MachineConfig machine =
                adaptive ? CutThroughTest.machine(SHAPE, 2, 2, 1, depth, routing) : machine(2, 2, 1, depth);
        Rig rig = new Rig(machine, 8, load, Long.MAX_VALUE, 3);
        rig.traffic.packets(adaptive ? PacketMode.ADAPTIVE : 0, false);
        return rig;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCycleAllocatesNothing(boolean adaptive) {
        assertEquals(0, rig(adaptive, adaptive ? 64 : 8, 0.4).allocated(20_000));
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "257, 4", "4, 0", "4, 257"})
    void refusesDepthsBeyondItsPointers(int link, int local) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new TorusRouter(
                        TestMachines.machine(SHAPE, link, local), new PartitionPorts(new Packets(1), null, null)));
        assertTrue(refused.getMessage().contains("1 to 256"), refused::getMessage);
    }
}
