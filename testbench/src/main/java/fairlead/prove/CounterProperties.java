// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;
import java.util.stream.Stream;

/** The properties of the performance counters. */
final class CounterProperties {
    private CounterProperties() {}

    static List<Property> all() {
        return Stream.of(counters(), causes()).flatMap(List::stream).toList();
    }

    private static Mutant counter(final String name, final String from, final String to) {
        return new Mutant(name, "PerfCounters", from, to);
    }

    private static Mutant cause(final String name, final String from, final String to) {
        return new Mutant(name, "WaitCauses", from, to);
    }

    private static List<Property> counters() {
        final Mutant once = counter(
                "CREDIT counts a gap as one cycle of VC 0",
                "wire        rows_causes_full_1 = |(rows_causes_port0_0_credit[6:4]);",
                "wire        rows_causes_full_1 = rows_causes_port0_0_credit[1];");
        final Mutant runs = counter(
                "cycles go on while nothing counts",
                "gap <= on ? io_now[3:0] - last : 4'h0;",
                "gap <= io_now[3:0] - last;");
        final Mutant wraps = counter(
                "the counter of cycles is full one bit late",
                "wire        cycles_full = |(cycles_cycles[6:4]);",
                "wire        cycles_full = |(cycles_cycles[6:5]);");
        return new ProvedUnit(
                        "counters",
                        "counters of 4 bits, a link port and a local port, any causes, commands and gaps",
                        "PCT_A1")
                .inductive("R12", "PCT_P1", "PCT_C1", once)
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
}
