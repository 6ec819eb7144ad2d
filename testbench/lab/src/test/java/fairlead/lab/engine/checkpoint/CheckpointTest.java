// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.checkpoint.Restarting;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.lockstep.CaseOutcome;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lockstep.LockstepFactory;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drawn cases on two engines in lockstep, of which one is saved and restored again and again in drawn cycles: in
 * mid-packet, with tiles at rest, between two batches. The other one is undisturbed, and no event, byte of memory or VC
 * may differ.
 */
@Tag("M-690")
class CheckpointTest {
    private static final long BUDGET = 20_000; // tile cycles of a case
    private static final int PERIOD = 61;
    private static final int MOST_CYCLES = 300; // between two restarts

    @TempDir
    private Path folder;

    private static Stream<Arguments> cases() {
        return Stream.of(Focus.values())
                .flatMap(focus -> Stream.of(
                        Arguments.of(focus, "product", 1, 7001),
                        Arguments.of(focus, "product", 2, 7002),
                        Arguments.of(focus, "lab", 1, 7003)));
    }

    private static EngineFactory on(final int threads, final EngineFactory engines) {
        return (config, options) -> engines.open(
                config, new EngineOptions(options.hopEvents(), options.skipQuiescent(), threads, options.faults()));
    }

    private int restarts(final EngineFactory undisturbed, final EngineFactory saved, final Case one, final long seed) {
        final Restarting restarting =
                new Restarting(saved, Restarting.over(folder.resolve("state")), seed, MOST_CYCLES);
        final CaseOutcome outcome = new CaseRun(new LockstepFactory(undisturbed, restarting), PERIOD, 64).play(one);
        assertNull(outcome.difference(), () -> "seed " + seed + ": " + outcome.difference());
        assertEquals("", outcome.failure());
        return restarting.restarts();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aRestoredRunIsTheUndisturbedOne(final Focus focus, final String variant, final int threads, final long seed) {
        final EngineFactory rtl = new RtlEngineFactory(RtlOptions.of(variant));
        final EngineFactory model = new ModelEngineFactory();
        final Case one = new CaseDraw(FabricLibrary.variant("product").capabilities(), BUDGET, focus).draw(seed);
        final int saved = restarts(rtl, on(threads, model), one, seed) + restarts(rtl, on(threads, rtl), one, seed + 1);
        assertTrue(saved > 0, () -> "seed " + seed + ": never saved");
    }
}
