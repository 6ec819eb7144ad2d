// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine.EngineFactory;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.litmus.run.LitmusRunner;
import fairlead.machine.Unsafe;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs generated programs on the RTL and the twin, and on machines and programs that lack a rule. */
@Tag("M-564")
@Tag("M-565")
class GeneratedCampaignTest {
    private static final long SEED = 1;
    private static final int SCHEDULES = 10;

    private static GeneratedCampaign campaign(
            EngineFactory engine, String name, int schedules, String about, boolean out) {
        return new GeneratedCampaign(
                SEED,
                () -> new LitmusRunner(engine, name, null, 0, schedules, SEED),
                "generated",
                about,
                out,
                out ? " --leave-out " + about : "");
    }

    private static void holds(String engine, int from, int programs, int schedules) {
        GeneratedCampaign campaign = campaign(Plans.engine(engine), engine, schedules, null, false);
        for (int i = from; i < from + programs; i++) {
            campaign.run(i);
        }
        assertEquals(0, campaign.offenders(), () -> campaign.text());
        assertEquals((long) programs * schedules, campaign.total(GeneratedCampaign.Count.RUNS));
        assertTrue(campaign.total(GeneratedCampaign.Count.WEAK_RUNS) > 0, "no run closed an allowed cycle");
    }

    @Test
    void noForbiddenOutcomeOfGeneratedProgramsOnTheRtl() {
        holds("rtl", 0, 40, 4);
    }

    @Tag("slow")
    @Test
    void noForbiddenOutcomeOfManyGeneratedProgramsOnTheTwin() {
        holds("model", 1000, 300, 20);
    }

    @Test
    void theTwinGivesTheSameOutcomesOfGeneratedPrograms() {
        GeneratedCampaign rtl = campaign(Plans.engine("rtl"), "rtl", 3, null, false);
        GeneratedCampaign twin = campaign(Plans.engine("model"), "model", 3, null, false);
        for (int i = 40; i < 60; i++) {
            rtl.run(i);
            twin.run(i);
        }
        assertEquals(rtl.json(), twin.json());
    }

    /**
     * Programs that leave a rule out show an outcome that the rule forbids, within as many programs as find it with at
     * least 99 % by the shares in docs/lab/measurements/litmus.md. The first finding names a command that shows it
     * again.
     */
    @ParameterizedTest
    @CsvSource({"fence, 15", "flush, 15", "quiet, 8", "signal, 8", "flush_local, 8"})
    void aRuleThatIsLeftOutIsNoticed(String rule, int programs) {
        GeneratedCampaign campaign = campaign(Plans.engine("model"), "model", SCHEDULES, rule, true);
        for (int i = 100; campaign.able() < programs && campaign.offenders() == 0; i++) {
            campaign.run(i);
        }
        assertTrue(campaign.offenders() > 0, () -> "seed " + SEED + ", from program 100 on, without " + rule);
        String repro = campaign.first().orElseThrow().repro();
        assertTrue(
                repro.matches("scripts/lab litmus --generate 1 --number [0-9]+ --engine model --from [0-9]+"
                        + " --schedules 1 --seed 1 --leave-out " + rule),
                repro);
    }

    /** RTL with a flaw shows a forbidden outcome of a generated program. */
    @ParameterizedTest
    @CsvSource({"EPOCH_UNGUARDED, , 8", "ONE_LEG, flush, 6"})
    void aFlawOfTheRtlIsNoticed(String flaw, String about, int programs) throws Exception {
        int variant = UnsafeVariant.class.getField(flaw).getInt(null);
        EngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
        EngineFactory wrong = (machine, options) ->
                lab.open(machine.change().unsafe(Unsafe.everywhere(variant)).build(), options);
        GeneratedCampaign campaign = campaign(wrong, "rtl", SCHEDULES, about, false);
        for (int i = 0; i < programs * 20 && campaign.offenders() == 0; i++) {
            campaign.run(i);
        }
        assertTrue(campaign.offenders() > 0, () -> "seed " + SEED + " does not notice " + flaw);
    }
}
