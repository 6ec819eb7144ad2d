// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.CollectiveCall;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.run.TwinRun;
import fairlead.workload.collective.Item.Group;
import fairlead.workload.collective.Item.Message;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages: eager and rendezvous, from any number of senders, before and after the receiver asks for them. */
@Tag("M-285")
class NodeMessageTest {
    private static final int RECEIVER = 4;
    private static final long LATE = 4000;

    private static Group senders(int count) {
        return new Group("senders", IntStream.range(0, count).boxed().toList());
    }

    private static Program program(Message message, int late, int again) {
        ProgramBuilder builder = CollectiveRuns.builder();
        ApplicationMessagingModule module = CollectiveRuns.module(builder, UnaryOperator.identity());
        if (late >= 0) {
            module.compute(late, LATE);
        }
        for (int i = 0; i < again; i++) {
            module.message(message);
        }
        return builder.build();
    }

    private static void arrived(Program program, TwinRun run, String repro) {
        for (CollectiveCall call : program.collectives()) {
            for (int at = 0; at < call.bytes(); at += 8) {
                long mask = call.bytes() - at >= 8 ? -1L : (1L << 8 * (call.bytes() - at)) - 1;
                assertEquals(
                        run.word(call.ranks()[0], call.operands()[0] + at) & mask,
                        run.word(call.ranks()[1], call.results()[1] + at) & mask,
                        repro + " byte " + at);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 300, 5000})
    void everyMessageArrivesHoweverManySendersThereAre(int bytes) {
        for (int count : List.of(1, 2, 17, 18)) {
            for (boolean eager : List.of(true, false)) {
                for (int late : List.of(-1, 0, RECEIVER)) {
                    Message message = new Message(senders(count), RECEIVER, bytes, 77, eager);
                    Program program = program(message, late, 2);
                    String repro = message + ", " + count + " senders, " + bytes + " bytes, late " + late;
                    TwinRun run = CollectiveRuns.run(program).isClean();
                    assertEquals(
                            2 * (count - (count > RECEIVER ? 1 : 0)),
                            program.collectives().size(),
                            repro);
                    arrived(program, run, repro);
                }
            }
        }
    }

    private static long cycle(TwinRun run, int op) {
        return run.execution().table().doneAt(op);
    }

    /** A message that nobody expects yet: an eager one leaves its sender, a long one waits there for the CTS. */
    @Test
    void anUnexpectedMessageHoldsUpItsSenderOnlyWhenItAsksFirst() {
        for (boolean eager : List.of(true, false)) {
            Program program = program(new Message(senders(1), RECEIVER, 512, 5, eager), RECEIVER, 1);
            TwinRun run = CollectiveRuns.run(program).isClean();
            CollectiveCall call = program.collectives().get(0);
            assertEquals(eager, cycle(run, call.ends()[0]) < LATE);
            assertTrue(cycle(run, call.ends()[1]) > LATE);
            Operation data = program.operations().stream()
                    .filter(op -> op.kind() == OpKind.PUT && op.isUnknown())
                    .findFirst()
                    .orElseThrow();
            assertEquals(eager, cycle(run, data.id()) < LATE);
            assertEquals(eager, data.remote() != call.results()[1], "only an eager message is copied");
        }
    }

    /** Of two messages to one node the second comes first, and waits for its receive. */
    @Test
    void messagesAreTakenByTheirMatchAndNotInTheOrderOfArrival() {
        ProgramBuilder builder = CollectiveRuns.builder();
        ApplicationMessagingModule module = CollectiveRuns.module(builder, UnaryOperator.identity());
        module.compute(0, LATE);
        module.message(new Message(new Group("first", List.of(0)), RECEIVER, 40, 1, true));
        module.message(new Message(new Group("second", List.of(1)), RECEIVER, 40, 2, true));
        Program program = builder.build();
        TwinRun run = CollectiveRuns.run(program).isClean();
        arrived(program, run, "two messages");
        List<CollectiveCall> calls = program.collectives();
        assertTrue(cycle(run, calls.get(1).ends()[0]) < LATE);
        assertTrue(cycle(run, calls.get(0).ends()[1]) < cycle(run, calls.get(1).ends()[1]));
    }
}
