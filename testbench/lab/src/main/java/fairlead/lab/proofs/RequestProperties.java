// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The properties of the units that a request passes: RequestTx and MessageCredits at its origin, RequestRx and
 * CommitUnit at its target.
 */
final class RequestProperties {
    private RequestProperties() {}

    static List<Property> all() {
        return Stream.of(sent(), credits(), received(), committed())
                .flatMap(List::stream)
                .toList();
    }

    private static Mutant tx(final String name, final String from, final String to) {
        return new Mutant(name, "RequestTx", from, to);
    }

    private static Mutant letters(final String name, final String from, final String to) {
        return new Mutant(name, "MessageCredits", from, to);
    }

    private static Mutant rx(final String name, final String from, final String to) {
        return new Mutant(name, "RequestRx", from, to);
    }

    private static Mutant unit(final String name, final String from, final String to) {
        return new Mutant(name, "CommitUnit", from, to);
    }

    private static Mutant queue(final String name, final String from, final String to) {
        return new Mutant(name, "CommitQueue", from, to);
    }

    private static List<Property> sent() {
        final Mutant two = tx("all sources behind the turn are picked", ": first_pool & _first_T_1;", ": first_pool;");
        final Mutant unarmed =
                tx("a fence leaves although FenceUnit refuses it", "_pick_T & ~io_arm_ready ?", "1'h0 ?");
        final Mutant stays =
                tx("an armed fence stays", "= fire & ~more ? pick[3:0]", "= fire & ~more & ~isArm ? pick[3:0]");
        final Mutant still =
                tx("packets of a put are not counted", "io_step = fire & more ?", "io_step = fire & more & ~isFifo ?");
        final Mutant empty = tx(
                "a last packet of 256 bytes has none",
                "size = more ? 9'h100 : _left_T[8:0];",
                "size = more ? 9'h100 : {1'h0, _left_T[7:0]};");
        final Mutant wide =
                tx("up to 512 bytes are one packet", "isPut & _left_T > 20'h100;", "isPut & _left_T > 20'h200;");
        final Mutant again = tx("a get stays", "= fire & ~more ? pick[3:0]", "= fire & ~more & ~isGet ? pick[3:0]");
        final Mutant unfair = tx("FIFO 0 always goes first", "above <= ~(pick | pick - 7'h1);", "above <= 7'h0;");
        final Mutant order = new Mutant(
                "the read pointer of FIFO 0 does not move",
                "InjectionFifos",
                "read_0 <= ~read_0 & read_0 - 1'h1;",
                "read_0 <= read_0;");
        return new ProvedUnit(
                        "request_tx", "4 FIFOs of 2 descriptors, operations of up to 1,023 bytes, one port, one target")
                .slow(300)
                .safety("D5", "RQ_P1", "PRQ_C1", two)
                .safety("D5", "RQ_P2", "PRQ_C2", unarmed)
                .safety("D5", "RQ_P3", "PRQ_C2", stays)
                .safety("D5", "RQ_P4", "PRQ_C1", still)
                .undecided()
                .safety("D5", "RQ_P5", "PRQ_C1", empty)
                .undecided()
                .safety("D5", "PRQ_P1", "PRQ_C1", order)
                .safety("D5", "PRQ_P2", "PRQ_C1", still)
                .safety("D5", "PRQ_P3", "PRQ_C1", wide)
                .safety("D5", "PRQ_P4", "PRQ_C1", again)
                .safety(
                        "D7",
                        "MC_P1",
                        "PRQ_C3",
                        tx("a FIFO that is not ready is picked", "1'h0, io_ready};", "1'h0, 4'hF};"))
                .safety("D7", "MC_P2", "PRQ_C3", two)
                .live(
                        "D8",
                        "PRQ_L1",
                        "an operation leaves its FIFO, if the emitter has room again and again and nobody refuses",
                        "PRQ_C2",
                        unfair)
                .undecided()
                .properties();
    }

    private static List<Property> credits() {
        final Mutant spent = letters("a credit is not counted off", "9'h0)) - 9'h1", "9'h0)) - 9'h0");
        final Mutant gone = letters("a credit that comes back is lost", ": backNow + 9'h1)", ": backNow + 9'h0)");
        final Mutant eager = letters(
                "a message is offered that another holds back",
                "|(io_waiting[3] ? _credits_ext_R0_data : 9'h0)",
                "|(_credits_ext_R0_data)");
        final Mutant both = letters(
                "messages of both ports are offered", ": wants1 ? _io_offer_T_2 : 4'h0;", ": wants1 ? funded : 4'h0;");
        return new ProvedUnit("message", "4 FIFOs, 2 targets, up to 3 credits")
                .slow(300)
                .safety("D7", "PMC_P1", "PMC_C2", spent)
                .safety("D7", "PMC_P2", "PMC_C1", gone)
                .safety("D7", "PMC_P3", "PMC_C2", eager)
                .safety("D7", "PMC_P4", "PMC_C1", both)
                .properties();
    }

    private static List<Property> received() {
        final Mutant free = rx("a refused put claims no slot", "(|{headBad, nowWord0[26:25]})", "(|nowWord0[26:25])");
        final Mutant twice = rx(
                "a packet acts with each flit",
                "io_push_valid = io_turn_take & _buffer_io_front_tail;",
                "io_push_valid = io_turn_take;");
        final Mutant every =
                rx("each flit claims a place", "assign io_claim = takeHead;", "assign io_claim = io_turn_take;");
        final Mutant uncounted = rx(
                "a claimed slot is not counted off",
                "freeSlots + 9'h1 : freeSlots - 9'h1;",
                "freeSlots + 9'h1 : freeSlots;");
        final Mutant lost = rx(
                "a slot that comes home is lost",
                "freeSlots + 9'h1 : freeSlots - 9'h1;",
                "freeSlots : freeSlots - 9'h1;");
        final Mutant stops = rx(
                "the flits behind a head wait for a slot too",
                "(~_buffer_io_front_head | (|freeSlots)",
                "((|freeSlots)");
        final Mutant unknown = rx(
                "a function that does not exist is done",
                "_buffer_io_front_w1[2:0] > 3'h4",
                "_buffer_io_front_w1[2:0] > 3'h5");
        return new ProvedUnit("request_rx", "2 response slots, buffer of 2 flits, packets of up to 4")
                .slow(300)
                .safety("D6", "PRX_P1", "PRX_C1", free)
                .safety("D6", "PRX_P2", "PRX_C2", twice)
                .safety("D6", "PRX_P3", "PRX_C2", every)
                .safety("D6", "PRX_P4", "PRX_C3", unknown)
                .safety("D6", "RXQ_P1", "PRX_C1", uncounted)
                .safety("D8", "RXQ_P2", "PRX_C1", stops)
                .live(
                        "D8",
                        "PRX_L1",
                        "a request is taken, if its commit place, its reception slot and its turn come, with all responses gone,"
                                + " again and again",
                        "PRX_C1",
                        lost)
                .within(4, "PRX_P1", "PRX_P2", "PRX_P3", "RXQ_P1", "RXQ_P2")
                .properties();
    }

    private static List<Property> committed() {
        final Mutant all = unit(
                "every request is answered",
                "_nack_T | isInit & ~io_notice_replyOk",
                "act | isInit & ~io_notice_replyOk");
        final Mutant both =
                unit("port 1 answers with port 0", "io_respond_1 = responds & port;", "io_respond_1 = responds;");
        final Mutant unfair = unit("port 1 always goes first", "lastPort <= port;", "lastPort <= 1'h0;");
        final Mutant merged = unit(
                "a message is answered as a PING",
                "isPing = act & packet_word0[13:9] == 5'h5;",
                "isPing = act & packet_word0[13:9] == 5'h4;");
        final Mutant open = queue("a claimed place is not counted off", ": unclaimed - 2'h1;", ": unclaimed;");
        final Mutant old =
                queue("an old value is not kept", "atomicNext <= atomicNext - 1'h1;", "atomicNext <= atomicNext;");
        return new ProvedUnit("commit_unit", "2 ports, queues of 2 packets, at most one write each")
                .slow(300)
                .safety("D6", "PCU_P1", "PCU_C1", all)
                .safety("D6", "PCU_P2", "PCU_C1", all)
                .safety("D6", "PCU_P3", "PCU_C2", both)
                .safety("D3", "CU_P1", "PCU_C2", merged)
                .safety("F1", "CQ_P2", "PCU_C1", open)
                .safety("D3", "CQ_P3", "PCU_C1", old)
                .upTo(10)
                .live(
                        "D8",
                        "PCU_L1",
                        "an accepted request that is answered gets its response, if memory acknowledges at both ports and nothing is"
                                + " announced, again and again",
                        "PCU_C2",
                        unfair)
                .properties();
    }
}
