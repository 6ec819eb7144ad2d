// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.twin.router.ScriptedPorts.Ejected;
import fairlead.twin.router.ScriptedPorts.Hop;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests every closed form of the table in docs/spec/torus-router.md, and the link rules of docs/spec/fabric.md, to the
 * cycle.
 */
@Tag("M-35")
@Tag("M-480")
class TorusRouterTimingTest {
    private static final Shape SHAPE = new Shape(8, 4, 3);
    private static final long START = 5;
    private static final int SETTLED = 200;

    private static MachineConfig machine(Shape shape, int link, int credit, int interval, int depth, int local) {
        return TestMachines.machine(shape, link, credit, interval, depth, local, VcRule.DATELINE, Arbitration.AGE);
    }

    @ParameterizedTest(name = "L {0} C {1} depth {2}")
    @CsvSource({
        "1, 1, 8",
        "2, 2, 8",
        "2, 2, 6",
        "3, 1, 6",
        "1, 4, 7",
        "7, 5, 14",
        "2, 2, 5",
        "2, 2, 1",
        "1, 1, 2",
        "5, 2, 4"
    })
    void latencyOfOnePacket(int link, int credit, int depth) {
        int loop = link + credit + 2;
        for (int target : new int[] {0, 1, 3, 4 + 8 * 2, 2 + 8 + 32, 7 + 8 * 3 + 64}) {
            for (int flits = 1; flits <= 17; flits++) {
                ScriptedPorts ports = new ScriptedPorts(machine(SHAPE, link, credit, 1, depth, 4));
                int id = ports.send(START, 0, 1, target, flits, 0);
                ports.drain(false);
                int hops = ports.hops.size();
                int serial = hops == 0 || depth >= loop ? flits - 1 : (flits - 1) / depth * loop + (flits - 1) % depth;
                int F = flits;
                assertEquals(
                        START + hops * (link + 1) + 2 + serial,
                        ports.tailOnPin(id),
                        () -> "target " + target + ", flits " + F);
                assertEquals(flits, ports.ejected.size());
                assertEquals((long) flits * hops, ports.routers.flitHops());
                for (int h = 0; h < hops; h++) {
                    // granted in the cycle after the pin, which is the cycle that the fabric reports
                    assertEquals(START + 1 + h * (link + 1L), ports.hops.get(h).cycle(), "hop " + h);
                }
            }
        }
    }

    /** d flits pass in each credit loop, without a gap between packets of any length. */
    @ParameterizedTest(name = "L {0} C {1} depth {2} flits {3}")
    @CsvSource({
        "2, 2, 1, 1",
        "2, 2, 1, 5",
        "2, 2, 2, 8",
        "2, 2, 3, 17",
        "2, 2, 4, 1",
        "2, 2, 5, 3",
        "2, 2, 6, 8",
        "2, 2, 7, 2",
        "2, 2, 8, 8",
        "1, 1, 3, 8",
        "1, 1, 4, 8",
        "4, 1, 5, 6",
        "1, 9, 11, 6",
        "3, 6, 11, 1"
    })
    void rateOfOneVc(int link, int credit, int depth, int flits) {
        int loop = link + credit + 2;
        ScriptedPorts ports = new ScriptedPorts(machine(SHAPE, link, credit, 1, depth, 16));
        for (int i = 0; i < 1000; i++) {
            ports.send(0, 0, 0, 2, flits, i);
        }
        ports.run(SETTLED);
        long before = ports.routers.flitHops();
        ports.run(SETTLED + 20L * loop);
        assertEquals(
                20L * 2 * Math.min(loop, depth), ports.routers.flitHops() - before, "flits over two links in 20 loops");
        assertEquals("", ports.routers.imbalance());
    }

    /** Injection and ejection are wires with a credit loop of 4 cycles. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5"})
    void rateOfALocalPort(int local) {
        ScriptedPorts ports = new ScriptedPorts(machine(SHAPE, 2, 2, 1, 8, local));
        for (int i = 0; i < 300; i++) {
            ports.send(0, 7, 3, 7, 3, i);
        }
        ports.run(SETTLED);
        int before = ports.ejected.size();
        ports.run(SETTLED + 80);
        assertEquals(20 * Math.min(4, local), ports.ejected.size() - before);
        assertEquals(0, ports.routers.flitHops(), "RT_R6: never over a link");
    }

    @Test
    void aCreditOfAnEjectionPortIsUsableTwoCyclesAfterTheNicGivesIt() {
        ScriptedPorts ports = new ScriptedPorts(machine(SHAPE, 2, 2, 1, 8, 1));
        int id = ports.send(START, 3, 0, 3, 3, 0);
        ports.drain(false);
        // on the pin in c, consumed in c: credit on the pin in c + 1, grant in c + 2, on the pin in c + 3; but the
        // injection port, of the same depth, is slower
        List<Long> cycles = ports.ejected.stream().map(Ejected::cycle).toList();
        assertEquals(List.of(START + 2, START + 6, START + 10), cycles);
        assertEquals(START + 10, ports.tailOnPin(id));
    }

    /** RT_R10: a link takes a flit every I cycles, and the packets after wait in their buffers. */
    @ParameterizedTest
    @CsvSource({"2, 2, 2", "3, 1, 5", "5, 2, 2", "16, 4, 1"})
    void aSlowLinkPassesAFlitEveryIntervalCycles(int interval, int link, int credit) {
        ScriptedPorts ports = new ScriptedPorts(machine(SHAPE, link, credit, interval, 12, 12));
        for (int i = 0; i < 12; i++) {
            ports.send(START, 0, 0, 1, 1, i);
        }
        ports.drain(false);
        for (int i = 0; i < 12; i++) {
            assertEquals(START + 1 + (long) i * interval, ports.hops.get(i).cycle());
            assertEquals(START + link + 3 + (long) i * interval, ports.tailOnPin(i));
        }
        assertEquals("", ports.routers.imbalance());
    }

    /**
     * RT_R10: a packet of F flits takes ceil(F / c) chunks of c * I cycles, and the slots after its tail stay empty.
     */
    @ParameterizedTest
    @CsvSource({"2, 2, 3", "1, 4, 6", "3, 2, 4", "32, 2, 1", "1, 16, 17", "5, 3, 5"})
    void aPacketTakesWholeChunks(int interval, int chunk, int flits) {
        ScriptedPorts ports = new ScriptedPorts(
                machine(SHAPE, 2, 2, interval, 40, 40).change().linkChunk(chunk).build());
        int packets = 6;
        for (int i = 0; i < packets; i++) {
            ports.send(START, 0, 0, 1, flits, i);
        }
        ports.drain(false);
        long chunks = (flits + chunk - 1) / chunk;
        for (int i = 0; i < packets; i++) {
            assertEquals(
                    START + 1 + i * chunks * chunk * interval, ports.hops.get(i).cycle(), "packet " + i);
        }
        assertEquals(START + 2 + 3 + (flits - 1L) * interval, ports.tailOnPin(0), "zero load over one hop");
        assertEquals("", ports.routers.imbalance());
    }

    /** RT_R10: while a chunk is open, the link sends nothing of another packet, also when its own next flit is late. */
    @Test
    void aChunkWaitsForNoFlit() {
        // the injection port has room for one flit, so the next one comes after four cycles, and a slot has one
        ScriptedPorts late = new ScriptedPorts(
                machine(SHAPE, 2, 2, 1, 12, 1).change().linkChunk(3).build());
        int slow = late.send(START, 0, 0, 1, 4, 0);
        int other = late.send(START + 1, 0, 2, 1, 1, 1); // a response, on another VC
        late.drain(false);
        // chunks begin at 1, with the head alone, then at 4 with the other packet
        assertEquals(
                List.of(START + 1, START + 4),
                late.hops.stream().map(Hop::cycle).toList());
        assertTrue(late.tailOnPin(slow) > late.tailOnPin(other));
    }

    /** The two directions of a ring of two are separate links. */
    @Test
    void ringsOfTwoAndOne() {
        Shape shape = new Shape(2, 1, 2);
        ScriptedPorts ports = new ScriptedPorts(machine(shape, 2, 2, 1, 8, 8));
        int over = ports.send(START, 0, 0, 3, 4, 0);
        int back = ports.send(START, 3, 2, 0, 4, 0);
        ports.drain(false);
        assertEquals(START + 2 * 3 + 2 + 3, ports.tailOnPin(over));
        assertEquals(START + 2 * 3 + 2 + 3, ports.tailOnPin(back));
        assertTrue(ports.hops.stream().allMatch(h -> h.link() != 2 && h.link() != 3), "no link of a ring of one");
    }

    /**
     * Each class has its own VC of a link: they share the link flit by flit, and a blocked class does not stop the
     * other.
     */
    @Test
    void aBlockedClassDoesNotStopTheOther() {
        ScriptedPorts ports = new ScriptedPorts(machine(SHAPE, 2, 2, 1, 4, 2));
        for (int i = 0; i < 40; i++) {
            ports.send(0, 0, 0, 2, 8, i);
        }
        ports.deaf[2] = true;
        ports.run(300);
        assertTrue(ports.routers.idle(), "requests stand");
        long standing = ports.routers.flitHops();
        ports.deaf[2] = false;
        int other = ports.send(301, 0, 2, 2, 8, 300);
        ports.run(340);
        // the local ports, two flits in a loop of 4, are slower than the links
        assertEquals(301 + 2 * 3 + 2 + (8 - 1) / 2 * 4 + (8 - 1) % 2, ports.tailOnPin(other));
        assertEquals(standing + 16, ports.routers.flitHops());
    }
}
