// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.program.ProgramBuilder;
import fairlead.run.Machines;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The count of passings at the heads of the injection FIFOs, on commands and events made by hand, all of node 1. */
@Tag("M-1110")
class HeadWaitsTest {
    private static final List<String> KINDS = List.of("put", "get", "fadd", "cas", "msg", "flush", "fence");

    private final JudgedRun run;
    private final InjectionAccount injections = new InjectionAccount(3, true, new Violations());
    private final HeadWaits waits;
    private int seq;

    HeadWaitsTest() {
        var machine = Machines.of(new Shape(3, 1, 1), 1);
        run = new JudgedRun(
                new ProgramBuilder("heads", machine.shape(), machine.tasks(), Machines.MEMORY).build(), machine);
        waits = new HeadWaits(run, injections);
    }

    /** Returns the descriptor of an operation to node 0 or 2; `loose` is one with a mode. */
    private static long word(String kind, int fifo, int target, int length) {
        boolean loose = kind.equals("loose");
        return Descriptors.word0(loose ? OpKind.PUT : KINDS.indexOf(kind), target, 0, length)
                | (long) fifo << Descriptor0.FIFO_LSB
                | (loose ? 1L : 0) << Descriptor0.MODE_LSB;
    }

    private void command(long cycle, int op, long word) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 1, 0, op, word, 0, 0, 0, seq++);
        waits.command(commands, 0, op == TileCommand.POST ? injections.posted(commands, 0) : null);
    }

    /** Other commands, all of one cycle. */
    private void busy(long cycle, int count) {
        for (int i = 0; i < count; i++) {
            command(cycle, TileCommand.MSG_POP, 0);
        }
    }

    private void post(long cycle, String kind, int fifo, int target, int length) {
        command(cycle, TileCommand.POST, word(kind, fifo, target, length));
    }

    private void leaves(long cycle, String kind, int fifo, int target, int length) {
        long word = word(kind, fifo, target, length);
        waits.advance(1, cycle);
        injections.issued(cycle, 1, word);
        waits.issued(cycle, 1, word);
    }

    /** Operations of FIFO 0 leave in `count` cycles from this one on. */
    private void stream(long cycle, String kind, int target, int count) {
        for (int i = 0; i < count; i++) {
            leaves(cycle + i, kind, 0, target, 8);
        }
    }

    private void done(long cycle) {
        waits.done(cycle, 1, EventKind.FENCE_DONE, 0);
    }

    private void most(long times) {
        assertEquals(times, waits.most);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            one may pass | post 10 put 2 0 8; stream 14 get 0 1; leaves 15 put 2 0 8; stream 16 get 0 9; most 1 |
            two may not | post 10 put 2 0 8; stream 14 get 0 2 | cycle 15: node 1 issues GET with tag 0 of FIFO 0, \
            number 2 of those that pass PUT with tag 0, which has waited at the head of FIFO 2 since cycle 10; 1 may pass
            one for each packet | post 10 put 2 0 513; stream 14 get 0 3; most 1 |
            and no more | post 10 put 2 0 512; stream 14 get 0 3 | number 3 of those that pass PUT
            a get waits for its pace, one for each packet and cycle | leaves 9 get 2 0 8; post 10 get 2 0 300; \
                stream 14 put 0 19; most 1 |
            and no longer | leaves 9 get 2 0 8; post 10 get 2 0 300; stream 14 put 0 20 | number 20 of those that pass GET
            a short get has none of its own | post 10 get 2 0 256; stream 14 put 0 2 | number 2 of those that pass GET
            before the descriptor can go | post 10 put 2 0 8; stream 12 get 0 2; stream 14 get 0 1; most 1 |
            before its POST has its turn | busy 10 20; post 10 put 2 0 8; stream 14 get 0 20; stream 34 get 0 1; most 1 |
            after that | busy 10 20; post 10 put 2 0 8; stream 33 get 0 3 | since cycle 30
            a FIFO of the other port | post 10 put 1 0 8; stream 14 get 0 9; most 0 |
            behind another one | post 10 put 2 0 8; post 11 put 2 0 9; leaves 20 put 2 0 8; stream 20 get 0 2; most 1 |
            another descriptor of its FIFO | post 10 put 2 0 8; post 11 put 2 0 9; stream 14 get 0 1; \
                leaves 15 put 2 0 8; stream 16 get 0 1; most 1 |
            a fence waits for entries only | post 10 flush 2 0 0; stream 14 put 0 9; most 0 |
            that fences take | post 10 flush 2 0 0; stream 14 fence 0 2 | pass FLUSH with tag 0
            a message waits for credits of its target | post 10 msg 2 0 8; stream 14 msg 2 9; stream 30 put 0 9; most 0 |
            that messages to it take | post 10 msg 2 0 8; stream 14 msg 0 2 | pass MSG with tag 0
            an unordered put waits for counters | post 10 loose 2 0 8; stream 14 put 0 9; most 0 |
            that unordered ones take | post 10 loose 2 0 8; stream 14 loose 2 2 | pass PUT with tag 0
            a FENCE holds its FIFO | post 10 fence 2 0 0; post 11 put 2 0 8; leaves 14 fence 2 0 0; \
                stream 15 get 0 9; done 24; stream 25 get 0 1; most 1 |
            until it is done | post 10 fence 2 0 0; post 11 put 2 0 8; leaves 14 fence 2 0 0; \
                stream 15 get 0 9; done 24; stream 25 get 0 2 | since cycle 24
            """)
    void whatCounts(String name, String calls, String finding) {
        Script.play(calls, this);
        Script.judge(finding, waits.violations);
    }
}
