// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The commands that software has given to one tile, in the order and the cycles in which they act: one a cycle, in the
 * order (cycle, task, seq) (docs/spec/fabric.md, rules 1 and 4). The commands of all units are kept, because each of
 * them takes a turn.
 */
final class DlaTurns {
    private static final int CHANNEL_WORD = 3;

    /**
     * A command to a tile.
     *
     * @param cycle the cycle in which it acts, and before that the earliest cycle in which it may act
     */
    record Turn(long cycle, int task, int seq, int op, long word, long channelWord) {
        private static final Comparator<Turn> ORDER = Comparator.comparingLong(Turn::cycle)
                .thenComparingInt(Turn::task)
                .thenComparingInt(Turn::seq);
    }

    private final PriorityQueue<Turn> waiting = new PriorityQueue<>(Turn.ORDER);
    private long last = -1; // cycle of the last command that has acted

    /** Adds command `i` of the buffer. */
    void given(final CommandBuffer commands, final int i) {
        if (commands.op(i) < HostCommand.LOAD) {
            waiting.add(new Turn(
                    commands.cycle(i),
                    commands.task(i),
                    commands.seq(i),
                    commands.op(i),
                    commands.word(i, 0),
                    commands.word(i, CHANNEL_WORD)));
        }
    }

    /** Returns the cycle in which the next command acts, or Long.MAX_VALUE if none is known. */
    long next() {
        return waiting.isEmpty() ? Long.MAX_VALUE : Math.max(waiting.peek().cycle(), last + 1);
    }

    /** Removes and returns the next command. */
    Turn take() {
        last = next();
        final Turn turn = waiting.poll();
        return new Turn(last, turn.task(), turn.seq(), turn.op(), turn.word(), turn.channelWord());
    }
}
