// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of EpochOrigin and EpochTarget. */
final class EpochProperties {
    private static final Mutant LATE = origin(
            "transfers are let in until the ACK",
            "open <= (open | _openedAll_T) & ~_closingAll_T;",
            "open <= (open | _openedAll_T) & ~_closedAll_T;");
    private static final Mutant STICKY = origin(
            "the put counter is not cleared by EPOCH_OPEN",
            "opens ? 2'h0 : _puts_ext_R1_data + 2'h1",
            "_puts_ext_R1_data + 2'h1");
    private static final Mutant HASTY = origin(
            "an epoch with gets outstanding is closed by its ACK",
            "closing <= (closing | _closingAll_T) & ~_closedAll_T;",
            "closing <= (closing | _closingAll_T);");
    private static final Mutant SILENT = origin(
            "TERM is not sent",
            "(opens | closes ? hostBit : 2'h0) | _closedAll_T;",
            "(opens | closes ? hostBit : 2'h0);");
    private static final Mutant EARLY = origin(
            "the gets of an acknowledged epoch are not waited for",
            "takesAck | takesGet & noteClosing & noteAcked) & _doneAfter_T == begun",
            "takesAck | takesGet & noteClosing & noteAcked)");
    private static final Mutant RESTLESS = origin(
            "EPOCH_OPEN of an epoch in use sends something",
            "(opens | closes ? hostBit : 2'h0)",
            "(openCmd | closes ? hostBit : 2'h0)");
    private static final Mutant UNSENT =
            origin("PUT_COUNT is not sent", "(opens | closes ? hostBit : 2'h0)", "(opens ? hostBit : 2'h0)");
    private static final Mutant EAGER = origin(
            "a transfer of an open epoch sends PUT_COUNT",
            "(opens | closes ? hostBit : 2'h0)",
            "(opens | closes | admits ? hostBit : 2'h0)");
    private static final Mutant ANYWHERE = origin(
            "the target of a transfer is not compared",
            "& (io_gate_valid ? _opening_ext_R1_data[27:16] : 12'h0) == {8'h0, io_gate_target_x};",
            ";");
    private static final Mutant PARTS = origin(
            "the packets of an epoch's puts are not cleared by EPOCH_OPEN",
            "opens ? 15'h0 : _extras_ext_R1_data",
            "_extras_ext_R1_data");
    private static final Mutant MARKED = origin(
            "the error of an epoch is not cleared by EPOCH_OPEN",
            "failed <= failedAll & ~_failed_T;",
            "failed <= failedAll;");
    private static final Mutant OVER = origin(
            "the answer to PUT_COUNT ends the epoch", "_endedAll_T = nowEnded ?", "_endedAll_T = io_notice_ack ?");
    private static final Mutant ENDLESS =
            origin("the answer to TERM is not told", "_endedAll_T = nowEnded ?", "_endedAll_T = 1'h0 ?");
    private static final Mutant INVENTED = origin(
            "a get is done that was not outstanding",
            "outstanding <= outstanding + {3'h0, admits & ~io_gate_isPut} - {3'h0, takesGet};",
            "outstanding <= outstanding - {3'h0, takesGet};");

    private EpochProperties() {}

    static List<Property> all() {
        return Stream.of(origin(), target(), access()).flatMap(List::stream).toList();
    }

    private static Mutant origin(final String name, final String from, final String to) {
        return new Mutant(name, "EpochOrigin", from, to);
    }

    private static Mutant target(final String name, final String from, final String to) {
        return new Mutant(name, "EpochTarget", from, to);
    }

    private static List<Property> origin() {
        return new ProvedUnit("epoch_origin", "2 epochs, counters of 2 bits, puts of up to 4 packets", "EU_A2")
                .safety("P1", "PEO_P1", "PEO_C2", LATE)
                .safety("P3", "PEO_P2", "PEO_C1", STICKY)
                .safety("P2", "PEO_P3", "PEO_C1", EARLY)
                .safety("P3", "PEO_P5", "PEO_C1", EAGER)
                .safety("P1", "PEO_P7", "PEO_C2", ANYWHERE)
                .safety("P5", "PEO_P8", "PEO_C5", PARTS)
                .safety("P6", "PEO_P9", "PEO_C4", MARKED)
                .safety("P8", "PEO_P10", "PEO_C3", OVER)
                .safety("P1", "EU_P1", "PEO_C1", HASTY)
                .safety("P8", "EU_P3", "PEO_C1", SILENT)
                .safety("P1", "EU_P2", "PEO_C1", RESTLESS)
                .slow(240)
                .safety("P2", "EU_P4", "PEO_C1", INVENTED)
                .safety("P2", "EU_P5", "PEO_C1", EARLY)
                .safety("I3", "PEO_P6", "PEO_C1", UNSENT)
                .live(
                        "I3",
                        "PEO_L1",
                        "a closed epoch is told over, if packets leave, its target answers, its gets end and the host pauses, each again and again",
                        "PEO_C3",
                        ENDLESS)
                .properties();
    }

    private static List<Property> target() {
        final Mutant early = target(
                "acknowledged one put early",
                "& _GEN_0 == goal & _lacksNow_T_3 == 15'h0;",
                "& (_GEN_0 == goal | _GEN_0 + 28'h1 == goal) & _lacksNow_T_3 == 15'h0;");
        final Mutant first = target(
                "acknowledged with the last packet, whatever else is missing",
                "& _GEN_0 == goal & _lacksNow_T_3 == 15'h0;",
                "& _GEN_0 == goal;");
        final Mutant twice = target(
                "an event that waited is told again",
                "heldAcked <= heldAcked & ~tellBit |",
                "heldAcked <= heldAcked |");
        final Mutant quiet = target(
                "not busy while an ACK is offered", "{_io_busy_T | offered, heldAcked}", "{_io_busy_T, heldAcked}");
        final Mutant lifted = target(
                "the window is open again before TERM",
                "remaining = valid & ~_toEnd_T_5;",
                "remaining = valid & ~(frees | whole ? bit_0 : 2'h0);");
        final Mutant spare = target(
                "an ACK for an epoch whose event is still to be told",
                "(whole & ~counts ? bit_0 : 2'h0)",
                "(whole ? bit_0 : 2'h0)");
        final Mutant miscount =
                target("an entry is not freed", "remaining = valid & ~_toEnd_T_5;", "remaining = valid;");
        final Mutant taken = target(
                "an entry whose last ACK has not left is given away", "inUse = _inUse_T | toEnd;", "inUse = _inUse_T;");
        final Mutant unmarked =
                target("a refused put leaves no mark", "(io_notice_failed & (puts | parts) ? bit_0 : 2'h0)", "(2'h0)");
        return new ProvedUnit(
                        "epoch_target",
                        "2 epochs, counters of 2 bits, an INIT of another origin granted, queued or refused",
                        "EU_A6",
                        "EU_A7",
                        "EU_A8",
                        "EU_A9",
                        "EU_P6",
                        "EU_P7")
                .slow(120)
                .safety("P4", "PET_P1", "PET_C1", early)
                .safety("P5", "PET_P1", "PET_C4", first)
                .safety("P4", "PET_P2", "PET_C1", twice)
                .safety("P6", "PET_P3", "PET_C5", taken)
                .safety("P8", "PET_P4", "PET_C3", lifted)
                .safety("P6", "PET_P5", "PET_C3", lifted)
                .safety("P4", "PET_P6", "PET_C2", spare)
                .safety("I3", "PET_P7", "PET_C1", quiet)
                .safety("P6", "PET_P8", "PET_C6", unmarked)
                .safety("P4", "EU_P8", "PET_C1", lifted)
                .safety("P6", "EU_P9", "PET_C1", miscount)
                .safety("P6", "EU_P11", "PET_C6", taken)
                .properties();
    }

    private static List<Property> access() {
        final Mutant several = target(
                "when the holder's last epoch ends, all others are taken for one origin's",
                "{_owner_ext_R3_data[11:0] != heir_word, _owner_ext_R2_data[11:0] != heir_word, _owner_ext_R1_data[11:0] != heir_word}",
                "3'h0");
        final Mutant own = target(
                "while epochs of several origins are open the holder is served",
                "~exposed | foreign == 3'h0 & _stranger_T_1 ==",
                "~exposed | _stranger_T_1 ==");
        final Mutant kept = target(
                "the holder stays when its last epoch ends",
                "passes = frees & (|outlived) & remaining == outlived;",
                "passes = 1'h0;");
        final Mutant crowd = target(
                "an INIT beside another origin's epoch is neither queued nor refused",
                "others = exposed & _stranger_T_1 != _from_T_1;",
                "others = 1'h0;");
        final Mutant stuck = target(
                "an INIT that waits is looked at only behind a grant",
                "looks = ~tellsOwn & ~tellsHeld & (|{vacated, scan});",
                "looks = ~tellsOwn & ~tellsHeld & (|scan);");
        final Mutant twofold = target(
                "an INIT that was granted still waits",
                "waiting <= (waiting | (waits ? _bit_T[2:0] : 3'h0)) & ~grantBit;",
                "waiting <= (waiting | (waits ? _bit_T[2:0] : 3'h0));");
        final Mutant always =
                target("an INIT is queued whatever EPOCH_ACCESS is", "queues = _queues_T &", "queues = 1'h1 &");
        return new ProvedUnit(
                        "epoch_access",
                        "3 epochs, 4 origins, an INIT of another origin granted, queued or refused",
                        "EU_A7",
                        "EU_A9",
                        "EU_P7")
                .slow(180)
                .safety("P8", "PEA_P1", "PEA_C3", several)
                .safety("P9", "PEA_P1", "PEA_C1", own)
                .safety("P8", "PEA_P2", "PEA_C2", crowd)
                .safety("P8", "PEA_P3", "PEA_C2", crowd)
                .safety("P8", "EU_P13", "PEA_C1", kept)
                .safety("P6", "EU_P10", "PEA_C2", twofold)
                .safety("P6", "EU_P12", "PEA_C2", always)
                .live(
                        "I3",
                        "PEA_L1",
                        "an INIT that waits is granted, if no epoch is open again and again",
                        "PEA_C2",
                        stuck)
                .within(3)
                .properties();
    }
}
