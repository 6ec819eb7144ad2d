// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of the performance counters. */
final class CounterProperties {
    private CounterProperties() {}

    static List<Property> all() {
        return Stream.of(counters(), stageCounts(), causes(), stagedCauses(), islipCauses(), nic())
                .flatMap(List::stream)
                .toList();
    }

    private static Mutant counter(final String name, final String from, final String to) {
        return new Mutant(name, "PerfCounters", from, to);
    }

    private static Mutant cause(final String name, final String from, final String to) {
        return new Mutant(name, "WaitCauses", from, to);
    }

    private static Mutant nic(final String name, final String from, final String to) {
        return new Mutant(name, "NicCauses", from, to);
    }

    private static List<Property> counters() {
        final Mutant never = counter("CREDIT of a row is never counted", "+ ((|(port0_0_credit[6:4]))", "+ ((1'h1)");
        final Mutant runs = counter(
                "cycles go on while nothing counts",
                "gap <= on ? io_now[3:0] - last : 4'h0;",
                "gap <= io_now[3:0] - last;");
        final Mutant wraps = counter(
                "the counter of cycles is shown as full one bit late",
                "(|(cycles[6:4])) ? 4'hF : cycles[3:0]",
                "(|(cycles[6:5])) ? 4'hF : cycles[3:0]");
        return new ProvedUnit(
                        "counters",
                        "counters of 4 bits, a link port, a local port and an injection FIFO, any causes, commands and gaps",
                        "PCT_A1")
                .limit(300)
                .inductive("R12", "PCT_P1", "PCT_C1", never)
                .safety("R12", "PCT_P2", "PCT_C2", runs)
                .safety("R12", "PCT_P3", "PCT_C3", wraps)
                .properties();
    }

    private static List<Property> causes() {
        final Mutant leaves = cause(
                "a flit of VC 7 always waits",
                "seen_left_0 <= io_router_left_0;",
                "seen_left_0 <= io_router_left_0 | 8'h80;");
        final Mutant always = cause(
                "a flit that leaves is told although nothing counts",
                "assign io_ports_0_moved = counted & seen_moved[0];",
                "assign io_ports_0_moved = seen_moved[0];");
        final Mutant owner = cause("a head of VC 7 always waits for an owner", "~(_codes_owned_T_21[0])", "1'h1");
        final Mutant credit = cause("VC 7 never waits for a link", "{2'h1, _codes_poor_T_30[0]}", "3'h2");
        final Mutant link = cause("VC 7 never waits for a credit", "{2'h1, _codes_poor_T_30[0]}", "3'h3");
        final Mutant loses = cause("VC 7 always requests", "(|{_codes_requests_T_58[0],", "(|{1'h1,");
        final Mutant late = cause("VC 7 always breaks a connection", "{_codes_avoids_T_58[0],", "{1'h0,");
        return new ProvedUnit(
                        "wait_causes",
                        "beside the allocator; flits at ports 0, 3 and 7, any ages, credits, owners and links",
                        "PSW_A1",
                        "PSW_A2",
                        "PSW_A3",
                        "PSW_A4",
                        "PSW_A5")
                .safety("R12", "PWC_P1", "PWC_C1", leaves)
                .safety("R12", "PWC_P2", "PWC_C1", always)
                .safety("R12", "PWC_P3", "PWC_C2", owner)
                .safety("R12", "PWC_P4", "PWC_C1", credit)
                .safety("R12", "PWC_P5", "PWC_C2", link)
                .safety("R12", "PWC_P6", "PWC_C1", loses)
                .safety("R12", "PWC_P7", "PWC_C3", late)
                .properties();
    }

    private static List<Property> stageCounts() {
        final Mutant never = counter("CREDIT of a row is never counted", "+ ((|(port0_0_credit[6:4]))", "+ ((1'h1)");
        final Mutant skips = counter(
                "a stage that only the head of VC 3 goes through is not counted",
                "if (|{clears, io_ports_0_steps[3:0]})",
                "if (|{clears, io_ports_0_steps[2:0]})");
        return new ProvedUnit(
                        "stage_counts",
                        "four stages; counters of 4 bits, a link port, a local port and an injection FIFO, any"
                                + " causes, stages, commands and gaps",
                        "PCT_A1",
                        "PCT_A2")
                .limit(300)
                .inductive("R13", "PCT_P1", "PCT_C1", never)
                .safety("R13", "PCT_P4", "PCT_C4", skips)
                .properties();
    }

    private static List<Property> stagedCauses() {
        final Mutant connects = cause(
                "VC 7 always waits for a connection",
                "~(_codes_late_T_56 ? ~(seen_holder_0[7]) : ~(_codes_late_T_61[0]))",
                "1'h0");
        return staged(
                        "R13",
                        "staged_waits",
                        "four stages, beside the two allocators by age or rotation; flits at ports 0, 3 and 7, any"
                                + " ages, credits, owners and links")
                .safety("R13", "PWS_P7", "PWS_C4", connects)
                .properties();
    }

    private static List<Property> islipCauses() {
        final Mutant connects = cause("VC 7 always waits for a connection", "{2'h2, _codes_late_T_61[0]}", "3'h4");
        return staged(
                        "R14",
                        "islip_waits",
                        "four stages, beside the allocators of iSLIP; flits at ports 0, 3 and 7, any credits,"
                                + " owners and links")
                .safety("R14", "PWS_P7", "PWS_C3", connects)
                .properties();
    }

    /** What holds of the causes in a router with a stage for VCs beside any allocators. */
    private static ProvedUnit staged(final String place, final String harness, final String size) {
        final Mutant goes = cause(
                "a head of VC 7 always goes through a stage",
                "seen_steps_0 <= io_router_steps_0;",
                "seen_steps_0 <= io_router_steps_0 | 8'h80;");
        final Mutant always = cause(
                "a flit that leaves is told although nothing counts",
                "assign io_ports_0_moved = counted & seen_moved[0];",
                "assign io_ports_0_moved = seen_moved[0];");
        final Mutant owner =
                cause("a head of VC 7 always waits for an owner", "_codes_T_164[0] ? 3'h2 : 3'h1)", "3'h1)");
        final Mutant credit =
                cause("a head of VC 7 never waits for an owner", "_codes_T_164[0] ? 3'h2 : 3'h1)", "3'h2)");
        final Mutant link = cause("VC 7 never waits for a credit", "{2'h1, _codes_rich_T_15[0]}", "3'h3");
        final Mutant loses = cause("a head of VC 7 always requests", "(|{_codes_T_157[0],", "(|{1'h1,");
        return new ProvedUnit(harness, size)
                .slow(600)
                .safety(place, "PWS_P1", "PWS_C1", goes)
                .safety(place, "PWS_P2", "PWS_C1", always)
                .safety(place, "PWS_P3", "PWS_C2", owner)
                .safety(place, "PWS_P4", "PWS_C3", credit)
                .safety(place, "PWS_P5", "PWS_C2", link)
                .safety(place, "PWS_P6", "PWS_C3", loses);
    }

    private static List<Property> nic() {
        final Mutant both = nic(
                "what FIFO 0 prepares waits, too",
                "counted & send_heads[0] & ~(send_prepared[0])",
                "counted & send_heads[0]");
        final Mutant always = nic(
                "a packet that is prepared is told although nothing counts",
                "assign io_rows_0_moved = counted & send_prepared[0];",
                "assign io_rows_0_moved = send_prepared[0];");
        final Mutant fence = nic("FIFO 0 always waits for a fence", "? (send_fenced[0]", "? (1'h1");
        final Mutant entry =
                nic("FIFO 0 waits for an entry although one is free", "send_arms[0] & ~vacant", "send_arms[0]");
        final Mutant acks =
                nic("FIFO 0 waits for the counter that it has", ": send_uncounted[0]", ": ~(send_uncounted[0])");
        final Mutant credit = nic(
                "FIFO 0 waits for the credit that it has", "send_messages[0] & ~(send_funded[0])", "send_messages[0]");
        final Mutant store =
                nic("the store path waits for an entry", "~send_dlaGoes ? ports_0", "~send_dlaGoes ? 4'h2");
        final Mutant router = nic(
                "an emitter with a credit has none",
                "send_emitters_0_credits == 9'h0",
                "send_emitters_0_credits == 9'h1");
        final Mutant memory = nic(
                "a reply that is here has not come",
                "send_emitters_0_replies == 7'h0",
                "send_emitters_0_replies == 7'h1");
        final Mutant blames = nic("FIFO 0 never waits for an entry", "send_arms[0] & ~vacant", "1'h0");
        final Mutant taken = nic("a flit that is taken waits", "receive_0_some & ~receive_0_taken", "receive_0_some");
        final Mutant slot = nic("a free slot is none", "receive_0_slots == 9'h0", "receive_0_slots == 9'h1");
        final Mutant room =
                nic("a head at link 0 has no place", "~(receive_0_head & ~receive_0_room)", "~receive_0_head");
        final Mutant place = nic("a head at link 1 has a place", "~(receive_1_head & ~receive_1_room)", "1'h1");
        return new ProvedUnit(
                        "nic_causes",
                        "beside the packetiser of the only port; any heads, requests of the store path, control packets and receivers")
                .safety("R12", "PNC_P1", "PNC_C1", both)
                .safety("R12", "PNC_P2", "PNC_C5", always)
                .safety("R12", "PNC_P3", "PNC_C1", fence)
                .safety("R12", "PNC_P4", "PNC_C1", entry)
                .safety("R12", "PNC_P5", "PNC_C1", acks)
                .safety("R12", "PNC_P6", "PNC_C1", credit)
                .safety("R12", "PNC_P7", "PNC_C2", store)
                .safety("R12", "PNC_P8", "PNC_C2", router)
                .safety("R12", "PNC_P9", "PNC_C3", memory)
                .safety("R12", "PNC_P10", "PNC_C4", blames)
                .safety("R12", "PNC_P11", "PNC_C6", taken)
                .safety("R12", "PNC_P12", "PNC_C6", slot)
                .safety("R12", "PNC_P13", "PNC_C6", room)
                .safety("R12", "PNC_P14", "PNC_C6", place)
                .properties();
    }
}
