// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The liveness of combines in the collective network, and the barrier's way on its tree. */
final class TreeProperties {
    private static final String GATED =
            "a register changes at an edge that the part says it does not need (gated = ungated)";

    private TreeProperties() {}

    static List<Property> all() {
        return Stream.of(combine(), message(), router(), barrier())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Property> combine() {
        return new ProvedUnit(
                        "combine_live", "any place in any tree; packets of one or two flits, contributions at the root")
                .limit(300)
                .live(
                        "K13",
                        "PCL_L1",
                        "a flit at the front of a source leaves, if all sources offer again and again and what is offered is"
                                + " taken again and again",
                        "PCL_C1",
                        new Mutant(
                                "a copy that was taken is offered again",
                                "CombineChannel",
                                ": downTo & ~io_downTaken;",
                                ": downTo;"))
                .properties();
    }

    private static List<Property> message() {
        return new ProvedUnit(
                        "message_live", "any place in any tree; messages of any number of packets of one or two flits")
                .limit(60)
                .live(
                        "K13",
                        "PML_L1",
                        "a flit at the front of a source leaves, if all sources offer again and again, all messages end, and"
                                + " what is offered is taken again and again",
                        "PML_C1",
                        new Mutant(
                                "reception asks the lowest source first",
                                "MessageChannel",
                                "turn_3 <= picks_3_2 + 2'h1;",
                                "turn_3 <= 2'h0;"))
                .undecided()
                .properties();
    }

    private static ProvedUnit router(final int limit) {
        return new ProvedUnit(
                        "tree_router",
                        "CollectiveRouter at any place in any tree: one class route, packets of one or two flits, one packet a"
                                + " FIFO and one flit a buffer",
                        "PCO_A1")
                .limit(limit);
    }

    private static List<Property> router() {
        final ProvedUnit drains = router(60)
                .live(
                        "K13",
                        "PCO_L1",
                        "a flit that comes from a neighbour leaves the buffer behind the link, if all sources offer again and"
                                + " again, all messages end, software reads and the neighbours give credits back",
                        "PCO_C2",
                        new Mutant(
                                "a credit that comes back is not counted",
                                "TreeLink",
                                "if (io_credit[0] != taken[0])",
                                "if (taken[0])"))
                .undecided();
        final ProvedUnit rests = router(300)
                .rests(
                        "I4",
                        "PCO_G1",
                        GATED,
                        "PCO_C1",
                        new Mutant(
                                "the part says that it rests while a refusal is shown",
                                "CollectiveRouter",
                                "arrived}) | _injector_io_refused_valid;",
                                "arrived});"));
        return Stream.of(drains, rests)
                .flatMap(unit -> unit.properties().stream())
                .toList();
    }

    private static Mutant leg(final String name, final String from, final String to) {
        return new Mutant(name, "BarrierLeg", from, to);
    }

    private static List<Property> barrier() {
        final Mutant deaf = leg(
                "the pattern of a child on link 1 is not counted", "| (io_links_children[1] ? io_in[5:3] : 3'h0)", "");
        return new ProvedUnit(
                        "barrier_leg",
                        "a root, an inner node that may be no member and a leaf, on any links, which take one cycle; any"
                                + " patterns")
                .quick()
                .limit(60)
                .together("PBL_P1", "BL_P1")
                .safety("B4", "PBL_P1", "PBL_C2", deaf)
                .safety(
                        "B4",
                        "BL_P1",
                        "PBL_C2",
                        leg(
                                "what comes down is that of another link",
                                "(io_links_parent[2] ? io_in[8:6] : 3'h0)",
                                "(io_links_parent[2] ? io_in[5:3] : 3'h0)"))
                .together()
                .rests(
                        "I4",
                        "PBL_G1",
                        GATED,
                        "PBL_C1",
                        leg(
                                "the part says that it rests while the barrier has not seen a pattern",
                                "| seen != down",
                                ""))
                .properties();
    }
}
