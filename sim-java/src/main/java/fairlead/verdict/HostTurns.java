// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The tile commands of a node that have not acted. A tile takes one command a cycle. The owners that have a command of
 * this cycle or an earlier one take turns in the order in which they came to have one; the commands of an owner, and
 * the owners that come in one cycle, are in the order of cycle, task and number (docs/spec/fabric.md, rule 4).
 */
final class HostTurns<T> {
    private static final int OWNER_BITS = 8;
    private static final int TASK_BITS = 16;

    private static final class Queue<T> {
        int owner;
        final ArrayDeque<T> commands = new ArrayDeque<>(2);
    }

    private long[] keys = new long[16]; // earliest cycle, task and owner of the commands to come, in order
    private Object[] later = new Object[16];
    private int first;
    private int end;
    private final ArrayDeque<Queue<T>> queues = new ArrayDeque<>(2); // what is due, by owner, in the order of turns
    private final ArrayDeque<Queue<T>> spare = new ArrayDeque<>(2); // empty ones
    private long turned = Checker.NEVER; // cycle of the last command that acted

    /** Adds command `i` of the buffer, which comes after those of its task that have been added for its cycle. */
    void add(CommandBuffer commands, int i, T command) {
        if (end == keys.length) {
            int size = 2 * (end - first) > keys.length ? 2 * keys.length : keys.length;
            keys = Arrays.copyOf(Arrays.copyOfRange(keys, first, end), size);
            later = Arrays.copyOf(Arrays.copyOfRange(later, first, end), size);
            end -= first;
            first = 0;
        }
        long order = commands.cycle(i) << TASK_BITS | commands.task(i);
        int at = end++;
        for (; at > first && keys[at - 1] >>> OWNER_BITS > order; at--) {
            keys[at] = keys[at - 1];
            later[at] = later[at - 1];
        }
        keys[at] = order << OWNER_BITS | commands.owner(i);
        later[at] = command;
    }

    /** Returns the cycle in which the next command acts, or Long.MAX_VALUE. */
    long next() {
        return !queues.isEmpty() ? turned + 1 : first < end ? Math.max(due(), turned + 1) : Long.MAX_VALUE;
    }

    private long due() {
        return keys[first] >>> TASK_BITS + OWNER_BITS;
    }

    /** Has the next command act, of which there must be one, and returns it. */
    T take() {
        turned = next();
        while (first < end && due() <= turned) {
            await((int) keys[first] & (1 << OWNER_BITS) - 1, later());
        }
        Queue<T> queue = queues.remove();
        T command = queue.commands.remove();
        (queue.commands.isEmpty() ? spare : queues).add(queue);
        return command;
    }

    @SuppressWarnings("unchecked") // add() alone writes what is to come
    private T later() {
        T command = (T) later[first];
        later[first++] = null;
        return command;
    }

    private void await(int owner, T command) {
        for (Iterator<Queue<T>> all = queues.iterator(); all.hasNext(); ) {
            Queue<T> queue = all.next();
            if (queue.owner == owner) {
                queue.commands.add(command);
                return;
            }
        }
        Queue<T> queue = spare.isEmpty() ? new Queue<>() : spare.remove();
        queue.owner = owner;
        queue.commands.add(command);
        queues.add(queue);
    }
}
