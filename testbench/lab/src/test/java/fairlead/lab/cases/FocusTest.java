// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.twin.fabric.ModelEngineFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every focus draws machines that a scenario may have, also those whose buffers have depths of their own. */
@Tag("M-573")
class FocusTest {
    private static final long BUDGET = 3_000;
    private static final long FIRST = 7_000;
    private static final long SEEDS = 150;

    @ParameterizedTest
    @EnumSource(Focus.class)
    void everyDrawnMachineIsSound(final Focus focus) {
        final CaseDraw draw = new CaseDraw(ModelEngineFactory.capabilities(), BUDGET, focus);
        final long split = LongStream.range(FIRST, FIRST + SEEDS)
                .filter(seed -> !assertDoesNotThrow(() -> draw.draw(seed).machine(), () -> focus + " seed " + seed)
                        .buffers()
                        .locals()
                        .isUniform())
                .count();
        assertTrue(split > SEEDS / 10, () -> "machines with depths by kind: " + split);
    }
}
