// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.verdict.Checker.Packet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    private final JudgedRun run =
            new JudgedRun(program, MachineConfig.of(new Shape(2, 1, 1)).build());
    private final FenceAccount.AnswerOrder order = new FenceAccount.AnswerOrder(run, violations);

    AnswerOrderTest() {
        program.operations().forEach(op -> run.given(op, op.id() + 1));
    }

    private static Program program() {
        ProgramBuilder program = new ProgramBuilder("answers", new Shape(2, 1, 1), List.of(1, 1), MEMORY);
        int source = program.windows().everywhere("source", 4096);
        int landing = program.windows().everywhere("landing", 8192);
        program.task(0, 0).add(Ops.get(1, landing, source, 2048, 0));
        program.task(0, 0).add(Ops.get(1, landing + 2048, source, 2048, 0));
        return program.build();
    }

    private static long w0(int type) {
        return (long) type << Header0.PTYPE_LSB | 1L << Header0.LAST_LSB;
    }

    private static Packet packet(long w0, long w1) {
        return new Packet(new Shape(2, 1, 1)).set(9, 1, 0, w0, w1);
    }

    private static long leg(int entry, int slot) {
        return (long) entry << Header1.ENTRY_LSB | (long) slot << Header1.SLOT_LSB;
    }

    private void asks(long tag, int port) {
        order.asked(packet(w0(PacketType.GET), tag << Header1.TAG_LSB), port);
    }

    private void pings(int port, int entry) {
        order.asked(packet(w0(PacketType.PING), leg(entry, 1)), port);
    }

    private void pongs(int port, int entry) {
        order.answered(packet(w0(PacketType.PONG), leg(entry, 1)), port);
    }

    private void data(long tag) {
        order.answered(packet(w0(PacketType.DATA), tag << Header1.TAG_LSB), 1);
    }

    private void refuses(long tag) {
        order.answered(packet(w0(PacketType.NACK), tag << Header1.TAG_LSB | leg(0, PacketType.GET)), 1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a PONG that passes the data of a get | asks GET 1; pings 1 4; pongs 1 4 \
                | sends node 0 the PONG of entry 4 before the data of an earlier get
            data that pass the data of an earlier get | asks GET 1; asks SECOND_GET 1; data SECOND_GET \
                | data of the get of tag 2 before the last data of an earlier one, of tag 1
            each PING is held against the gets before itself \
                | asks GET 1; pings 1 1; data GET; asks SECOND_GET 1; pings 1 2; pongs 1 1 |
            a PING behind the second get \
                | asks GET 1; pings 1 1; data GET; asks SECOND_GET 1; pings 1 2; pongs 1 1; pongs 1 2 \
                | the PONG of entry 2
            a PONG behind the data, a get behind the PING, a NACK, and another port \
                | asks GET 1; pings 1 4; data GET; asks GET 1; pongs 1 4; refuses GET; asks GET 0; pings 1 4; \
                pongs 1 4 |
            """)
    void theOrderOfAnswers(String name, String calls, String finding) {
        Script.play(calls, this);
        Script.judge(finding, violations);
    }
}
