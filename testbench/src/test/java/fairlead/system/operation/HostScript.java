// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.HostResource;
import fairlead.machine.MachineConfig;
import fairlead.support.EventLog;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Host commands that a test gives itself, and what the nodes tell of them. */
abstract class HostScript {
    static final int SYSTEM = CommandBuffer.SYSTEM;

    final CommandBuffer commands = new CommandBuffer();
    EventLog log = new EventLog();
    int count; // of commands

    /** Gives a command, whose missing words are 0. */
    final void give(long cycle, int node, int owner, int op, long... words) {
        long[] all = Arrays.copyOf(words, 4);
        commands.add(cycle, node, 0, owner, op, all[0], all[1], all[2], all[3], count++);
    }

    /** Plays the commands to rest on `model`, or on this library of the RTL with a flaw or 0. */
    final void play(String engine, MachineConfig machine, int flaw, long end) {
        assertEquals(StopReason.IDLE, log.play(engine, machine, flaw, commands, end));
    }

    /** Both engines tell the same of commands that are drawn; `play` does so on the engine that it gets. */
    final void alike(int seed, Consumer<Random> draw, Function<String, StopReason> play) {
        EventLog[] logs = new EventLog[2];
        for (int i = 0; i < logs.length; i++) {
            begin();
            draw.accept(new Random(seed));
            assertEquals(StopReason.IDLE, play.apply(i == 0 ? "model" : "product"), "seed " + seed);
            logs[i] = log;
        }
        assertEquals(logs[0].all(), logs[1].all(), "seed " + seed);
    }

    final void begin() {
        log = new EventLog();
        count = 0;
    }

    /** Returns a field of the events of a kind on a node. */
    final List<Long> told(int node, int kind, ToLongFunction<EventLog.Event> field) {
        return log.of(node, kind).stream().map(field::applyAsLong).toList();
    }

    /** Returns the word of TASK_GRANT and TASK_RESET. */
    static long resource(int kind, int number, int task) {
        return (long) kind << HostResource.KIND_LSB
                | (long) number << HostResource.NUMBER_LSB
                | (long) task << HostResource.TASK_LSB;
    }
}
