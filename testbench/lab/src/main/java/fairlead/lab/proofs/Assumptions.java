// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static fairlead.lab.proofs.Assumption.anything;
import static fairlead.lab.proofs.Assumption.by;
import static fairlead.lab.proofs.Assumption.earlier;
import static fairlead.lab.proofs.Assumption.now;
import static fairlead.lab.proofs.Assumption.rule;
import static fairlead.lab.proofs.Assumption.size;

import java.util.List;
import java.util.stream.Stream;

/**
 * The assumptions of all proofs and the reasons why they are true in the machine: assumed assertions, and limits that
 * the environment of a harness has by construction ({@code env:<harness>}). Assertions of a unit are also checked, at
 * full size, in every run of the lab library. A test checks the edges (AssumptionsTest).
 */
final class Assumptions {
    private static final String LINK = "an output register and a link lie between";
    private static final String GRANTS =
            "grants follow the rules of the allocator, and the receiver returns each slot once";
    private static final String EDGE = "grants change the buffers and the credits at the end of their cycle";
    private static final String ROUND = "a packet goes through the network in between";
    private static final String CONFIG =
            "the configuration is checked when a scenario is read; asserted at full size in simulation";
    private static final String RESPONSES =
            "a response is pushed into a slot that was claimed (RS_A1); a control packet waits until it is taken";
    private static final String ONCE =
            "that packets are delivered exactly once over several nodes. Each buffer and link"
                    + " keeps its flits (PIN_P3, PLK_P4), the composition is checked in every run and not proved";

    private static final List<Assumption> ALL = Stream.of(
                    router(), dla(), fences(), epochs(), headers(), rest(), collective(), FrontProperties.assumptions())
            .flatMap(List::stream)
            .toList();

    private Assumptions() {}

    static List<Assumption> all() {
        return ALL;
    }

    /** Returns the reason that discharges an assumption; empty if the assumption is not in the list. */
    static String discharge(final String id) {
        return ALL.stream()
                .filter(a -> a.id().equals(id))
                .map(Assumption::told)
                .findFirst()
                .orElse("");
    }

    private static List<Assumption> router() {
        return Stream.of(routeAndSwitch(), outputAndInput(), linkAndCredits())
                .flatMap(List::stream)
                .toList();
    }

    /** Assumptions of the proofs of RouteUnit and SwitchAllocator. */
    private static List<Assumption> routeAndSwitch() {
        return List.of(
                anything("route"),
                size("env:shared_vcs", "heads are at two link ports and the local port"),
                by(
                                "RT_A3",
                                "the class of a packet never changes",
                                earlier("PRT_P6", "it was routed at the node before"))
                        .but("that a packetiser gives its packets the class of its local port; asserted in simulation"),
                by("RT_A6", "an adaptive VC is granted to adaptive heads only", earlier("PSW_P6", LINK)),
                rule("RT_A10", "both engines refuse adaptive packets on a machine without cut-through"),
                by("PSW_A1", "a route names one of the ten ports", now("PRT_P1"), now("PIN_P5")),
                by("PSW_A2", "only heads that have not arrived have links", now("PIN_P7"), now("PRT_P12")),
                by(
                        "PSW_A3",
                        "credits are told as they are",
                        earlier("POU_P5", "credits are registers: they follow the grants of earlier cycles"),
                        earlier("POU_P6", "credits are registers: they follow the grants of earlier cycles")),
                by(
                        "PSW_A4",
                        "the output that a head carries is the route unit's, one of the escape pair",
                        now("PRT_P1"),
                        now("PIN_P5")),
                by(
                        "PSW_A5",
                        "an output VC carries one packet at a time, and flits leave a buffer in order",
                        earlier("RT_P8", LINK),
                        earlier("RT_P9", LINK),
                        now("PIN_P3")),
                size("env:switch", "flits wait at three of the ten input ports"),
                size("env:wait_causes", "flits wait at three of the ten input ports"),
                size("env:staged_waits", "flits wait at three of the ten input ports"),
                size("env:islip_waits", "flits wait at three of the ten input ports"),
                size("env:nic_causes", "one local port; what holds a head back is any"),
                by(
                        "env:counters",
                        "one link port, one local port and one FIFO; nothing is told of a cycle that was not counted",
                        now("PWC_P1"),
                        now("PWC_P2"),
                        now("PNC_P1"),
                        now("PNC_P2")),
                by(
                        "env:stage_counts",
                        "one link port, one local port and one FIFO; nothing is told of a cycle that was not counted",
                        now("PWS_P1"),
                        now("PWS_P2"),
                        now("PNC_P1"),
                        now("PNC_P2")),
                by("PCT_A2", "what waits goes through no stage", now("PWS_P1")),
                by("PCT_A1", "what waits has one cause", now("PWC_P1"), now("PNC_P1"), now("PNC_P11")),
                size("env:age", "flits wait at two VCs of three link ports"),
                size(
                        "env:fair",
                        "round robin; body flits wait at two VCs of three link ports, for one output VC, until they are granted"),
                size(
                                "env:age_fair",
                                "as env:fair; ages in steps of 512 cycles, the others' within 2^13 of the one followed")
                        .but("that the ages of the packets in a router lie within 2^13 cycles. A stamp has 15 bits, and"
                                + " nothing bounds the age of a packet whose output has no credit for so long"));
    }

    /** Assumptions of the proofs of OutputUnit and InputUnit. */
    private static List<Assumption> outputAndInput() {
        return List.of(
                by(
                        "env:output",
                        GRANTS,
                        now("PSW_P2"),
                        now("PSW_P3"),
                        now("PSW_P6"),
                        now("PIN_P7"),
                        earlier("PIN_P2", "a credit is a register behind the slot that was freed")),
                granted("env:output_deep"),
                granted("env:islip_output"),
                granted("env:output_live"),
                by(
                        "env:input",
                        "the sender keeps its credits and sends whole packets; what waits is granted; link port 0",
                        earlier("POU_P1", LINK),
                        earlier("POU_P4", LINK),
                        earlier("PSW_P1", EDGE),
                        earlier("PSW_P6", EDGE)));
    }

    private static Assumption granted(final String id) {
        return by(
                id,
                GRANTS,
                now("PSW_P2"),
                now("PSW_P3"),
                now("PIN_P7"),
                earlier("PIN_P2", "a credit is a register behind the slot that was freed"));
    }

    /** Assumptions of the proofs of a link with both its ends, of credits and of injection. */
    private static List<Assumption> linkAndCredits() {
        return List.of(
                by(
                        "env:link",
                        "grants on both sides follow the rules of the allocator; packets use two VCs",
                        earlier("PSW_P1", EDGE),
                        earlier("PSW_P2", EDGE),
                        earlier("PSW_P3", EDGE)),
                by(
                        "env:link_packets",
                        "as env:link; a packet has at most two flits, and the buffer has room for two packets",
                        earlier("PSW_P1", EDGE),
                        earlier("PSW_P2", EDGE),
                        earlier("PSW_P3", EDGE)),
                by(
                        "env:link_pace",
                        "grants are those that the link takes; packets use two VCs",
                        now("PSW_P10"),
                        now("PSW_P5")),
                by(
                        "env:islip_link",
                        "grants are those that the link takes; packets use two VCs",
                        now("PSW_P10"),
                        now("PSW_P5")),
                by(
                                "env:credit",
                                "a flit is granted with a credit, and taken when it is in front; packets of one flit",
                                now("PSW_P2"))
                        .but("that the receivers take only what is in front (EB_A2, asserted in simulation)"),
                by(
                                "env:inject",
                                "what waits is granted; a packet is prepared when there is a place",
                                earlier("PSW_P1", EDGE))
                        .but("that RequestTx and ResponseTx prepare a packet only with a place (PE_A1, asserted in"
                                + " simulation), and that the words of a payload come: packets from memory and from the DLA"
                                + " are not in the proof"));
    }

    private static List<Assumption> dla() {
        final String words = "a word is pushed with its credit";
        return List.of(
                rule(
                        "DL_A1",
                        "software sends the data of a request before the next request (docs/spec/dla-arbiter.md)"),
                rule("DL_A2", "software sends the data of accepted requests only (docs/spec/dla-arbiter.md)"),
                by("DP_A1", "the arbiter takes credits within the limits only", now("DP_A1")),
                by(
                                "DP_A2",
                                "the arbiter gives back only what is held",
                                earlier("PDA_P1", "what is given back was counted when it was taken"))
                        .but("with several requests inside at a time; asserted at full size in simulation"),
                rule("DP_A3", CONFIG),
                size("PDA_A1", "the machine as it is by default, as PDL_A1"),
                size("PDA_A2", "one request is inside at a time"),
                by("PDA_A3", "every word leaves with the class and channel with which it entered", now("PDW_P1")),
                size(
                        "PDL_A1",
                        "no limit on event credits and no bypass, as by default; with them the rules say something else"),
                rule("DN_A1", "one command a cycle at the host port: a mark is one, a clear another"),
                size(
                        "env:dla_notices",
                        "two channels, counts of two bits; answers, words and credits of software come as they like"),
                rule("env:dla_status", "memory acknowledges each write once; the configuration is written under reset"),
                rule("env:pool", "the limits are written before credits are taken: under reset"),
                size("env:dla", "any commands; every target and address is legal, for a machine of the largest shape"),
                size(
                        "env:dla_account",
                        "any commands; every target and address is legal, for a machine of the largest shape"),
                by("env:dla_fifo", words, now("PDP_P8"), now("DL_P4")),
                by("env:dla_words", words + "; what is aborted has begun", now("PDP_P8"), now("DL_P4")));
    }

    private static List<Assumption> fences() {
        return List.of(
                rule(
                                "env:fence",
                                "a FIFO that a FENCE holds posts nothing; each PING comes back as one PONG, each counted"
                                        + " packet is acknowledged once; at most three requests enter the DLA. All go to one target, fences are armed at"
                                        + " port 0, one FIFO sends unordered packets")
                        .but(ONCE),
                rule("env:acks", "each packet that was counted is acknowledged once, with its generation, in any order")
                        .but(ONCE),
                rule(
                                "env:order",
                                "one put, one FENCE and one flag; packets of one path stay in order, memory acknowledges writes in"
                                        + " order")
                        .but(
                                "that packets of one VC to one node stay in order over several nodes: PIN_P3, POU_P2 and PRT_P1"
                                        + " are of one node, the composition is checked in every run and not proved"));
    }

    private static List<Assumption> epochs() {
        return List.of(
                rule("EU_A2", "one command a cycle at the host port: a gate question is a POST, another command"),
                by(
                                "EU_A6",
                                "puts enter open epochs only, and the target knows the generation of its INIT_ACK",
                                earlier("PEO_P1", ROUND),
                                earlier("PEO_P2", ROUND))
                        .but(ONCE),
                by("EU_A7", "PUT_COUNT is sent once, on closing", earlier("PEO_P2", ROUND), earlier("EU_P1", ROUND))
                        .but(ONCE),
                rule("EU_A8", "the origin writes its index in INIT and PUT_COUNT; asserted at full size in simulation"),
                by(
                                "EU_A9",
                                "TERM is sent from CLOSED only, which needs the ACK",
                                earlier("PEO_P3", ROUND),
                                earlier("EU_P3", ROUND))
                        .but(ONCE),
                by(
                                "EU_P6",
                                "the count is frozen before it is sent and covers every put",
                                earlier("PEO_P1", ROUND),
                                earlier("PEO_P2", ROUND))
                        .but(ONCE),
                by(
                                "EU_P7",
                                "the count is frozen before it is sent and covers every put",
                                earlier("PEO_P1", ROUND),
                                earlier("PEO_P2", ROUND))
                        .but(ONCE),
                by(
                                "env:epoch_origin",
                                "each INIT, PUT_COUNT, TERM and get is answered once, in any order; at most three gets of an epoch are under way",
                                earlier("PET_P2", ROUND),
                                earlier("PET_P6", ROUND))
                        .but(ONCE),
                by(
                                "env:epoch_target",
                                "no more packets come than the origin announces, at most three puts an epoch",
                                earlier("PEO_P2", ROUND))
                        .but(ONCE));
    }

    private static List<Assumption> headers() {
        final String stored = "what a FIFO or table gives out entered it before";
        return List.of(
                size("env:header_post", "any descriptor in any cycle"),
                size("env:header_store", "any command in any cycle"),
                size("env:header_stored", "words enter and leave the FIFO of the store path as they like"),
                size("env:header_epoch", "any command in any cycle"),
                size("env:header_fence", "any fence is armed in any cycle"),
                size("env:header_request", "any heads, control packets and words of the store path"),
                size("env:header_response", "any responses and control packets"),
                size("env:header_ack", "any notifications in any cycle"),
                size("env:header_message", "any messages in any cycle"),
                size("PHN_A1", "shapes of 1 to 16 in each dimension: all that a machine is opened with"),
                rule("PHN_A2", "a node's place is that of its rank in the shape: checked when the fabric is set up"),
                by("PHW_A1", "a head of the store path is checked as it enters", now("PHD_P1")),
                by("PHF_A1", "a fence was a descriptor", earlier("PHP_P1", stored)),
                by("PHQ_A1", "a descriptor is checked as it is posted", earlier("PHP_P1", stored)),
                rule("PHQ_A2", "a head is ready only while its FIFO has one"),
                by("PHQ_A3", "epochs and fences name nodes of the machine", now("PHE_P1"), now("PHF_P1")),
                by("PHQ_A4", "words leave the store path as they entered", now("PHW_P1"))
                        .but("the cycles beyond the bound of PHW_P1; each run compares the bytes that arrive"),
                by("PHR_A1", "the source of a request is its own node's place", earlier("PHQ_P1", ROUND))
                        .but("that the receiver carries the source unchanged; compared in lockstep"),
                by("PHR_A2", "control packets name the origin of what they answer", now("PHA_P1"), now("PHM_P1")),
                by("PHA_A1", "the source of an INIT is its own node's place", earlier("PHQ_P1", ROUND))
                        .but("that the receiver carries the source unchanged; compared in lockstep"),
                by("PHM_A1", "the source of a message is its own node's place", earlier("PHQ_P1", ROUND))
                        .but("that the receiver carries the source unchanged; compared in lockstep"));
    }

    private static List<Assumption> collective() {
        final String trees = "the configuration names a tree; asserted at full size in simulation (CC_A1)";
        return List.of(
                rule("PAL_A1", "CollectiveInjector refuses other operations (docs/spec/collective-network.md, rule 2)"),
                size("PAL_A2", "operands of at most four flits"),
                rule("PCN_A1", trees),
                rule("PTM_A1", trees),
                rule("PTI_A1", "the configuration is written under reset, with a depth of 1 to 8"),
                size("PTI_A2", "packets of at most two flits"),
                size("env:combine_alu", "a packet has operands of one size, and its flits come in their order"),
                by(
                        "env:combine",
                        "each source offers flits of whole packets, and what is offered may be taken in any cycle",
                        earlier("PTL_P5", LINK),
                        earlier("PF_A1", "a FIFO lies between")),
                by(
                        "env:tree_message",
                        "each source offers flits of whole packets, and what is offered may be taken in any cycle",
                        earlier("PTL_P5", LINK),
                        earlier("PF_A1", "a FIFO lies between")),
                size("env:tree_link", "two channels of five, packets of one flit; the two ends are next to each other"),
                size("env:tree_injection", "one class route of four, FIFOs of two packets"),
                size("PCD_A1", "packets of at most two flits"),
                size("env:tree_device", "a FIFO of two packets; one command or TREE_READ a cycle"),
                size(
                        "env:combine_live",
                        "packets of at most two flits, which wait at their front until they are taken"),
                size(
                        "env:message_live",
                        "packets of at most two flits, which wait at their front until they are taken"),
                size("PCO_A1", "packets of at most two flits"),
                size(
                        "env:tree_router",
                        "one class route; the neighbours keep one flit of a channel at a time, with its credit, and send what a"
                                + " neighbour may"),
                size("env:barrier_leg", "a tree without branches, and links of one cycle"));
    }

    private static List<Assumption> rest() {
        return List.of(
                rule("RF_A3", "the host names one of four FIFOs; asserted at full size in simulation"),
                rule(
                        "env:commit_unit",
                        "a request is accepted whole in one cycle, when its port's queue has a place, with at most one write; memory"
                                + " acknowledges each write once. Fewer atomics are under way than the queue has places: each claims a"
                                + " response slot, of which a port has at most 16, and the queue has 32 places"),
                size("env:epoch_access", "epochs without puts: PUT_COUNT tells 0, so that the epoch can end at once"),
                size(
                        "env:request_tx",
                        "legal descriptors of every kind, in order, in no epoch, from a node to itself; emitter and FenceUnit are"
                                + " ready as they like, a control packet waits until it is taken, credits of messages come back once,"
                                + " the store path is empty"),
                rule(
                        "env:request_rx",
                        "legal packets come with a credit; commit places, reception slots and the port's turn come as they like;"
                                + " only a response that is owed frees its slot"),
                rule("env:response_mix", RESPONSES),
                rule(
                        "env:message",
                        "two targets; what is offered may be taken, one message a cycle; no more credits come home than were spent"),
                rule("BU_A1", CONFIG),
                size("PBA_A1", "one to four tasks a node"),
                rule(
                        "env:barrier",
                        "a task joins when it does not wait, and one task an instance is the master; the global network is the OR of"
                                + " both nodes"),
                rule(
                        "env:commit_queue",
                        "memory acknowledges each write once, in order, and a packet has at most one write"),
                by(
                                "env:reception",
                                "the bytes of a message are stored once, in a slot that it was given",
                                earlier("PCQ_P2", "the slot is given as the packet arrives"))
                        .but("that RequestRx gives each message the slot that it was told; checked in every run"),
                rule(
                        "env:reader",
                        "a run comes while the reader is free; memory answers each read once, and a flit is sent once"),
                rule("env:read_port", "a context asks until it is served"),
                rule("env:injection", "a packetiser takes only what a FIFO offers"),
                rule("env:response_tx", RESPONSES));
    }
}
