// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.Ops;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the verdict barrier_safety on invented runs of three nodes: which tasks have entered, and which tasks a node
 * has counted.
 */
@Tag("M-79")
@Tag("M-72")
@Tag("M-982")
@Tag("M-927")
class BarrierCheckerTest {
    private final Story story = new Story();
    private final int[] ids = new int[3];

    BarrierCheckerTest() {
        for (int node = 0; node < ids.length; node++) {
            ids[node] = story.add(node, Ops.barrier());
        }
        story.begin();
        for (int node = 0; node < ids.length; node++) {
            story.posted(ids[node], 10);
        }
    }

    private void fails(final String detail, final long seen) {
        assertEquals(seen, story.firstViolation());
        story.fails("barrier_safety", detail);
    }

    private void enters(final int node) {
        story.command(10, node, TileCommand.BAR_ENTER, 1L << 4, 0);
    }

    private void told(final long cycle, final int node, final int kind, final long a) {
        story.event(cycle, node, kind, a, 0, 0);
    }

    @Test
    void whoEntersIsCountedAndReleasedHolds() {
        for (int node = 0; node < ids.length; node++) {
            enters(node);
            told(11, node, EventKind.BARRIER_JOINED, 0);
            told(12, node, EventKind.BARRIER_GLOBAL, 0);
        }
        for (int node = 0; node < ids.length; node++) {
            story.event(20, node, EventKind.BARRIER_RELEASED, 1, 1, 0);
            story.done(ids[node], 20);
        }
        assertEquals(-1, story.firstViolation());
        assertEquals(3, story.verdict("barrier_safety").checked());
        assertEquals(Boolean.TRUE, story.verdict("barrier_safety").holds());
    }

    @Test
    void aTaskThatIsCountedAndHasNotEnteredIsCaught() {
        told(11, 1, EventKind.BARRIER_JOINED, 0);
        fails("cycle 11: node 1 counts task 0 as joined, whose software has not entered", 11);
    }

    @Test
    void aTaskThatIsCountedTwiceIsCaught() {
        enters(1);
        told(11, 1, EventKind.BARRIER_JOINED, 0);
        told(15, 1, EventKind.BARRIER_JOINED, 0);
        fails("cycle 15: node 1 counts task 0", 15);
    }

    @Test
    void aTaskThatIsCountedBeforeItsCommandActsIsCaught() {
        enters(1);
        told(9, 1, EventKind.BARRIER_JOINED, 0);
        fails("whose software has not entered", 9);
    }

    @Test
    void aTaskThatDoesNotExistIsCaught() {
        enters(1);
        told(11, 1, EventKind.BARRIER_JOINED, 5);
        fails("counts task 5 as joined", 11);
    }

    @Test
    void aNodeThatJoinsTheGlobalBarrierWithoutItsTaskIsCaught() {
        enters(2);
        told(12, 2, EventKind.BARRIER_GLOBAL, 0);
        fails("node 2 joins the global barrier without task 0", 12);
    }

    @Test
    void aTaskThatIsReleasedAndWasNotCountedIsCaught() {
        enters(0);
        told(20, 0, EventKind.BARRIER_RELEASED, 1);
        fails("node 0 releases task 0, which it has not counted as joined", 20);
    }

    @Test
    void aTaskThatIsReleasedTwiceIsCaught() {
        enters(0);
        enters(1);
        enters(2);
        for (int node = 0; node < 3; node++) {
            told(11, node, EventKind.BARRIER_JOINED, 0);
            told(12, node, EventKind.BARRIER_GLOBAL, 0);
        }
        story.event(20, 0, EventKind.BARRIER_RELEASED, 1, 1, 0);
        story.event(30, 0, EventKind.BARRIER_RELEASED, 1, 2, 0);
        fails("cycle 30: node 0 releases task 0, which it has not counted as joined", 30);
    }

    /** The task of a node is its master, which adds nothing as it joins; with one task an instance adds 1. */
    @Test
    void aCounterThatIsNotThatOfTheJoinsIsCaught() {
        enters(1);
        story.event(11, 1, EventKind.BARRIER_JOINED, 0, 1, 0);
        fails("cycle 11: node 1 has a barrier counter of 1 where its joins and releases make 0", 11);
    }

    @Test
    void aJoinOfATaskThatIsNotTheMasterAddsOne() {
        story.command(10, 1, TileCommand.BAR_ENTER, 0, 0);
        story.event(11, 1, EventKind.BARRIER_JOINED, 0, 1, 0);
        assertEquals(-1, story.firstViolation());
    }

    @Test
    void aCounterThatAnInstanceDoesNotAdvanceIsCaught() {
        enters(1);
        told(11, 1, EventKind.BARRIER_JOINED, 0);
        told(12, 1, EventKind.BARRIER_GLOBAL, 0);
        told(20, 1, EventKind.BARRIER_RELEASED, 1);
        fails("cycle 20: node 1 has a barrier counter of 0 where its joins and releases make 1", 20);
    }

    @Test
    void nothingIsRequiredOfACounterThatSoftwareUsesItself() {
        enters(1);
        story.event(9, 1, EventKind.BARRIER_COUNTER, 0, 7, 0);
        story.event(11, 1, EventKind.BARRIER_JOINED, 0, 9, 0);
        assertEquals(-1, story.firstViolation());
    }

    @Test
    void aReleaseInTheCycleOfTheLastEntryIsSeenThen() {
        story.done(ids[0], 10);
        fails("released in cycle 10, the last task entered in cycle 10", 10);
    }
}
