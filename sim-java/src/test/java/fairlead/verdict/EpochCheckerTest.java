// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.EpochAccess;
import fairlead.program.Ops;
import fairlead.program.Result;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the verdict epoch_closure on invented runs. */
@Tag("M-EPO-1")
@Tag("M-EPO-2")
@Tag("M-721")
@Tag("M-982")
class EpochCheckerTest {
    private static final int ENTRY = 6;
    private static final int INDEX = 3; // epoch index at the origin

    private final Story story = new Story();

    /** Adds an operation of node 0 in the epoch of operation `open`. */
    private void putIn(int open) {
        story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING, 32, 1).in(open));
    }

    private void getIn(int open) {
        story.add(0, Ops.get(1, Story.SOURCE, Story.LANDING, 16, 0).in(open));
    }

    private void opens() {
        story.add(0, Ops.epochOpen(5, 1));
    }

    private void closes(int open) {
        story.add(0, Ops.epochClose(open));
    }

    /** An epoch in which node 0 opens epoch 5 to node 1, puts and closes; the put, operation 1, is posted. */
    private void epoch() {
        Script.play("opens; putIn 0; closes 0; epochOf 0", this);
    }

    /** The same after an operation of another node. */
    private void epochOf(int open) {
        Script.play("begin; given %s INDEX 1; exposed 5 5; granted 7 INDEX".formatted(open), this, story);
        story.done(open, 9).posted(open + 1, 10).posted(open + 2, 11);
    }

    private void strangersPut() {
        story.add(2, Ops.put(1, Story.SOURCE, Story.LANDING + 64, 32, 2));
    }

    private void strangersGet() {
        story.add(2, Ops.get(1, Story.SOURCE, Story.LANDING + 128, 16, 0));
    }

    /** Lets INIT_ACK leave node 1. */
    private void granted(long cycle, int index) {
        granted(cycle, index, ENTRY);
    }

    private void granted(long cycle, int index, int entry) {
        story.control(cycle, PacketType.INIT_ACK, 1, 0, index, entry);
    }

    private void terminated(long cycle) {
        story.control(cycle, PacketType.TERM, 0, 1, ENTRY, 0);
    }

    private void closed(long cycle, int failed) {
        story.event(cycle, 0, EventKind.EPOCH_CLOSED, INDEX, failed, 0);
    }

    private void end(long cycle) {
        story.event(cycle, 0, EventKind.EPOCH_ENDED, INDEX, 0, 0);
    }

    private void exposed(long cycle, int id) {
        exposed(cycle, id, ENTRY);
    }

    private void exposed(long cycle, int id, int entry) {
        story.event(cycle, 1, EventKind.EPOCH_EXPOSED, entry, id, 0); // the origin is node 0
    }

    private void acked(long cycle) {
        story.event(cycle, 1, EventKind.EPOCH_ACKED, ENTRY, 1, 0);
    }

    private void freed(long cycle) {
        story.event(cycle, 1, EventKind.EPOCH_FREED, ENTRY, 5, 0);
    }

    /** The run can stop where a byte lands after the ACK of its target, or after the end at its origin. */
    @ParameterizedTest(name = "closed: {0}")
    @ValueSource(booleans = {false, true})
    void aByteThatLandsTooLateIsDatedWhereItLands(boolean isClosed) {
        Script.play("epoch; piece 1 0 20 0; acked 22" + (isClosed ? "; closed 25 0" : ""), this, story);
        assertEquals(-1, story.firstViolation());
        story.piece(1, 1, 30, 0);
        assertEquals(30, story.firstViolation());
        story.fails("epoch_closure", "30");
    }

    @Test
    @Tag("R-EPO-8")
    void aCloseBeforeATransferIsInMemoryIsCaught() {
        Script.play("epoch; acked 20; done 2 30; pieces 1 40", this, story);
        story.fails("epoch_closure", "a transfer of it was in memory in cycle 41");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            an epoch that closes after its last put \
                | epoch; pieces 1 20; acked 22; closed 25 0; terminated 27; freed 35; end 45; done 2 45 |
            epochs of one origin and id are known by their index: the target grants the second one first, which has \
                no put \
                | opens; putIn 0; opens; closes 0; closes 2; begin; given 0 3 1; given 2 4 1; exposed 5 5; \
                exposed 6 5 7; \
                granted 7 4; granted 8 3 7; posted 1 9; pieces 1 30; acked 20 |
            a grant for another index | opens; closes 0; begin; given 0 INDEX 1; exposed 5 5; granted 7 4 \
                | to index 4 of node 0, which has not asked for it
            a close that is told before its get is in memory \
                | opens; getIn 0; closes 0; begin; given 0 INDEX 1; exposed 5 5; granted 7 INDEX; posted 1 10; \
                acked 22; \
                closed 25 0; pieces 1 26; done 1 27; done 2 45 \
                | closed in cycle 25, a transfer of it was in memory in cycle 26
            a refused transfer that is not told | epoch; ended 1 20 REFUSED; acked 22; closed 25 0; done 2 45 \
                | closed without an error, and a transfer of it was refused
            a refused transfer that is told | epoch; ended 1 20 REFUSED; acked 22; closed 25 1; ended 2 45 FAILED |
            an error without a refused transfer | epoch; pieces 1 15; acked 22; closed 25 1; ended 2 45 FAILED \
                | closed with an error, and no transfer of it was refused
            an end before the target is free | epoch; pieces 1 15; acked 22; closed 25 0; end 40 \
                | whose target has not lifted its access limit
            what the origin sends beside its epoch | put 1 4; opens; putIn 1; closes 1; epochOf 1; pieces 2 15; \
                posted 0 12; pieces 0 18; done 0 20; acked 22; closed 25 0; terminated 50; freed 55 |
            a stranger's get | strangersGet; opens; putIn 1; closes 1; epochOf 1; pieces 2 15; posted 0 10; \
                pieces 0 40; \
                done 0 41; acked 22; terminated 50; freed 55 | read by cycle 40, while an epoch of node 0 was open there
            an access limit lifted before the termination | epoch; pieces 1 15; acked 22; closed 25 0; freed 26 \
                | access limit lifted in cycle 26, before its termination
            an acknowledgement before the last put \
                | epoch; piece 1 0 20 0; acked 20; piece 1 1 21 0; done 2 30; freed 35 \
                | acknowledged in cycle 20, its last put was in memory in cycle 21
            a close without an acknowledgement | epoch; pieces 1 20; done 2 30 | without an acknowledgement
            an access limit lifted before the last put | epoch; freed 15; pieces 1 20; done 2 30 | lifted in cycle 15
            a second acknowledgement | epoch; pieces 1 20; acked 22; acked 23; done 2 30 | a second time
            a window for an epoch that nobody asked for | epoch; exposed 12 8 | which nobody asked for
            """)
    void epochs(String name, String calls, String finding) {
        Script.play(calls, this, story);
        judge(finding);
    }

    private void judge(String finding) {
        if (finding == null) {
            story.holds("epoch_closure", 1);
        } else {
            story.fails("epoch_closure", finding);
        }
    }

    /**
     * Node 2 puts 32 bytes to node 1 in cycle `commit`; \
     * its packet leaves in cycle `left` if that is not -1. The epoch is
     * exposed in cycle 5 and terminated in cycle 50. The link to the target takes two cycles: what leaves one cycle
     * before the target opens arrives later.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a put that is served while an epoch is open, 10, -1, 40, 41",
        "a put that may arrive before the epoch, 3, -1, 40, -1",
        "a put from before the epoch that leaves when it is open, 3, 5, 40, 41",
        "a put that is on its way when the epoch opens, 4, -1, 40, 41",
        "a put that leaves before the epoch, 2, 3, 40, -1",
        "a put that is served when the epoch ends, 10, -1, 51, -1"
    })
    void strangers(String name, long posted, long left, long commit, long seen) {
        Script.play("strangersPut; opens; putIn 1; closes 1; epochOf 1; pieces 2 15", this, story);
        story.posted(0, posted);
        if (left >= 0) {
            story.request(left, true, 0, PacketType.PUT, 1);
        }
        Script.play("acked 22; closed 25 0", this);
        if (commit > 50) {
            terminated(50);
        }
        story.pieces(0, commit).done(0, commit);
        if (commit < 50) {
            terminated(50);
        }
        freed(55);
        assertEquals(seen, story.firstViolation());
        judge(seen < 0 ? null : "in memory in cycle 40, while an epoch of node 0 was open there");
    }

    /**
     * A put that may have been under way when the epoch opened in cycle 5 comes in cycle 38, after a packet that left
     * its port in cycle `before`.
     */
    @ParameterizedTest
    @CsvSource({
        "10, DONE, 'was served: a packet came between cycles 10 and 38, while an epoch of node 0 was open there'",
        "5, DONE,",
        "10, REFUSED,"
    })
    void aPacketBehindAnother(long before, Result result, String finding) {
        Script.play("strangersPut; opens; putIn 1; closes 1; epochOf 1; pieces 2 15; posted 0 3", this, story);
        story.packet(before, false, 0, 0).request(38, false, 0, PacketType.PUT, 1);
        Script.play("acked 42; closed 45 0", this);
        if (result == Result.DONE) {
            story.pieces(0, 40);
        }
        story.ended(0, 46, result);
        Script.play("terminated 50; freed 55", this);
        judge(finding);
    }

    // ---- an origin that waits for another one

    /** Node 2 waits at node 1, which node 0 holds. */
    private static Story waits(EpochAccess access) {
        Story story = new Story(access);
        int first = story.add(0, Ops.epochOpen(5, 1));
        int second = story.add(2, Ops.epochOpen(6, 1));
        story.add(0, Ops.epochClose(first));
        story.add(2, Ops.epochClose(second));
        story.begin().given(first, INDEX, 1).given(second, INDEX, 1);
        return story.event(5, 1, EventKind.EPOCH_EXPOSED, ENTRY, 5, 0)
                .control(7, PacketType.INIT_ACK, 1, 0, INDEX, ENTRY)
                .done(first, 9);
    }

    private static Object held(Story story) {
        return story.verdict("epoch_closure").extra().get("held");
    }

    @Test
    void whoHoldsATargetIsNamed() {
        assertEquals(Map.of(1, "node 2 waits at node 1, which node 0 holds"), held(waits(EpochAccess.QUEUE)));
    }

    @Test
    void aTargetThatIsFreeOrOpenToAllKeepsNobodyWaiting() {
        assertNull(held(waits(EpochAccess.QUEUE).control(20, PacketType.TERM, 0, 1, ENTRY, 0)));
        assertNull(held(waits(EpochAccess.OPEN)));
    }
}
