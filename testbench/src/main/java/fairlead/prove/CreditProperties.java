// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;

/** One credit loop: CreditCounter, link, EjectionBuffer. */
final class CreditProperties {
    private static final String BUFFER = "EjectionBuffer";
    private static final String COUNTER = "CreditCounter";

    private CreditProperties() {}

    static List<Property> all() {
        final Mutant lost = new Mutant(
                "a refund that meets a spend is lost",
                COUNTER,
                "home <= home + {2'h0, io_refund} - {2'h0, io_spend};",
                "home <= home + {2'h0, io_refund & ~io_spend} - {2'h0, io_spend};");
        final Mutant eager = new Mutant(
                "the sender may send without a credit", COUNTER, "io_canSend_0 = |home;", "io_canSend_0 = 1'b1;");
        final Mutant extra =
                new Mutant("one credit more than slots after reset", COUNTER, "home <= 3'h4;", "home <= 3'h5;");
        final Mutant silent = new Mutant(
                "the credit of the last slot is not returned",
                BUFFER,
                "credit <= io_take;",
                "credit <= io_take & first != 2'h3;");
        final Mutant stuck = new Mutant(
                "the pointer wraps one slot early",
                BUFFER,
                "first <= _first_T_2 == 3'h4",
                "first <= _first_T_2 == 3'h3");
        final Mutant hidden =
                new Mutant("the last flit does not show", BUFFER, "some = |occupancy;", "some = |occupancy[2:1];");
        return new Unit("credit", "depth 4, link 1, credit 1")
                .quick()
                .safety("C1", "PCR_P1", "PCR_C1", lost)
                .safety("C2", "PCR_P2", "PCR_C1", eager)
                .safety("C1", "CC_A2", "PCR_C1", extra)
                .safety("F1", "PCR_P3", "PCR_C4", extra)
                .safety("F1", "PCR_P4", "PCR_C2", hidden)
                .safety("F1", "EB_P1", "PCR_C4", extra)
                .safety("F2", "PCR_P6", "PCR_C2", stuck)
                .bounded("F3", "PCR_P5", "PCR_C3", hidden)
                .live(
                        "C3",
                        "PCR_L1",
                        "the sender has a credit again and again, if the receiver is willing again and again",
                        "PCR_C1",
                        silent)
                .live(
                        "F4",
                        "PCR_L2",
                        "a flit in the buffer leaves, if the receiver is willing again and again",
                        "PCR_C2",
                        hidden)
                .properties();
    }
}
