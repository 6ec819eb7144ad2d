// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;
import java.util.stream.Stream;

/** FenceUnit. */
final class FenceProperties {
    private FenceProperties() {}

    static List<Property> all() {
        return Stream.of(fence()).flatMap(List::stream).toList();
    }

    private static Mutant fence(final String name, final String from, final String to) {
        return new Mutant(name, "FenceUnit", from, to);
    }

    private static List<Property> fence() {
        final Mutant early = fence(
                "done when the first of two legs is home",
                "wire [1:0] home = pongBit & oneLeg;",
                "wire [1:0] home = pongBit;");
        final Mutant open = fence(
                "a FENCE does not hold its FIFO",
                "blocked <= blocked & ~unblock |",
                "blocked <= 4'h0 & blocked & ~unblock | 4'h0 &");
        final Mutant ahead = fence(
                "the DLA leg does not wait for the requests before it",
                "due = (|legCount) & ~(_due_T_1[15]);",
                "due = (|legCount);");
        final Mutant mute = fence(
                "the second of two done in one cycle is forgotten", "done <= doneAll & ~tellBit;", "done <= 2'h0;");
        final Mutant leak = fence("a FENCE never gives its FIFO back", "blocked & ~unblock |", "blocked |");
        final Mutant doubled = fence(
                "one leg of two that comes home leaves both marks",
                "twoLegs <= twoLegs & ~pongBit",
                "twoLegs <= twoLegs");
        final Mutant reuse = fence(
                "an entry is free again while its event is to be told",
                "(atOnce | ~accepts ? 2'h0 : _armBit_T_1) | doneAll & ~tellBit);",
                "(atOnce | ~accepts ? 2'h0 : _armBit_T_1));");
        return new Unit("fence", "2 entries, any tags, 2 injection FIFOs, up to 3 DLA requests")
                .quick()
                .safety("E1", "PFE_P1", "PFE_C1", early)
                .safety("E2", "PFE_P2", "PFE_C1", open)
                .safety("E6", "PFE_P3", "PFE_C2", ahead)
                .safety("E1", "FU_P1", "PFE_C1", doubled)
                .safety("E1", "FU_P2", "PFE_C1", mute)
                .safety("E7", "FU_P3", "PFE_C1", reuse)
                .safety("E2", "FU_P5", "PFE_C1", leak)
                .properties();
    }
}
