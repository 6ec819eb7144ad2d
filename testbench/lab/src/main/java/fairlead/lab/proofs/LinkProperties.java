// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The properties of a link's credit loop, which consists of OutputUnit, link and InputUnit, of OutputUnit alone with
 * deeper buffers, and of LinkTx.
 */
final class LinkProperties {
    private LinkProperties() {}

    static List<Property> all() {
        return Stream.of(flits(), packets(), deep(), pace(), beforehand(), eitherCount())
                .flatMap(List::stream)
                .toList();
    }

    private static Mutant out(final String name, final String from, final String to) {
        return new Mutant(name, "OutputUnit", from, to);
    }

    private static Mutant in(final String name, final String from, final String to) {
        return new Mutant(name, "InputUnit", from, to);
    }

    private static List<Property> flits() {
        final Mutant lost = in(
                "a credit is lost when a flit arrives in its cycle",
                "credit <= io_refund ? picked : 8'h0;",
                "credit <= io_refund & ~io_in_valid ? picked : 8'h0;");
        final Mutant rich =
                out("the last credit does not go", "some <= (some | up) & ~(down & ~more);", "some <= some | up;");
        final Mutant second = out(
                "the second credit does not go",
                "more <= (more | up & some) & ~((&(_least_T_1[1:0])) ? 8'h0 : down);",
                "more <= more | up & some;");
        final Mutant hidden = in(
                "a VC looks empty when one of its flits leaves",
                "(io_granted & nextRead == _emptied_T_1[0] ? picked : 8'h0)",
                "(io_granted ? picked : 8'h0)");
        final Mutant shared = out(
                "a credit of one VC counts for all",
                "wire [7:0] up = io_credit & ~spent;",
                "wire [7:0] up = {8{|io_credit}} & ~spent;");
        final Mutant headless = out(
                "a packet gives its VC up with every flit",
                "owned <= io_take_tail ? owned & ~taken : owned | taken;",
                "owned <= owned & ~taken;");
        final Mutant twice = in(
                "a flit that leaves as another arrives returns no credit of its own but one for VC 0",
                "credit <= io_refund ? picked : 8'h0;",
                "credit <= io_refund ? (io_in_valid ? 8'h1 : picked) : 8'h0;");
        return new ProvedUnit(
                        "link",
                        "2 VCs, depth 2, a credit a flit, packets of any length, wires of 1 or 2 cycles each way")
                .slow(120)
                .together("PLK_P1", "PLK_P2", "PLK_P3", "PLK_P4", "RT_A1", "RT_A2", "RT_A5")
                .safety("C5", "PLK_P1", "PLK_C1", lost)
                .safety("C5", "PLK_P2", "PLK_C1", rich)
                .safety("F5", "PLK_P3", "PLK_C2", second)
                .safety("F5", "PLK_P4", "PLK_C2", hidden)
                .safety("F5", "RT_A1", "PLK_C2", shared)
                .safety("F5", "RT_A2", "PLK_C2", headless)
                .safety("C5", "RT_A5", "PLK_C1", twice)
                .live(
                        "C5",
                        "PLK_L1",
                        "the sender has a credit of VC 0 again and again, if the receiver serves what waits in VC 0",
                        "PLK_C1",
                        lost)
                .properties();
    }

    private static List<Property> packets() {
        final Mutant early = in(
                "a credit is returned for every flit",
                "credit <= io_refund ? picked : 8'h0;",
                "credit <= io_granted ? picked : 8'h0;");
        final Mutant free =
                out("no packet spends a credit", "wire spends = io_take_valid & io_take_head;", "wire spends = 1'h0;");
        return new ProvedUnit(
                        "link_packets",
                        "2 VCs, room for 2 packets of 1 or 2 flits, a credit a packet (cut-through), wires of 1 or 2 cycles")
                .slow(120)
                .safety("C6", "PLK_P1", "PLK_C1", early)
                .upTo(12)
                .safety("F6", "RT_A1", "PLK_C2", free)
                .upTo(12)
                .properties();
    }

    private static List<Property> deep() {
        final Mutant poor = out(
                "the second credit is gone although three are left",
                "~(_least_T_1[2:0] > 3'h2 ? 8'h0 : down)",
                "~(_least_T_1[2:0] > 3'h3 ? 8'h0 : down)");
        final Mutant rich = out(
                "the second credit stays until one is left",
                "~(_least_T_1[2:0] > 3'h2 ? 8'h0 : down)",
                "~(_least_T_1[2:0] > 3'h1 ? 8'h0 : down)");
        final Mutant lost = out(
                "a credit without a grant in its cycle is lost",
                "if (|{spends, io_credit}) begin",
                "if (spends) begin");
        final Mutant unpaid = out("VC 0 spends no credit", "             spent[0]};", "             1'h0};");
        return new ProvedUnit("output_deep", "8 VCs, depth 4 (escape) and 3 (adaptive), of flits or of packets")
                .slow(300)
                .safety("C4", "POU_P6", "POU_C4", poor)
                .safety("C4", "RT_P14", "POU_C4", rich)
                .safety("C4", "POU_P5", "POU_C3", lost)
                .together("POU_P4", "POU_P5")
                .safety("C4", "POU_P4", "POU_C4", unpaid)
                .together()
                .safety("C4", "RT_P10", "POU_C4", unpaid)
                .properties();
    }

    private static Mutant tx(final String name, final String from, final String to) {
        return new Mutant(name, "LinkTx", from, to);
    }

    private static List<Property> pace() {
        final Mutant hasty = tx(
                "a slot is a cycle too short",
                "rest <= io_pace_interval[7:0] - 8'h1;",
                "rest <= io_pace_interval[7:0] - {6'h0, (&io_pace_interval[1:0]) ? 2'h2 : 2'h1};");
        final Mutant open = tx(
                "a head goes into an open chunk",
                "_io_follows_T & _io_follows_T_1 | ~_GEN & ~_GEN_0;",
                "_io_follows_T & _io_follows_T_1 | ~_GEN;");
        final Mutant any = tx(
                "a body of any VC goes into an open chunk", "(|rest) ? 8'h0 : 8'h1 << vc;", "(|rest) ? 8'h0 : 8'hFF;");
        final Mutant slack = tx(
                "a slot is a cycle too long",
                "rest <= io_pace_interval[7:0] - 8'h1;",
                "rest <= io_pace_interval[7:0];");
        final Mutant shut = tx("a chunk has no slot but the first", "(|rest) ? 8'h0 : 8'h1 << vc;", "8'h0;");
        final Mutant told = tx(
                "the link is told to take every head", "assign io_starts = io_starts_0;", "assign io_starts = 1'h1;");
        final Mutant waits = tx(
                "the link waits for a flit that fills the slot",
                "wire       begins = _slots_T | io_valid;",
                "wire       begins = io_valid;");
        return new ProvedUnit(
                        "link_pace",
                        "any grants on 2 VCs that the link takes; 1 to 3 cycles a flit, 1 to 3 flits a chunk")
                .safety("R9", "PLX_P1", "PLX_C1", hasty)
                .safety("R9", "PLX_P2", "PLX_C3", open)
                .safety("R9", "PLX_P3", "PLX_C1", any)
                .safety("R9", "PLX_P4", "PLX_C2", slack)
                .safety("R9", "PLX_P5", "PLX_C2", shut)
                .safety("R9", "RT_P15", "PLX_C4", told)
                .restates()
                .live(
                        "R9",
                        "PLX_L1",
                        "the link takes a head again and again, whatever comes or does not come",
                        "PLX_C2",
                        waits)
                .properties();
    }

    /** LinkTx beside iSLIP: what it takes is told by registers. */
    private static List<Property> beforehand() {
        final String rest = "rest <= io_pace_interval[7:0] - 8'h1;";
        final String follows = "idle | over ? 8'hFF : begins_1 ? 8'h1 << _GEN_3 : 8'h0;";
        final Mutant hasty = tx(
                "a slot is a cycle too short",
                rest,
                "rest <= io_pace_interval[7:0] - {6'h0, (&io_pace_interval[1:0]) ? 2'h2 : 2'h1};");
        final Mutant open = tx(
                "a head goes into an open chunk",
                "starts <= idle ? ~io_valid : over;",
                "starts <= idle ? ~io_valid : begins_1;");
        final Mutant any = tx("a body of any VC goes into an open chunk", follows, "idle | begins_1 ? 8'hFF : 8'h0;");
        final Mutant slack = tx("a slot is a cycle too long", rest, "rest <= io_pace_interval[7:0];");
        final Mutant shut = tx("a chunk has no slot but the first", follows, "idle | over ? 8'hFF : 8'h0;");
        final Mutant told =
                tx("the link is told to take every head", "assign io_starts = starts;", "assign io_starts = 1'h1;");
        final Mutant lanes = tx(
                "a body of any VC goes behind the flit that opened the chunk",
                "(short ? io_lane : 8'h0)",
                "(short ? 8'hFF : 8'h0)");
        final Mutant waits = tx(
                "the link waits for a flit that fills the slot",
                "wire       begins = _slots_T | io_valid;",
                "wire       begins = io_valid;");
        return new ProvedUnit("islip_link", "as link_pace, beside iSLIP: registers tell what the link takes")
                .safety("R15", "PLX_P1", "PLX_C1", hasty)
                .safety("R15", "PLX_P2", "PLX_C3", open)
                .safety("R15", "PLX_P3", "PLX_C1", any)
                .safety("R15", "PLX_P4", "PLX_C2", slack)
                .safety("R15", "PLX_P5", "PLX_C2", shut)
                .safety("R15", "RT_P16", "PLX_C2", lanes)
                .safety("R15", "RT_P15", "PLX_C4", told)
                .restates()
                .live(
                        "R15",
                        "PLX_L1",
                        "the link takes a head again and again, whatever comes or does not come",
                        "PLX_C2",
                        waits)
                .properties();
    }

    /** OutputUnit beside iSLIP: both results of each count, of which a late grant takes one. */
    private static List<Property> eitherCount() {
        final String three = "credits[2:0] > 3'h2}) & spent";
        final Mutant poor =
                out("the second credit is gone although three are left", three, "credits[2:0] > 3'h3}) & spent");
        final Mutant rich = out("the second credit stays until one is left", three, "credits[2:0] > 3'h1}) & spent");
        final Mutant lost = out(
                "a credit without a request in its cycle is lost",
                "if (|{io_asked, io_credit}) begin",
                "if (io_asked) begin");
        final Mutant unpaid = out("VC 0 spends no credit", "{3{spent[0]}}};", "3'h0};");
        return new ProvedUnit("islip_output", "as output_deep, beside iSLIP: both results of a count beforehand")
                .slow(300)
                .safety("C8", "POU_P6", "POU_C4", poor)
                .safety("C8", "RT_P14", "POU_C4", rich)
                .safety("C8", "POU_P5", "POU_C3", lost)
                .safety("C8", "POU_P4", "POU_C4", unpaid)
                .safety("C8", "RT_P10", "POU_C4", unpaid)
                .properties();
    }
}
