// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests virtual cut-through, adaptive packets and bubble rings: RT_R3, RT_R8, independence of irrelevant choices, and
 * the arrival of every packet.
 */
class CutThroughTest {
    private static final Shape LINE = new Shape(8, 1, 1);
    private static final int MAX_FLITS = 17;
    private static final Routing ADAPTIVE_BUBBLE = new Routing(Routing.Mode.ADAPTIVE, true, false, false);
    private static final Routing LONG_FIRST = new Routing(Routing.Mode.ADAPTIVE, false, true, false);

    static MachineConfig machine(Shape shape, int link, int credit, int interval, int depth, Routing r) {
        return TestMachines.machine(shape, link, credit, interval, depth, 6, VcRule.DATELINE, Arbitration.AGE)
                .change()
                .routing(r)
                .build();
    }

    // ---- relation

    @Test
    void entersIsEveryHopThroughARingThatDoesNotContinueInIt() {
        int continuing = 0;
        for (int inPort = 0; inPort < 10; inPort++) {
            for (int inVc = 0; inVc < 8; inVc++) {
                for (int port = 0; port < 10; port++) {
                    boolean same = port < 6 && inPort < 6 && inPort / 2 == port / 2 && inPort != port;
                    boolean continues = same && (inVc == 0 || inVc == 4);
                    continuing += continues ? 1 : 0;
                    assertEquals(port < 6 && !continues, RouteUnit.enters(RouteUnit.BUBBLE, inPort, inVc, port));
                    assertEquals(false, RouteUnit.enters(RouteUnit.DATELINE, inPort, inVc, port));
                }
            }
        }
        assertEquals(12, continuing);
    }

    @Test
    void adaptiveLinksAreTheMinimalOnesOfThePreferredDimensionsFirst() {
        Shape shape = new Shape(8, 4, 3);
        for (int source = 0; source < shape.nodes(); source++) {
            for (int target = 0; target < shape.nodes(); target++) {
                long header = TestMachines.header(shape, source, target, 0, 0, source ^ target, 3, 0);
                long adaptive = header | (long) PacketMode.ADAPTIVE << Header0.MODE_LSB;
                int me = shape.coord(source);
                int all = 0;
                for (int d = 0; d < 3; d++) {
                    boolean minus = (Header0.dir(header) >> d & 1) != 0;
                    boolean there = (me >> 4 * d & 15) == (shape.coord(target) >> 4 * d & 15);
                    all |= there ? 0 : 1 << 2 * d + (minus ? 1 : 0);
                }
                assertEquals(0, RouteUnit.adaptive(me, 0, header));
                assertEquals(all, RouteUnit.adaptive(me, 0, adaptive));
                assertEquals((all & 3) != 0 ? all & 3 : all, RouteUnit.adaptive(me, 1, adaptive));
                assertEquals((all & 0x33) != 0 ? all & 0x33 : all, RouteUnit.adaptive(me, 5, adaptive));
            }
        }
    }

    /** Compares with RT_R8 as its page states it, on every kind of free outputs. */
    @Test
    void theChoiceIsThatOfThePage() {
        RouterState state = new RouterState(machine(new Shape(4, 4, 4), 2, 2, 1, 34, ADAPTIVE_BUBBLE));
        CutThrough cut = new CutThrough(state);
        SplittableRandom random = new SplittableRandom(8);
        int[] kinds = new int[3];
        for (int i = 0; i < 20_000; i++) {
            int links = random.nextInt(64);
            int mask = (links & 3) == 3 || (links & 12) == 12 || (links & 48) == 48 ? 1 << links % 6 : links;
            int first = random.nextInt(3);
            int cls = random.nextInt(2);
            int place = RouterShape.place(random.nextInt(6), cls << 2 | random.nextInt(4));
            int escape = RouterShape.place(random.nextInt(6), cls << 2);
            state.alternatives[place] = (char) (first << 7 | mask);
            state.free[0] = random.nextLong() & random.nextLong();
            long head = InputVc.withOutput(0, escape);
            long held = i % 2 == 0 ? 0 : CutThrough.bitsOf(random.nextInt(6));
            int is = cut.output(0, place, head, held);
            int expected = choice(state.free[0] & ~held, mask, first, cls, escape);
            assertEquals(expected, is, "free " + Long.toHexString(state.free[0]) + " mask " + mask);
            kinds[is == escape ? 0 : RouterShape.number(is) % 2 + 1]++;
            long body = head | 1;
            assertEquals(escape, cut.output(0, place, body, held), "a body goes where it is bound to");
        }
        assertTrue(kinds[0] > 100 && kinds[1] > 100 && kinds[2] > 100);
    }

    private static int choice(long free, int mask, int first, int cls, int escape) {
        for (int least = 2; least > 0; least--) {
            for (int i = 0; i < 3; i++) {
                int d = (first + i) % 3;
                for (int port = 2 * d; port < 2 * d + 2; port++) {
                    boolean two = (free >> RouterShape.place(port, cls << 2 | 2) & 1) != 0;
                    boolean three = (free >> RouterShape.place(port, cls << 2 | 3) & 1) != 0;
                    if ((mask >> port & 1) != 0 && (two ? 1 : 0) + (three ? 1 : 0) >= least) {
                        return RouterShape.place(port, cls << 2 | (two ? 2 : 3));
                    }
                }
            }
        }
        return escape;
    }

    /** Stamp bits 3:0 modulo 3 give the dimension by which a packet leaves first on a free machine. */
    @Test
    void theStampSaysWhichDimensionComesFirst() {
        Shape shape = new Shape(4, 4, 4);
        for (int stamp = 0; stamp < 32; stamp++) {
            ScriptedPorts ports = new ScriptedPorts(machine(shape, 2, 2, 1, 64, Routing.ADAPTIVE));
            ports.send(5, 0, 2, shape.rank(1, 1, 1), 4, stamp, PacketMode.ADAPTIVE);
            ports.drain(false);
            assertEquals(2 * (stamp % 16 % 3), ports.hops.get(0).link());
            assertTrue(ports.hops.stream().allMatch(h -> h.vc() == 6), "v = 2 of class 1");
        }
    }

    // ---- many packets

    static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of("4x4x4 adaptive", new Shape(4, 4, 4), 17, Routing.ADAPTIVE, 1),
                Arguments.of("5x4x3 adaptive", new Shape(5, 4, 3), 34, Routing.ADAPTIVE, 1),
                Arguments.of("4x4x4 bubble", new Shape(4, 4, 4), 34, Routing.BUBBLE, 1),
                Arguments.of("5x4x3 bubble", new Shape(5, 4, 3), 55, Routing.BUBBLE, 1),
                Arguments.of("4x4x4 adaptive, bubble", new Shape(4, 4, 4), 34, ADAPTIVE_BUBBLE, 1),
                Arguments.of("5x4x3 adaptive, bubble", new Shape(5, 4, 3), 34, ADAPTIVE_BUBBLE, 1),
                Arguments.of("5x4x3 adaptive, long first", new Shape(5, 4, 3), 17, LONG_FIRST, 1),
                Arguments.of("8x1x1 bubble", LINE, 34, Routing.BUBBLE, 1),
                Arguments.of("2x2x2 adaptive, slow links", new Shape(2, 2, 2), 18, Routing.ADAPTIVE, 3));
    }

    /**
     * Saturates a network with packets of every length: exactly the packets of RT_R3 may advance, slots are conserved,
     * and everything arrives.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void everythingArrives(String name, Shape shape, int depth, Routing routing, int interval) {
        Rig rig = new Rig(machine(shape, 2, 2, interval, depth, routing), MAX_FLITS, 0.95, 2000, 5);
        rig.traffic.packets(routing.dataMode(), true);
        long t = 0;
        long adaptive = 0;
        for (; t < 2000 || !rig.traffic.idle() || !rig.routers.idle(); t++) {
            rig.cycle(t);
            assertTrue(t < 200_000, "still running");
            if (t % 7 == 0) {
                adaptive += mayGo(rig, t);
                assertEquals("", rig.routers.imbalance(), "cycle " + t);
            }
        }
        assertEquals(rig.traffic.flitsInjected(), rig.traffic.flitsEjected());
        assertTrue(rig.traffic.packetsDelivered() > 500, "packets " + rig.traffic.packetsDelivered());
        assertTrue(routing.dataMode() == 0 ? adaptive == 0 : adaptive > 100, "adaptive heads seen: " + adaptive);
    }

    /** Compares `ready` with RT_R3 as read from the words of vcStates, and returns the number of adaptive heads. */
    private static int mayGo(Rig rig, long t) {
        RouterState state = rig.routers.state();
        long[] words = rig.states();
        int adaptive = 0;
        for (int node = 0; node < state.nodes; node++) {
            for (int place = 0; place < state.vcs; place++) {
                long word = words[word(node, RouterShape.port(place), RouterShape.number(place))];
                boolean is = (state.ready[node] >> place & 1) != 0;
                boolean expected = VcState.occupancy(word) != 0 && requests(words, node, place, word);
                assertEquals(expected, is, "cycle " + t + " node " + node + " place " + place);
                adaptive += VcState.adaptive(word) != 0 ? 1 : 0;
            }
        }
        return adaptive;
    }

    private static int word(int node, int port, int number) {
        return (node * RouterShape.PORTS + port) * RouterShape.NUMBERS + number;
    }

    private static boolean requests(long[] words, int node, int place, long word) {
        int port = (int) VcState.wantPort(word);
        long out = words[word(node, port, (int) VcState.wantVc(word))];
        if (VcState.head(word) == 0) {
            return port < RouterShape.LINKS || VcState.credits(out) > 0;
        }
        boolean any = VcState.owned(out) == 0 && VcState.credits(out) > VcState.enters(word);
        for (int link = 0; link < RouterShape.LINKS; link++) {
            for (int v = 2; v < 4; v++) {
                long other = words[word(node, link, RouterShape.number(place) & 4 | v)];
                any |= (VcState.adaptive(word) >> link & 1) != 0
                        && VcState.owned(other) == 0
                        && VcState.credits(other) > 0;
            }
        }
        return any;
    }

    /** A ring of VC 0 always has a free slot, in a buffer or as a credit in flight. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"BUBBLE", "ADAPTIVE"})
    void aBubbleRingNeverFillsUp(Routing.Mode mode) {
        Routing routing = mode == Routing.Mode.BUBBLE ? Routing.BUBBLE : ADAPTIVE_BUBBLE;
        Rig rig = new Rig(machine(LINE, 1, 3, 1, 34, routing), 5, 1, Long.MAX_VALUE, 5);
        rig.traffic.packets(routing.dataMode(), true);
        RouterState state = rig.routers.state();
        int least = Integer.MAX_VALUE;
        for (long t = 0; t < 6000; t++) {
            rig.cycle(t);
            int[] slots = new int[RouterShape.VCS];
            for (int node = 0; node < state.nodes; node++) {
                for (int place = 0; place < RouterShape.FIRST_LOCAL; place++) {
                    slots[place] += OutputVc.credits(state.out[node * state.vcs + place]);
                }
            }
            rig.routers.partitions()[0].links.inFlight(f -> {}, event -> slots[event & RouterState.EVENT_PLACE_MASK]++);
            for (int port : new int[] {0, 1}) {
                for (int cls = 0; cls < 2; cls++) {
                    least = Math.min(least, slots[RouterShape.place(port, cls << 2)]);
                }
            }
        }
        assertTrue(least >= 1 && least < 8 * 2, "least free slots of a ring " + least);
        assertTrue(rig.traffic.packetsDelivered() > 1000);
    }

    /** Deterministic packets of an adaptive machine use only the escape VCs, in their order. */
    @Test
    void deterministicPacketsTakeEscapeVcsOnly() {
        ScriptedPorts ports = new ScriptedPorts(machine(new Shape(4, 4, 1), 2, 2, 1, 34, Routing.ADAPTIVE));
        for (int i = 0; i < 400; i++) {
            ports.send(0, i % 16, i % 4, (i * 7 + 3) % 16, 1 + i % 17, i);
        }
        ports.drain(false);
        assertTrue(ports.hops.size() > 400);
        assertTrue(ports.hops.stream().allMatch(h -> (h.vc() & 2) == 0));
        assertTrue(ports.hops.stream().anyMatch(h -> (h.vc() & 3) == 0)
                && ports.hops.stream().anyMatch(h -> (h.vc() & 3) == 1));
    }

    @ParameterizedTest
    @CsvSource({"16, ADAPTIVE, 17", "33, BUBBLE, 34"})
    void refusesBuffersThatHoldNoPacket(int depth, Routing.Mode mode, int least) {
        Routing routing = mode == Routing.Mode.ADAPTIVE ? Routing.ADAPTIVE : Routing.BUBBLE;
        MachineConfig machine = machine(LINE, 1, 1, 1, depth, routing);
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new TorusRouter(machine, new PartitionPorts(new Packets(1), null, null)));
        assertTrue(refused.getMessage().contains("at least " + least), refused::getMessage);
    }
}
