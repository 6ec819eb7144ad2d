// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.Result;

/**
 * The software of one node: it turns ready operations into commands, and events into completed operations. It has no
 * access to other nodes, and it knows memory only from events.
 */
final class Node implements NodeHost {
    private final Executor executor;
    private final MachineConfig config;
    private final int node;
    private final Tags tags;
    private final Counters counters = new Counters();
    private final EpochTable epochs;
    private final SystemMessagingModule messaging;
    private final MessageReceiver receiver;
    private final Injection injection;
    private final HostAccesses accesses;
    private final TreeCalls tree;
    private final SharedDevice device;
    private final Completions completions;
    private final DlaEvents dlaEvents;
    private final int[][] barriers; // 1 + id of the operation that is in the barrier, by barrier and task
    private int seq;

    Node(
            final Executor executor,
            final Program program,
            final MachineConfig config,
            final int node,
            final int tagged,
            final ExecutorOptions options) {
        this.executor = executor;
        this.config = config;
        this.node = node;
        final BackOff backOff = new BackOff(options.seed());
        tags = new Tags(executor.table(), tagged);
        epochs = new EpochTable(this, backOff);
        messaging = new SystemMessagingModule(
                this, options.persistent(), config.dla(), config.buffers().dla(), backOff);
        receiver = new MessageReceiver(
                this, program.messageBase(), config.buffers().reception());
        injection = new Injection(
                this,
                executor.table(),
                counters,
                epochs,
                program,
                config.buffers().injections(),
                config.routing().dataMode());
        tree = new TreeCalls(this, config.collective().injection());
        device = new SharedDevice(this, config.collective(), config.tasks(node), program);
        accesses = new HostAccesses(this, receiver, tree, device);
        completions = new Completions(executor, node, tags, counters, injection, messaging);
        dlaEvents = new DlaEvents(messaging, tags);
        barriers = new int[HwLayout.BARRIERS][config.tasks(node)];
    }

    Counters counters() {
        return counters;
    }

    EpochTable epochs() {
        return epochs;
    }

    TreeCalls tree() {
        return tree;
    }

    SystemMessagingModule messaging() {
        return messaging;
    }

    MessageReceiver receiver() {
        return receiver;
    }

    // ---- NodeHost: services for the modules

    @Override
    public int node() {
        return node;
    }

    @Override
    public Operation operation(final int id) {
        return executor.operation(id);
    }

    @Override
    public int coord(final int rank) {
        return config.shape().coord(rank);
    }

    @Override
    public int command(
            final long cycle,
            final int task,
            final int op,
            final long w0,
            final long w1,
            final long w2,
            final long w3) {
        executor.commands().add(cycle, node, task, op, w0, w1, w2, w3, seq);
        return seq++;
    }

    @Override
    public void load(final long cycle, final int task, final int address, final int mark) {
        accesses.load(cycle, task, address, mark);
    }

    @Override
    public long operand(final Operation op) {
        return executor.decisions().operand(op);
    }

    @Override
    public long compare(final Operation cas) {
        return executor.decisions().compare(cas);
    }

    @Override
    public int takeTag(final int id, final long cycle) {
        final int tag = tags.take(id);
        executor.tagged(id, tag, cycle);
        return tag;
    }

    @Override
    public int takeCounter(final int id) {
        return counters.take(id);
    }

    @Override
    public void given(final int id, final int tag, final long cycle) {
        executor.tagged(id, tag, cycle);
    }

    @Override
    public void entered(final int id, final long cycle) {
        executor.entered(id, cycle);
    }

    @Override
    public void finished(final int id, final long cycle, final Result result, final long value) {
        executor.finished(id, cycle, result, value);
    }

    @Override
    public void complain(final int id, final long cycle, final String what) {
        executor.complain(id, cycle, what);
    }

    @Override
    public int latency() {
        return executor.latency();
    }

    @Override
    public void progressed(final long cycle) {
        executor.standstill().progressed(cycle);
    }

    @Override
    public boolean stands(final long cycle) {
        return executor.standstill().isReached(cycle);
    }

    // ---- operations

    /** Starts a ready operation; its commands act in `cycle`. `now` is the cycle of the decision. */
    void start(final Operation op, final long cycle, final long now) {
        switch (op.kind()) {
            case CALC -> {
                if (op.cycles() == 0) {
                    finished(op.id(), cycle, Result.DONE, 0);
                } else {
                    accesses.start(op, cycle);
                }
            }
            case TEST -> finished(
                    op.id(), cycle, Result.DONE, executor.decisions().holds(op) ? 1 : 0);
            case ANY -> executor.decisions().await(op, cycle);
            case LOOK -> finished(
                    op.id(), cycle, Result.DONE, executor.decisions().areDone(op) ? 1 : 0);
            case ENDING -> finished(
                    op.id(), cycle, Result.DONE, executor.decisions().ending(op));
            case EXTRACT -> finished(
                    op.id(), cycle, Result.DONE, executor.decisions().extracted(op));
            case STORE -> accesses.store(op, cycle, operand(op));
            case LOAD, ADD_LOCAL, CAS_LOCAL, POLL, FILL, REDUCE, COPY, TREE -> accesses.start(op, cycle);
            case DEVICE_SEND, DEVICE_RECEIVE -> device.start(op, cycle);
            case BARRIER -> enter(op, cycle);
            case EPOCH_OPEN -> epochs.open(op, cycle);
            case EPOCH_CLOSE -> epochs.close(op, cycle);
            case EPOCH_TRIAL -> epochs.tried(op, cycle);
            case EPOCH_AWAIT -> epochs.await(op, coord(op.target()), cycle);
            case RECV -> receiver.receive(op.id(), cycle);
            case COUNTER_SET -> {
                command(cycle, op.task(), TileCommand.COUNTER_SET, op.counter(), op.operand(), 0, 0);
                finished(op.id(), cycle, Result.DONE, 0);
            }
            case COUNTER_AWAIT -> {
                if (counters.await(op.counter(), op.id())) {
                    finished(op.id(), cycle, Result.DONE, 0);
                }
            }
            case DLA_ALLOC, DLA_END, DLA_MARK, DLA_RELEASE -> messaging.give(op, cycle);
            default -> startNetwork(op, cycle, now);
        }
    }

    private void enter(final Operation op, final long cycle) {
        barriers[op.barrier()][op.task()] = op.id() + 1;
        final boolean master = op.task() == config.master(node, op.classRoute());
        final long word = Descriptors.barrier(op.barrier(), op.task(), master);
        command(cycle, op.task(), TileCommand.BAR_ENTER, word, 0, 0, 0);
        entered(op.id(), cycle);
    }

    private void startNetwork(final Operation op, final long cycle, final long now) {
        if (op.path() == Path.INLINE) {
            messaging.send(op.id(), cycle);
        } else if (op.path() == Path.STORE) {
            messaging.give(op, cycle);
        } else {
            injection.add(op, cycle, now);
        }
    }

    // ---- events

    /** Handles a reactive event; software acts in `cycle`. */
    void react(final EventCursor event, final long cycle) {
        final long a = event.a();
        switch (event.kind()) {
            case EventKind.LOADED, EventKind.STORED, EventKind.POLLED, EventKind.TIMED -> accesses.answered(
                    event, cycle);
            case EventKind.OP_ISSUED -> injection.slotFree(FifoNumber.injection(a), cycle);
            case EventKind.OP_LOCAL,
                    EventKind.OP_DONE,
                    EventKind.FENCE_DONE,
                    EventKind.OP_RESULT,
                    EventKind.FLUSH_DONE,
                    EventKind.OP_REFUSED,
                    EventKind.OP_REJECTED -> completions.react(event, cycle);
            case EventKind.COUNTER_ZERO -> {
                final int waiter = counters.zero((int) a);
                if (waiter >= 0) {
                    finished(waiter, cycle, Result.DONE, 0);
                }
            }
            case EventKind.MSG_ARRIVED -> receiver.arrived(
                    (int) MessageEvent.fifo(a),
                    (int) MessageEvent.slot(a),
                    config.shape().rankOfCoord((int) MessageEvent.origin(a)),
                    cycle);
            case EventKind.BARRIER_RELEASED -> released(a, cycle);
            case EventKind.TREE_ARRIVED,
                    EventKind.TREE_HEAD,
                    EventKind.TREE_DATA,
                    EventKind.TREE_REFUSED,
                    EventKind.TREE_EMPTY -> {
                if (device.isUsed()) {
                    device.react(event, cycle);
                } else {
                    tree.react(event, cycle);
                }
            }
            case EventKind.DEVICE_ANSWER -> device.react(event, cycle);
            case EventKind.EPOCH_OPENED,
                    EventKind.EPOCH_DENIED,
                    EventKind.EPOCH_CLOSED,
                    EventKind.EPOCH_ENDED,
                    EventKind.EPOCH_FREED,
                    EventKind.EPOCH_ERROR -> epochs.react(event.kind(), a, event.b(), cycle);
            default -> dlaEvents.react(event, cycle);
        }
    }

    /** @param a a HwLayout.BarrierEvent */
    private void released(final long a, final long cycle) {
        final int[] entered = barriers[(int) BarrierEvent.barrier(a)];
        final long mask = BarrierEvent.tasks(a);
        for (int task = 0; task < entered.length; task++) {
            if ((mask >>> task & 1) != 0 && entered[task] > 0) {
                final int id = entered[task] - 1;
                entered[task] = 0;
                finished(id, cycle, Result.DONE, 0);
            }
        }
    }
}
