// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.program.Operation;
import fairlead.program.Result;

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
    // by sequence number: id of the operation, or the negative mark of a message load
    private final IntMap given = new IntMap();

    HostAccesses(final NodeHost host, final MessageReceiver receiver, final TreeCalls tree, final SharedDevice device) {
        this.host = host;
        this.receiver = receiver;
        loops = new WordLoops(host);
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
        given.put(host.command(cycle, op.task(), command, w0, w1, w2, 0), op.id());
        host.entered(op.id(), cycle);
    }

    /** Gives a load for the message receiver; `mark`, at least 1, identifies the load. */
    void load(final long cycle, final int task, final int address, final int mark) {
        given.put(host.command(cycle, task, HostCommand.LOAD, address, 0, 0, 0), -mark);
    }

    /** Handles LOADED, STORED, POLLED and TIMED. */
    void answered(final EventCursor event, final long cycle) {
        final int id = given.remove((int) event.a(), Integer.MIN_VALUE);
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
}
