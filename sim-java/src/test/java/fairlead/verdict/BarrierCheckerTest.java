// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.Ops;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private void enters(int node) {
        story.command(10, node, TileCommand.BAR_ENTER, 1L << 4, 0);
    }

    private void entersAsOther(int node) {
        story.command(10, node, TileCommand.BAR_ENTER, 0, 0);
    }

    /** A node joins the barrier with all its tasks. */
    private void joins(int node) {
        Script.play(
                "enters %1$s; told 11 %1$s BARRIER_JOINED 0 0; told 12 %1$s BARRIER_GLOBAL 0 0".formatted(node), this);
    }

    private void told(long cycle, int node, int kind, long a, long count) {
        story.event(cycle, node, kind, a, count, 0);
    }

    @Test
    void whoEntersIsCountedAndReleasedHolds() {
        Script.play("joins 0; joins 1; joins 2", this);
        for (int node = 0; node < ids.length; node++) {
            told(20, node, EventKind.BARRIER_RELEASED, 1, 1);
            story.done(ids[node], 20);
        }
        assertEquals(-1, story.firstViolation());
        story.holds("barrier_safety", 3);
    }

    /** The task of a node is its master, which adds nothing as it joins; with one task an instance adds 1. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a task that has not entered | told 11 1 BARRIER_JOINED 0 0 | 11 \
                | cycle 11: node 1 counts task 0 as joined, whose software has not entered
            a task that is counted twice | enters 1; told 11 1 BARRIER_JOINED 0 0; told 15 1 BARRIER_JOINED 0 0 | 15 \
                | cycle 15: node 1 counts task 0
            a task that is counted before its command acts | enters 1; told 9 1 BARRIER_JOINED 0 0 | 9 \
                | whose software has not entered
            a task that does not exist | enters 1; told 11 1 BARRIER_JOINED 5 0 | 11 | counts task 5 as joined
            a node that joins without its task | enters 2; told 12 2 BARRIER_GLOBAL 0 0 | 12 \
                | node 2 joins the global barrier without task 0
            a task that was not counted | enters 0; told 20 0 BARRIER_RELEASED 1 0 | 20 \
                | node 0 releases task 0, which it has not counted as joined
            a task that is released twice \
                | joins 0; joins 1; joins 2; told 20 0 BARRIER_RELEASED 1 1; told 30 0 BARRIER_RELEASED 1 2 | 30 \
                | cycle 30: node 0 releases task 0, which it has not counted as joined
            a counter that is not that of the joins | enters 1; told 11 1 BARRIER_JOINED 0 1 | 11 \
                | cycle 11: node 1 has a barrier counter of 1 where its joins and releases make 0
            a join of a task that is not the master | entersAsOther 1; told 11 1 BARRIER_JOINED 0 1 | -1 |
            a counter that an instance does not advance | joins 1; told 20 1 BARRIER_RELEASED 1 0 | 20 \
                | cycle 20: node 1 has a barrier counter of 0 where its joins and releases make 1
            a counter that software uses itself \
                | enters 1; told 9 1 BARRIER_COUNTER 0 7; told 11 1 BARRIER_JOINED 0 9 | -1 |
            a release in the cycle of the last entry | done 0 10 | 10 \
                | released in cycle 10, the last task entered in cycle 10
            """)
    void whatNodesTell(String name, String calls, long seen, String finding) {
        Script.play(calls, this, story);
        assertEquals(seen, story.firstViolation());
        story.judge("barrier_safety", finding);
    }
}
