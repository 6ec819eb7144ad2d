// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of FenceUnit. */
final class FenceProperties {
    private static final Mutant EARLY = fence(
            "done when the first of two legs is home",
            "_complete_T = ~(oneLeg & ~home | twoLegs |",
            "_complete_T = ~(oneLeg & ~home |");
    private static final Mutant OPEN =
            fence("a FENCE does not hold its FIFO", "(holdsOn ? 4'h1 << _GEN_2 : 4'h0);", "4'h0;");
    private static final Mutant AHEAD = fence(
            "the DLA leg does not wait for the requests before it",
            "due = (|legCount) & ~(_due_T_1[15]);",
            "due = (|legCount);");
    private static final Mutant MUTE =
            fence("the second of two done in one cycle is forgotten", "done <= doneAll & ~tellBit;", "done <= 2'h0;");
    private static final Mutant LEAK = fence(
            "a FENCE never gives its FIFO back",
            "_complete_T[0] & _complete_T_5[0] & fences[0] ? 4'h1 << _GEN_0 : 4'h0)",
            "_complete_T[0] & _complete_T_5[0] & fences[0] ? 4'h0 : 4'h0)");
    private static final Mutant DOUBLED = fence(
            "one leg of two that comes home leaves both marks", "twoLegs <= twoLegs & ~pongBit", "twoLegs <= twoLegs");
    private static final Mutant REUSE = fence(
            "an entry is free again while its event is to be told",
            "used <= openNow & ~complete | doneAll & ~tellBit;",
            "used <= openNow & ~complete;");
    private static final Mutant DEAF = fence(
            "complete although counters are not home",
            "complete = openNow & _complete_T & _complete_T_5;",
            "complete = openNow & _complete_T;");
    private static final Mutant LATE = fence(
            "nothing is told done in a cycle in which a fence is armed",
            "wire tells = |doneAll;",
            "wire tells = (|doneAll) & ~accepts;");
    private static final Mutant IDLE = fence(
            "a FENCE without legs holds its FIFO",
            "wire holdsOn = accepts & io_arm_0_fence & (complete & armBit) == 2'h0;",
            "wire holdsOn = accepts & io_arm_0_fence;");
    private static final Mutant UNSENT =
            fence("the ping of the DLA leg is never sent", "wire due = (|legCount) &", "wire due = 1'h0 &");
    private static final Mutant AJAR =
            fence("an entry that is complete stays open", "open <= openNow & ~complete;", "open <= openNow;");

    private FenceProperties() {}

    static List<Property> all() {
        return Stream.of(fence(), acks()).flatMap(List::stream).toList();
    }

    private static Mutant fence(final String name, final String from, final String to) {
        return new Mutant(name, "FenceUnit", from, to);
    }

    private static List<Property> fence() {
        return new ProvedUnit(
                        "fence",
                        "2 entries or one of them, any tags, 2 injection FIFOs, up to 3 DLA requests, 2 acknowledgement counters of 2 bits or one of them")
                .quick()
                .safety("E1", "PFE_P1", "PFE_C1", EARLY)
                .safety("E2", "PFE_P2", "PFE_C1", OPEN)
                .safety("E6", "PFE_P3", "PFE_C2", AHEAD)
                .safety("E1", "FU_P1", "PFE_C1", DOUBLED)
                .safety("E1", "FU_P2", "PFE_C1", MUTE)
                .safety("E7", "FU_P3", "PFE_C1", REUSE)
                .safety("E2", "FU_P5", "PFE_C1", LEAK)
                .safety("E3", "PFE_P6", "PFE_C5", DEAF)
                .safety("E3", "PFE_P7", "PFE_C5", DEAF)
                .slow(300)
                .bounded("E1", "PFE_P4", "PFE_C3", LATE)
                .safety("E2", "PFE_P5", "PFE_C4", IDLE)
                .safety("E1", "FU_P6", "PFE_C1", AJAR)
                .live(
                        "E8",
                        "PFE_L1",
                        "a fence or flush is told done, if its pings come home, the DLA empties and its packets are acknowledged",
                        "PFE_C1",
                        UNSENT)
                .properties();
    }

    private static Mutant acks(final String name, final String from, final String to) {
        return new Mutant(name, "AckCounters", from, to);
    }

    private static List<Property> acks() {
        final Mutant open = acks(
                "a seal does not close its counters",
                "closed <= (closed | covers) & ~home;",
                "closed <= closed & ~home;");
        final Mutant early =
                acks("a counter is home one packet early", "counts_0 == 3'h1} : 2'h0", "counts_0 == 3'h2} : 2'h0");
        final Mutant stale =
                acks("a generation is not advanced", "gens_0 <= (&gens_0) ? 4'h1 : gens_0 + 4'h1;", "gens_0 <= 4'h1;");
        final Mutant mixed = acks(
                "a seal covers the open counters of the other target",
                "{targets_1 == _covers_T, targets_0 == _covers_T} & used",
                "{targets_1 != _covers_T, targets_0 == _covers_T} & used");
        final Mutant lost = acks(
                "a packet of the second FIFO is not counted",
                "counts_1 <= {1'h0, _more_T_14} + counts_1",
                "counts_1 <= counts_1");
        final Mutant stingy = acks(
                "a second counter opens only when none is in use",
                "_chosen_io_heads_3_ready_T = |free;",
                "_chosen_io_heads_3_ready_T = used == 2'h0;");
        final Mutant away =
                acks("the last packet of counter 1 does not bring it home", "{counts_1 == 3'h1,", "{counts_1 == 3'h0,");
        final Mutant stays = acks(
                "a counter that is home stays sealed",
                "closed <= (closed | covers) & ~home;",
                "closed <= closed | covers;");
        final Mutant spare = acks(
                "a counter opens that is left out",
                "wire [1:0]  free = io_usable & _free_T;",
                "wire [1:0]  free = _free_T;");
        return new ProvedUnit("acks", "2 counters of 3 bits, both or one of them used, 2 targets, 2 FIFOs, one seal")
                .safety("E3", "PAC_P1", "PAC_C1", early)
                .safety("E3", "PAC_P2", "PAC_C1", stale)
                .safety("E3", "PAC_P3", "PAC_C1", mixed)
                .safety("E3", "PAC_P4", "PAC_C2", open)
                .safety("E3", "AC_P1", "PAC_C1", early)
                .safety("E3", "AC_P3", "PAC_C1", lost)
                .safety("E3", "AC_P2", "PAC_C1", stays)
                .safety("E3", "PAC_P5", "PAC_C1", stingy)
                .safety("E3", "AC_P4", "PAC_C1", spare)
                .live(
                        "E8",
                        "PAC_L1",
                        "the counters of a seal come home, if their packets are acknowledged again and again",
                        "PAC_C1",
                        away)
                .properties();
    }
}
