// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.engine.rtl.FabricLibrary;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import fairlead.fabric.ModelEngineFactory;
import fairlead.generate.EdgeDraw;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** RTL and twin do the same at the edges of registers, and these edges are reached. */
class EdgesTest {
    private static final long PERIOD = 1009;

    private static Totals campaign(final String library, final long first, final long last) {
        final Capabilities limits = FabricLibrary.variant("product").capabilities();
        final LockstepFactory engines =
                new LockstepFactory(new RtlEngineFactory(RtlOptions.of(library)), new ModelEngineFactory());
        final CaseRun run = new CaseRun(engines, PERIOD, limits.maxLinkDepth());
        final EdgeDraw draw = new EdgeDraw(limits);
        final Totals totals = new Totals();
        for (long seed = first; seed <= last; seed++) {
            final Outcome outcome = run.play(draw.draw(seed));
            final String repro = "scripts/fairlead lockstep --edges --seed " + seed;
            assertTrue(!outcome.differs(), () -> outcome.difference() + "\n" + repro);
            assertEquals("", outcome.failure(), repro);
            totals.add(outcome);
        }
        return totals;
    }

    @Test
    void theTwinDoesWhatTheRtlDoesAtTheEdgesOfRegisters() {
        campaign("product", 1, 18);
    }

    @Tag("slow")
    @Test
    void theTwinDoesWhatTheRtlDoesAtTheEdgesOfRegistersInManyMoreCases() {
        campaign("product", 1001, 1200);
        campaign("lab", 1, 60);
    }
}
