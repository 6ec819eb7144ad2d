// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The order of the answers of node 1 to two gets of several packets and to PINGs of node 0, on headers made by hand.
 */
@Tag("M-980")
class AnswerOrderTest {
    private static final int MEMORY = 1 << 16;
    // tags of the operations of the program
    private static final int GET = 1;
    private static final int SECOND_GET = 2;

    private final Program program = program();
    private final Violations violations = new Violations();
    private final Run run =
            new Run(program, MachineConfig.of(new Shape(2, 1, 1)).build());
    private final AnswerOrder order = new AnswerOrder(run, violations);

    AnswerOrderTest() {
        program.operations().forEach(op -> run.given(op, op.id() + 1));
    }

    private static Program program() {
        final ProgramBuilder program = new ProgramBuilder("answers", new Shape(2, 1, 1), List.of(1, 1), MEMORY);
        final int source = program.windows().everywhere("source", 4096);
        final int landing = program.windows().everywhere("landing", 8192);
        program.task(0, 0).add(Ops.get(1, landing, source, 2048, 0));
        program.task(0, 0).add(Ops.get(1, landing + 2048, source, 2048, 0));
        return program.build();
    }

    private static long w0(final int type) {
        return (long) type << Header0.PTYPE_LSB | 1L << Header0.LAST_LSB;
    }

    private static Packet packet(final long w0, final long w1) {
        return new Packet(new Shape(2, 1, 1)).set(9, 1, 0, w0, w1);
    }

    private static long leg(final int entry, final int slot) {
        return (long) entry << Header1.ENTRY_LSB | (long) slot << Header1.SLOT_LSB;
    }

    private void asks(final long tag, final int port) {
        order.asked(packet(w0(PacketType.GET), tag << Header1.TAG_LSB), port);
    }

    private void pings(final int port, final int entry) {
        order.asked(packet(w0(PacketType.PING), leg(entry, 1)), port);
    }

    private void answers(final int type, final int port, final long w1) {
        order.answered(packet(w0(type), w1), port);
    }

    private void sound() {
        assertEquals(0, violations.count(), violations.text());
    }

    private void fails(final String what) {
        assertEquals(1, violations.count(), violations.text());
        assertTrue(violations.text().contains(what), violations.text());
    }

    @Test
    void aPongThatPassesTheDataOfAGetIsFound() {
        asks(GET, 1);
        pings(1, 4);
        answers(PacketType.PONG, 1, leg(4, 1));
        fails("sends node 0 the PONG of entry 4 before the data of an earlier get");
    }

    @Test
    void dataThatPassTheDataOfAnEarlierGetAreFound() {
        asks(GET, 1);
        asks(SECOND_GET, 1);
        answers(PacketType.DATA, 1, (long) SECOND_GET << Header1.TAG_LSB);
        fails("data of the get of tag 2 before the last data of an earlier one, of tag 1");
    }

    @Test
    void eachPingIsHeldAgainstTheGetsBeforeItself() {
        asks(GET, 1);
        pings(1, 1);
        answers(PacketType.DATA, 1, (long) GET << Header1.TAG_LSB);
        asks(SECOND_GET, 1);
        pings(1, 2);
        answers(PacketType.PONG, 1, leg(1, 1));
        sound();
        answers(PacketType.PONG, 1, leg(2, 1));
        fails("the PONG of entry 2");
    }

    @Test
    void aPongBehindTheDataOrOfTheOtherPortIsSound() {
        asks(GET, 1);
        pings(1, 4);
        answers(PacketType.DATA, 1, (long) GET << Header1.TAG_LSB);
        asks(GET, 1); // behind the PING
        answers(PacketType.PONG, 1, leg(4, 1));
        answers(PacketType.NACK, 1, (long) GET << Header1.TAG_LSB | leg(0, PacketType.GET));
        asks(GET, 0);
        pings(1, 4);
        answers(PacketType.PONG, 1, leg(4, 1));
        sound();
    }
}
