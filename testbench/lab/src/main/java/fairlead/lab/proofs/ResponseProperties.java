// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of ResponseTx, whose sources take turns packet by packet. */
final class ResponseProperties {
    private ResponseProperties() {}

    static List<Property> all() {
        return Stream.of(packets(), turns()).flatMap(List::stream).toList();
    }

    private static Mutant mutant(final String name, final String from, final String to) {
        return new Mutant(name, "ResponseTx", from, to);
    }

    private static List<Property> packets() {
        final Mutant unfair =
                mutant("the queue always goes first", "above <= ~(pick | pick - 3'h1);", "above <= 3'h0;");
        final Mutant late = mutant("the queue always goes last", "above <= ~(pick | pick - 3'h1);", "above <= 3'h6;");
        final Mutant merged = mutant(
                "a control packet is taken although the queue was served",
                "fire & pick_pool[1] & _pick_T_2[1];",
                "fire & pick_pool[1];");
        final Mutant eager = mutant(
                "every packet of a response frees its slot",
                "assign io_respond_freed = leave;",
                "assign io_respond_freed = serve;");
        final Mutant stays = mutant("what is served stays in front", "(serve ? {1'h0, order[1]} : order)", "order");
        final Mutant gap = mutant(
                "the next packet is read one byte too early", "operand[27:0] + 28'h100", "operand[27:0] + 28'hFF");
        final Mutant more = mutant("one byte is sent twice", "operand[47:28] - 20'h100", "operand[47:28] - 20'hFF");
        return new ProvedUnit("response_tx", "2 slots, DATA of up to 1,023 bytes, 2 origins, 2 control sources")
                .safety("D5", "PRS_P1", "PRS_C1", eager)
                .safety("D5", "PRS_P2", "PRS_C2", merged)
                .safety("D5", "PRS_P3", "PRS_C5", stays)
                .safety("D5", "PRS_P4", "PRS_C5", gap)
                .safety("D5", "PRS_P5", "PRS_C5", eager)
                .safety("D5", "RS_P2", "PRS_C5", gap)
                .undecided()
                .safety("D5", "RS_P3", "PRS_C5", more)
                .undecided()
                .bounded("D8", "PRS_P8", "PRS_C2", late)
                .live(
                        "D8",
                        "PRS_L1",
                        "a control packet is prepared, if the emitter has room again and again",
                        "PRS_C2",
                        unfair)
                .properties();
    }

    private static List<Property> turns() {
        final Mutant kept = mutant(
                "a slot that is left stays occupied",
                "(occupied | (io_respond_push ? newBit : 4'h0)) & ~leaves;",
                "(occupied | (io_respond_push ? newBit : 4'h0));");
        final Mutant passes = mutant("a PONG is not held", "(long | io_respond_op_ptype == 5'h11)", "(long)");
        final Mutant unlinked = mutant(
                "what is held is not marked at the one before it",
                "linked <= linked & ~leaves | chain;",
                "linked <= linked & ~leaves;");
        final Mutant forked = mutant(
                "the end of a chain stays one when another is held behind it",
                "tails & ~leaves & ~chain |",
                "tails & ~leaves |");
        final Mutant stuck =
                mutant("what is held is not released", "released = leave & (|(linked & leaves));", "released = 1'h0;");
        final Mutant greedy = mutant(
                "a response with packets left stays in front of the queue",
                "(serve ? {2'h0, order[7:2]} : order)",
                "(serve & ~_again_T ? {2'h0, order[7:2]} : order)");
        return new ProvedUnit("response_mix", "3 slots, DATA of up to 3 packets, 2 origins, 2 control sources")
                .slow(300)
                .safety("D6", "PRS_P6", "PRS_C3", passes)
                .safety("F1", "RS_P1", "PRS_C4", kept)
                .safety("F1", "RS_P4", "PRS_C3", unlinked)
                .safety("D6", "RS_P5", "PRS_C3", forked)
                .undecided()
                .bounded("D8", "PRS_P7", "PRS_C4", greedy)
                .live(
                        "D8",
                        "PRS_L2",
                        "a response leaves, also a held one, if the emitter has room again and again",
                        "PRS_C3",
                        stuck)
                .undecided()
                .properties();
    }
}
