// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.mutate.LockstepCases.CrowdDraw;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Unsafe;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cases of the rungs lockstep and assertions. */
@Tag("M-502")
@Tag("M-842")
class LockstepCasesTest {
    private static final int CASES = 12;
    private static final long PERIOD = 61;

    /** Opens the library with assertions, with a flaw in each node. */
    private static EngineFactory lab(final Unsafe flaw) {
        return (config, options) -> new RtlEngineFactory(RtlOptions.of("lab"))
                .open(
                        config.withUnsafe(flaw),
                        new EngineOptions(options.hopEvents(), options.skipQuiescent(), 1, true));
    }

    @Test
    void anAssertionFailsInACaseWithoutTheTwinAndNoneOnTheSoundMachine() {
        final LockstepCases cases = new LockstepCases(5, true);
        assertEquals(MutantRungs.ALIVE, cases.alone(lab(Unsafe.NONE), CASES));
        final String how = cases.alone(lab(Unsafe.everywhere(UnsafeVariant.NONATOMIC_VC)), CASES);
        assertTrue(how.startsWith("case ") && how.contains("RT_P8") && !how.contains("threw"), how);
    }

    @Test
    void aCrowdedCaseIsDrawnAgainAndPlaysOnAllLinksWithoutADifference() {
        final var limits = FabricLibrary.variant("product").capabilities();
        long blocked = 0;
        long samples = 0;
        for (int seed = 1; seed <= 4; seed++) {
            final Case one = new CrowdDraw(limits, 8000).draw(seed);
            assertEquals(CaseFile.text(one), CaseFile.text(new CrowdDraw(limits, 8000).draw(seed)));
            assertFalse(CaseFile.text(one).equals(CaseFile.text(new CrowdDraw(limits, 8000).draw(seed + 1))));
            for (int d = 0; d < 3; d++) {
                assertTrue(one.machine().shape().k(d) >= 3, one.machine().shape()::toString);
            }
            final CaseOutcome outcome = new CaseRun(
                            new LockstepFactory(
                                    new RtlEngineFactory(), new ModelEngineFactory(), PERIOD, new Monitor() {}),
                            PERIOD,
                            limits.maxLinkDepth())
                    .play(one);
            assertFalse(outcome.differs(), () -> outcome.difference().toString());
            assertEquals("", outcome.failure());
            blocked += outcome.blocked();
            samples += outcome.samples();
        }
        assertTrue(blocked > samples / 4, blocked + " of " + samples + " sampled tiles have a blocked VC");
    }
}
