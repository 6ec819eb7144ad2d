// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;

/**
 * The barrier of a node's tasks and its leg of the global barrier, cycle for cycle as in docs/spec/barrier-unit.md
 * (R-BAR-1 to R-BAR-9). A counter C of w bits advances in each instance by P, the smallest power of two >= N.
 */
public final class BarrierUnit {
    private static final int FIRST_PATTERN = 0b100;
    private static final int PATTERN = 0b111;
    private static final int EVENT_PORTS = 2; // of one class route

    private final EventPorts events;
    private final Attention attention;
    private final int part; // its bit of the tile's attention
    private final int joins; // event units
    private final int releases;
    private final long name; // of the barrier, in the events
    private final int tasks; // number of tasks N
    private final int padMask; // P - 1
    private final int counterMask; // mask of the counter's w bits

    private int counter; // the counter C
    private int waiting; // mask of the tasks that are in the barrier
    private int sampled; // by task: epoch bit before the task's own join
    private int gone; // mask of the tasks that have left, until they join again
    private boolean masterIn;
    private boolean inGlobal;
    private int pattern = FIRST_PATTERN;
    private int seen; // value of giIn in the previous cycle

    // inputs of this cycle
    private int pins;
    private int op; // op code of this cycle's command, or 0 for none
    private long command;

    /** @param barrier 0 for the barrier of all nodes, 1 + r for that of class route r */
    public BarrierUnit(TileContext tile, int barrier) {
        events = tile.events();
        attention = tile.attention();
        part = Attention.barrier(barrier);
        int ports = EVENT_PORTS * Math.max(0, barrier - 1);
        joins = ports + (barrier == 0 ? EventUnit.BARRIER_JOIN : EventUnit.ROUTE_JOIN0);
        releases = ports + (barrier == 0 ? EventUnit.BARRIER_RELEASE : EventUnit.ROUTE_RELEASE0);
        name = (long) barrier << BarrierEvent.BARRIER_LSB;
        tasks = barrier == 0
                ? tile.machine().tasks(tile.node())
                : tile.machine().collective().tasks(barrier - 1, tile.node());
        padMask = tasks <= 1 ? 0 : (Integer.highestOneBit(tasks - 1) << 1) - 1;
        counterMask = (1 << tile.machine().barrierWidth()) - 1;
    }

    /**
     * Receives the OR of all nodes' patterns, which is on the pins from the next cycle to be stepped until the next
     * call.
     */
    public void giIn(int ofAllNodes) {
        pins = ofAllNodes;
        attention.stir(part);
    }

    /** Returns the pattern of this node, a register: 100, 010, 001, 100, one step for each instance. */
    public int giOut() {
        return pattern;
    }

    public void command(int given, long w0) {
        if (given == TileCommand.BAR_ENTER
                || given == TileCommand.BAR_LEAVE
                || given == TileCommand.BAR_ADD
                || given == TileCommand.BAR_READ) {
            op = given;
            attention.stir(part);
            command = w0;
        }
    }

    public void edge(long t) {
        if (!attention.has(part)) {
            return;
        }
        boolean isComplete = isComplete();
        int spared = spared();
        int epochBit = counter & padMask + 1;
        int leaving = leaving();
        boolean gate = isGateOpen();
        if (leaving != 0) { // rule 5
            events.emit(releases, EventKind.BARRIER_RELEASED, name | leaving, counter);
        }
        int before = waiting;
        waiting &= ~leaving;
        if (op == TileCommand.BAR_ENTER) {
            gate = !join(before, epochBit, tasks - 1 - spared, gate) && gate;
        } else if (op != 0) {
            count(before, gate);
        }
        if (gate) { // rule 2
            inGlobal = true;
            pattern = pattern >> 1 | pattern << 2 & PATTERN;
            events.emit(joins, EventKind.BARRIER_GLOBAL, name, counter);
        }
        if (isComplete) { // rule 4: the master's own 1 and the padding
            inGlobal = false;
            masterIn = false;
            counter = counter + padMask + 2 - tasks + spared & counterMask;
        }
        seen = pins;
        op = 0;
        attention.keep(part, isGateOpen() || isComplete() || leaving() != 0);
    }

    /**
     * Returns whether all nodes have joined (rule 3): the pins show the new pattern of this node's own step, and no
     * longer the former one.
     */
    private boolean isComplete() {
        int former = pattern << 1 & PATTERN | pattern >> 2;
        return inGlobal && (seen & former) == 0 && (seen & pattern) != 0;
    }

    private boolean isGateOpen() {
        int next = pattern >> 1 | pattern << 2 & PATTERN;
        boolean isNobodyLeft = Integer.bitCount(absent()) == tasks; // then the node follows the others
        boolean called = waiting != 0 || isNobodyLeft && (seen & next) != 0;
        return (masterIn || stands()) && !inGlobal && called && arrived() == tasks - 1 - spared();
    }

    private int absent() {
        return gone & ~waiting;
    }

    /** Returns whether all others are in and none of them is the master. */
    private boolean stands() {
        return !masterIn && absent() != 0 && arrived() + Integer.bitCount(absent()) == tasks;
    }

    /** Returns the number of joins, without that of the master, that do not come. */
    private int spared() {
        return Integer.bitCount(absent()) - (stands() ? 1 : 0);
    }

    /** Returns C - B: the number of joins of this instance, without that of the master. */
    private int arrived() {
        return counter & padMask;
    }

    private int leaving() {
        boolean epoch = (counter & padMask + 1) != 0;
        return waiting & (epoch ? ~sampled : sampled);
    }

    /**
     * Executes BAR_ENTER (rules 1 and 6); returns whether the task joins.
     *
     * @param others joins without that of the master that the gate waits for
     * @param gate whether the gate opens if the task does not join
     */
    private boolean join(int waitingBefore, int epochBit, int others, boolean gate) {
        int task = (int) BarrierCommand.task(command);
        boolean leads = BarrierCommand.master(command) != 0 && !masterIn;
        int one = 1 << task;
        int absentees = gone & ~waitingBefore;
        boolean absent = (absentees & one) != 0;
        boolean follows = arrived() != others || absentees != 0 && (!masterIn || absent);
        boolean early = waitingBefore == 0 && arrived() != 0 || inGlobal && absent; // rules 7 and 9
        if (task >= tasks || early || (waitingBefore & one) != 0 || !leads && !follows) {
            events.emit(gate ? releases : joins, EventKind.BARRIER_REFUSED, name | task, counter);
            return false;
        }
        waiting |= one;
        gone &= ~one;
        sampled = epochBit != 0 ? sampled | one : sampled & ~one;
        if (leads) {
            masterIn = true;
        } else {
            counter = counter + 1 & counterMask;
        }
        events.emit(joins, EventKind.BARRIER_JOINED, name | task, counter);
        return true;
    }

    /**
     * Executes BAR_ADD, BAR_READ and BAR_LEAVE (rules 7 to 9). In the cycle in which the gate opens, the event uses the
     * port of releases, because there is no release in that cycle.
     */
    private void count(int waitingBefore, boolean gate) {
        boolean refused = op == TileCommand.BAR_ADD && (waitingBefore != 0 || masterIn || inGlobal);
        events.emit(
                gate ? releases : joins,
                refused ? EventKind.BARRIER_REFUSED : EventKind.BARRIER_COUNTER,
                name | BarrierCount.task(command),
                counter);
        int task = (int) BarrierCount.task(command);
        if (op == TileCommand.BAR_LEAVE && task < tasks) {
            gone |= 1 << task;
        }
        if (op == TileCommand.BAR_ADD && !refused) {
            counter = counter + (int) BarrierCount.k(command) & counterMask;
        }
    }

    /**
     * Returns whether the unit can act without an input; waiting for tasks or for other nodes does not count as acting.
     */
    public boolean busy() {
        return attention.has(part);
    }
}
