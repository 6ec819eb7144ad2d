// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

import static fairlead.flow.CreditCounterDut.REFUND;
import static fairlead.flow.CreditCounterDut.SPEND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditCounterTest {
    private static final int DEPTH = HwLayout.CreditCounter.DEPTH;

    @Test
    void stopsSendingWhenAllCreditsAreSpentAndResumesOneCycleAfterARefund() {
        try (CreditCounterDut dut = CreditCounterDut.open()) {
            for (int sent = 0; sent < DEPTH; sent++) {
                assertTrue(dut.canSend(), "credit " + sent);
                dut.step(SPEND);
            }
            assertFalse(dut.canSend());
            dut.step(REFUND);
            assertTrue(dut.canSend());
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void agreesWithACounterInEveryCycle(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        int home = DEPTH;
        try (CreditCounterDut dut = CreditCounterDut.open()) {
            for (int cycle = 0; cycle < 10_000; cycle++) {
                final int spend = home > 0 && random.nextBoolean() ? SPEND : 0;
                final int refund = home < DEPTH && random.nextBoolean() ? REFUND : 0;
                dut.step(spend | refund);
                home += (refund == 0 ? 0 : 1) - spend;
                assertEquals(home, dut.credits(), "cycle " + cycle);
                assertEquals(home > 0, dut.canSend(), "cycle " + cycle);
            }
        }
    }

    @Test
    void reportsAFlitThatIsSentWithoutACredit() {
        try (CreditCounterDut dut = CreditCounterDut.open()) {
            for (int sent = 0; sent < DEPTH; sent++) {
                dut.step(SPEND);
            }
            final AssertionError error = assertThrows(AssertionError.class, () -> dut.step(SPEND));
            assertTrue(error.getMessage().contains("CC_A1: flit sent without a credit"), error.getMessage());
        }
    }

    @Test
    void reportsACreditThatWasNeverSpent() {
        try (CreditCounterDut dut = CreditCounterDut.open()) {
            final AssertionError error = assertThrows(AssertionError.class, () -> dut.step(REFUND));
            assertTrue(error.getMessage().contains("CC_A2: more credits returned than spent"), error.getMessage());
        }
    }
}
