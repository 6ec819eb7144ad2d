// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.twin.ports.Packets;
import fairlead.twin.router.ScriptedPorts.Ejected;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the order of packets: order on a path, age, round robin and its bound. */
@Tag("M-35")
class TorusRouterOrderTest {
    private static final Shape LINE = new Shape(8, 1, 1);

    private static MachineConfig machine(final Shape shape, final int depth, final Arbitration arbitration) {
        return TestMachines.machine(shape, 2, 2, 1, depth, 4, VcRule.DATELINE, arbitration);
    }

    /**
     * Packets of one pair, class and injection port stay in order. ScriptedPorts also checks that flits of different
     * packets never mix on a port.
     */
    @ParameterizedTest
    @EnumSource(Arbitration.class)
    void packetsOfAPairClassAndPortStayInOrder(final Arbitration arbitration) {
        final Shape shape = new Shape(4, 3, 2);
        final SplittableRandom random = new SplittableRandom(11);
        final ScriptedPorts ports = new ScriptedPorts(machine(shape, 3, arbitration));
        final Map<Integer, String> stream = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            final int node = random.nextInt(shape.nodes());
            final int target = random.nextInt(shape.nodes());
            final int port = random.nextInt(4);
            final int id = ports.send(i / 8, node, port, target, 1 + random.nextInt(17), i / 8);
            stream.put(id, node + " " + port + " " + target);
        }
        ports.drain(false);
        final Map<String, Integer> last = new HashMap<>();
        int packets = 0;
        for (final Ejected e : ports.ejected) {
            if (e.tail()) {
                packets++;
                final Integer before = last.put(stream.get(e.id()), e.id());
                assertTrue(before == null || before < e.id(), () -> "packet " + e.id() + " after " + before);
            }
        }
        assertEquals(3000, packets);
        assertEquals("", ports.routers.imbalance());
    }

    /** Returns the ids of packets in the order in which their tails came out. */
    private static List<Integer> finished(final ScriptedPorts ports) {
        final List<Integer> ids = new ArrayList<>();
        for (final Ejected e : ports.ejected) {
            if (e.tail()) {
                ids.add(e.id());
            }
        }
        return ids;
    }

    /**
     * Two nodes send to the node between them, and all heads reach its ejection port at the same time. The older stamp
     * wins, whatever the pointers and however the stamps wrap.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 32760, 16380})
    void theOlderPacketGoesFirst(final int base) {
        final ScriptedPorts ports = new ScriptedPorts(machine(LINE, 8, Arbitration.AGE));
        ports.send(1, 2, 0, 3, 1, base + 6);
        ports.send(1, 4, 0, 3, 1, base + 5);
        ports.send(40, 2, 0, 3, 1, base + 9);
        ports.send(40, 4, 0, 3, 1, base + 10);
        ports.send(80, 2, 0, 3, 1, base + 16383);
        ports.send(80, 4, 0, 3, 1, base);
        ports.drain(false);
        assertEquals(List.of(1, 0, 2, 3, 5, 4), finished(ports));
    }

    /**
     * If stamps differ by more than the window, age depends on the candidate of the lowest port, although that wants
     * another output.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theReferenceIsTheStampOfTheCandidateOfTheLowestPort(final boolean withReference) {
        final ScriptedPorts ports = new ScriptedPorts(machine(LINE, 8, Arbitration.AGE));
        final int onPortOne = ports.send(1, 2, 1, 3, 1, 10_000);
        final int own = ports.send(4, 3, 1, 3, 1, 20_000);
        if (withReference) {
            ports.send(1, 4, 0, 3, 1, 0); // arrives on port 0, at the same time as the others
        }
        ports.drain(false);
        assertEquals(withReference ? 7 : 6, ports.tailOnPin(onPortOne));
        assertEquals(withReference ? 6 : 7, ports.tailOnPin(own));
    }

    /** With equal stamps, and under round robin with any stamps, the ports take turns. */
    @ParameterizedTest
    @EnumSource(Arbitration.class)
    void equalsTakeTurns(final Arbitration arbitration) {
        final ScriptedPorts ports = new ScriptedPorts(machine(LINE, 8, arbitration));
        for (int i = 0; i < 30; i++) {
            ports.send(1, 2, 0, 3, 1, arbitration == Arbitration.AGE ? 7 : i);
            ports.send(1, 4, 0, 3, 1, arbitration == Arbitration.AGE ? 7 : 5 * i);
        }
        ports.drain(false);
        final List<Integer> ids = finished(ports);
        assertEquals(60, ids.size());
        // ids are even from node 2 and odd from node 4; node 2 is in direction X-, port 1, node 4 port 0
        for (int i = 0; i < ids.size(); i++) {
            assertEquals(i ^ 1, ids.get(i));
        }
    }

    /**
     * RT_R9: a packet of the other class wants the link that one is going through. It waits for the tail unless it is
     * older by more than the connection is worth; then the first one waits. Under round robin they take turns.
     */
    @ParameterizedTest
    @CsvSource({"AGE, -50, 23, 35", "AGE, 1023, 23, 35", "AGE, 1025, 35, 27", "ROUND_ROBIN, 1025, 31, 35"})
    void aPacketGoesThroughInOnePiece(
            final Arbitration arbitration, final int older, final int firstTail, final int secondTail) {
        final ScriptedPorts ports = new ScriptedPorts(machine(LINE, 8, arbitration));
        final int first = ports.send(1, 2, 0, 5, 12, 5000);
        final int second = ports.send(8, 3, 2, 5, 12, 5000 - older);
        ports.drain(false);
        assertEquals(firstTail, ports.tailOnPin(first));
        assertEquals(secondTail, ports.tailOnPin(second));
    }

    /** RT_P12: a VC that requests in every cycle waits less than (VCs of its port) * 10 cycles. */
    @Test
    void roundRobinPassesOverNobodyForLong() {
        final Shape shape = new Shape(3, 3, 2);
        final Packets packets = new Packets(64);
        final UniformTraffic traffic = new UniformTraffic(shape, packets, 4, 2, 0.95, 6000, 5);
        final TorusRouter routers = new TorusRouter(machine(shape, 3, Arbitration.ROUND_ROBIN), packets, traffic, null);
        traffic.attach(routers);
        final RouterState state = routers.state();
        final int[] waits = new int[state.in.length];
        int longest = 0;
        for (long t = 0; t < 6000; t++) {
            traffic.cycle(t);
            final long[] before = state.in.clone();
            final long[] requests = state.ready.clone();
            routers.partitions()[0].grants(t);
            for (int at = 0; at < waits.length; at++) {
                final int place = at % state.vcs;
                final boolean refused = (requests[at / state.vcs] >> place & 1) != 0 && before[at] == state.in[at];
                waits[at] = refused ? waits[at] + 1 : 0;
                longest = Math.max(longest, waits[at]);
                assertTrue(
                        waits[at] < (place < RouterShape.FIRST_LOCAL ? RouterShape.PER_LINK : 1) * 10,
                        "place " + place);
            }
            routers.arrivals(t);
            routers.registers();
        }
        assertTrue(longest > 3, "some VC has waited: " + longest);
    }
}
