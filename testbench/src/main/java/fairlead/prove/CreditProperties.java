// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;

/** The credit loop of an ejection port: OutputUnit, EjectionBuffer. */
final class CreditProperties {
    private static final String BUFFER = "EjectionBuffer";

    private CreditProperties() {}

    private static Mutant sender(final String name, final String from, final String to) {
        return new Mutant(name, "OutputUnit", from, to);
    }

    static List<Property> all() {
        final Mutant lost = sender(
                "a credit that meets a grant is not counted as one",
                "wire down = io_take_valid & ~io_credit;",
                "wire down = io_take_valid;");
        final Mutant eager =
                sender("the port always has a credit", "assign io_credits = some;", "assign io_credits = 1'h1;");
        final Mutant extra = sender("one credit more than slots after reset", "credits <= 3'h4;", "credits <= 3'h5;");
        final Mutant last =
                sender("the last credit does not go", "some <= (some | up) & ~(down & ~more);", "some <= some | up;");
        final Mutant second = sender(
                "the second credit does not go",
                "more <= (more | up & some) & ~(credits < 3'h3 & down);",
                "more <= more | up & some;");
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
        final Mutant ghost =
                new Mutant("the buffer shows a flit when it is empty", BUFFER, "some = |occupancy;", "some = 1'h1;");
        return new Unit("credit", "the loop of an ejection port: OutputUnit and EjectionBuffer, depth 4")
                .quick()
                .safety("C1", "PCR_P1", "PCR_C1", lost)
                .safety("C2", "PCR_P2", "PCR_C1", eager)
                .safety("C2", "RT_P10", "PCR_C1", extra)
                .safety("F1", "PCR_P3", "PCR_C4", last)
                .safety("F1", "PCR_P4", "PCR_C2", hidden)
                .safety("F1", "EB_P1", "PCR_C4", second)
                .safety("F1", "PCR_P7", "PCR_C2", ghost)
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
