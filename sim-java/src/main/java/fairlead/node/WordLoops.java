// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.HashMap;
import java.util.Map;

/**
 * The loops of one node's software over words of its memory. A loop that starts in cycle c with n cycles per word loads
 * word i in cycle c + i n. Software learns the values one software latency later and stores the result in that cycle.
 * The loop is done when software has learnt of the last store.
 */
final class WordLoops {
    private static final class Loop {
        private final Operation op;
        private final long[] own; // values of the words that will be overwritten
        private int open;

        Loop(final Operation op) {
            this.op = op;
            open = op.length() / Long.BYTES;
            own = new long[op.kind() == OpKind.REDUCE ? open : 0];
        }
    }

    private enum Step {
        LOAD_OWN,
        LOAD_SOURCE,
        STORE
    }

    private record Access(Loop loop, int word, Step step) {}

    private final NodeHost host;
    private final Map<Integer, Access> given = new HashMap<>(); // by sequence number

    WordLoops(final NodeHost host) {
        this.host = host;
    }

    void start(final Operation op, final long cycle) {
        final Loop loop = new Loop(op);
        if (loop.open == 0) {
            host.finished(op.id(), cycle, Result.DONE, 0);
            return;
        }
        host.entered(op.id(), cycle);
        for (int word = 0; word < op.length() / Long.BYTES; word++) {
            final long at = cycle + word * op.cycles();
            if (op.kind() == OpKind.REDUCE) {
                give(new Access(loop, word, Step.LOAD_OWN), at, HostCommand.LOAD, op.local(), 0);
            }
            give(new Access(loop, word, Step.LOAD_SOURCE), at, HostCommand.LOAD, op.source(), 0);
        }
    }

    private void give(final Access access, final long cycle, final int command, final int address, final long value) {
        final int place = address + access.word() * Long.BYTES;
        given.put(host.command(cycle, access.loop().op.task(), command, place, value, 0, 0), access);
    }

    /** Handles LOADED and STORED; returns false if the command is not of a loop. */
    boolean answered(final EventCursor event, final long cycle) {
        final Access access = given.remove((int) event.a());
        if (access == null) {
            return false;
        }
        final Loop loop = access.loop();
        final Operation op = loop.op;
        switch (access.step()) {
            case LOAD_OWN -> loop.own[access.word()] = event.b();
            case LOAD_SOURCE -> {
                final long value = op.kind() == OpKind.COPY
                        ? event.b()
                        : WordArithmetic.combine(loop.own[access.word()], event.b(), op.function(), op.element());
                give(new Access(loop, access.word(), Step.STORE), cycle, HostCommand.STORE, op.local(), value);
            }
            case STORE -> {
                loop.open--;
                if (loop.open == 0) {
                    host.finished(op.id(), cycle, Result.DONE, 0);
                }
            }
        }
        return true;
    }
}
