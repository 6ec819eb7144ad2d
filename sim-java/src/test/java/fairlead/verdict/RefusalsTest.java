// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochAdmission;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.Result;
import fairlead.run.Machines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests refusals with and without a cause on invented runs. */
@Tag("M-79")
@Tag("M-982")
class RefusalsTest {
    private static final int INDEX = 3;

    private final Story story = new Story();
    private int toldReason = RefusalReason.EPOCH;

    /** Lets `origin` send the INIT of an epoch that it opens to node 1. */
    private void init(long cycle, int origin, int index) {
        story.control(cycle, PacketType.INIT, origin, 1, index, 5);
    }

    /** Node 1 admits ids that have, or have not, the bits of the INITs of this story, which are 5. */
    private void admits(long cycle, boolean theirs) {
        long key = theirs ? 5 : 4;
        long word = key << EpochAdmission.KEY_LSB | 7L << EpochAdmission.MASK_LSB;
        story.command(cycle, 1, TileCommand.EPOCH_ADMIT, word, 0);
    }

    /** A task of node 1, or its system with a bit that means nothing, bars all ids; the node refuses that. */
    private void refusedRule(long cycle, boolean ofTask) {
        long word = 0xFFFFL << EpochAdmission.MASK_LSB | (ofTask ? 0 : 1L << EpochAdmission.WIDTH);
        int owner = ofTask ? 1 : CommandBuffer.SYSTEM;
        story.command(cycle, 1, owner, TileCommand.EPOCH_ADMIT, word, 0);
    }

    private void granted(long cycle) {
        story.control(cycle, PacketType.INIT_ACK, 1, 0, INDEX, 0);
    }

    private void ended(long cycle, int origin) {
        story.event(cycle, origin, EventKind.EPOCH_ENDED, INDEX, 0, 0);
    }

    private void denied(int index) {
        story.event(15, 2, EventKind.EPOCH_DENIED, index, 0, 0); // as no NACK has come, without a reason
    }

    private void deniedFor(int reason) {
        story.event(110, 0, EventKind.EPOCH_DENIED, INDEX, reason, 0);
    }

    private void told() {
        story.event(30, 0, EventKind.OP_REFUSED, 0, 0, 0).ended(0, 30, Result.REFUSED);
    }

    /** The event gives another reason than the NACK. */
    private void mistaken() {
        toldReason = RefusalReason.OUTSIDE;
        refused();
    }

    private void outside() {
        story.nack(30, PacketType.PUT, 1, 0, 0, 0, RefusalReason.OUTSIDE);
    }

    private void put() {
        story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING, 32, 1).attempt());
        story.begin();
    }

    /** Lets node 1 refuse the put in cycle 30, which was handed over in cycle 20 and has arrived. */
    private void refused() {
        long word0 = story.header(PacketType.PUT, 0, 1, 32);
        story.packet(22, true, 0, word0, 0).packet(25, false, 1, word0, 0);
        story.nack(30, PacketType.PUT, 1, 0, 0, 0, RefusalReason.EPOCH)
                .event(32, 0, EventKind.OP_REFUSED, (long) toldReason << OpEvent.REASON_LSB, 0, 0)
                .ended(0, 32, Result.REFUSED);
    }

    private void fullTable() {
        for (int index = 0; index < HwLayout.TARGET_EPOCHS; index++) {
            init(10 + index, 2, index);
        }
    }

    /** A message is refused when software has been given so many credits beyond the slots. */
    private void message(int more) {
        story.withMessages().add(0, Ops.sendValue(1, Story.SOURCE, 9, 9).attempt());
        int slots = Machines.of(new Shape(3, 1, 1), 1).buffers().reception();
        story.begin().command(0, 0, TileCommand.MSG_CREDIT, story.coord(1), slots + more);
        story.posted(0, 20).nack(30, PacketType.MSG, 1, 0, 0, 0, RefusalReason.SLOT);
    }

    @Test
    void aRefusalWithoutAnEpochIsCaughtWhenItLeaves() {
        Script.play("put; posted 0 20; refused", this, story);
        assertEquals(30, story.firstViolation());
        story.fails(
                "conservation",
                "cycle 30: node 1 refuses node 0 op 0 (PUT node 1, node 0 task 0) without cause, reason EPOCH");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            during the epoch of another | put; init 10 2 INDEX; posted 0 20; refused |
            during its own epoch | put; init 10 0 INDEX; posted 0 20; refused | without cause
            after the origin of the epoch has seen its end | put; init 10 2 INDEX; ended 19 2; posted 0 20; refused \
                | without cause
            an epoch that ends while the put is on its way | put; init 10 2 INDEX; posted 0 20; ended 21 2; refused |
            an epoch that was denied | put; init 10 2 INDEX; denied INDEX; posted 0 20; refused | without cause
            the epoch of the first index that was denied | put; init 10 2 0; denied 0; posted 0 20; refused \
                | without cause
            a refusal that was never sent | put; posted 0 20; told \
                | node 0 says that its operation with tag 0 was refused, reason 0, and no NACK of it has come
            a refusal for another reason than that of the NACK | put; init 10 2 INDEX; posted 0 20; mistaken \
                | was refused, reason OUTSIDE, and no NACK of it has come
            a reason that the operation does not give | put; init 10 2 INDEX; posted 0 20; outside \
                | without cause, reason OUTSIDE
            a refusal of no operation | put; nack 30 PUT 1 0 7 0 0 | node 1 refuses node 0 tag 7, which is of no operation
            a message for which there are slots | message 0 | refuses node 0 op 0 (SEND
            a message beyond the slots | message 1 |
            an INIT that is denied with room in the table \
                | put; init 10 2 INDEX; init 12 0 INDEX; nack 20 INIT 1 0 INDEX 0 6 \
                | node 0 an epoch, index 3, reason TABLE, without cause: at most 1 others were open there
            an INIT that is denied by a full table | put; fullTable; init 90 0 INDEX; nack 100 INIT 1 0 INDEX 0 6; \
                deniedFor 6 |
            an INIT that is denied without a reason | put; fullTable; init 90 0 INDEX; nack 100 INIT 1 0 INDEX 0 0 \
                | index 3, reason 0, without cause
            an INIT that is denied for a holder where nothing refuses \
                | put; fullTable; init 90 0 INDEX; nack 100 INIT 1 0 INDEX 0 7 | index 3, reason HELD, without cause
            a denial for another reason than that of the NACK \
                | put; fullTable; init 90 0 INDEX; nack 100 INIT 1 0 INDEX 0 6; deniedFor 0 \
                | node 0 says that its epoch with index 3 was denied, reason 0, and no NACK of it has come
            an INIT that is queued where nothing queues \
                | put; init 10 2 INDEX; init 12 0 INDEX; nack 20 INIT 1 0 INDEX 1 0 \
                | an epoch, index 3 (queued), without cause
            an INIT of an id that is not admitted \
                | put; admits 5 false; init 10 0 INDEX; nack 20 INIT 1 0 INDEX 0 2; deniedFor 2 |
            an INIT that is barred though it is admitted \
                | put; admits 5 true; init 10 0 INDEX; nack 20 INIT 1 0 INDEX 0 2 | index 3, reason EPOCH, without cause
            an INIT that is barred where the rule has changed long before \
                | put; admits 5 false; admits 7 true; init 10 0 INDEX; nack 20 INIT 1 0 INDEX 0 2 \
                | index 3, reason EPOCH, without cause
            an INIT that is barred while the rule changes \
                | put; admits 5 false; init 10 0 INDEX; admits 12 true; nack 20 INIT 1 0 INDEX 0 2; deniedFor 2 |
            an INIT that is granted though it is not admitted \
                | put; admits 5 false; init 10 0 INDEX; granted 20 \
                | node 1 grants node 0 an epoch whose id it does not admit: 5
            a rule of a task, which is none | put; refusedRule 5 true; init 10 0 INDEX; granted 20 |
            a malformed rule, which is none | put; refusedRule 5 false; init 10 0 INDEX; granted 20 |
            an epoch that nobody opens | put; nack 20 INIT 1 0 INDEX 0 0 \
                | an epoch with index 3, which has not asked for it
            """)
    void causes(String name, String calls, String finding) {
        Script.play(calls, this, story);
        story.judge("conservation", finding);
    }
}
