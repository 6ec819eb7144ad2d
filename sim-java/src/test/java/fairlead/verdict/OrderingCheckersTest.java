// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.program.OpKind;
import fairlead.program.Ops;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the fence, barrier, packet and standstill verdicts on invented runs. */
@Tag("M-6")
@Tag("M-8")
@Tag("M-980")
class OrderingCheckersTest {
    private static final int FAR = 512;

    private final Story story = new Story();

    private void armed(long cycle, int op) {
        story.event(cycle, 0, EventKind.FLUSH_ARMED, op, 0, 0);
    }

    private void acts(long cycle) {
        story.atomic(cycle, 1, Story.LANDING + FAR, 1, 5, 8);
    }

    private void barriers() {
        for (int node = 0; node < 3; node++) {
            story.add(node, Ops.barrier());
        }
        story.begin().posted(0, 1).posted(1, 2);
    }

    private void brokenSum() {
        story.brokenSums = 1;
    }

    /** The run has not drained. */
    private void stands() {
        story.drained = false;
        story.open = List.of("op 0");
    }

    /** What FenceAccount finds makes the verdict false, although every byte is in memory in time. */
    @Test
    void aFlushThatIsToldWithoutADescriptorIsCaught() {
        Script.play("put 1 0; flush 1; begin 2; pieces 0 10; armed 15 1; done 1 20", this, story);
        assertEquals(15, story.firstViolation());
        story.fails("fence_ordering", "cycle 15: node 0 arms tag 1, and no such descriptor has left");
    }

    @Test
    @Tag("R-FEN-1")
    @Tag("R-FEN-10")
    @Tag("hazard-fence-13")
    void aQuietCoversEveryTargetAndAFlushOnlyItsOwn() {
        int near = story.put(1, 0);
        int far = story.put(2, 1);
        int flush = story.add(0, Ops.flush(1));
        int quiet = story.add(0, Ops.quiet());
        story.begin().posted(near, 1).posted(far, 1).posted(flush, 2).posted(quiet, 2);
        story.pieces(near, 10).done(flush, 15).done(quiet, 16).pieces(far, 20);
        story.fails("fence_ordering", "op 3 (QUIET");
        assertTrue(
                !story.verdict("fence_ordering").detail().contains("op 2"),
                "the flush to node 1 says nothing about node 2");
    }

    @Test
    @Tag("R-FEN-4")
    void aFlushNeedNotWaitForAPutThatWasPostedBehindIt() {
        Script.play("put 1 0; flush 1; put 1 1; begin 3; pieces 0 10; done 1 12; pieces 2 20", this, story);
        story.holds("fence_ordering", 1);
    }

    @Test
    @Tag("R-BAR-7")
    void aReleaseBeforeTheLastEntryIsCaught() {
        Script.play("barriers; posted 2 20; done 0 20", this, story);
        story.fails("barrier_safety", "released in cycle 20, the last task entered in cycle 20");
    }

    /** Packets are of node 0 or 1; their low words tell them apart. */
    @ParameterizedTest(name = "{1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            barrier_safety | a task that never enters | barriers; done 0 20 | never
            conservation | a missing packet | begin; packet 1 true 0 5; packet 2 true 0 6; packet 9 false 0 5 \
                | node 0 sent 2 requests, 1 were delivered
            conservation | a doubled packet | begin; packet 1 true 0 5; packet 9 false 0 5; packet 9 false 0 5 \
                | node 0 sent 1 requests, 2 were delivered
            conservation | another header | begin; packet 1 true 0 5; packet 9 false 0 7 | with other headers
            conservation | a wrong credit sum | begin; brokenSum | 1 credit sums are wrong
            deadlock_freedom | a packet in flight | begin; packet 1 true 0 5; stands | 1 packets in flight
            deadlock_freedom | no packet | begin; packet 1 true 0 5; packet 9 false 0 5; stands | software_wait
            fence_ordering | a flush before the last byte \
                | put 1 0; flush 1; begin 2; piece 0 0 10 0; done 1 10; piece 0 1 11 0 \
                | was done in cycle 10, an earlier operation was in memory only in cycle 11
            fence_ordering | a flush of a put that never reaches memory | put 1 0; flush 1; begin 2; done 1 10 | never
            fence_ordering | a put before an earlier one across a fence | put 1 0; fence 1; put 1 1; begin 3; \
                piece 0 0 10 0; piece 2 0 11 0; piece 0 1 12 0; piece 2 1 13 0; done 1 4 | op 2 (PUT
            fence_ordering | a fetch-add has not acted before what is behind its fence, and the run is cut off \
                | fadd FAR 5; fence 1; put 1 0; begin 3; done 1 4; pieces 2 10; cutOff | an operation before it never
            """)
    void whatIsCaught(String verdict, String name, String calls, String finding) {
        Script.play(calls, this, story);
        story.fails(verdict, finding);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            barrier_safety | 1 | barriers; posted 2 20; done 0 21
            conservation | 14 | begin; packet 1 true 0 5; packet 2 true 1 6; packet 9 false 0 5; packet 9 false 1 6
            deadlock_freedom | 2 | begin; packet 1 true 0 5; packet 2 true 1 6; packet 9 false 0 5; packet 9 false 1 6
            fence_ordering | 1 | put 1 0; flush 1; begin 2; pieces 0 10; done 1 12
            fence_ordering | 1 | put 1 0; fence 1; put 1 1; begin 3; pieces 0 10; pieces 2 12; done 1 4
            # a fetch-add that has acted is in memory although its answer is on its way at a cut-off
            fence_ordering | 1 | fadd FAR 5; fence 1; put 1 0; begin 3; done 1 4; acts 9; pieces 2 10; cutOff
            """)
    void whatHolds(String verdict, long checked, String calls) {
        Script.play(calls, this, story);
        story.holds(verdict, checked);
    }

    @Test
    void aStandstillWithPacketsInFlightIsADeadlock() {
        Script.play("begin; packet 1 true 0 5; stands", this, story);
        assertEquals("deadlock", story.verdict("deadlock_freedom").extra().get("kind"));
    }

    @Test
    void aRunThatIsCutOffWhileMovingClaimsNothing() {
        Script.play("begin; packet 1 true 0 5; cutOff", this, story);
        assertEquals(null, story.verdict("deadlock_freedom").holds());
    }

    /** Two atomics that change nothing and find the same; the later one, after a fence, is told first. */
    @Test
    void anAtomicIsNotTakenForAnEqualOneThatActedBeforeItsPacketLeft() {
        int word = Story.LANDING + 512;
        int other = story.add(2, Ops.fetchOp(OpKind.FOR, 1, word, 0));
        int put = story.put(1, 0);
        int fence = story.add(0, Ops.fence(1));
        int late = story.add(0, Ops.fetchOp(OpKind.FOR, 1, word, 0));
        story.begin().posted(other, 1).posted(put, 1).posted(fence, 2).posted(late, 3);
        story.request(4, true, other, PacketType.FADD, 1).atomic(10, 1, word, WriteOp.FETCH_OR, 0, 8);
        story.pieces(put, 15).done(fence, 18);
        story.request(20, true, late, PacketType.FADD, 1).atomic(30, 1, word, WriteOp.FETCH_OR, 0, 8);
        story.event(33, 0, EventKind.OP_RESULT, late, 0, 0).done(late, 33);
        story.event(40, 2, EventKind.OP_RESULT, other, 0, 0).done(other, 40);
        assertEquals(Boolean.TRUE, story.verdict("fence_ordering").holds());
    }
}
