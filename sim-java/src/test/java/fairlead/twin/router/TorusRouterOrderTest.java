// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.twin.router.ScriptedPorts.Ejected;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the order of packets: order on a path, age, round robin and its bound. */
@Tag("M-35")
class TorusRouterOrderTest {
    private static final Shape LINE = new Shape(8, 1, 1);

    private static MachineConfig machine(Shape shape, int depth, Arbitration arbitration) {
        return TestMachines.machine(shape, 2, 2, 1, depth, 4, VcRule.DATELINE, arbitration);
    }

    /**
     * Packets of one pair, class and injection port stay in order. ScriptedPorts also checks that flits of different
     * packets never mix on a port.
     */
    @ParameterizedTest
    @EnumSource(Arbitration.class)
    void packetsOfAPairClassAndPortStayInOrder(Arbitration arbitration) {
        Shape shape = new Shape(4, 3, 2);
        SplittableRandom random = new SplittableRandom(11);
        ScriptedPorts ports = new ScriptedPorts(machine(shape, 3, arbitration));
        Map<Integer, String> stream = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            int node = random.nextInt(shape.nodes());
            int target = random.nextInt(shape.nodes());
            int port = random.nextInt(4);
            int id = ports.send(i / 8, node, port, target, 1 + random.nextInt(17), i / 8);
            stream.put(id, node + " " + port + " " + target);
        }
        ports.drain(false);
        Map<String, Integer> last = new HashMap<>();
        int packets = 0;
        for (Ejected e : ports.ejected) {
            if (e.tail()) {
                packets++;
                Integer before = last.put(stream.get(e.id()), e.id());
                assertTrue(before == null || before < e.id(), () -> "packet " + e.id() + " after " + before);
            }
        }
        assertEquals(3000, packets);
        assertEquals("", ports.routers.imbalance());
    }

    /** RT_P12: a VC that requests in every cycle waits less than (VCs of its port) * 10 cycles. */
    @Test
    void roundRobinPassesOverNobodyForLong() {
        Shape shape = new Shape(3, 3, 2);
        Packets packets = new Packets(64);
        UniformTraffic traffic = new UniformTraffic(shape, packets, 4, 2, 0.95, 6000, 5);
        PartitionPorts ports = new PartitionPorts(packets, traffic, null);
        TorusRouter routers = new TorusRouter(machine(shape, 3, Arbitration.ROUND_ROBIN), ports);
        traffic.attach(routers.pins(0));
        RouterState state = routers.state();
        int[] waits = new int[state.in.length];
        int longest = 0;
        for (long t = 0; t < 6000; t++) {
            traffic.cycle(t);
            long[] before = state.in.clone();
            long[] requests = state.ready.clone();
            routers.partitions()[0].grants(t);
            for (int at = 0; at < waits.length; at++) {
                int place = at % state.vcs;
                boolean refused = (requests[at / state.vcs] >> place & 1) != 0 && before[at] == state.in[at];
                waits[at] = refused ? waits[at] + 1 : 0;
                longest = Math.max(longest, waits[at]);
                assertTrue(
                        waits[at] < (place < RouterShape.FIRST_LOCAL ? RouterShape.PER_LINK : 1) * 10,
                        "place " + place);
            }
            routers.partitions()[0].arrivals(t);
            routers.partitions()[0].registers();
        }
        assertTrue(longest > 3, "some VC has waited: " + longest);
    }
}
