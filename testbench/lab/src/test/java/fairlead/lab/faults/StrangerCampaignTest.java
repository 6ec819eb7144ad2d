// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Unsafe;
import fairlead.plan.Plans;
import fairlead.scenario.FaultCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs keep their results beside strangers, and flaws of isolation are noticed (docs/use/verdicts.md). */
class StrangerCampaignTest {
    @Test
    void theTwinIsolates() {
        assertTrue(new StrangerCampaign(Plans.engine("model"), "model").play(1, 40, Unsafe.NONE, false));
    }

    @Test
    void rtlAndTwinDoTheSame() {
        assertTrue(new StrangerCampaign(Plans.engine("lockstep"), "lockstep").play(1, 3, Unsafe.NONE, false));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"owner_open", "fifo_open", "admit_all", "counter_shared", "early_holds", "any_sender"})
    void aFlawIsNoticed(String flaw) {
        assertFalse(StrangerCampaign.withFlaws("lab").play(1, 20, flaw(flaw), true));
    }

    /** Flaws that change what becomes of strangers alone. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"reset_forgets", "tree_one_open", "tree_merge", "channel_open", "host_strays", "unaligned"})
    void aFlawDiffersFromTheSoundMachine(String flaw) {
        assertFalse(StrangerCampaign.withFlaws("lockstep").play(1, 20, flaw(flaw), true));
    }

    private static Unsafe flaw(String name) {
        return Unsafe.everywhere(FaultCatalogue.variant(name));
    }
}
