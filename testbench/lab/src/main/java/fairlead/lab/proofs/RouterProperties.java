// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of RouteUnit, SwitchAllocator, OutputUnit and InputUnit. */
final class RouterProperties {
    /** The assumptions of the allocator's proofs. */
    private static final String[] ALLOCATOR = {"PSW_A1", "PSW_A2", "PSW_A3", "PSW_A4", "PSW_A5"};

    private RouterProperties() {}

    static List<Property> all() {
        return Stream.of(route(), grants(), age(), ageFair(), fair(), output(), input(), shared())
                .flatMap(List::stream)
                .toList();
    }

    private static Mutant route(final String name, final String from, final String to) {
        return new Mutant(name, "RouteUnit", from, to);
    }

    private static Mutant grant(final String name, final String from, final String to) {
        return new Mutant(name, "SwitchAllocator", from, to);
    }

    private static Mutant out(final String name, final String from, final String to) {
        return new Mutant(name, "OutputUnit", from, to);
    }

    private static Mutant in(final String name, final String from, final String to) {
        return new Mutant(name, "InputUnit", from, to);
    }

    private static Mutant detour() {
        return new Mutant(
                "the longer way round",
                "RouteUnitProof",
                "header_paths_twice > _GEN_8 |",
                "header_paths_twice < _GEN_8 |");
    }

    private static List<Property> route() {
        final Mutant dateline =
                route("the dateline is the wrong way round", ": minus\n           ^ (", ": ~minus\n           ^ (");
        final Mutant backwards = route(
                "the direction in X depends on the node",
                ": io_header[28]) : io_header[27];",
                ": io_header[28]) : io_header[27] ^ io_me[0];");
        final Mutant mask = route(
                "the mask does not know the second VC of a class",
                "{121'h0, escape, io_inVc[2], 1'h0, _io_vc_T_1};",
                "{121'h0, escape, io_inVc[2], 1'h0, 1'h0};");
        final Mutant noZ = route(
                "the Z coordinate is not compared", "unequal_2 = io_me[11:8] != io_header[11:8];", "unequal_2 = 1'h0;");
        final Mutant eject = route(
                "responses are ejected as requests",
                "{2'h0, io_inVc[2], io_header[33]}",
                "{2'h0, 1'h0, io_header[33]}");
        final Mutant class_ =
                route("a response continues as a request", "assign io_vc = {io_inVc[2],", "assign io_vc = {1'h0,");
        final Mutant order = route(
                "Y goes before X on odd rows",
                "(_GEN ? 2'h2 : 2'h1) : 2'h0, minus}",
                "(_GEN ? 2'h2 : 2'h1) : {1'h0, io_me[4]}, minus}");
        final Mutant all = route(
                "every packet is adaptive", "io_header[25]\n      ? {{2{open[2]}}", "1'h1\n      ? {{2{open[2]}}");
        final Mutant away = route("a link that is not needed", "{{2{open[2]}}", "{{2{open[2] | open[1]}}");
        final Mutant second = route(
                "bubble packets use the dateline", "~(io_vcRule[1])\n    & (io_vcRule[0]", "1'h1\n    & (io_vcRule[0]");
        final Mutant turn =
                route("turning back is going on", "{escape[3:1], ~(escape[0])}", "{escape[3:1], escape[0]}");
        final Mutant door = route(
                "leaving the network is entering a ring",
                "io_vcRule[1] & _io_vc_T\n    & ~(io_inPort",
                "io_vcRule[1]\n    & ~(io_inPort");
        return new ProvedUnit("route", "every shape to 16x16x16, every node, source and destination")
                .safety("R2", "PRT_P1", "PRT_C2", mask)
                .restates()
                .safety("R2", "PRT_P2", "PRT_C3", noZ)
                .safety("R3", "PRT_P3", "PRT_C3", eject)
                .restates()
                .safety("R11", "PRT_P4", "PRT_C2", backwards)
                .safety("R11", "PRT_P5", "PRT_C2", detour())
                .safety("R3", "PRT_P6", "PRT_C3", class_)
                .restates()
                .safety("R3", "PRT_P7", "PRT_C1", dateline)
                .safety("R3", "PRT_P8", "PRT_C1", dateline)
                .safety("R3", "PRT_P9", "PRT_C1", dateline)
                .safety("R2", "PRT_P10", "PRT_C1", backwards)
                .safety("R2", "PRT_P11", "PRT_C2", order)
                .safety("R2", "PRT_P12", "PRT_C4", all)
                .safety("R11", "PRT_P13", "PRT_C4", away)
                .safety("R3", "PRT_P14", "PRT_C5", second)
                .safety("R3", "PRT_P15", "PRT_C5", turn)
                .safety("R3", "PRT_P16", "PRT_C5", door)
                .restates()
                .properties();
    }

    private static List<Property> grants() {
        final Mutant ghost =
                grant("an empty VC asks", "io_waiting_7\n      ? {request_7_0,\n", "1'h1\n      ? {1'h1,\n");
        final Mutant broke = grant(
                "a flit asks without a credit",
                "(io_front_7_0[1] ? (io_front_7_0[14] ? roomy : free) : bodies)",
                "(io_front_7_0[1] ? (io_front_7_0[14] ? roomy : io_unowned) : bodies)");
        final Mutant robber = grant(
                "a head asks for a VC that is owned",
                "(io_front_7_0[1] ? (io_front_7_0[14] ? roomy : free) : bodies)",
                "(io_front_7_0[1] ? (io_front_7_0[14] ? roomy : io_credits) : bodies)");
        final Mutant astray = grant(
                "an adaptive head takes any link",
                "goes_links_7 = (|goes_best_7) ? goes_best_7 : goes_good_7;",
                "goes_links_7 = 6'h3F;");
        final Mutant crowd = grant(
                "a head enters a bubble ring with room for one",
                "(io_front_7_0[1] ? (io_front_7_0[14] ? roomy : free) : bodies)",
                "(io_front_7_0[1] ? free : bodies)");
        final Mutant busy =
                grant("a body asks for a link that is busy", "& io_follows;", "& (io_follows | io_credits);");
        final Mutant both = grant(
                "two input ports that want one output do not see each other",
                "conflict_6 = |(wants_0 & wants_7);",
                "conflict_6 = 1'h0;");
        final Mutant circle = grant(
                "three input ports beat each other in a circle",
                "lowLoses_2 = conflict_2 & keys_3 < keys_0;",
                "lowLoses_2 = conflict_2 & ~(keys_3 < keys_0);");
        return new ProvedUnit("switch", "10 ports, 8 VCs a link; flits at 3 input ports", ALLOCATOR)
                .slow(180)
                .safety("R6", "PSW_P1", "PSW_C1", ghost)
                .restates()
                .safety("R6", "PSW_P2", "PSW_C1", broke)
                .safety("R5", "PSW_P3", "PSW_C1", robber)
                .safety("R1", "PSW_P4", "PSW_C2", both)
                .safety("R1", "PSW_P5", "PSW_C2", both)
                .safety("R2", "PSW_P6", "PSW_C3", astray)
                .safety("R3", "PSW_P7", "PSW_C2", crowd)
                .safety("R6", "PSW_P10", "PSW_C2", busy)
                .safety("R6", "RT_P4", "PSW_C2", both)
                .safety("R6", "RT_P5", "PSW_C2", circle)
                .safety("R6", "RT_P6", "PSW_C2", both)
                .properties();
    }

    private static List<Property> age() {
        final String late = "{io_front_0_0[31:17], vcBehind_0[0]} + {4'h0, late_0[0], 11'h0},";
        final Mutant rude = grant(
                "a flit that would break a connection is no younger for it",
                late,
                "{io_front_0_0[31:17], vcBehind_0[0]},");
        final Mutant lasting = grant(
                "a connection is worth twice as much",
                late,
                "{io_front_0_0[31:17], vcBehind_0[0]} + {3'h0, late_0[0], 12'h0},");
        return new ProvedUnit("age", "3 link ports, 2 VCs each, any outputs", ALLOCATOR)
                .slow(180)
                .safety("R8", "PSW_P8", "PSW_C4", lasting)
                .safety("R8", "PSW_P9", "PSW_C5", rude)
                .properties();
    }

    private static List<Property> fair() {
        final Mutant still = grant(
                "the pointer of an input port does not move",
                "vcBehind_0 <= granted_0 ? {oneHot[6:0], 1'h0} - 8'h1 : oneHot - 8'h1;",
                "vcBehind_0 <= 8'h0;");
        return new ProvedUnit("fair", "3 link ports, 2 VCs each, one output")
                .quick()
                .bounded("R7", "PSF_P1", "PSF_C1", still)
                .bounded("R7", "RT_P12", "PSF_C1", still)
                .live(
                        "R8",
                        "PSF_L1",
                        "a VC that waits is granted, if its output has a credit again and again",
                        "PSF_C2",
                        still)
                .properties();
    }

    private static List<Property> ageFair() {
        final Mutant young = grant(
                "the younger of two flits of ports 0 and 1 wins",
                "lowLoses = conflict & keys_1 < keys_0;",
                "lowLoses = conflict & ~(keys_1 < keys_0);");
        return new ProvedUnit(
                        "age_fair",
                        "3 link ports, 2 VCs each, one output VC; ages in steps of 512 cycles, packets of any length")
                .slow(300)
                .bounded("R7", "PSA_P1", "PSA_C1", young)
                .upTo(10)
                .live(
                        "R8",
                        "PSA_L1",
                        "a flit is granted under AGE, if its output has a credit again and again and at some time the last flit has"
                                + " come that is not younger by as much as a connection is worth",
                        "PSA_C1",
                        young)
                .upTo(12)
                .properties();
    }

    private static List<Property> output() {
        final Mutant keeps = out(
                "a VC is not given up at the tail",
                "owned <= io_take_tail ? owned & ~taken : owned | taken;",
                "owned <= owned | taken;");
        final Mutant free =
                out("a VC is free while it is owned", "assign io_unowned = ~owned;", "assign io_unowned = 8'hFF;");
        final Mutant forgets = out("the owner of VC 3 is not noted", "owner_3 <= io_from;", "owner_3 <= owner_3;");
        final Mutant unpaid = out("VC 0 spends no credit", "             spent[0]};", "             1'h0};");
        final Mutant words = out("the words of another flit", "w0 <= io_take_w0;", "w0 <= ~io_take_w0;");
        final Mutant again =
                out("a flit stays on the link", "valid <= io_take_valid;", "valid <= io_take_valid | valid;");
        final Mutant lost = out(
                "a credit without a grant in its cycle is lost",
                "if (|{spends, io_credit}) begin",
                "if (spends) begin");
        final Mutant told =
                out("every VC is told to have a credit", "assign io_credits = some;", "assign io_credits = 8'hFF;");
        final Mutant rich =
                out("the second credit is told when it is gone", "(&(_least_T_1[1:0])) ? 8'h0 : down", "8'h0");
        final ProvedUnit two = new ProvedUnit("output_live", "2 VCs, depth 2, of flits or of packets")
                .live(
                        "C3",
                        "POU_L1",
                        "VC 0 has a credit again and again, if the receiver frees its slots",
                        "POU_C1",
                        lost);
        final ProvedUnit link = new ProvedUnit(
                        "output", "8 VCs, depth 2 (escape) and 1 (adaptive), of flits or of packets")
                .quick()
                .safety("R4", "POU_P1", "POU_C2", keeps)
                .safety("R5", "RT_P8", "POU_C2", free)
                .restates()
                .safety("R5", "RT_P9", "POU_C2", forgets)
                .restates()
                .safety("C1", "POU_P5", "POU_C3", lost)
                .safety("C1", "POU_P6", "POU_C1", rich)
                .safety("C1", "RT_P14", "POU_C1", rich)
                .safety("C2", "POU_P4", "POU_C1", unpaid)
                .safety("C1", "RT_P10", "POU_C1", unpaid)
                .safety("C2", "RT_P7", "POU_C1", told)
                .restates()
                .safety("R1", "POU_P2", "POU_C2", words)
                .restates()
                .safety("R1", "POU_P3", "POU_C2", again)
                .restates();
        return Stream.of(link, two).flatMap(u -> u.properties().stream()).toList();
    }

    private static List<Property> input() {
        final Mutant full =
                in("every VC is told to hold a flit", "assign io_waiting = occupied;", "assign io_waiting = 8'hFF;");
        final Mutant skips = in(
                "a VC that is emptied keeps looking full",
                "(io_granted & nextRead == _emptied_T_1[0] ? picked : 8'h0)",
                "(8'h0)");
        final Mutant lost = in(
                "a VC looks empty when one of its flits leaves",
                "(io_granted & nextRead == _emptied_T_1[0] ? picked : 8'h0)",
                "(io_granted ? picked : 8'h0)");
        final Mutant mint = in(
                "a credit is returned for every flit",
                "credit <= io_refund ? picked : 8'h0;",
                "credit <= io_granted ? picked : 8'h0;");
        final Mutant repeat = in(
                "the pointers do not move",
                "(nextRead ? _readPtr_lane_T_8 : 8'h0);",
                "(readPtr & (io_granted ? _readPtr_lane_T_8 : 8'h0));");
        final Mutant wraps = in(
                "all VCs wrap where the deepest do",
                "_nextRead_T_2 = 4'h5 >> io_pick[2:1];",
                "_nextRead_T_2 = 4'hF >> io_pick[2:1];");
        final Mutant stray = in(
                "the route of a head is stored with another VC",
                "{_router_io_port[2:0], _router_io_vc}",
                "{_router_io_port[2:0], _router_io_vc ^ 3'h1}");
        final Mutant links = in("a head may take any link", "        _router_io_adaptive,", "        6'h3F,");
        final Mutant loose = in(
                "a body goes where the head of VC 0 went",
                ".R3_addr (3'h1),\n    .R3_en   (occupied[1]),\n    .R3_clk  (clock),\n    .R3_data (_bound",
                ".R3_addr (3'h0),\n    .R3_en   (occupied[1]),\n    .R3_clk  (clock),\n    .R3_data (_bound");
        return new ProvedUnit(
                        "input",
                        "8 VCs, depth 2 (escape) and 1 (adaptive), any node, any VC rule",
                        "RT_A3",
                        "RT_A6",
                        "RT_A10")
                .slow(180)
                .safety("R1", "PIN_P1", "PIN_C2", lost)
                .safety("C1", "PIN_P2", "PIN_C2", mint)
                .restates()
                .safety("R1", "PIN_P3", "PIN_C1", repeat)
                .safety("R2", "PIN_P6", "PIN_C1", links)
                .safety("R5", "PIN_P7", "PIN_C1", loose)
                .live(
                        "F4",
                        "PIN_L1",
                        "a flit in a VC leaves, if the allocator serves that VC again and again",
                        "PIN_C1",
                        lost)
                .safety("R2", "PIN_P5", "PIN_C1", stray)
                .safety("F4", "RT_P1", "PIN_C2", full)
                .restates()
                .safety("F4", "RT_P2", "PIN_C2", wraps)
                .safety("F4", "RT_P3", "PIN_C2", skips)
                .upTo(12)
                .properties();
    }

    private static Mutant shared(final String name, final String from, final String to) {
        return new Mutant(name, "SharedVcs", from, to);
    }

    /** The allocation of VCs that packets of all classes share (router-stages, RT_R17). */
    private static List<Property> shared() {
        final Mutant half = shared(
                "a head takes the VCs of the other half of a ring",
                "io_front_0_0[6:4] == 3'h5\n           ? {io_front_0_0[2], ~",
                "io_front_0_0[6:4] == 3'h5\n           ? {~io_front_0_0[2], ~");
        final Mutant twice =
                shared("a head is told an output VC of another one", "     |bind_out_hi_96,", "     |bind_out_hi_100,");
        final Mutant deaf =
                shared("the last VC of the local port asks for nothing", "    io_waiting_6[3]\n", "    1'h0\n");
        final Mutant untold =
                shared("what input VC 0 is given is not told", "    _GEN_86 | _GEN_118", "    _GEN_118 | _GEN_118");
        return new ProvedUnit("shared_vcs", "four VCs a link, heads at three input ports")
                .slow(300)
                .safety("R5", "PSV_P1", "PSV_C1", twice)
                .safety("R3", "PSV_P2", "PSV_C1", half)
                .safety("R5", "PSV_P3", "PSV_C1", untold)
                .safety("R7", "PSV_P4", "PSV_C1", deaf)
                .properties();
    }
}
