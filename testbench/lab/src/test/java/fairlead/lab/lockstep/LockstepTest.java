// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lab.lockstep.CaseRun.Totals;
import fairlead.lab.lockstep.Coverage.Bin;
import fairlead.lockstep.LockstepFactory;
import fairlead.program.OpKind;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * RTL and twin give the same records for random machines and commands. The long campaign is `scripts/lab lockstep
 * --seeds 500 --bins 100`.
 */
@Tag("M-21")
class LockstepTest {
    private static final long BUDGET = 60_000;
    private static final long SHORT_BUDGET = 20_000;
    private static final int SHORT_CASES = 200;
    private static final int FOCUSED_CASES = 80;
    private static final long PERIOD = 61;

    /** Bins that are so rare that a few cases may miss them. */
    private static final Set<String> RARE =
            Set.of("GENERATION_WRAP", "DLA_RELEASE_PENDING", "ADAPTIVE_TO_ESCAPE", "COUNTERS_ACK_COUNTER");

    private static Totals campaign(String library, long first, long last) {
        return campaign(library, Focus.NONE, BUDGET, first, last);
    }

    private static Totals campaign(String library, Focus focus, long budget, long first, long last) {
        int maxLinkDepth =
                FabricLibrary.variant("product").capabilities().most().linkVc();
        LockstepFactory engines =
                new LockstepFactory(new RtlEngineFactory(RtlOptions.of(library)), new ModelEngineFactory());
        CaseRun run = new CaseRun(engines, PERIOD, maxLinkDepth);
        CaseDraw draw = new CaseDraw(FabricLibrary.variant("product").capabilities(), budget, focus);
        Totals totals = new Totals();
        for (long seed = first; seed <= last; seed++) {
            CaseOutcome outcome = run.play(draw.draw(seed));
            String repro = "scripts/lab lockstep --budget " + budget + " --focus "
                    + focus.name().toLowerCase(Locale.ROOT) + " --seed " + seed;
            assertTrue(!outcome.differs(), () -> outcome.difference() + "\n" + repro);
            assertEquals("", outcome.failure(), repro);
            totals.add(outcome);
        }
        return totals;
    }

    @Test
    void theTwinDoesWhatTheRtlDoesAndEveryBinIsHit() {
        Totals totals = campaign("product", 1, 24);
        for (Bin bin : Bin.ALL) {
            assertTrue(
                    totals.hits(bin) > 0
                            || RARE.contains(bin.name())
                            || bin.isOfTree()
                            || bin.isOfDevice()
                            || bin.isOfIoTiles(),
                    bin + ": " + bin.meaning());
        }
        long blocked = totals.counts().get("tile_cycles_evaluated_blocked");
        long evaluated = totals.counts().get("tile_cycles_evaluated");
        assertTrue(blocked > evaluated / 5, blocked + " of " + evaluated);
    }

    /**
     * Many short cases find faults of the RTL that a few long cases miss, because one machine hides what another shows
     * (docs/lab/lockstep.md, What finds what).
     */
    @ParameterizedTest(name = "focus {0}")
    @EnumSource
    void theTwinDoesWhatTheRtlDoesInManyShortCases(Focus focus) {
        Totals totals = campaign(
                "product", focus, SHORT_BUDGET, 2001, 2000 + (focus == Focus.NONE ? SHORT_CASES : FOCUSED_CASES));
        for (Bin bin : Bin.ALL) {
            boolean due = focus == Focus.TREE && bin.isOfTree()
                    || focus == Focus.DEVICE && bin.isOfDevice()
                    || focus == Focus.IO_TILES && bin.isOfIoTiles();
            assertTrue(!due || totals.hits(bin) > 0, bin + ": " + bin.meaning());
        }
    }

    /** Random commands obey the rules on the caller that the lab library asserts (the `_A` properties). */
    @Test
    void randomCommandsKeepTheRulesThatTheLabLibraryAsserts() {
        campaign("lab", 101, 108);
    }

    @Tag("slow")
    @Test
    void theTwinDoesWhatTheRtlDoesInManyMoreCases() {
        Totals totals = campaign("product", 1001, 1300);
        for (Bin bin : Bin.ALL) {
            // the words of the device are drawn with its focus only
            assertTrue(bin.isOfDevice() || totals.hits(bin) > 20, bin + ": " + bin.meaning());
        }
        List<OpKind> elsewhere = Stream.of( // as in ProgramDrawTest, which says where
                        ("REDUCE COPY TREE DEVICE_SEND DEVICE_RECEIVE TEST ANY LOOK ENDING EXTRACT").split(" "))
                .map(OpKind::valueOf)
                .toList();
        for (OpKind kind : OpKind.values()) {
            assertTrue(elsewhere.contains(kind) || totals.ended(kind) > 20, kind + " of programs");
        }
    }
}
