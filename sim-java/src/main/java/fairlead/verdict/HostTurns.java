// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import java.util.Arrays;

/**
 * The cycles in which the commands of a node act: a tile takes one command a cycle, in the order of the earliest cycle,
 * the task and the number (docs/spec/fabric.md, rules 1 and 4).
 *
 * @param <T> what is known of a command
 */
final class HostTurns<T> {
    private static final int TASK_BITS = 8;

    private long[] keys = new long[16]; // earliest cycle and task of the commands that have not acted, in order
    private Object[] commands = new Object[16];
    private int first;
    private int end;
    private long turned = Checker.NEVER; // cycle of the last command that acted

    /** @param what about the command, or null if only its turn matters */
    void given(CommandBuffer buffer, int i, T what) {
        if (buffer.op(i) >= HostCommand.LOAD) {
            return; // these have a queue of their own
        }
        if (end == keys.length) {
            int size = 2 * (end - first) > keys.length ? 2 * keys.length : keys.length;
            keys = Arrays.copyOf(Arrays.copyOfRange(keys, first, end), size);
            commands = Arrays.copyOf(Arrays.copyOfRange(commands, first, end), size);
            end -= first;
            first = 0;
        }
        long key = buffer.cycle(i) << TASK_BITS | buffer.task(i);
        int at = end++;
        for (; at > first && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            commands[at] = commands[at - 1];
        }
        keys[at] = key;
        commands[at] = what;
    }

    boolean isFull() {
        return end == keys.length;
    }

    /** Returns the cycle in which the next command acts, or Long.MAX_VALUE if there is none. */
    long due() {
        return first == end ? Long.MAX_VALUE : Math.max(keys[first] >>> TASK_BITS, turned + 1);
    }

    /** Has the next command act, and returns what was given about it. */
    @SuppressWarnings("unchecked")
    T act() {
        turned = due();
        T what = (T) commands[first];
        commands[first++] = null;
        return what;
    }
}
