// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request that the DLA drops as malformed would be dropped every time, so the module does not send it again, but it
 * sends the requests dropped after it.
 */
@Tag("M-61")
class RefusedRequestTest {
    private static final Shape PAIR = new Shape(2, 1, 1);

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    void aMalformedRequestIsRejectedAndNotSentAgain(boolean persistent) {
        ProgramBuilder program = new ProgramBuilder("test", PAIR, List.of(1, 1), 4096);
        int buffer = program.windows().everywhere("buffer", 1024);
        TaskBuilder task = program.task(0, 0);
        task.add(Ops.put(1, buffer, buffer, 16, 1).path(Path.INLINE));
        task.add(Ops.put(1, buffer, buffer + 64, 16, 2).path(Path.INLINE));
        task.add(Ops.put(1, buffer, buffer + 128, 16, 3).path(Path.INLINE));
        Program built = program.build();
        ToldHost host = new ToldHost(built);
        SystemMessagingModule module = new SystemMessagingModule(host, persistent, DlaLimits.of(64), 64);
        built.operations().forEach(module::expect);
        assertEquals("", module.check());
        StoreChannel channel = module.channels[0];
        module.give(built.operation(0), 5);
        assertEquals(List.of(0), requests(host));
        module.give(built.operation(1), 5);
        module.give(built.operation(2), 5);
        channel.granted(10);
        channel.accepted(built.operation(0), 10);
        channel.ended(11); // the block of the first request; the second block has the other two
        assertEquals(List.of(0, 1, 2), requests(host));
        channel.granted(20);
        channel.discarded(built.operation(1), DlaDropReason.MALFORMED, 20);
        if (persistent) {
            channel.accepted(built.operation(2), 21);
        } else {
            channel.discarded(built.operation(2), DlaDropReason.DISCARD, 21); // of the same transaction
        }
        channel.ended(22);
        assertEquals(persistent ? List.of(0, 1, 2) : List.of(0, 1, 2, 2), requests(host));
        if (!persistent) {
            channel.granted(90);
            channel.accepted(built.operation(2), 90);
            channel.ended(91);
        }
        assertEquals(
                List.of(
                        "10 0 DONE",
                        "DLA_DISCARDED on channel 0 of node 0: malformed",
                        "20 1 REJECTED",
                        (persistent ? 21 : 90) + " 2 DONE"),
                host.told);
    }

    /** Returns the operations whose requests were given, in order. */
    private static List<Integer> requests(ToldHost host) {
        return host.given.stream()
                .filter(given -> given.op() == TileCommand.DLA_REQUEST)
                .map(given -> (int) Descriptor0.tag(given.word()))
                .toList();
    }
}
