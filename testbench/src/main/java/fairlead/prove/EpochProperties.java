// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;
import java.util.stream.Stream;

/** EpochOrigin and EpochTarget. */
final class EpochProperties {
    private EpochProperties() {}

    static List<Property> all() {
        return Stream.of(origin(), target()).flatMap(List::stream).toList();
    }

    private static Mutant origin(final String name, final String from, final String to) {
        return new Mutant(name, "EpochOrigin", from, to);
    }

    private static Mutant target(final String name, final String from, final String to) {
        return new Mutant(name, "EpochTarget", from, to);
    }

    private static List<Property> origin() {
        final Mutant late = origin(
                "transfers are let in until the ACK",
                "open <= (open | _openedAll_T) & ~_closingAll_T;",
                "open <= (open | _openedAll_T) & ~_closedAll_T;");
        final Mutant sticky = origin(
                "the put counter is not cleared by EPOCH_OPEN",
                "opens ? 2'h0 : _puts_ext_R1_data + 2'h1",
                "_puts_ext_R1_data + 2'h1");
        final Mutant hasty = origin(
                "an epoch with gets outstanding is closed by its ACK",
                "closing <= (closing | _closingAll_T) & ~_closedAll_T;",
                "closing <= (closing | _closingAll_T);");
        final Mutant silent = origin(
                "TERM is not sent",
                "(opens | closes ? hostBit : 2'h0) | _closedAll_T;",
                "(opens | closes ? hostBit : 2'h0);");
        final Mutant early = origin(
                "the gets of an acknowledged epoch are not waited for",
                "takesAck | takesGet & noteClosing & noteAcked) & _doneAfter_T == begun",
                "takesAck | takesGet & noteClosing & noteAcked)");
        final Mutant restless = origin(
                "EPOCH_OPEN of an epoch in use sends something",
                "(opens | closes ? hostBit : 2'h0)",
                "(openCmd | closes ? hostBit : 2'h0)");
        final Mutant unsent =
                origin("PUT_COUNT is not sent", "(opens | closes ? hostBit : 2'h0)", "(opens ? hostBit : 2'h0)");
        return new Unit("epoch_origin", "2 epochs, counters of 2 bits", "EU_A2")
                .safety("P1", "PEO_P1", "PEO_C2", late)
                .safety("P3", "PEO_P2", "PEO_C1", sticky)
                .safety("P2", "PEO_P3", "PEO_C1", early)
                .safety("P1", "EU_P1", "PEO_C1", hasty)
                .safety("P8", "EU_P3", "PEO_C1", silent)
                .safety("P1", "EU_P2", "PEO_C1", restless)
                .slow(240)
                .safety("I3", "PEO_P6", "PEO_C1", unsent)
                .properties();
    }

    private static List<Property> target() {
        final Mutant early = target(
                "acknowledged one put early",
                "& _GEN_1 == goal & _lacksNow_T_3 == 15'h0;",
                "& (_GEN_1 == goal | _GEN_1 + 28'h1 == goal) & _lacksNow_T_3 == 15'h0;");
        final Mutant first = target(
                "acknowledged with the last packet, whatever else is missing",
                "& _GEN_1 == goal & _lacksNow_T_3 == 15'h0;",
                "& _GEN_1 == goal;");
        final Mutant twice = target(
                "an event that waited is told again",
                "heldAcked <= heldAcked & ~tellBit |",
                "heldAcked <= heldAcked |");
        final Mutant quiet = target(
                "not busy while an ACK is offered", "{_io_busy_T | offered, heldAcked}", "{_io_busy_T, heldAcked}");
        final Mutant lifted = target(
                "the window is open again before TERM",
                "valid <= (valid | (accepts ? bit_0 : 2'h0) | grantBit) & ~(frees ? bit_0 : 2'h0);",
                "valid <= (valid | (accepts ? bit_0 : 2'h0) | grantBit) & ~(frees | whole ? bit_0 : 2'h0);");
        final Mutant spare = target(
                "an ACK for an epoch whose event is still to be told",
                "(whole & ~counts ? bit_0 : 2'h0)",
                "(whole ? bit_0 : 2'h0)");
        final Mutant miscount = target(
                "an entry is not freed",
                "valid <= (valid | (accepts ? bit_0 : 2'h0) | grantBit) & ~(frees ? bit_0 : 2'h0);",
                "valid <= (valid | (accepts ? bit_0 : 2'h0) | grantBit);");
        return new Unit(
                        "epoch_target",
                        "2 epochs, counters of 2 bits",
                        "EU_A6",
                        "EU_A7",
                        "EU_A8",
                        "EU_A9",
                        "EU_P6",
                        "EU_P7")
                .safety("P4", "PET_P1", "PET_C1", early)
                .safety("P5", "PET_P1", "PET_C4", first)
                .safety("P4", "PET_P2", "PET_C1", twice)
                .safety("P8", "PET_P4", "PET_C3", lifted)
                .safety("P6", "PET_P5", "PET_C3", lifted)
                .safety("P4", "PET_P6", "PET_C2", spare)
                .safety("I3", "PET_P7", "PET_C1", quiet)
                .safety("P4", "EU_P8", "PET_C1", lifted)
                .safety("P6", "EU_P9", "PET_C1", miscount)
                .properties();
    }
}
