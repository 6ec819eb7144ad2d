// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.node.NodeHost.Tags;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.Result;

/**
 * The software of one node: it turns ready operations into commands, and events into completed operations. It has no
 * access to other nodes, and it knows memory only from events.
 */
final class Node {
    final NodeHost host;
    final MessageReceiver receiver;
    final TreeCalls tree;
    private final EpochTable epochs;
    private final MachineConfig config;
    private final int node;
    private final Program program;
    private final ExecutorOptions options;
    private final Injection injection;
    private final Operation[][] barriers; // that are in the barrier, by barrier and task
    // null until an operation or event needs it
    SystemMessagingModule messaging;
    private SharedDevice device;

    Node(Progress run, Program program, MachineConfig config, int node, int tagged, ExecutorOptions options) {
        this.config = config;
        this.node = node;
        this.program = program;
        this.options = options;
        host = new NodeHost(run, config, node, new Tags(run.table, tagged), options.seed());
        epochs = new EpochTable(host);
        receiver = new MessageReceiver(
                host, program.messageBase(), config.buffers().reception());
        tree = new TreeCalls(host, config.collective().injection());
        injection = new Injection(host, epochs, program, config);
        barriers = new Operation[HwLayout.BARRIERS][config.tasks(node)];
    }

    SystemMessagingModule messaging() {
        if (messaging == null) {
            int depth = config.buffers().dla();
            messaging = new SystemMessagingModule(host, options.persistent(), config.dla(), depth);
        }
        return messaging;
    }

    private SharedDevice device() {
        if (device == null) {
            device = new SharedDevice(host, config.collective(), config.tasks(node), program);
        }
        return device;
    }

    private void done(Operation op, long cycle, long value) {
        host.run.finished(op, cycle, Result.DONE, value);
    }

    /** Starts a ready operation; its commands act in `cycle`. `now` is the cycle of the decision. */
    void start(Operation op, long cycle, long now) {
        switch (op.kind()) {
            case CALC -> {
                if (op.cycles() == 0) {
                    done(op, cycle, 0);
                } else {
                    give(op, cycle + op.cycles(), HostCommand.TIMER, 0, 0, 0);
                }
            }
            case TEST -> done(op, cycle, host.run.holds(op) ? 1 : 0);
            case ANY -> host.run.await(op, cycle);
            case LOOK -> done(op, cycle, host.run.areDone(op) ? 1 : 0);
            case ENDING -> done(op, cycle, host.run.ending(op));
            case EXTRACT -> done(op, cycle, host.run.extracted(op));
            case LOAD -> give(op, cycle, HostCommand.LOAD, op.local(), 0, 0);
            case STORE -> {
                if (op.block() == null) {
                    int count = op.length() % Long.BYTES; // 0 stands for a whole word
                    give(op, cycle, HostCommand.STORE, op.local(), host.run.operand(op), count);
                } else {
                    store(op, cycle);
                }
            }
            case ADD_LOCAL -> give(op, cycle, HostCommand.ADD, op.local(), op.operand(), 0);
            case CAS_LOCAL -> give(op, cycle, HostCommand.CAS_LOCAL, op.local(), op.operand(), op.compare());
            case POLL -> {
                long word = op.local() | (long) op.comparison().ordinal() << Integer.SIZE | op.polled();
                give(op, cycle, HostCommand.POLL, word, host.run.operand(op), op.cycles());
            }
            case FILL -> give(op, cycle, HostCommand.FILL, op.local(), op.length(), op.key());
            case REDUCE, COPY -> loop(op, cycle);
            case TREE -> tree.start(op, cycle);
            case DEVICE_SEND, DEVICE_RECEIVE -> device().start(op, cycle);
            case BARRIER -> enter(op, cycle);
            case EPOCH_OPEN -> epochs.open(op, cycle);
            case EPOCH_CLOSE -> epochs.close(op, cycle);
            case EPOCH_TRIAL -> epochs.tried(op, cycle);
            case EPOCH_AWAIT -> epochs.await(op, host.coord(op.target()), cycle);
            case RECV -> receiver.receive(op, cycle);
            case COUNTER_SET -> {
                host.command(cycle, op.task(), TileCommand.COUNTER_SET, op.counter(), op.operand(), 0, 0);
                done(op, cycle, 0);
            }
            case COUNTER_AWAIT -> {
                if (host.counters.await(op)) {
                    done(op, cycle, 0);
                }
            }
            case DLA_ALLOC, DLA_END, DLA_MARK, DLA_RELEASE -> messaging().give(op, cycle);
            default -> {
                if (op.path() == Path.DESCRIPTOR) {
                    injection.add(op, cycle, now);
                } else {
                    messaging().give(op, cycle);
                }
            }
        }
    }

    /** Gives the one command of an operation, which ends with the answer. */
    private void give(Operation op, long cycle, int command, long w0, long w1, long w2) {
        host.ask(cycle, op.task(), command, w0, w1, w2, (event, at) -> {
            boolean expired = event.kind() == EventKind.POLLED && event.c() == 0;
            host.run.finished(op, at, expired ? Result.EXPIRED : Result.DONE, event.b());
        });
        host.run.entered(op, cycle);
    }

    /** Gives the commands of a block in one cycle; it ends with the last answer. */
    private void store(Operation op, long cycle) {
        int[] open = {0};
        NodeHost.Answer answer = (event, at) -> {
            if (--open[0] == 0) {
                done(op, at, 0);
            }
        };
        op.block().parts(op.local(), (at, length, value) -> {
            open[0]++;
            host.ask(cycle, op.task(), HostCommand.STORE, at, value, length % Long.BYTES, answer);
        });
        host.run.entered(op, cycle);
    }

    /**
     * Performs a loop over words of memory. A loop that starts in cycle c with n cycles per word loads word i in cycle
     * c + i n. Software learns the values one software latency later and stores the result in that cycle. The loop is
     * done when software has learnt of the last store.
     */
    private void loop(Operation op, long cycle) {
        int words = op.length() / Long.BYTES;
        boolean reduces = op.kind() == OpKind.REDUCE;
        long[] own = new long[reduces ? words : 0]; // values of the words that will be overwritten
        int[] stored = {0};
        if (words == 0) {
            done(op, cycle, 0);
            return;
        }
        host.run.entered(op, cycle);
        for (int i = 0; i < words; i++) {
            int word = i;
            int place = op.local() + word * Long.BYTES;
            long at = cycle + word * op.cycles();
            if (reduces) {
                host.ask(at, op.task(), HostCommand.LOAD, place, 0, 0, (event, now) -> own[word] = event.b());
            }
            host.ask(at, op.task(), HostCommand.LOAD, op.source() + word * Long.BYTES, 0, 0, (event, now) -> {
                long value =
                        reduces ? WordArithmetic.combine(own[word], event.b(), op.function(), op.element()) : event.b();
                host.ask(now, op.task(), HostCommand.STORE, place, value, 0, (end, then) -> {
                    if (++stored[0] == words) {
                        done(op, then, 0);
                    }
                });
            });
        }
    }

    private void enter(Operation op, long cycle) {
        barriers[op.barrier()][op.task()] = op;
        boolean master = op.task() == config.master(node, op.classRoute());
        long word = Descriptors.barrier(op.barrier(), op.task(), master);
        host.command(cycle, op.task(), TileCommand.BAR_ENTER, word);
        host.run.entered(op, cycle);
    }

    // ---- events

    /** Handles a reactive event; software acts in `cycle`. */
    void react(EventCursor event, long cycle) {
        long a = event.a();
        switch (event.kind()) {
            case EventKind.LOADED, EventKind.STORED, EventKind.POLLED, EventKind.TIMED -> host.answered(event, cycle);
            case EventKind.OP_ISSUED -> injection.slotFree(
                    Nonsense.index(FifoNumber.injection(a), HwLayout.INJECTION_FIFOS, "injection FIFO"), cycle);
            case EventKind.OP_LOCAL,
                    EventKind.OP_DONE,
                    EventKind.FENCE_DONE,
                    EventKind.OP_RESULT,
                    EventKind.FLUSH_DONE,
                    EventKind.OP_REFUSED,
                    EventKind.OP_REJECTED -> completed(event, cycle);
            case EventKind.COUNTER_ZERO -> {
                Operation waiter = host.counters.zero(Nonsense.index((int) a, HwLayout.COUNTERS, "byte counter"));
                if (waiter != null) {
                    done(waiter, cycle, 0);
                }
            }
            case EventKind.COUNTER_LOST, EventKind.COUNTER_REFUSED -> host.run.complain(
                    null, cycle, "node " + host.node + ": " + EventKind.name(event.kind()) + " of byte counter " + a);
            case EventKind.MSG_ARRIVED -> receiver.arrived(
                    Nonsense.index(MessageEvent.fifo(a), HwLayout.RECEPTION_FIFOS, "reception FIFO"),
                    (int) MessageEvent.slot(a),
                    config.shape().rankOfCoord((int) MessageEvent.origin(a)),
                    cycle);
            case EventKind.BARRIER_RELEASED -> released(a, cycle);
            case EventKind.TREE_ARRIVED,
                    EventKind.TREE_HEAD,
                    EventKind.TREE_DATA,
                    EventKind.TREE_REFUSED,
                    EventKind.TREE_EMPTY -> {
                if (event.kind() == EventKind.TREE_REFUSED && a == CollectiveRefusal.ABORTED) {
                    break; // for tools that give raw commands
                }
                if (device != null && device.used) {
                    device.react(event, cycle);
                } else {
                    tree.react(event, cycle);
                }
            }
            case EventKind.DEVICE_ANSWER -> device().react(event, cycle);
            case EventKind.EPOCH_OPENED,
                    EventKind.EPOCH_DENIED,
                    EventKind.EPOCH_CLOSED,
                    EventKind.EPOCH_ENDED,
                    EventKind.EPOCH_FREED,
                    EventKind.EPOCH_ERROR -> epochs.react(event.kind(), a, event.b(), cycle);
            case EventKind.COUNTER_BELOW, // puts came before their COUNTER_SET, and are counted
                    EventKind.EPOCH_EXPOSED,
                    EventKind.BARRIER_COUNTER,
                    EventKind.BARRIER_REFUSED,
                    EventKind.DLA_PURGED,
                    EventKind.DLA_CLEARED,
                    EventKind.TASK_RETURNS -> {} // for tools that give raw commands
            case EventKind.COMMAND_REFUSED -> host.run.complain(
                    null, cycle, "node " + host.node + ": COMMAND_REFUSED of task " + GuardEvent.task(a));
            default -> messaging().react(event, cycle);
        }
    }

    /** @param a a HwLayout.BarrierEvent */
    private void released(long a, long cycle) {
        Operation[] entered = barriers[Nonsense.index(BarrierEvent.barrier(a), barriers.length, "barrier")];
        long mask = BarrierEvent.tasks(a);
        for (int task = 0; task < entered.length; task++) {
            if ((mask >>> task & 1) != 0 && entered[task] != null) {
                Operation op = entered[task];
                entered[task] = null;
                done(op, cycle, 0);
            }
        }
    }

    /**
     * Handles the DMA engine's events about a tag: the operation under the tag is done, flushed, refused or rejected.
     * Counters and FIFO slots that become free are returned.
     */
    private void completed(EventCursor event, long cycle) {
        int kind = event.kind();
        int tag = (int) (kind == EventKind.OP_LOCAL ? HwLayout.Header1.tag(event.b()) : OpEvent.tag(event.a()));
        Operation op = host.tags.owner(tag);
        if (kind == EventKind.OP_REJECTED) {
            rejected(op, (int) event.b(), cycle);
        } else if (op == null) {
            String what = EventKind.name(kind) + " for tag " + tag + ", which was never used";
            host.run.complain(null, cycle, "node " + host.node + ": " + what);
        } else if (kind == EventKind.FLUSH_DONE && op.kind() == OpKind.QUIET) {
            injection.flushed(op, cycle);
        } else if (kind == EventKind.OP_REFUSED) {
            boolean goesOn = OpEvent.goesOn(event.a()) != 0;
            host.run.refused(op, cycle, (int) OpEvent.reason(event.a()), goesOn);
            if (!goesOn) {
                freeCounter(op, cycle);
            }
        } else {
            done(op, cycle, kind == EventKind.OP_RESULT ? event.b() : 0);
            freeCounter(op, cycle);
        }
    }

    private void freeCounter(Operation op, long cycle) {
        if (op.kind() == OpKind.GET && host.counters.release(op.id())) {
            injection.counterFree(cycle);
            if (messaging != null) {
                messaging.counterFreed(cycle);
            }
        }
    }

    private void rejected(Operation op, int reason, long cycle) {
        if (op == null || reason != RejectReason.EPOCH) {
            host.run.complain(op, cycle, "node " + host.node + ": OP_REJECTED, reason " + RejectReason.name(reason));
            return;
        }
        host.run.finished(op, cycle, Result.REJECTED, 1);
        freeCounter(op, cycle);
        injection.slotFree(Injection.fifoOf(op), cycle);
    }
}
