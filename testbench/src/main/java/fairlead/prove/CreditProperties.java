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
        final Mutant extra = new Mutant(
                "one credit more than slots after reset", COUNTER, "home <= 3'h4;", "home <= 3'h5;");
        return new Unit("credit", "depth 4, link 1, credit 1")
                .quick()
                .safety("C1", "PCR_P1", "PCR_C1", lost)
                .safety("C2", "PCR_P2", "PCR_C1", eager)
                .safety("C2", "CC_A1", "PCR_C1", eager)
                .safety("C1", "CC_A2", "PCR_C1", extra)
                .safety("F1", "PCR_P3", "PCR_C4", extra)
                .properties();
    }
}
