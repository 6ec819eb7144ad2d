// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.KnotDetector;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the detector on saturated networks with cut-through, with a snapshot in every cycle: it gives no alarm and finds
 * no wait that the static graph lacks.
 */
class DetectorTest {
    private static final int MAX_FLITS = 17;

    @ParameterizedTest(name = "{0}")
    @MethodSource("fairlead.twin.router.CutThroughTest#cases")
    void noAlarmAndNoUnknownWait(String name, Shape shape, int depth, Routing routing, int interval) {
        Rig rig = new Rig(CutThroughTest.machine(shape, 2, 2, interval, depth, routing), MAX_FLITS, 0.95, 1500, 5);
        rig.traffic.packets(routing.dataMode(), true);
        KnotDetector detector =
                new KnotDetector(CutThroughTest.machine(shape, 2, 2, interval, depth, routing), 1, 0, false);
        for (long t = 0; t < 1500 || !rig.traffic.idle() || !rig.routers.idle(); t++) {
            rig.cycle(t);
            detector.look(t, rig.states(), false);
            assertEquals("", detector.unknownWait());
            assertTrue(detector.knot().isEmpty(), () -> detector.knot().toString());
        }
        assertTrue(detector.looks() > 1500);
    }
}
