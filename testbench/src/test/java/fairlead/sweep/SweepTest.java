// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SweepTest {
    private static final String TRAFFIC = "schema: fairlead.scenario/1\nmachine: {shape: [4, 4, 1]}\n"
            + "workload: {kind: traffic, at: local_ports, load: 0.1, sample_period: 300}\n";

    private static Function<List<String>, Scenario> scenario(final String text) {
        return overrides -> ScenarioReader.parse(text, "text", "text", overrides);
    }

    @Test
    void rangesAreExactAndListsKeepTheirBrackets() {
        assertEquals(
                List.of("0.1", "0.2", "0.3"),
                Axis.parse("workload.load=0.1..0.3:0.1").values());
        assertEquals(
                List.of("2", "3", "4"),
                Axis.parse("machine.buffers.link_vc=2..4").values());
        assertEquals(
                List.of("[4,4,4]", "[8,1,1]"),
                Axis.parse("machine.shape=[4,4,4],[8,1,1]").values());
        assertThrows(BadInput.class, () -> Axis.parse("machine.shape"));
        assertThrows(BadInput.class, () -> Axis.parse("a=3..1"));
        assertThrows(BadInput.class, () -> Axis.parse("a=1..x:1"));
    }

    @Test
    void aGridHasEveryCombinationOnce() {
        final List<Point> points = Point.all(List.of(Axis.parse("a=1,2"), Axis.parse("b=3,4,5")));
        assertEquals(6, points.size());
        assertEquals(List.of("a=2", "b=3"), points.get(3).overrides());
    }

    /** Values of Student's t from a table: 95 % two-sided, 4 degrees of freedom, 2.776. */
    @Test
    void theIntervalIsStudents() {
        final Estimate e = Estimate.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
        assertEquals(3, e.mean());
        assertEquals(2.776 * Math.sqrt(2.5 / 5), e.half(), 0.001);
    }

    @Test
    void latencyRisesWithLoadAndThreadsChangeNothing() {
        final List<Point> points = Point.all(List.of(Axis.parse("workload.load=0.1,0.5")));
        final List<Sweep.Row> one = new Sweep(scenario(TRAFFIC), 3, true).run(points, 1, row -> {});
        final List<Sweep.Row> two = new Sweep(scenario(TRAFFIC), 3, true).run(points, 2, row -> {});
        assertEquals(SweepText.csv(one), SweepText.csv(two));
        assertTrue(one.get(0).metrics().get("latency").mean()
                < one.get(1).metrics().get("latency").mean());
        assertTrue(one.get(0).metrics().get("saturation").mean() > 0.5);
        assertTrue(one.get(0).metrics().get("latency").half() > 0);
    }

    @Test
    void badPointsAreRefusedBeforeAnythingRuns() {
        final List<Point> points = Point.all(List.of(Axis.parse("machine.buffers.link_vc=8,9999")));
        assertThrows(BadInput.class, () -> new Sweep(scenario(TRAFFIC), 1, false).run(points, 1, row -> {}));
        final String ring = "schema: fairlead.scenario/1\nmachine: {shape: [4, 1, 1]}\nworkload: {kind: ring}\n";
        assertThrows(BadInput.class, () -> new Sweep(scenario(ring), 1, true)
                .run(Point.all(List.of(Axis.parse("seed=1"))), 1, row -> {}));
    }
}
