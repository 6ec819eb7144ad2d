// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.model;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares both memory models, beside an epoch of another node, with outcomes that were worked out by hand. */
@Tag("M-933")
class GuardModelTest {
    private static final String EPOCH = "A epoch open 1 to T; get r1 = x in 1; wait r1; ";

    /** A put that the target has admitted before the epoch may be written between the epoch's two gets. */
    @Test
    void anAdmittedPutMayBeWrittenInTheEpoch() {
        OperandModelTest.agree(
                "A:r1 A:r2 B:r1 x@T",
                EPOCH + "get r2 = x in 1; wait r2; epoch close 1 / B r1 = try put x = 2",
                "0 0 0 2, 0 0 1 0, 0 2 0 2, 2 2 0 2");
    }

    /** Who has seen the word that is put in the open epoch is refused until it ends. */
    @Test
    void whoIsToldOfTheEpochIsRefused() {
        OperandModelTest.agree(
                "A:r2 B:r1 B:r2 x@T",
                EPOCH + "put f = 1; get r2 = x in 1; wait r2; epoch close 1 / B r1 = load f; r2 = try put x = 2",
                "0 0 0 2, 0 0 1 0, 0 1 0 2, 0 1 1 0, 2 0 0 2");
    }
}
