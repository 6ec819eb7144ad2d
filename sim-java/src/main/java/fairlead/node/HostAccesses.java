// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.HashMap;
import java.util.Map;

/**
 * Loads, stores, polls and timers of one node's processor. The answer to a command carries its sequence number, which
 * leads back to the operation or to the message load that gave the command.
 */
final class HostAccesses {
    private final NodeHost host;
    private final MessageReceiver receiver;
    private final WordLoops loops;
    private final TreeCalls tree;
    private final SharedDevice device;

    HostAccesses(final NodeHost host, final MessageReceiver receiver, final TreeCalls tree, final SharedDevice device) {
        this.host = host;
        this.receiver = receiver;
        loops = new WordLoops();
        this.tree = tree;
        this.device = device;
    }

    void start(final Operation op, final long cycle) {
        switch (op.kind()) {
            case CALC -> give(op, cycle + op.cycles(), HostCommand.TIMER, 0, 0, 0);
            case LOAD -> give(op, cycle, HostCommand.LOAD, op.local(), 0, 0);
            case ADD_LOCAL -> give(op, cycle, HostCommand.ADD, op.local(), op.operand(), 0);
            case CAS_LOCAL -> give(op, cycle, HostCommand.CAS_LOCAL, op.local(), op.operand(), op.compare());
            case POLL -> give(
                    op,
                    cycle,
                    HostCommand.POLL,
                    op.local() | (long) op.comparison().ordinal() << 32,
                    host.operand(op),
                    op.cycles());
            case REDUCE, COPY -> loops.start(op, cycle);
            case TREE -> tree.start(op, cycle);
            case FILL -> give(op, cycle, HostCommand.FILL, op.local(), op.length(), op.key());
            default -> throw new IllegalArgumentException(op.kind() + " is no access of the processor");
        }
    }

    /** Stores a word. */
    void store(final Operation op, final long cycle, final long value) {
        give(op, cycle, HostCommand.STORE, op.local(), value, 0);
    }

    private void give(
            final Operation op, final long cycle, final int command, final long w0, final long w1, final long w2) {
        host.hostCommands.put(host.command(cycle, op.task(), command, w0, w1, w2, 0), op.id());
        host.entered(op.id(), cycle);
    }

    /** Handles LOADED, STORED, POLLED and TIMED. */
    void answered(final EventCursor event, final long cycle) {
        final int id = host.hostCommands.remove((int) event.a(), Integer.MIN_VALUE);
        if (id == Integer.MIN_VALUE
                && (loops.answered(event, cycle) || tree.answered(event, cycle) || device.answered(event, cycle))) {
            return;
        }
        if (id == Integer.MIN_VALUE) {
            host.complain(-1, cycle, "node " + host.node() + " answers a command that it was not given");
        } else if (id < 0) {
            receiver.loaded(-id, event.b(), cycle);
        } else {
            final boolean expired = event.kind() == EventKind.POLLED && event.c() == 0;
            host.finished(id, cycle, expired ? Result.EXPIRED : Result.DONE, event.b());
        }
    }

    /**
     * The loops of one node's software over words of its memory. A loop that starts in cycle c with n cycles per word
     * loads word i in cycle c + i n. Software learns the values one software latency later and stores the result in
     * that cycle. The loop is done when software has learnt of the last store.
     */
    private final class WordLoops {
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

        private final Map<Integer, Access> given = new HashMap<>(); // by sequence number

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

        private void give(
                final Access access, final long cycle, final int command, final int address, final long value) {
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
}
