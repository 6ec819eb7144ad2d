// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.ports.PortEvents;
import fairlead.twin.ports.TestTile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests rules and timing of docs/spec/barrier-unit.md, cycle by cycle. An event that the page shows in t + 1 carries t
 * here.
 */
@Tag("M-18")
class BarrierUnitTest {
    private static final int A = 0b100;
    private static final int B = 0b010;
    private static final int C = 0b001;

    private final TestTile tile = new TestTile();
    private final PortEvents events = tile.events;
    private BarrierUnit unit;
    private long t;

    private void build(final int tasks, final int width) {
        tile.tasks = tasks;
        tile.barrierWidth = width;
        unit = new BarrierUnit(tile.context(), 0);
    }

    private void edge() {
        unit.step(t);
        unit.edge(t);
        t++;
        events.at(t);
    }

    private void edges(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            edge();
        }
    }

    private void enter(final int task, final boolean master) {
        final long word = (long) task << BarrierCommand.TASK_LSB | (master ? 1L << BarrierCommand.MASTER_LSB : 0);
        unit.command(TileCommand.BAR_ENTER, word, 0, 0, 0);
    }

    private void joined(final int task, final boolean master) {
        enter(task, master);
        edge();
    }

    // ---- timing table, and the page's diagram

    @Test
    void theDiagramOfOneTaskAndOneNode() {
        build(1, 8);
        final int[] giIn = {0, A, A, B, B, B, B, B};
        final int[] giOut = {A, A, B, B, B, B, B, B};
        for (int cycle = 0; cycle < giIn.length; cycle++) {
            if (cycle == 0) {
                enter(0, true);
            }
            unit.giIn(giIn[cycle]);
            assertEquals(giOut[cycle], unit.giOut(), "giOut in cycle " + cycle);
            edge();
        }
        events.expect("0 BARRIER_JOINED 0 0", "1 BARRIER_GLOBAL 0 0", "5 BARRIER_RELEASED 1 1");
        assertFalse(unit.busy());
    }

    @Test
    void aJoinThatIsIgnoredDoesNotHoldTheGate() {
        build(3, 4);
        unit.giIn(A);
        joined(2, false);
        joined(0, true);
        joined(1, false); // cycle 2: all tasks are in
        enter(1, false); // ignored: the task still waits, so there is no join in cycle 3
        edge();
        events.expect("0 BARRIER_JOINED 2 1", "1 BARRIER_JOINED 0 1", "2 BARRIER_JOINED 1 2", "3 BARRIER_GLOBAL 0 2");
        assertEquals(B, unit.giOut());
    }

    @ParameterizedTest(name = "latency {0}")
    @ValueSource(ints = {1, 2, 7})
    void aloneTheLastJoinIsReleasedLatencyPlusFiveLater(final int latency) {
        build(2, 8);
        final int[] wires = new int[latency]; // giOut of the last cycles
        for (int cycle = 0; cycle < 60; cycle++) {
            unit.giIn(wires[cycle % latency]);
            wires[cycle % latency] = unit.giOut(); // the pins carry the value that the register shows in this cycle
            if (cycle == 20) {
                enter(1, false);
            } else if (cycle == 30) {
                enter(0, true);
            }
            edge();
        }
        // visible in 30 + latency + 5; an event of cycle t is visible in t + 1
        events.expect(
                "20 BARRIER_JOINED 1 1",
                "30 BARRIER_JOINED 0 1",
                "31 BARRIER_GLOBAL 0 1",
                30 + latency + 4 + " BARRIER_RELEASED 3 2");
    }

    @Test
    void aReleasedTaskMayJoinInTheCycleInWhichItsReleaseIsVisible() {
        build(1, 8);
        unit.giIn(A);
        joined(0, true); // cycle 0
        edges(1); // the gate opens in cycle 1
        unit.giIn(B); // cycle 2
        edges(2); // registered in 3, C advances at the end of 3
        enter(0, true); // cycle 4: ignored, because the task still waits
        edge();
        assertEquals(0, unit.giOut() & A);
        joined(0, true); // cycle 5
        events.expect("0 BARRIER_JOINED 0 0", "1 BARRIER_GLOBAL 0 0", "4 BARRIER_RELEASED 1 1", "5 BARRIER_JOINED 0 1");
    }

    // ---- rule 3

    @Test
    void rule3TheOwnStepMustBeSeenAndTheFormerPatternBeGone() {
        build(1, 8);
        unit.giIn(A);
        joined(0, true);
        edge();
        events.take();
        for (final int pattern : new int[] {A, A | B, 0, C, A | C}) {
            unit.giIn(pattern);
            edges(4);
            assertFalse(unit.busy());
        }
        events.expect();
        unit.giIn(B | C); // another node is one instance ahead
        final long seen = t;
        edges(4);
        events.expect(seen + 2 + " BARRIER_RELEASED 1 1");
    }

    @Test
    void rule3TheSecondInstanceWaitsForTheSecondPatternToGo() {
        build(1, 8);
        unit.giIn(A);
        joined(0, true);
        edge();
        unit.giIn(B);
        edges(4);
        joined(0, true);
        edges(2);
        assertEquals(C, unit.giOut());
        events.take();
        unit.giIn(B | C);
        edges(5);
        events.expect();
        unit.giIn(C);
        edges(4);
        assertEquals(1, events.take().size());
        joined(0, true);
        edges(2);
        assertEquals(A, unit.giOut(), "and round again");
    }

    // ---- rules 1, 4, 5: any N, any width, through the wrap of C

    @ParameterizedTest(name = "{0} tasks, {1} bits")
    @CsvSource({
        "1, 1", "1, 2", "2, 2", "3, 3", "3, 6", "4, 3", "5, 4", "7, 4", "8, 4", "9, 5", "15, 5", "16, 5", "16, 16"
    })
    void anInstanceAdvancesCByPAndReleasesAllThroughEveryWrap(final int tasks, final int width) {
        build(tasks, width);
        int power = 1;
        while (power < tasks) {
            power *= 2;
        }
        final int modulus = 1 << width;
        final int all = (1 << tasks) - 1;
        int c = 0;
        final int instances = 3 * modulus / power < 200 ? 3 * modulus / power + 2 : 20;
        for (int instance = 0; instance < instances; instance++) {
            final int master = instance % tasks;
            for (int i = 0; i < tasks; i++) {
                final int task = (i + 2 * instance) % tasks; // the master may come at any position
                unit.giIn(unit.giOut());
                joined(task, task == master);
                if (task != master) {
                    c = (c + 1) % modulus;
                }
                events.expect(t - 1 + " BARRIER_JOINED " + task + " " + c);
            }
            edge();
            events.expect(t - 1 + " BARRIER_GLOBAL 0 " + c);
            unit.giIn(unit.giOut());
            edges(3);
            c = (c + power - tasks + 1) % modulus;
            assertEquals(0, c % power, "a multiple of P");
            events.expect(t - 1 + " BARRIER_RELEASED " + all + " " + c);
            assertFalse(unit.busy());
        }
    }

    // ---- rule 6

    @Test
    void rule6WhatIsIgnoredChangesNothing() {
        build(3, 4);
        unit.giIn(A);
        joined(3, false); // there is no such task
        joined(15, true);
        events.expect();
        joined(1, false);
        joined(1, false); // the task still waits
        joined(1, true);
        joined(0, true);
        joined(2, true); // a second master
        events.expect("2 BARRIER_JOINED 1 1", "5 BARRIER_JOINED 0 1");
        joined(2, false);
        edges(3);
        events.expect("7 BARRIER_JOINED 2 2", "8 BARRIER_GLOBAL 0 2");
    }

    @Test
    void rule6NoMasterIsLeftWhenAllJoinAsOthers() {
        build(2, 4);
        unit.giIn(A);
        joined(0, false);
        joined(1, false); // this would be the second of N - 1 = 1 joins
        events.expect("0 BARRIER_JOINED 0 1");
        joined(1, true);
        edge();
        events.expect("2 BARRIER_JOINED 1 1", "3 BARRIER_GLOBAL 0 1");
    }

    // ---- rules 7 and 8: the counter by itself

    private void count(final int op, final int task, final int k) {
        unit.command(op, (long) k << BarrierCount.K_LSB | (long) task << BarrierCount.TASK_LSB, 0, 0, 0);
        edge();
    }

    @Test
    @Tag("R-BAR-1")
    void rule8AddsOfAnyTasksFetchAndSumUpModuloTheWidth() {
        build(3, 4);
        count(TileCommand.BAR_ADD, 2, 15);
        count(TileCommand.BAR_ADD, 0, 65535);
        count(TileCommand.BAR_READ, 1, 7);
        count(TileCommand.BAR_ADD, 15, 2);
        count(TileCommand.BAR_READ, 0, 0);
        events.expect(
                "0 BARRIER_COUNTER 2 0",
                "1 BARRIER_COUNTER 0 15",
                "2 BARRIER_COUNTER 1 14",
                "3 BARRIER_COUNTER 15 14",
                "4 BARRIER_COUNTER 0 0");
    }

    @Test
    @Tag("R-BAR-1")
    void rule8AnAddIsRefusedWhileATaskIsInTheBarrierAndAReadIsNot() {
        build(2, 4);
        unit.giIn(A);
        joined(1, false);
        count(TileCommand.BAR_ADD, 1, 4);
        joined(0, true);
        count(TileCommand.BAR_READ, 0, 0); // the gate opens in this cycle
        unit.giIn(B);
        edges(2);
        count(TileCommand.BAR_ADD, 0, 4); // the tasks leave in this cycle
        count(TileCommand.BAR_ADD, 0, 4);
        events.expect(
                "0 BARRIER_JOINED 1 1",
                "1 BARRIER_REFUSED 1 1",
                "2 BARRIER_JOINED 0 1",
                "3 BARRIER_COUNTER 0 1", // on the port of releases
                "3 BARRIER_GLOBAL 0 1",
                "6 BARRIER_RELEASED 3 2",
                "6 BARRIER_REFUSED 0 2",
                "7 BARRIER_COUNTER 0 2");
    }

    @Test
    @Tag("R-BAR-1")
    void rule7AFirstJoinIsRefusedWhileTheCounterIsNoMultipleOfP() {
        build(3, 4);
        count(TileCommand.BAR_ADD, 0, 5);
        joined(1, false);
        joined(0, true);
        count(TileCommand.BAR_ADD, 0, 3);
        joined(1, false);
        events.expect(
                "0 BARRIER_COUNTER 0 0",
                "1 BARRIER_REFUSED 1 5",
                "2 BARRIER_REFUSED 0 5",
                "3 BARRIER_COUNTER 0 5",
                "4 BARRIER_JOINED 1 9");
    }

    @Test
    void otherCommandsAreNotItsOwn() {
        build(1, 4);
        for (int op = 0; op < 20; op++) {
            if (op != TileCommand.BAR_ENTER && op != TileCommand.BAR_ADD && op != TileCommand.BAR_READ) {
                unit.command(op, 1L << BarrierCommand.MASTER_LSB, 0, 0, 0);
                edge();
            }
        }
        events.expect();
    }

    @Test
    void busyOnlyWhileSomethingWillChangeByItself() {
        build(2, 4);
        unit.giIn(A);
        joined(1, false);
        assertFalse(unit.busy());
        joined(0, true);
        assertTrue(unit.busy(), "the gate opens");
        edge();
        assertFalse(unit.busy(), "waiting for the others");
        unit.giIn(B);
        edge();
        assertTrue(unit.busy(), "C will advance");
        edge();
        assertTrue(unit.busy(), "tasks will be released");
        edge();
        assertFalse(unit.busy());
    }
}
