// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.run.RunResult;
import fairlead.verdict.Verdict;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import fairlead.workload.pattern.Traffic.Background;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 100,000 messages to random threads beside traffic on the torus, and the claim as it is written. */
@Tag("slow")
@Tag("M-443")
class ManyDeviceMessagesTest {
    private static final int MESSAGES = 100_000;
    private static final int SEEDS = 10;

    private static RunResult play(
            final DeviceMode mode, final DeviceFlaw flaw, final Background beside, final long seed) {
        final DeviceMessages messages =
                new DeviceMessages(mode.threads(), 4, MESSAGES, DeviceMessage.MOST_BYTES, 0, 100, flaw, beside);
        return DeviceMessagesTest.play(messages, seed, 64, Long.MAX_VALUE);
    }

    private static Verdict device(final RunResult result) {
        final List<Verdict> verdicts = result.report().verdicts();
        return verdicts.get(verdicts.size() - 1);
    }

    /** Packets of the torus are born in each of the 7 million cycles that the messages take. */
    @ParameterizedTest
    @EnumSource
    void noneIsLostMisdeliveredOrCopied(final DeviceMode mode) {
        final RunResult result = play(mode, DeviceFlaw.NONE, new Background(0.05, 5, 7_000_000), 1);
        final Verdict verdict = device(result);
        assertTrue(result.report().holds(), result.report().verdicts().toString());
        assertTrue(result.execution().isClean());
        assertEquals(MESSAGES, verdict.checked());
        assertEquals(0L, verdict.extra().get("copies"));
        assertTrue(
                result.report().metrics().packets() > 500_000,
                "traffic beside: " + result.report().metrics());
    }

    @ParameterizedTest
    @EnumSource
    void theLiteralClaimFailsWithinAThousandMessages(final DeviceMode mode) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Verdict verdict = device(play(mode, DeviceFlaw.LITERAL, null, seed));
            assertEquals(false, verdict.holds(), "seed " + seed);
            assertTrue(((Map<?, ?>) verdict.extra().get("broken")).containsKey("header_once"), verdict.toString());
            assertTrue((long) verdict.extra().get("delivered_before") < 1000, verdict + ", seed " + seed);
        }
    }
}
