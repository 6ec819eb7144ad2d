// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.twin.nic.CommitAgainstTwin;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Compares the CommitUnit of the RTL with its queues, alone, with its twin and with docs/spec/dma-engine-rx.md. */
@Tag("M-97")
class CommitUnitRtlTest extends UnitTest {
    /** The bits of a header's first word that other units use: stamp, routing bits, class and target. */
    private static final long FOR_OTHERS = 0xFFFE_0003_F900_0FFFL;

    /** Only flaws read the ports of waits. */
    CommitUnitRtlTest() {
        super(
                CommitAgainstTwin::new,
                40,
                2500,
                4,
                800,
                Map.of(
                        "push_0_word0", FOR_OTHERS,
                        "push_1_word0", FOR_OTHERS,
                        "waits_descriptor", 1L,
                        "waits_full", 1L,
                        "waits_closing", 1L));
    }
}
