// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineFactory;
import fairlead.lab.cases.CaseDraw;
import fairlead.lockstep.Difference;
import fairlead.lockstep.LockstepFactory;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the contract of model.ports.Unit: a twin whose tile calls the steps, or the edges, of its units in another
 * order behaves the same.
 */
class UnitContractTest {
    private static final Path SOURCES =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "sim-java/src/main/java/fairlead");
    private static final long BUDGET = 40_000;
    private static final int SEEDS = 12;

    /** Returns a twin whose tile makes exactly these calls in a cycle, in this order. */
    private static EngineFactory tile(final String steps, final String edges) {
        return tile(Stream.concat(
                        Stream.of(steps.split(" ")).map(unit -> unit + ".step(t);"),
                        Stream.of(edges.split(" ")).map(UnitContractTest::edge))
                .toList());
    }

    /** The tile remembers whether the counters have an edge to come, and asks the barriers of class routes. */
    private static String edge(final String unit) {
        if (unit.equals("routed")) {
            return "if (routed != null && routed.acts()) { routed.edge(t); }";
        }
        return unit + ".edge(t);" + (unit.equals("counters") ? " countsDue = counters.busy();" : "");
    }

    private static EngineFactory tile(final List<String> calls) {
        return MutatedTwin.of(
                SOURCES, "model/tile/Tile.java", "dma.step(t);", String.join(" ", calls) + " if (t >= 0) { return; }");
    }

    /** Returns the difference in the first seed whose case the other twin plays differently, or null. */
    private static Difference firstDifference(final EngineFactory other) {
        final CaseRun run = new CaseRun(new LockstepFactory(new ModelEngineFactory(), other), 61, 64);
        final CaseDraw draw = new CaseDraw(ModelEngineFactory.capabilities(), BUDGET);
        for (long seed = 1; seed <= SEEDS; seed++) {
            final CaseOutcome outcome = run.play(draw.draw(seed));
            if (outcome.differs()) {
                return outcome.difference();
            }
        }
        return null;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "dma dla fence epoch barrier, dma dla fence epoch barrier tree counters routed",
                "barrier epoch fence dla dma, routed counters tree dma dla fence epoch barrier",
                "dma dla fence epoch barrier, barrier epoch tree routed counters fence dla dma",
                "fence dma barrier dla epoch, epoch counters tree dla routed dma barrier fence",
                "dla epoch dma fence barrier, fence routed barrier epoch dma tree counters dla"
            })
    void noOrderOfStepsOrEdgesChangesAnything(final String order) {
        final String[] orders = order.split(", ");
        assertNull(firstDifference(tile(orders[0], orders[1])), order);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"step", "edge"})
    void norDoesTheOrderOfTheHalvesOfTheDmaEngine(final String call) {
        final EngineFactory other = MutatedTwin.of(
                SOURCES,
                "model/dma/DmaEngine.java",
                "tx." + call + "(t);",
                "rx." + call + "(t); tx." + call + "(t); if (t >= 0) { return; }");
        assertNull(firstDifference(other), call);
    }

    /** Positive control: an edge before another unit's step shows that unit the next cycle. */
    @Test
    void anEdgeBeforeAStepIsFound() {
        final EngineFactory other = tile(List.of(
                "dla.step(t);",
                "dla.edge(t);",
                "dma.step(t);",
                "fence.step(t);",
                "dma.edge(t);",
                "fence.edge(t);",
                "epoch.edge(t);",
                "barrier.edge(t);",
                "tree.edge(t);",
                edge("counters"),
                edge("routed")));
        assertNotNull(firstDifference(other));
    }

    /** Positive control: a unit that sends a notice in its edge fails the assertion of the tile. */
    @Test
    void aNoticeInAnEdgeIsAnError() {
        final EngineFactory other =
                MutatedTwin.of(SOURCES, "model/dma/DmaTx.java", "activity.edge();", "activity.edge(); fences.pong(0);");
        final String found = String.valueOf(firstDifference(other));
        assertTrue(found.contains("a unit was told something in an edge"), found);
    }
}
