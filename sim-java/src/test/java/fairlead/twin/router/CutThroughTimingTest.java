// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.machine.Routing;
import fairlead.machine.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests virtual cut-through in cycles: latency without contention, and credits of packets. */
class CutThroughTimingTest {
    private static final Shape LINE = new Shape(8, 1, 1);

    @ParameterizedTest(name = "L {0} C {1} depth {2} mode {3}")
    @CsvSource({"2, 2, 17, ADAPTIVE", "1, 1, 64, ADAPTIVE", "7, 5, 17, ADAPTIVE", "2, 3, 34, BUBBLE", "2, 2, 67, BUBBLE"
    })
    void onePacketIsNeverHeldUpByCredits(int link, int credit, int depth, Routing.Mode mode) {
        Shape shape = new Shape(5, 4, 3);
        Routing routing = mode == Routing.Mode.ADAPTIVE ? Routing.ADAPTIVE : Routing.BUBBLE;
        for (int target : new int[] {0, 1, 7, 33, 59}) {
            for (int flits : new int[] {1, 2, 8, 17}) {
                ScriptedPorts ports = new ScriptedPorts(CutThroughTest.machine(shape, link, credit, 1, depth, routing));
                int id = ports.send(5, 0, 1, target, flits, 0, routing.dataMode());
                ports.drain(false);
                int hops = ports.hops.size();
                assertEquals(5 + hops * (link + 1) + 2 + flits - 1, ports.tailOnPin(id), "target " + target);
                assertEquals("", ports.routers.imbalance());
            }
        }
    }

    /**
     * With one slot, the next head leaves when the credit of the previous tail has returned: granted in g, usable in g
     * + C + 1.
     */
    @ParameterizedTest(name = "L {0} C {1} flits {2}")
    @CsvSource({"2, 2, 8", "1, 1, 17", "3, 1, 1", "1, 5, 2"})
    void aSlotComesBackWithTheTail(int link, int credit, int flits) {
        ScriptedPorts ports = new ScriptedPorts(CutThroughTest.machine(LINE, link, credit, 1, 17, Routing.ADAPTIVE));
        ports.send(5, 0, 0, 1, flits, 0);
        ports.send(5, 0, 1, 1, flits, 1);
        ports.drain(false);
        assertEquals(2, ports.hops.size());
        assertEquals(
                flits - 1 + link + credit + 2,
                ports.hops.get(1).cycle() - ports.hops.get(0).cycle());
    }

    /**
     * With room for two packets the second does not wait, and a third waits for the first, because short packets make
     * no more room.
     */
    @Test
    void creditsArePacketsOfAnyLength() {
        ScriptedPorts ports = new ScriptedPorts(CutThroughTest.machine(LINE, 2, 2, 1, 34, Routing.ADAPTIVE));
        ports.deaf[1] = true;
        for (int i = 0; i < 12; i++) {
            ports.send(5, 0, i & 1, 1, 1, i);
        }
        ports.run(400);
        // each of two ejection ports has room for 6 flits; port 0 takes the flits of injection port 0
        assertEquals(12, ports.ejected.size());
        assertEquals("", ports.routers.imbalance());
        for (int i = 0; i < 12; i++) {
            ports.send(400, 0, 0, 1, 1, i);
        }
        ports.run(800);
        assertEquals(14, ports.hops.size(), "two slots behind the full port, of 34 flits");
        assertEquals("", ports.routers.imbalance());
    }
}
