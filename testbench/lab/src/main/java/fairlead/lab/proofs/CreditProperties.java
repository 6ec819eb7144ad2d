// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The properties of the credit loops at the local ports: OutputUnit with EjectionBuffer, and PacketEmitter with
 * InputUnit.
 */
final class CreditProperties {
    private static final String BUFFER = "EjectionBuffer";

    private CreditProperties() {}

    private static Mutant sender(final String name, final String from, final String to) {
        return new Mutant(name, "OutputUnit", from, to);
    }

    static List<Property> all() {
        return Stream.of(eject(), inject()).flatMap(List::stream).toList();
    }

    private static Mutant emitter(final String name, final String from, final String to) {
        return new Mutant(name, "PacketEmitter", from, to);
    }

    private static Mutant input(final String name, final String from, final String to) {
        return new Mutant(name, "InputUnit", from, to);
    }

    private static List<Property> inject() {
        final String sum = "credits <= credits + {8'h0, io_link_credit} - {8'h0, send};";
        final Mutant lost = emitter(
                "a credit that meets a flit is lost",
                sum,
                "credits <= credits + {8'h0, io_link_credit & ~send} - {8'h0, send};");
        final Mutant extra = emitter("one credit more than slots after reset", "credits <= 9'h4;", "credits <= 9'h5;");
        final Mutant unpaid = emitter(
                "the second flit of a packet spends no credit",
                sum,
                "credits <= credits + {8'h0, io_link_credit} - {8'h0, send & ~_usesMem_T};");
        final Mutant free = emitter("a flit is sent without a credit", "some & (|credits) &", "some &");
        final Mutant tails =
                emitter("every flit is a tail", "io_link_flit_tail_r <= atTail;", "io_link_flit_tail_r <= 1'h1;");
        final Mutant crossed = emitter(
                "the head is sent again for the payload",
                "(fromDla | ~inline ? 64'h0 : _data0_ext_R0_data)",
                "_head0_ext_R0_data");
        final Mutant silent = input("no credit is returned", "credit <= io_refund;", "credit <= 1'h0;");
        final Mutant hidden = input(
                "the buffer looks empty when one of its flits leaves",
                "~(io_granted & (~io_granted | _nextRead_T_1 ? 2'h0 : _nextRead_T_2) == writePtr)",
                "~io_granted");
        return new ProvedUnit(
                        "inject",
                        "the loop of an injection port: PacketEmitter and InputUnit, depth 4, packets all of 1 or all of 2 flits")
                .quick()
                .together("PIL_P1", "PIL_P2", "PIL_P3", "PE_A4", "PE_P2", "RT_A1", "RT_A2")
                .safety("C7", "PIL_P1", "PIL_C1", free)
                .safety("C7", "PIL_P2", "PIL_C1", lost)
                .safety("C7", "PE_P2", "PIL_C1", extra)
                .safety("C7", "PE_A4", "PIL_C1", unpaid)
                .safety("F7", "RT_A1", "PIL_C1", unpaid)
                .safety("F7", "RT_A2", "PIL_C2", tails)
                .safety("F7", "PIL_P3", "PIL_C2", hidden)
                .safety(
                        "F7",
                        "PE_P3",
                        "PIL_C2",
                        emitter(
                                "a reply is counted for each flit",
                                "replies <= replies - {",
                                "replies <= replies + {6'h0, send} - {"))
                .restates()
                .live(
                        "C7",
                        "PIL_L1",
                        "a flit of a prepared packet is sent, if the allocator serves the buffer again and again",
                        "PIL_C2",
                        silent)
                .within(5, "PIL_P1", "PIL_P2", "PIL_P3")
                .together()
                .slow(60)
                .safety("F7", "PIL_P4", "PIL_C2", crossed)
                .upTo(14)
                .properties();
    }

    private static List<Property> eject() {
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
        return new ProvedUnit("credit", "the loop of an ejection port: OutputUnit and EjectionBuffer, depth 4")
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
