// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of the collective network. */
final class CollectiveProperties {
    private CollectiveProperties() {}

    static List<Property> all() {
        return Stream.of(alu(), combine(), messages(), link(), injection(), device(), landing(), lock())
                .flatMap(List::stream)
                .toList();
    }

    private static Mutant alu(final String name, final String from, final String to) {
        return new Mutant(name, "CombineAlu", from, to);
    }

    private static List<Property> alu() {
        return new ProvedUnit(
                        "combine_alu",
                        "segments of 2 bits, so flits of 8 and operands of 2 to 32; all operations, sizes and signs",
                        "PAL_A1",
                        "PAL_A2")
                .limit(120)
                .safety(
                        "K1",
                        "PAL_P1",
                        "PAL_C4",
                        alu("OR is XOR in the second segment", "? io_a_1 | io_b_1", "? io_a_1 ^ io_b_1"))
                .safety(
                        "K1",
                        "PAL_P2",
                        "PAL_C3",
                        alu(
                                "the sign of an operand of two segments is not seen in the second one",
                                "_below_T_9 = io_b_1 ^ {io_isSigned & _below_T_10, 1'h0}",
                                "_below_T_9 = io_b_1 ^ {io_isSigned & ~_sums_sum_T_14, 1'h0}"))
                .inductive(
                        "K2",
                        "PAL_P3",
                        "PAL_C1",
                        alu(
                                "the carry between flits is the one into the last segment",
                                "carry <= _sums_sum_T_16[2];",
                                "carry <= _sums_sum_T_12[2];"),
                        "PAL_P5")
                .safety(
                        "K2",
                        "PAL_P5",
                        "PAL_C1",
                        new Mutant(
                                "the reference does not forget an operand",
                                "CombineAluProof",
                                "before_0 <= _GEN_4 + 3'h1 == _flits_T_4 ? 24'h0 : casez_tmp[23:0];",
                                "before_0 <= casez_tmp[23:0];"))
                .safety(
                        "K2",
                        "PAL_P4",
                        "PAL_C2",
                        alu(
                                "a flit decides although one before it has",
                                "wire flit = _flit_T_1 ? kept : _flit_T_6;",
                                "wire flit = _flit_T_6;"))
                .properties();
    }

    private static Mutant channel(final String name, final String from, final String to) {
        return new Mutant(name, "CombineChannel", from, to);
    }

    private static List<Property> combine() {
        final Mutant early = channel(
                "a combine does not wait for the own contribution",
                "(needs & ~{io_local_valid, io_in_2_valid",
                "(needs & ~{1'h1, io_in_2_valid");
        final Mutant late = channel(
                "the tail is that of the first source",
                "|(needs & ~{io_local_tail, io_in_2_tail, io_in_1_tail, io_in_0_tail}); wire",
                "|(needs & ~{io_local_tail, 1'h1, 1'h1, io_in_0_tail}); wire");
        final Mutant twice =
                channel("a copy that was taken is offered again", ": downTo & ~io_downTaken;", ": downTo;");
        final Mutant hasty = channel(
                "a flit that was not taken makes room for the next one",
                "assign upFree = _upValid_T ? ~upValid | io_upTaken : downFree;",
                "assign upFree = _upValid_T | downFree;");
        final Mutant stays = channel(
                "the root of a combine does not receive it", "{stays | io_route_member", "{io_route_member & ~stays");
        return new ProvedUnit(
                        "combine",
                        "any place in any tree: root, inner node or leaf, member or not; packets of any length, with"
                                + " lengths that differ too",
                        "PCN_A1")
                .limit(200)
                .together("PCN_P1", "PCN_P2", "PCN_P3", "PCN_P5", "PCN_P6", "PCN_P7", "CC_P1")
                .safety("K3", "PCN_P1", "PCN_C1", early)
                .safety("K3", "PCN_P2", "PCN_C1", late)
                .safety(
                        "K3",
                        "PCN_P3",
                        "PCN_C3",
                        channel(
                                "a node that is no member contributes",
                                ": {io_route_member, io_route_children};",
                                ": {1'h1, io_route_children};"))
                .safety("K4", "PCN_P5", "PCN_C3", twice)
                .safety(
                        "K4",
                        "PCN_P6",
                        "PCN_C4",
                        channel("the result never ends", "up_tail <= ~_inside_T;", "up_tail <= 1'h0;"))
                .safety("K4", "PCN_P7", "PCN_C4", hasty)
                .safety(
                        "K3",
                        "CC_P1",
                        "PCN_C1",
                        channel("a combine forgets its sources", "left <= needs &", "left <= 4'h0 &"))
                .together()
                .safety("K3", "PCN_P4", "PCN_C2", stays)
                .properties();
    }

    private static Mutant message(final String name, final String from, final String to) {
        return new Mutant(name, "MessageChannel", from, to);
    }

    private static List<Property> messages() {
        return new ProvedUnit(
                        "tree_message",
                        "any place in any tree; messages of any number of packets of any length from all sources",
                        "PTM_A1")
                .limit(200)
                .together("PTM_P1", "PTM_P2", "TM_P1", "TM_P2")
                .safety(
                        "K5",
                        "PTM_P1",
                        "PTM_C1",
                        message(
                                "an output is held until the end of a packet only",
                                "wire done_0 = io_in_0_tail & (mid[0] ? ending[0] : io_in_0_w0[62]);",
                                "wire done_0 = io_in_0_tail;"))
                .safety(
                        "K5",
                        "PTM_P2",
                        "PTM_C2",
                        message(
                                "a message may begin in the middle of another one",
                                "held[0] ? owner_0 : _picks_from_T_11;",
                                "_picks_from_T_11;"))
                .safety(
                        "K5",
                        "TM_P1",
                        "PTM_C1",
                        message(
                                "an output is held for ever",
                                "picks_0_1 ? ~casez_tmp_3 : held[0]",
                                "picks_0_1 | held[0]"))
                .safety(
                        "K5",
                        "TM_P2",
                        "PTM_C1",
                        message("an output forgets its source", "owner_0 <= _picks_from_T_11;", "owner_0 <= 2'h0;"))
                .together()
                .inductive(
                        "K4",
                        "PTM_P3",
                        "PTM_C3",
                        message(
                                "a flit that was not taken makes room for the next one",
                                "free = ~valid | io_taken;",
                                "free = 4'hF;"),
                        "TM_P1",
                        "TM_P2")
                .safety(
                        "K4",
                        "PTM_P4",
                        "PTM_C4",
                        message(
                                "a flit that was not taken makes room for the next one",
                                "free = ~valid | io_taken;",
                                "free = 4'hF;"))
                .properties();
    }

    private static Mutant link(final String name, final String from, final String to) {
        return new Mutant(name, "TreeLink", from, to);
    }

    private static List<Property> link() {
        final Mutant free =
                link("a flit is sent without a credit", "io_from_0_valid & (|credits_0)", "io_from_0_valid");
        final Mutant fixed =
                link("the first channel is always asked first", "turn <= ~pick & pick - 1'h1;", "turn <= 1'h0;");
        final Mutant ghost = new Mutant(
                "the buffer shows a flit when it is empty", "TreeBuffer", "some = |occupancy;", "some = 1'h1;");
        return new ProvedUnit("tree_link", "a link of two channels, TreeLink and its two TreeBuffers, depth 2")
                .limit(120)
                .together("PTL_P1", "PTL_P2", "PTL_P3", "PTL_P4", "TB_A1", "TB_P1", "TB_P2", "TL_A1", "TL_P1")
                .safety("K6", "PTL_P1", "PTL_C2", free)
                .safety("K6", "PTL_P2", "PTL_C2", free)
                .safety("K6", "TB_A1", "PTL_C2", free)
                .safety("K6", "PTL_P3", "PTL_C3", ghost)
                .safety("K7", "PTL_P4", "PTL_C1", fixed)
                .safety(
                        "K6",
                        "TL_A1",
                        "PTL_C2",
                        link("a credit more after reset", "credits_0 <= 2'h2;", "credits_0 <= 2'h3;"))
                .safety(
                        "K6",
                        "TL_P1",
                        "PTL_C2",
                        link("a credit more after reset", "credits_0 <= 2'h2;", "credits_0 <= 2'h3;"))
                .safety("K6", "TB_P1", "PTL_C3", ghost)
                .safety("K6", "TB_P2", "PTL_C2", free)
                .safety(
                        "K6",
                        "PTL_P5",
                        "PTL_C3",
                        new Mutant(
                                "the pointer does not move on",
                                "TreeBuffer",
                                "free <= _free_T_2 != 2'h2 & _free_T_2[0];",
                                "free <= 1'h0;"))
                .properties();
    }

    private static List<Property> injection() {
        final Mutant soon = new Mutant(
                "a packet may leave before its message is whole",
                "CollectiveInjector",
                "closes <= ~to | io_inject_w0[62];",
                "closes <= 1'h1;");
        final Mutant longer = new Mutant(
                "a message may be as long as it likes",
                "CollectiveInjector",
                "(~to | io_inject_w0[62] | _parts_T < {1'h0, io_depth}",
                "(1'h1");
        final Mutant full =
                new Mutant("a full FIFO takes a packet", "CollectiveInjector", "{2'h0, ~(_reason_T_5[0])}", "3'h0");
        final Mutant over = new Mutant(
                "a head is taken although payload is missing",
                "CollectiveInjector",
                "(_body_T_2 ? 3'h5 :",
                "(1'h0 ? 3'h5 :");
        return new ProvedUnit(
                        "tree_injection",
                        "CollectiveInjector and the two FIFOs of one class route; two packets of at most two flits, any depth",
                        "PTI_A1",
                        "PTI_A2")
                .limit(200)
                .together("PTI_P1", "PTI_P2", "PF_A1", "PF_A2", "PF_P1", "PF_P2", "PF_P3", "PF_P4", "CI_P1")
                .safety("K8", "PTI_P1", "PTI_C1", soon)
                .safety("K8", "PTI_P2", "PTI_C2", longer)
                .safety("K8", "PF_A1", "PTI_C1", over)
                .safety("K8", "PF_A2", "PTI_C2", full)
                .safety(
                        "K8",
                        "PF_P1",
                        "PTI_C1",
                        new Mutant(
                                "a FIFO shows what is not whole", "PacketFifo", "some = |whole;", "some = |packets;"))
                .safety("K8", "PF_P2", "PTI_C2", full)
                .safety(
                        "K8",
                        "PF_P3",
                        "PTI_C1",
                        new Mutant("an end does not leave", "PacketFifo", "(_GEN & mark[0])", "(_GEN & 1'h0)"))
                .safety("K8", "PF_P4", "PTI_C3", full)
                .safety("K8", "CI_P1", "PTI_C3", longer)
                .properties();
    }

    private static Mutant shared(final String name, final String from, final String to) {
        return new Mutant(name, "CollectiveDevice", from, to);
    }

    private static ProvedUnit ofDevice() {
        return new ProvedUnit(
                        "tree_device",
                        "CollectiveDevice and a reception FIFO of two packets of at most two flits; any messages, commands and"
                                + " TREE_READ",
                        "PCD_A1")
                .limit(200);
    }

    private static List<Property> device() {
        return ofDevice()
                .together("PCD_P1", "PCD_P2", "PCD_P3", "PCD_P6", "CD_A1", "CD_A2", "CD_P1")
                .safety(
                        "K12",
                        "PCD_P1",
                        "PCD_C1",
                        shared("payload stands at the head for ever", "open <= ~last;", "open <= 1'h1;"))
                .safety(
                        "K12",
                        "PCD_P2",
                        "PCD_C3",
                        new Mutant("a flit that is taken stays", "PacketFifo", "if (io_take) first", "if (1'h0) first"))
                .safety(
                        "K12",
                        "PCD_P3",
                        "PCD_C5",
                        shared("a packet that is read is counted on", "if (io_arrived != ends)", "if (io_arrived)"))
                .safety(
                        "K12",
                        "PCD_P6",
                        "PCD_C4",
                        shared(
                                "a drain writes heads too",
                                "stores = _stores_T & flit & ~io_flit_head",
                                "stores = _stores_T & flit"))
                .safety(
                        "K12",
                        "CD_A1",
                        "PCD_C4",
                        shared("an acknowledgement counts twice", ": onWay - 8'h1;", ": onWay - 8'h2;"))
                .safety(
                        "K12",
                        "CD_A2",
                        "PCD_C5",
                        shared("a packet that is read is counted on", "if (io_arrived != ends)", "if (io_arrived)"))
                .safety(
                        "K12",
                        "CD_P1",
                        "PCD_C5",
                        shared("a header that is read is counted on", "if (_GEN != (ends & ~open))", "if (_GEN)"))
                .properties();
    }

    /** What a drain writes lies within the memory; MEMORY_BYTES is any number. */
    private static List<Property> landing() {
        return ofDevice()
                .inductive(
                        "K12",
                        "PCD_P7",
                        "PCD_C4",
                        shared(
                                "a buffer may end one byte behind the memory",
                                "io_word[43:28]} > io_memoryBytes;",
                                "io_word[43:28]} > io_memoryBytes + 29'h1;"),
                        "CD_P3")
                .inductive(
                        "K12",
                        "CD_P3",
                        "PCD_C4",
                        shared(
                                "what is stored is not taken off the limit",
                                "limit <= limit - {11'h0, _stored_T_1};",
                                ""))
                .properties();
    }

    private static List<Property> lock() {
        return ofDevice()
                .together("PCD_P4", "PCD_P5", "CD_P2")
                .safety(
                        "K12",
                        "PCD_P4",
                        "PCD_C2",
                        shared("everybody gets the lock", "? (io_command_valid & _result_T & locked", "? (1'h0"))
                .safety(
                        "K12",
                        "PCD_P5",
                        "PCD_C2",
                        shared("everybody lets the lock go", "& locked & owner == io_word[45:44];", "& locked;"))
                .safety(
                        "K12",
                        "CD_P2",
                        "PCD_C2",
                        shared(
                                "every command takes the lock",
                                "io_command_valid & _result_T & ~locked;",
                                "io_command_valid;"))
                .properties();
    }
}
