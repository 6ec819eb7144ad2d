// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.program.Result;
import fairlead.program.Successors;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program on an engine (D9, D3). The executor is causal: an event of cycle c lets software act in cycle c +
 * software latency at the earliest. Events are handled in one fixed order, so the result does not depend on the cycles
 * in which batches end.
 *
 * <p>An executor runs once, on one thread; only {@link #requestStop} may be called from another thread.
 */
public final class Executor {
    private final Engine engine;
    private final Program program;
    private final ExecutorOptions options;
    private final Observer[] observers;
    private final OpTable table;
    private final Operation[] operations;
    private final Node[] nodes;
    private final CommandBuffer commands = new CommandBuffer();
    private final IntQueue ready = new IntQueue();
    private final List<ExecutionReport.Failed> errors = new ArrayList<>();
    private final Standstill standstill;
    private final Decisions decisions;
    private final long latency;
    private long lastEvent = -1;
    private String nonsense = "";
    private volatile boolean stopRequested;

    public Executor(
            final Engine engine, final Program program, final ExecutorOptions options, final Observer... observers) {
        this.engine = engine;
        this.program = program;
        this.options = options;
        this.observers = observers.clone();
        final MachineConfig config = engine.config();
        latency = config.latency().software();
        table = new OpTable(program);
        standstill = new Standstill(program, engine.config().latency().software());
        decisions = new Decisions(this, table);
        operations = program.operations().toArray(new Operation[0]);
        nodes = new Node[program.nodes()];
        checkFits(config);
        buildNodes(config);
    }

    private void checkFits(final MachineConfig config) {
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

    private void buildNodes(final MachineConfig config) {
        final int[] tagged = new int[nodes.length];
        for (final Operation op : operations) {
            tagged[op.node()] +=
                    op.kind() == OpKind.QUIET ? nodes.length : op.kind().isNetwork() ? 1 : 0;
        }
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = new Node(this, program, config, node, tagged[node], options);
        }
        for (final Operation op : operations) {
            nodes[op.node()].messaging().expect(op);
            nodes[op.node()].tree().expect(op);
            if (op.counter() >= 0) {
                nodes[op.kind() == OpKind.PUT ? op.target() : op.node()]
                        .counters()
                        .reserve(op.counter());
            }
        }
        for (final Node node : nodes) {
            final String refusal = node.messaging().check();
            if (!refusal.isEmpty()) {
                throw new ProgramException(refusal);
            }
        }
    }

    /** Ends the run after the current batch. */
    public void requestStop() {
        stopRequested = true;
    }

    /** Returns the progress so far. Other observers may read it between batches. */
    public OpTable table() {
        return table;
    }

    public ExecutionReport run() {
        begin();
        EndReason reason = null;
        while (reason == null) {
            for (final Observer observer : observers) {
                observer.commands(commands);
            }
            engine.submit(commands);
            commands.clear();
            final StopReason stop = engine.run(nextStop(engine.cycle()));
            consume(engine.events());
            for (final Observer observer : observers) {
                observer.batch(engine.cycle(), table.open());
            }
            reason = reasonToEnd(stop);
        }
        return report(reason);
    }

    private long nextStop(final long now) {
        long stop = Math.min(now + options.quantum(), options.maxCycles());
        for (final Observer observer : observers) {
            stop = Math.min(stop, observer.stopBefore(now));
        }
        return stop;
    }

    private EndReason reasonToEnd(final StopReason stop) {
        if (stop == StopReason.FAILED) {
            return EndReason.FAILED;
        }
        if (!nonsense.isEmpty()) {
            return EndReason.NONSENSE;
        }
        if (stop == StopReason.IDLE && commands.count() == 0) {
            return table.open() == 0 ? EndReason.COMPLETED : EndReason.STUCK;
        }
        if (stopRequested) {
            return EndReason.INTERRUPTED;
        }
        for (final Observer observer : observers) {
            if (observer.isEnough(engine.cycle())) {
                return EndReason.STOPPED;
            }
        }
        return engine.cycle() >= options.maxCycles() ? EndReason.MAX_CYCLES : null;
    }

    // ---- start

    private void begin() {
        program.loads().forEach(load -> engine.loadMemory(load.node(), load.address(), load.data()));
        for (int node = 0; options.counts() && node < nodes.length; node++) {
            nodes[node].command(
                    0,
                    0,
                    HwLayout.TileCommand.COUNT_CONTROL,
                    HwLayout.CounterControl.ON_MASK << HwLayout.CounterControl.ON_LSB,
                    0,
                    0,
                    0);
        }
        for (final ExecutorOptions.Fault fault : options.faults()) {
            nodes[fault.node()].command(
                    fault.cycle(), 0, HwLayout.TileCommand.FAULT_ARM, fault.id(), fault.operand(), 0, 0);
        }
        new MessageShares(operations, nodes).preset(engine.config().buffers().receptions());
        for (int id = 0; id < operations.length; id++) {
            if (table.isReady(id)) {
                ready.add(id);
            }
        }
        drainReady(0);
    }

    // ---- events

    /** Hot path: handles every event of the run. */
    private void consume(final EventCursor events) {
        for (final Observer observer : observers) {
            observer.events(events);
        }
        while (nonsense.isEmpty() && events.next()) {
            lastEvent = events.cycle();
            if (HwLayout.EventKind.isReactive(events.kind())) {
                final long act = lastEvent + latency;
                react(events, act);
                drainReady(act);
            }
        }
    }

    /**
     * Lets the node's software react to an event. A faulty machine may report an event about an operation, table entry
     * or node that does not exist. The resulting exception is reported as a finding about the machine, not as an error
     * of the software.
     */
    private void react(final EventCursor event, final long act) {
        try {
            nodes[event.node()].react(event, act);
        } catch (final IndexOutOfBoundsException
                | IllegalStateException
                | IllegalArgumentException
                | NullPointerException e) {
            complainOf(event, e);
        }
    }

    private void complainOf(final EventCursor event, final RuntimeException why) {
        nonsense = "node " + event.node() + " says " + HwLayout.EventKind.name(event.kind()) + " 0x"
                + Long.toHexString(event.a()) + " 0x" + Long.toHexString(event.b())
                + ", which software can make no sense of (" + why.getMessage() + ")";
        for (final Observer observer : observers) {
            observer.nonsense(event.cycle(), nonsense);
        }
    }

    private void drainReady(final long now) {
        while (!ready.isEmpty()) {
            final Operation op = operations[ready.take()];
            final long cycle = Math.max(Math.max(now, table.readyAt(op.id())), op.notBefore());
            table.delay(op.id(), cycle);
            table.queued(op.id());
            standstill.begun(op);
            if (decisions.skips(op)) {
                skipped(op, cycle);
            } else {
                nodes[op.node()].start(op, cycle, now);
            }
        }
    }

    /** Ends an operation that is not performed. Nothing of it reaches the machine, so observers are not told. */
    private void skipped(final Operation op, final long cycle) {
        table.finish(op.id(), cycle, Result.SKIPPED, 0);
        standstill.ended(op, cycle);
        nodes[op.node()].messaging().skipped(op, cycle);
        meetAll(Successors.onPost(op.id()), cycle);
        meetAll(Successors.onDone(op.id()), cycle);
    }

    // ---- called by the nodes

    Operation operation(final int id) {
        return operations[id];
    }

    int latency() {
        return (int) latency;
    }

    Decisions decisions() {
        return decisions;
    }

    Standstill standstill() {
        return standstill;
    }

    CommandBuffer commands() {
        return commands;
    }

    void tagged(final int id, final int tag, final long cycle) {
        for (final Observer observer : observers) {
            observer.posted(operations[id], tag, cycle);
        }
    }

    void entered(final int id, final long cycle) {
        if (!table.post(id, cycle)) {
            return;
        }
        final Operation op = operations[id];
        if (!op.kind().isNetwork() && op.kind() != OpKind.QUIET && op.kind() != OpKind.EPOCH_OPEN) {
            tagged(id, -1, cycle);
        }
        meetAll(Successors.onPost(id), cycle);
    }

    void finished(final int id, final long cycle, final Result result, final long value) {
        if (table.isDone(id)) {
            return;
        }
        entered(id, cycle);
        table.finish(id, cycle, result, value);
        final Operation op = operations[id];
        standstill.ended(op, cycle);
        blame(op, cycle, result);
        for (final Observer observer : observers) {
            observer.finished(op, table.result(id), Math.max(lastEvent, table.postedAt(id)));
        }
        meetAll(Successors.onDone(id), cycle);
        decisions.ended(id, cycle);
    }

    /** Marks one requirement of each operation of a list as met. */
    private void meetAll(final int list, final long cycle) {
        final Successors next = table.next();
        final int end = next.first(list + 1);
        for (int place = next.first(list); place < end; place++) {
            if (table.met(next.at(place), cycle)) {
                ready.add(next.at(place));
            }
        }
    }

    private void blame(final Operation op, final long cycle, final Result result) {
        final boolean bad = result == Result.REFUSED
                || result == Result.REJECTED
                || result == Result.FAILED
                || result == Result.DISCARDED;
        if (bad && !op.isAttempt()) {
            errors.add(
                    new ExecutionReport.Failed(op, result, cycle, result.name().toLowerCase(java.util.Locale.ROOT)));
        }
    }

    /** Notes that a put or message was refused, before or after its local completion. */
    void spoiled(final int id, final long cycle, final Result result) {
        if (table.result(id) != result) {
            table.spoil(id, result);
            blame(operations[id], cycle, result);
            for (final Observer observer : observers) {
                observer.finished(operations[id], result, Math.max(lastEvent, table.postedAt(id)));
            }
        }
    }

    void complain(final int id, final long cycle, final String what) {
        errors.add(new ExecutionReport.Failed(id < 0 ? null : operations[id], null, cycle, what));
    }

    // ---- end

    private ExecutionReport report(final EndReason reason) {
        final List<ExecutionReport.Open> open = new ArrayList<>();
        for (int id = 0; id < operations.length; id++) {
            if (!table.isDone(id)) {
                open.add(new ExecutionReport.Open(operations[id], table.state(id), table.since(id)));
            }
        }
        int unclaimed = 0;
        long denials = 0;
        long discards = 0;
        long resends = 0;
        for (final Node node : nodes) {
            unclaimed += node.receiver().unclaimed();
            denials += node.epochs().denials();
            discards += node.messaging().discards();
            resends += node.messaging().retries();
        }
        return new ExecutionReport(
                reason,
                lastEvent + 1,
                table,
                open,
                List.copyOf(errors),
                unclaimed,
                denials,
                discards,
                resends,
                nonsense.isEmpty() ? engine.failure() : nonsense);
    }
}
