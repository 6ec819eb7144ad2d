// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.machine.Depths;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.program.Strangers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs a program on an engine (D9, D3). The executor is causal: an event of cycle c lets software act in cycle c +
 * software latency at the earliest. Events are handled in one fixed order, so the result does not depend on the cycles
 * in which batches end.
 *
 * <p>An executor runs once, on one thread; only {@link #requestStop} may be called from another thread.
 */
public class Executor {
    private static final long QUIET = 1 << 16; // cycles without events after which batches become longer
    private static final int QUIET_SHARE = 16; // a batch is so small a part of the time without events

    final Engine engine;
    final Progress run;
    String nonsense = "";
    private final Program program;
    private final ExecutorOptions options;
    private final Node[] nodes;
    private final Strangers strangers; // null for none
    private long quietSince; // end of the last batch with an event
    private volatile boolean stopRequested;

    public Executor(Engine engine, Program program, ExecutorOptions options, Observer... observers) {
        this(engine, program, options, new Progress(program, latency(engine), observers.clone()), tagged(program));
    }

    /** @param tagged approximate number of tags that each node needs */
    Executor(Engine engine, Program program, ExecutorOptions options, Progress run, int[] tagged) {
        this.engine = engine;
        this.program = program;
        this.options = options;
        this.run = run;
        nodes = new Node[program.nodes()];
        checkFits(engine.config());
        strangers = options.strangers() == null ? null : new Strangers(program, engine.config());
        buildNodes(engine.config(), tagged);
    }

    static int latency(Engine engine) {
        return engine.config().latency().software();
    }

    private static int[] tagged(Program program) {
        int[] tagged = new int[program.nodes()];
        for (Operation op : program.operations()) {
            tagged[op.node()] +=
                    op.kind() == OpKind.QUIET ? tagged.length : op.kind().isNetwork() ? 1 : 0;
        }
        return tagged;
    }

    private void checkFits(MachineConfig config) {
        if (!config.shape().equals(program.shape())) {
            throw new ProgramException(
                    "the program is for " + program.shape() + " nodes, the machine has " + config.shape());
        }
        if (config.memoryBytes() < program.memoryBytes() || config.messageBase() != program.messageBase()) {
            throw new ProgramException("the machine's memory_bytes or message base is not the program's");
        }
        for (int node = 0; node < nodes.length; node++) {
            if (config.tasks(node) != program.tasks(node)) {
                throw new ProgramException(
                        "node " + node + " has " + config.tasks(node) + " tasks, its program " + program.tasks(node));
            }
        }
    }

    private void buildNodes(MachineConfig config, int[] tagged) {
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = new Node(run, program, config, node, tagged[node], options);
        }
        for (Operation op : program.operations()) {
            if (op.isOfDla()) {
                nodes[op.node()].messaging().expect(op);
            }
            nodes[op.node()].tree.expect(op);
            if (op.counter() >= 0) {
                int owner = op.kind() == OpKind.PUT ? op.target() : op.node();
                nodes[owner].host.counters.reserve(op.counter());
            }
        }
        for (Node node : nodes) {
            String refusal = node.messaging == null ? "" : node.messaging.check();
            if (!refusal.isEmpty()) {
                throw new ProgramException(refusal);
            }
        }
    }

    /** Ends the run after the current batch. */
    public void requestStop() {
        stopRequested = true;
    }

    public ExecutionReport run() {
        begin();
        EndReason reason = null;
        while (reason == null) {
            for (Observer observer : run.observers) {
                observer.commands(run.commands);
            }
            engine.submit(run.commands);
            run.commands.clear();
            StopReason stop = engine.run(nextStop(engine.cycle()));
            EventCursor events = engine.events();
            quietSince = events.count() > 0 ? engine.cycle() : quietSince;
            consume(events, stop);
            for (Observer observer : run.observers) {
                observer.batch(engine.cycle(), run.table.open());
            }
            reason = reasonToEnd(stop);
        }
        return report(reason);
    }

    long nextStop(long now) {
        long batch = Math.max(options.quantum(), (now - quietSince - QUIET) / QUIET_SHARE);
        long stop = Math.min(now + batch, options.maxCycles());
        for (Observer observer : run.observers) {
            stop = Math.min(stop, observer.stopBefore(now));
        }
        return stop;
    }

    /** Returns why the run ends here, or null if it goes on. */
    EndReason reasonToEnd(StopReason stop) {
        if (stop == StopReason.FAILED) {
            return EndReason.FAILED;
        }
        if (!nonsense.isEmpty()) {
            return EndReason.NONSENSE;
        }
        if (stop == StopReason.IDLE && run.commands.count() == 0) {
            return run.table.open() == 0 ? EndReason.COMPLETED : EndReason.STUCK;
        }
        if (stopRequested) {
            return EndReason.INTERRUPTED;
        }
        for (Observer observer : run.observers) {
            if (observer.isEnough(engine.cycle())) {
                return EndReason.STOPPED;
            }
        }
        return engine.cycle() >= options.maxCycles() ? EndReason.MAX_CYCLES : null;
    }

    // ---- start

    void begin() {
        program.loads().forEach(load -> engine.loadMemory(load.node(), load.address(), load.data()));
        for (int node = 0; options.counts() && node < nodes.length; node++) {
            long on = HwLayout.CounterControl.ON_MASK << HwLayout.CounterControl.ON_LSB;
            nodes[node].host.command(0, 0, HwLayout.TileCommand.COUNT_CONTROL, on);
        }
        for (ExecutorOptions.Fault fault : options.faults()) {
            nodes[fault.node()].host.command(
                    fault.cycle(), 0, HwLayout.TileCommand.FAULT_ARM, fault.id(), fault.operand(), 0, 0);
        }
        credits();
        if (strangers != null) {
            ExecutorOptions.Drawn drawn = options.strangers();
            new StrangerTasks(
                            strangers,
                            engine.config(),
                            drawn.seed(),
                            drawn.horizon(),
                            (node, cycle, task, owner, op, w) ->
                                    nodes[node].host.command(cycle, task, owner, op, w[0], w[1], w[2], w[3]))
                    .give();
        }
        drainReady(0);
    }

    /**
     * Divides the slots of each target's reception FIFO among its senders, in cycle 0. A sender without credits cannot
     * send (D8(b)); the messages of ApplicationMessagingModule need neither slots nor credits.
     */
    private void credits() {
        Depths depths = engine.config().buffers().receptions();
        TreeMap<Integer, BitSet> senders = new TreeMap<>();
        int depth = Integer.MAX_VALUE;
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.SEND) {
                senders.computeIfAbsent(op.target(), t -> new BitSet()).set(op.node());
                depth = Math.min(depth, depths.at(FifoNumber.reception(op.remote())));
            }
        }
        for (Map.Entry<Integer, BitSet> entry : senders.entrySet()) {
            int target = entry.getKey();
            BitSet origins = entry.getValue();
            int share = depth / origins.cardinality();
            if (share == 0) {
                throw new ProgramException(
                        "node " + target + " has " + origins.cardinality() + " senders and a reception FIFO of " + depth
                                + " packets: a sender needs a slot of its own, or messages by RTS/CTS");
            }
            origins.stream().forEach(origin -> {
                NodeHost host = nodes[origin].host;
                host.command(0, 0, HwLayout.TileCommand.MSG_CREDIT, host.coord(target), share, 0, 0);
            });
        }
    }

    // ---- events

    /** Hot path: handles every event of the run. */
    void consume(EventCursor events, StopReason stop) {
        for (Observer observer : run.observers) {
            observer.events(events);
        }
        while (nonsense.isEmpty() && events.next()) {
            run.lastEvent = events.cycle();
            if (HwLayout.EventKind.isReactive(events.kind()) && !isOfStrangers(events)) {
                react(events);
            }
        }
    }

    private boolean isOfStrangers(EventCursor event) {
        return strangers != null
                && event.node() < nodes.length
                && strangers.caused(event.node(), event.kind(), event.a(), event.b());
    }

    /**
     * Lets the node's software react to an event. A faulty machine may report an event about an operation, table entry
     * or node that does not exist, which is a finding about the machine.
     */
    final void react(EventCursor event) {
        long act = event.cycle() + run.latency;
        try {
            nodes[Nonsense.index(event.node(), nodes.length, "node")].react(event, act);
        } catch (Nonsense e) {
            nonsense = "node " + event.node() + " says " + HwLayout.EventKind.name(event.kind()) + " 0x"
                    + Long.toHexString(event.a()) + " 0x" + Long.toHexString(event.b())
                    + ", which software can make no sense of (" + e.getMessage() + ")";
            for (Observer observer : run.observers) {
                observer.nonsense(event.cycle(), nonsense);
            }
        }
        drainReady(act);
    }

    private void drainReady(long now) {
        while (!run.ready.isEmpty()) {
            Operation op = run.ready.remove();
            long cycle = Math.max(Math.max(now, run.table.readyAt(op.id())), op.notBefore());
            run.table.delay(op.id(), cycle);
            run.count(op, 1);
            if (run.skips(op)) {
                run.skipped(op, cycle);
                if (op.isOfDla()) {
                    nodes[op.node()].messaging().skipped(op, cycle);
                }
            } else {
                nodes[op.node()].start(op, cycle, now);
            }
        }
    }

    // ---- end

    private ExecutionReport report(EndReason reason) {
        List<ExecutionReport.Open> open = new ArrayList<>();
        for (int id = 0; id < program.size(); id++) {
            if (!run.table.isDone(id)) {
                open.add(new ExecutionReport.Open(program.operation(id), run.table.state(id), run.table.since(id)));
            }
        }
        int unclaimed = 0;
        for (Node node : nodes) {
            unclaimed += node.receiver.unclaimed();
        }
        return new ExecutionReport(
                reason,
                run.lastEvent + 1,
                run.table,
                open,
                List.copyOf(run.errors),
                unclaimed,
                run.denials,
                run.discards,
                run.resends,
                nonsense.isEmpty() ? engine.failure() : nonsense);
    }
}
