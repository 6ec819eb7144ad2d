// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.Result;
import fairlead.program.TaskBuilder;
import fairlead.run.Machines;
import java.util.ArrayList;
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
    private final List<Integer> requests = new ArrayList<>(); // operations whose requests were given, in order
    private final List<String> ends = new ArrayList<>();
    private final List<Integer> complaints = new ArrayList<>();

    /** Returns a host whose tags are the operation ids. */
    private NodeHost host(final Program program) {
        return new NodeHost(new Run(program, 16), Machines.of(PAIR, 1), 0, null, 1) {
            @Override
            int command(
                    final long cycle,
                    final int task,
                    final int op,
                    final long w0,
                    final long w1,
                    final long w2,
                    final long w3) {
                if (op == TileCommand.DLA_REQUEST) {
                    requests.add((int) fairlead.hw.HwLayout.Descriptor0.tag(w0));
                }
                return 0;
            }

            @Override
            int takeTag(final int id, final long cycle) {
                return id;
            }

            @Override
            void finished(final int id, final long cycle, final Result result, final long value) {
                ends.add(id + " " + result);
            }

            @Override
            void complain(final int id, final long cycle, final String what) {
                complaints.add(id);
            }
        };
    }

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    void aMalformedRequestIsRejectedAndNotSentAgain(final boolean persistent) {
        final ProgramBuilder program = new ProgramBuilder("test", PAIR, List.of(1, 1), 4096);
        final int buffer = program.windows().everywhere("buffer", 1024);
        final TaskBuilder task = program.task(0, 0);
        task.add(Ops.put(1, buffer, buffer, 16, 1).path(Path.INLINE));
        task.add(Ops.put(1, buffer, buffer + 64, 16, 2).path(Path.INLINE));
        task.add(Ops.put(1, buffer, buffer + 128, 16, 3).path(Path.INLINE));
        final Program built = program.build();
        final SystemMessagingModule module = new SystemMessagingModule(host(built), persistent, DlaLimits.of(64), 64);
        built.operations().forEach(module::expect);
        assertEquals("", module.check());
        module.send(0, 5);
        assertEquals(List.of(0), requests);
        module.send(1, 5);
        module.send(2, 5);
        module.granted(0, 10);
        module.accepted(0, 0, 10);
        module.ended(0, 11); // the block of the first request; the second block has the other two
        assertEquals(List.of(0, 1, 2), requests);
        module.granted(0, 20);
        module.discarded(0, 1, DlaDropReason.MALFORMED, 20);
        if (persistent) {
            module.accepted(0, 2, 21);
        } else {
            module.discarded(0, 2, DlaDropReason.DISCARD, 21); // of the same transaction
        }
        module.ended(0, 22);
        assertEquals(List.of(1), complaints);
        assertEquals(persistent ? List.of(0, 1, 2) : List.of(0, 1, 2, 2), requests);
        if (!persistent) {
            module.granted(0, 90);
            module.accepted(0, 2, 90);
            module.ended(0, 91);
        }
        assertEquals(List.of("0 DONE", "1 REJECTED", "2 DONE"), ends);
    }
}
