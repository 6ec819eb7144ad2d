// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.verdict.InjectionAccount.Posted;
import java.util.Arrays;

/**
 * The cycles in which the POST commands of a node act: a tile takes one command a cycle, in the order of the earliest
 * cycle, the task and the number (docs/spec/fabric.md, rules 1 and 4).
 */
final class HostTurns {
    private static final int TASK_BITS = 8;

    private long[] keys = new long[16]; // earliest cycle and task of the commands that have not acted, in order
    private Posted[] posts = new Posted[16]; // null for a command that is no POST
    private int first;
    private int end;
    private long turned = Checker.NEVER; // cycle of the last command that acted

    /**
     * @param posted the descriptor, or null for a command that is no POST
     * @param now a cycle before which all commands are known
     */
    void given(CommandBuffer commands, int i, Posted posted, long now) {
        if (commands.op(i) >= HostCommand.LOAD) {
            return; // these have a queue of their own
        }
        if (end == keys.length) {
            makeRoom(now);
        }
        long key = commands.cycle(i) << TASK_BITS | commands.task(i);
        int at = end++;
        for (; at > first && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            posts[at] = posts[at - 1];
        }
        keys[at] = key;
        posts[at] = posted;
    }

    private void makeRoom(long now) {
        advance(now);
        int size = 2 * (end - first) > keys.length ? 2 * keys.length : keys.length;
        keys = Arrays.copyOf(Arrays.copyOfRange(keys, first, end), size);
        posts = Arrays.copyOf(Arrays.copyOfRange(posts, first, end), size);
        end -= first;
        first = 0;
    }

    /** Has the commands act that do so before this cycle. */
    void advance(long cycle) {
        while (first < end) {
            long acts = Math.max(keys[first] >>> TASK_BITS, turned + 1);
            if (acts >= cycle) {
                return;
            }
            turned = acts;
            if (posts[first] != null) {
                posts[first].acted = acts;
                posts[first] = null;
            }
            first++;
        }
    }
}
