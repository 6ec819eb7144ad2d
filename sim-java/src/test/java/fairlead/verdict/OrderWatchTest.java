// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.EventKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the cycle in which a violation of order is noticed. The clock is told when it occurs, and the verdict at the
 * end agrees.
 */
@Tag("M-72")
@Tag("M-721")
class OrderWatchTest {
    private static final int ADD = 1;
    private static final int FAR = 512; // place of the word of a fetch-add before a fence

    private final Story story = new Story();

    /** A put, what follows it, and another put. */
    private void before(String last) {
        Script.play("put 1 0; " + last + " 1; put 1 1; begin 3", this, story);
    }

    /** A put, a quiet, and another put. */
    private void beforeQuiet() {
        Script.play("put 1 0; quiet; put 1 1; begin 3", this, story);
    }

    /** A fetch-add before a fence, whose answer comes later than the writes after the fence. */
    private void fencedAdd() {
        Script.play("fadd FAR 5; fence 1; put 1 1; fence 1; put 1 2; begin 5; done 1 4; done 3 5", this, story);
    }

    private void added(long cycle, int offset) {
        story.atomic(cycle, 1, Story.LANDING + offset, ADD, 5, 8);
    }

    private void answered(long cycle) {
        story.event(cycle, 0, EventKind.OP_RESULT, 0, 0, 0).done(0, cycle);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a get that is done early is seen with its last byte \
                | get 32; begin 1; piece 0 0 10 0; done 0 10; piece 0 1 15 0 | data_integrity | 15
            the same when the batch has both \
                | get 32; begin 1; piece 0 0 10 0; piece 0 1 15 0; done 0 10 | data_integrity | 15
            a get that is done with its last byte | get 32; begin 1; pieces 0 10; done 0 11 | data_integrity | -1
            a flush that is done early is seen with the last byte of what it covers \
                | before flush; piece 0 0 10 0; done 1 10; piece 0 1 12 0 | fence_ordering | 12
            the same when the batch of the flush has it \
                | before flush; piece 0 0 10 0; piece 0 1 12 0; done 1 10 | fence_ordering | 12
            a quiet that is done early | beforeQuiet; piece 0 0 10 0; done 1 10; piece 0 1 12 0 | fence_ordering | 12
            a flush says nothing of what comes behind it \
                | before flush; pieces 0 10; done 1 11; pieces 2 12 | fence_ordering | -1
            a fetch-add behind its flush is seen when its result tells when \
                | fadd 0 5; flush 1; begin 2; done 1 10; added 12 0; answered 18 | fence_ordering | 18
            what passes a fence is seen with the last byte of what is passed \
                | before fence; done 1 4; piece 2 0 10 0; pieces 0 11 | fence_ordering | 12
            what touches memory in the same cycle \
                | before fence; done 1 4; pieces 0 10; piece 2 0 11 0 | fence_ordering | 11
            a fence that is told done later is seen then \
                | before fence; piece 2 0 10 0; pieces 0 11; done 1 20 | fence_ordering | 20
            a fence in order | before fence; done 1 4; pieces 0 10; pieces 2 12 | fence_ordering | -1
            a fetch-add whose answer is late \
                | fencedAdd; added 9 FAR; pieces 2 10; pieces 4 12; answered 20 | fence_ordering | -1
            a fetch-add that acts with what is behind its fence is seen with its answer \
                | fencedAdd; piece 2 0 10 0; added 10 FAR; piece 2 1 11 0; pieces 4 12; answered 20 \
                | fence_ordering | 20
            a fetch-add that acts between the writes behind two fences \
                | fencedAdd; pieces 2 6; added 9 FAR; pieces 4 12; answered 20 | fence_ordering | 20
            """)
    void theFirstCycleThatShowsIt(String name, String calls, String verdict, long cycle) {
        Script.play(calls, this, story);
        assertEquals(cycle, story.firstViolation());
        story.judge(verdict, cycle < 0 ? null : ""); // any text
    }

    /** Judges on another thread may be behind, so a run does not end by a violation that was known too late. */
    @Test
    void aViolationThatIsKnownLateCountsLaterForTheEndOfTheRun() {
        Violations.Clock clock = new Violations.Clock();
        assertEquals(-1, clock.ends());
        clock.at(20_000);
        clock.violated(3_000);
        assertEquals(3_000, clock.first());
        assertEquals(20_000 - Checks.LATEST, clock.ends());
        clock.at(20_100);
        clock.violated(16_000);
        clock.violated(100);
        assertEquals(100, clock.first());
        assertEquals(20_000 - Checks.LATEST, clock.ends());
        clock.violated();
        assertEquals(100, clock.first());
    }
}
