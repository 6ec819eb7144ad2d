// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Flushes and fences, on events made by hand: node 0 flushes nodes 1 and 2 and itself. */
@Tag("M-980")
class FenceAccountTest {
    private static final int FIFO = 2;
    private static final int MEMORY = 1 << 16;
    private static final int OWN = 1; // tags of the operations of the program
    private static final int GET = 2;
    private static final int STORE = 3;
    private static final int OWN_STORE = 4;
    private static final int PUT = 5;
    private static final int FLUSH = 6;
    private final Program program = program();
    private final MachineConfig machine =
            MachineConfig.of(new Shape(3, 1, 1)).memoryBytes(MEMORY).build();
    private final Run run = new Run(program, machine);
    private final OpTimes times = run.times;
    private final FenceAccount account = new FenceAccount(run);
    private final Violations violations = account.violations;

    {
        program.operations().forEach(op -> run.given(op, op.id() + 1));
    }

    private static Program program() {
        final ProgramBuilder program = new ProgramBuilder("flushes", new Shape(3, 1, 1), List.of(1, 1, 1), MEMORY);
        final int source = program.windows().everywhere("source", 4096);
        final int landing = program.windows().everywhere("landing", 8192);
        program.task(0, 0).add(Ops.put(0, source, landing + 4096, 32, 0));
        program.task(0, 0).add(Ops.get(1, landing + 1024, source, 2048, 0));
        program.task(0, 0).add(Ops.fadd(1, landing, 1).path(Path.STORE));
        program.task(0, 0).add(Ops.put(0, source, landing + 5120, 32, 0).path(Path.STORE));
        program.task(0, 0).add(Ops.put(1, source, landing + 6144, 32, 0));
        program.task(0, 0).add(Ops.flush(0));
        return program.build();
    }

    private static long word(final int kind, final int target, final int tag, final int mode) {
        return (long) kind << Descriptor0.KIND_LSB
                | (long) target << Descriptor0.TARGET_LSB
                | (long) tag << Descriptor0.TAG_LSB
                | (long) mode << Descriptor0.MODE_LSB
                | (long) FIFO << Descriptor0.FIFO_LSB;
    }

    private static long w0(final int type, final int from, final int to) {
        return (long) type << Header0.PTYPE_LSB
                | (long) from << Header0.SRC_LSB
                | (long) to << Header0.DST_LSB
                | 1L << Header0.LAST_LSB;
    }

    private void arm(final long cycle, final long word, final int entry, final int legs) {
        account.issued(cycle, 0, word);
        account.fence(
                cycle,
                0,
                EventKind.FLUSH_ARMED,
                Descriptor0.tag(word),
                (long) entry << FlushEvent.ENTRY_LSB | (long) legs << FlushEvent.LEGS_LSB);
    }

    private void flush(final long cycle, final int target, final int tag, final int entry, final int legs) {
        arm(cycle, word(HwLayout.OpKind.FLUSH, target, tag, 0), entry, legs);
    }

    private void fence(final long cycle, final int tag, final int entry, final int legs) {
        arm(cycle, word(HwLayout.OpKind.FENCE, 1, tag, 1), entry, legs);
    }

    private void sends(final long cycle, final long w0, final long w1) {
        account.injected(new Packet(machine.shape()).set(cycle, 0, EventUnit.TX_REQ0, w0, w1));
    }

    private void ping(final long cycle, final int entry, final int slot) {
        sends(cycle, w0(PacketType.PING, 0, 1), leg(entry, slot));
    }

    private void pong(final long cycle, final int entry, final int slot) {
        account.delivered(new Packet(machine.shape())
                .set(cycle, 0, EventUnit.RX_RSP0, w0(PacketType.PONG, 1, 0), leg(entry, slot)));
    }

    private static long leg(final int entry, final int slot) {
        return (long) entry << Header1.ENTRY_LSB | (long) slot << Header1.SLOT_LSB;
    }

    private void trip(final long cycle, final int entry, final int slot) {
        ping(cycle, entry, slot);
        pong(cycle + 10, entry, slot);
    }

    private void flushed(final long cycle, final int tag, final int entry) {
        account.fence(cycle, 0, EventKind.FLUSH_DONE, tag, entry);
    }

    private void fenced(final long cycle, final int tag) {
        account.fence(cycle, 0, EventKind.FENCE_DONE, tag, 0);
    }

    /** A request of the store path is given in this cycle, and its packet enters the network ten cycles later. */
    private void command(final long cycle, final int op) {
        final CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 0, 0, op, 0, 0, 0, 0, 0);
        account.command(commands, 0);
        sends(cycle + 10, w0(PacketType.FADD, 0, 1), (long) STORE << Header1.TAG_LSB);
    }

    private void sound() {
        account.finish(true);
        assertEquals(0, violations.count(), violations.text());
    }

    private void fails(final String what) {
        assertEquals(1, violations.count(), violations.text());
        assertTrue(violations.text().contains(what), violations.text());
    }

    @Test
    void flushesAndFencesOfAllKindsAreSound() {
        flush(10, 1, 20, 0, 1);
        trip(12, 0, 0);
        flushed(24, 20, 0);
        arm(30, word(HwLayout.OpKind.FENCE, 1, 21, 0), 0, 0); // nothing behind it can go another way
        fenced(30, 21);
        fence(40, 22, 0, 1);
        trip(41, 0, 0);
        fenced(60, 22);
        account.issued(62, 0, word(HwLayout.OpKind.PUT, 1, PUT, 0));
        command(70, TileCommand.DLA_REQUEST);
        flush(90, 1, 23, 0, 2);
        flush(91, 2, 24, 1, 2);
        ping(95, 0, 0);
        ping(96, 1, 0);
        trip(97, 1, 1);
        trip(98, 0, 1);
        pong(120, 0, 0);
        pong(121, 1, 0);
        flushed(122, 24, 1);
        flushed(123, 23, 0);
        flush(130, 0, 25, 7, 0);
        flushed(130, 25, 7);
        sound();
    }

    @Test
    void bothNumbersOfLegsAreSoundWhileARequestMayBeOnItsWay() {
        command(70, TileCommand.DLA_REQUEST);
        flush(75, 1, 20, 0, 1);
        flush(76, 1, 21, 1, 2);
        trip(80, 0, 0);
        trip(80, 1, 0);
        trip(80, 1, 1);
        flushed(100, 20, 0);
        flushed(101, 21, 1);
        sound();
    }

    /** A request that comes in the cycle before the arming is not yet counted, a packet in its cycle is. */
    @Test
    void theFirstAndTheLastCycleInWhichARequestMayBeOnItsWay() {
        command(38, TileCommand.DLA_REQUEST);
        flush(39, 1, 20, 0, 2);
        fails("its DLA was never used before");
        flush(40, 1, 21, 1, 2);
        flush(41, 1, 22, 2, 1);
        flush(48, 1, 23, 3, 1);
        assertEquals(1, violations.count(), violations.text());
        flush(49, 1, 24, 4, 1);
        assertEquals(2, violations.count(), violations.text());
    }

    @Test
    void aFlushOfAnotherNodeIsNotHeldAgainstAPutOnTheOwnNode() {
        account.issued(10, 0, word(HwLayout.OpKind.PUT, 0, OWN, 0));
        flush(12, 1, FLUSH, 0, 1);
        trip(13, 0, 0);
        flushed(25, FLUSH, 0);
        times.committed(OWN - 1, 30, 30);
        sound();
    }

    @Test
    void aFlushWithoutItsLegOfTheStorePathIsFound() {
        command(10, TileCommand.DLA_REQUEST);
        flush(40, 1, 20, 0, 1);
        fails("with 1 legs, and its DLA was used before");
    }

    @Test
    void aFlushWithALegOfAStorePathThatWasNeverUsedIsFound() {
        flush(40, 1, 20, 0, 2);
        fails("with 2 legs, and its DLA was never used before");
    }

    @Test
    void aFlushOfAnotherNodeWithoutALegIsFound() {
        flush(40, 1, 20, 0, 0);
        fails("a FLUSH of tag 20 with 0 legs");
    }

    @Test
    void aFenceWithoutALegBeforeUnorderedTrafficIsFound() {
        fence(40, 20, 0, 0);
        fails("a FENCE of tag 20 with 0 legs");
    }

    @Test
    void whatIsDoneBeforeItsPongIsFound() {
        flush(10, 1, 20, 0, 1);
        ping(12, 0, 0);
        flushed(20, 20, 0);
        fails("1 of its 1 legs are away");
    }

    @Test
    void aPongWithoutAPingIsFound() {
        flush(10, 1, 20, 0, 1);
        pong(14, 0, 0);
        fails("which has no PING under way");
    }

    @Test
    void aPingOfNoSlotIsFound() {
        ping(12, 3, 2);
        fails("sends a PING of entry 3, slot 2");
    }

    @Test
    void anEntryThatIsInUseIsFound() {
        flush(10, 1, 20, 3, 1);
        flush(11, 1, 21, 3, 1);
        fails("arms entry 3, which is in use");
    }

    @Test
    void anEntryThatIsTakenAgainInTheCycleOfItsEndIsFound() {
        flush(10, 0, 20, 3, 0);
        flushed(12, 20, 3);
        flush(12, 0, 21, 3, 0);
        fails("arms entry 3, which is in use");
    }

    @Test
    void anEntryThatTheMachineHasNotIsFound() {
        flush(10, 0, 20, HwLayout.FENCE_ENTRIES, 0);
        fails("which the machine has not");
    }

    @Test
    void anEndOfNothingAndAnEndOfTheOtherKindAreFound() {
        flushed(10, 20, 0);
        fails("it has armed no such descriptor");
        flush(20, 0, 21, 0, 0);
        fenced(20, 21);
        assertEquals(2, violations.count(), violations.text());
    }

    @Test
    void anEndThatNamesAnotherEntryIsFound() {
        flush(10, 0, 20, 2, 0);
        flushed(11, 20, 1);
        fails("had entry 1, and it was armed in 2");
    }

    @Test
    void anArmingWithoutADescriptorIsFound() {
        account.fence(10, 0, EventKind.FLUSH_ARMED, 20, 0);
        fails("no such descriptor has left");
    }

    @Test
    void whatNeverEndsIsFoundWhenTheMachineHasDrained() {
        flush(10, 1, 20, 5, 1);
        account.finish(false);
        assertEquals(0, violations.count(), "a run that was cut off");
        account.finish(true);
        fails("entry 5 in cycle 10 has never ended");
    }

    @Test
    void aDescriptorThatPassesItsFenceIsFound() {
        fence(10, 20, 0, 1);
        account.issued(15, 0, word(HwLayout.OpKind.PUT, 1, PUT, 0));
        trip(12, 0, 0);
        fenced(24, 20);
        fails("a descriptor behind it left its FIFO in cycle 15");
    }

    /** Two fences of two FIFOs are complete in cycle 23; the second one is told a cycle later than the first one. */
    @Test
    void aFifoGoesOnBeforeItsFenceIsToldIfOthersAreToldFirst() {
        fence(10, 20, 0, 1);
        arm(11, word(HwLayout.OpKind.FENCE, 1, 21, 1) ^ 1L << Descriptor0.FIFO_LSB, 1, 1);
        trip(12, 0, 0);
        trip(13, 1, 0);
        fenced(24, 21);
        account.issued(25, 0, word(HwLayout.OpKind.PUT, 1, PUT, 0));
        fenced(25, 20);
        sound();
    }

    @Test
    void aDescriptorThatLeavesInTheCycleOfTheEndIsFound() {
        fence(10, 20, 0, 1);
        trip(12, 0, 0);
        account.issued(24, 0, word(HwLayout.OpKind.PUT, 1, PUT, 0));
        fenced(24, 20);
        fails("left its FIFO in cycle 24");
    }

    @Test
    void aFlushOfTheOwnNodeWithoutALegWhileAPutIsOnItsWayIsFound() {
        account.issued(10, 0, word(HwLayout.OpKind.PUT, 0, OWN, 0));
        flush(12, 0, FLUSH, 0, 0);
        flushed(12, FLUSH, 0);
        times.committed(OWN - 1, 30, 30);
        account.finish(true);
        fails("was in memory only in cycle 30");
    }

    @Test
    void aFlushOfTheOwnNodeBehindAPutThatIsInMemoryIsSound() {
        account.issued(10, 0, word(HwLayout.OpKind.PUT, 0, OWN, 0));
        times.committed(OWN - 1, 20, 20);
        flush(22, 0, FLUSH, 0, 0);
        flushed(22, FLUSH, 0);
        account.issued(22, 0, word(HwLayout.OpKind.PUT, 0, OWN_STORE, 0)); // later than the flush
        times.committed(OWN_STORE - 1, 40, 40);
        sound();
    }

    /** The flush is armed in cycle 20; a request is in the DLA between the two cycles. */
    private void ownFlushWithin(final long accepted, final long left) {
        account.dla(accepted, 0, EventKind.DLA_ACCEPTED);
        flush(20, 0, FLUSH, 3, 0);
        account.dla(left, 0, EventKind.DLA_DRAINED);
        flushed(21, FLUSH, 3);
    }

    @Test
    void aFlushOfTheOwnNodeWithoutALegWhileARequestIsInTheDlaIsFound() {
        ownFlushWithin(17, 23);
        fails("was armed without a leg in cycle 20, and a request was in its DLA from cycle 17 on");
    }

    @Test
    void aRequestThatMayHaveComeLaterOrLeftBeforeIsSound() {
        ownFlushWithin(18, 40);
        sound();
        account.dla(30, 0, EventKind.DLA_ACCEPTED);
        account.dla(40, 0, EventKind.DLA_PURGED);
        sound();
    }

    @Test
    void aRequestThatMayHaveLeftBeforeTheFlushIsSound() {
        ownFlushWithin(10, 22);
        sound();
    }

    @Test
    void aPutOfTheStorePathOnTheOwnNodeIsKnownFromItsPacket() {
        command(0, TileCommand.DLA_REQUEST);
        sends(10, w0(PacketType.PUT, 0, 0), (long) OWN_STORE << Header1.TAG_LSB);
        flush(12, 0, FLUSH, 0, 0);
        flushed(12, FLUSH, 0);
        times.committed(OWN_STORE - 1, 30, 30);
        account.finish(true);
        fails("was in memory only in cycle 30");
    }

    @Test
    void otherCommandsAreNoUseOfTheStorePath() {
        command(5, TileCommand.POST);
        flush(40, 1, 20, 0, 2);
        fails("its DLA was never used before");
    }
}
