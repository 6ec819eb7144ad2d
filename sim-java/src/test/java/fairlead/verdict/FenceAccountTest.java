// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.verdict.Checker.Packet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    private static final int SECOND_GET = 7;
    private static final int ENTRIES = HwLayout.FENCE_ENTRIES;

    private final Program program = program();
    private final MachineConfig machine =
            MachineConfig.of(new Shape(3, 1, 1)).memoryBytes(MEMORY).build();
    private final JudgedRun run = new JudgedRun(program, machine);
    private final OpTimes times = run.times;
    private final FenceAccount account = new FenceAccount(run);
    private final Violations violations = account.violations;

    {
        program.operations().forEach(op -> run.given(op, op.id() + 1));
    }

    private static Program program() {
        ProgramBuilder program = new ProgramBuilder("flushes", new Shape(3, 1, 1), List.of(1, 1, 1), MEMORY);
        int source = program.windows().everywhere("source", 4096);
        int landing = program.windows().everywhere("landing", 8192);
        program.task(0, 0).add(Ops.put(0, source, landing + 4096, 32, 0));
        program.task(0, 0).add(Ops.get(1, landing + 1024, source, 2048, 0));
        program.task(0, 0).add(Ops.fadd(1, landing, 1).path(Path.STORE));
        program.task(0, 0).add(Ops.put(0, source, landing + 5120, 32, 0).path(Path.STORE));
        program.task(0, 0).add(Ops.put(1, source, landing + 6144, 32, 0));
        program.task(0, 0).add(Ops.flush(0));
        program.task(0, 0).add(Ops.get(1, landing + 1024, source + 2048, 2048, 0));
        return program.build();
    }

    private static long word(int kind, int target, int tag, int mode) {
        return Descriptors.word0(kind, target, tag, 0)
                | (long) mode << Descriptor0.MODE_LSB
                | (long) FIFO << Descriptor0.FIFO_LSB;
    }

    private static long w0(int type, int from, int to) {
        return (long) type << Header0.PTYPE_LSB
                | (long) from << Header0.SRC_LSB
                | (long) to << Header0.DST_LSB
                | 1L << Header0.LAST_LSB;
    }

    private void arm(long cycle, long word, int entry, int legs) {
        account.issued(cycle, 0, word);
        account.fence(
                cycle,
                0,
                EventKind.FLUSH_ARMED,
                Descriptor0.tag(word),
                (long) entry << FlushEvent.ENTRY_LSB | (long) legs << FlushEvent.LEGS_LSB);
    }

    private void flush(long cycle, int target, int tag, int entry, int legs) {
        arm(cycle, word(HwLayout.OpKind.FLUSH, target, tag, 0), entry, legs);
    }

    private void fence(long cycle, int tag, int entry, int legs) {
        arm(cycle, word(HwLayout.OpKind.FENCE, 1, tag, 1), entry, legs);
    }

    private void sends(long cycle, long w0, long w1) {
        account.injected(new Packet(machine.shape()).set(cycle, 0, EventUnit.TX_REQ0, w0, w1));
    }

    private void ping(long cycle, int entry, int slot) {
        sends(cycle, w0(PacketType.PING, 0, 1), leg(entry, slot));
    }

    private void pong(long cycle, int entry, int slot) {
        account.delivered(new Packet(machine.shape())
                .set(cycle, 0, EventUnit.RX_RSP0, w0(PacketType.PONG, 1, 0), leg(entry, slot)));
    }

    private static long leg(int entry, int slot) {
        return (long) entry << Header1.ENTRY_LSB | (long) slot << Header1.SLOT_LSB;
    }

    private void trip(long cycle, int entry, int slot) {
        ping(cycle, entry, slot);
        pong(cycle + 10, entry, slot);
    }

    private void flushed(long cycle, int tag, int entry) {
        account.fence(cycle, 0, EventKind.FLUSH_DONE, tag, entry);
    }

    private void fenced(long cycle, int tag) {
        account.fence(cycle, 0, EventKind.FENCE_DONE, tag, 0);
    }

    /** A request of the store path is given in this cycle, and its packet enters the network ten cycles later. */
    private void command(long cycle, int op) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 0, 0, op, 0, 0, 0, 0, 0);
        account.command(commands, 0);
        sends(cycle + 10, w0(PacketType.FADD, 0, 1), (long) STORE << Header1.TAG_LSB);
    }

    private void committed(int tag, long cycle) {
        times.committed(tag - 1, cycle, cycle);
    }

    /** The last word of a request that is accepted acts in the same cycle. */
    private void dla(long cycle, int kind) {
        if (kind == EventKind.DLA_ACCEPTED) {
            store(cycle, TileCommand.DLA_REQUEST);
            store(cycle, TileCommand.DLA_DATA).acted = cycle;
        }
        account.dla(cycle, 0, kind, (long) STORE << DlaTagEvent.TAG_LSB);
    }

    private InjectionAccount.Posted store(long cycle, int op) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 0, 0, op, (long) STORE << Descriptor0.TAG_LSB, 0, 0, 0, 0);
        return account.stores.given(commands, 0);
    }

    private void issued(long cycle, int target, int tag) {
        account.issued(cycle, 0, word(HwLayout.OpKind.PUT, target, tag, 0));
    }

    /** A fence of this FIFO. */
    private void fenceOf(int fifo, long cycle, int tag, int entry, int mode) {
        long other = (long) (FIFO ^ fifo) << Descriptor0.FIFO_LSB;
        arm(cycle, word(HwLayout.OpKind.FENCE, 1, tag, mode) ^ other, entry, mode);
    }

    private void armed(long cycle) {
        account.fence(cycle, 0, EventKind.FLUSH_ARMED, 20, 0);
    }

    private void finish() {
        account.finish(true);
    }

    private void storePut(long cycle) {
        sends(cycle, w0(PacketType.PUT, 0, 0), (long) OWN_STORE << Header1.TAG_LSB);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            flushes of all kinds | flush 10 1 20 0 1; trip 12 0 0; flushed 24 20 0; flush 130 0 25 7 0; flushed 130 25 7
            a fence with nothing behind it that can go another way | fenceOf FIFO 30 21 0 0; fenced 30 21
            a fence before a put | fence 40 22 0 1; trip 41 0 0; fenced 60 22; issued 62 1 PUT
            two flushes of two legs | command 70 DLA_REQUEST; flush 90 1 23 0 2; flush 91 2 24 1 2; ping 95 0 0; \
                ping 96 1 0; trip 97 1 1; trip 98 0 1; pong 120 0 0; pong 121 1 0; flushed 122 24 1; flushed 123 23 0
            both numbers of legs while a request may be on its way | command 70 DLA_REQUEST; flush 75 1 20 0 1; \
                flush 76 1 21 1 2; trip 80 0 0; trip 80 1 0; trip 80 1 1; flushed 100 20 0; flushed 101 21 1
            a flush of another node, a put on the own node | issued 10 0 OWN; flush 12 1 FLUSH 0 1; trip 13 0 0; \
                flushed 25 FLUSH 0; committed OWN 30
            two fences of two FIFOs are complete in cycle 23, the second one is told a cycle later | fence 10 20 0 1; \
                fenceOf 3 11 21 1 1; trip 12 0 0; trip 13 1 0; fenced 24 21; issued 25 1 PUT; fenced 25 20
            a flush of the own node behind a put in memory, and a later put | issued 10 0 OWN; committed OWN 20; \
                flush 22 0 FLUSH 0 0; flushed 22 FLUSH 0; issued 22 0 OWN_STORE; committed OWN_STORE 40
            a request that may have come later than the flush | ownFlushWithin 18 40
            a request that came and left after the flush | ownFlushWithin 18 40; dla 30 DLA_ACCEPTED; dla 40 DLA_PURGED
            a request that may have left before the flush | ownFlushWithin 10 22
            """)
    void soundOnes(String name, String calls) {
        Script.play(calls, this);
        account.finish(true);
        Script.judge(null, violations);
    }

    /** A request that comes in the cycle before the arming is not yet counted, a packet in its cycle is. */
    @Test
    void theFirstAndTheLastCycleInWhichARequestMayBeOnItsWay() {
        Script.play("command 38 DLA_REQUEST; flush 39 1 20 0 2", this);
        Script.judge("its DLA was never used before", violations);
        Script.play("flush 40 1 21 1 2; flush 41 1 22 2 1; flush 48 1 23 3 1", this);
        assertEquals(1, violations.count(), violations.text());
        Script.play("flush 49 1 24 4 1", this);
        assertEquals(2, violations.count(), violations.text());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a flush without its leg of the store path | command 10 DLA_REQUEST; flush 40 1 20 0 1 \
                | with 1 legs, and its DLA was used before
            a leg of a store path that was never used | flush 40 1 20 0 2 \
                | with 2 legs, and its DLA was never used before
            other commands are no use of the store path | command 5 POST; flush 40 1 20 0 2 \
                | its DLA was never used before
            a flush of another node without a leg | flush 40 1 20 0 0 | a FLUSH of tag 20 with 0 legs
            a fence without a leg before unordered traffic | fence 40 20 0 0 | a FENCE of tag 20 with 0 legs
            an end before its PONG | flush 10 1 20 0 1; ping 12 0 0; flushed 20 20 0 | 1 of its 1 legs are away
            a PONG without a PING | flush 10 1 20 0 1; pong 14 0 0 | which has no PING under way
            a PING of no slot | ping 12 3 2 | sends a PING of entry 3, slot 2
            an entry that is in use | flush 10 1 20 3 1; flush 11 1 21 3 1 | arms entry 3, which is in use
            an entry that is taken again in the cycle of its end | flush 10 0 20 3 0; flushed 12 20 3; \
                flush 12 0 21 3 0 \
                | arms entry 3, which is in use
            an entry that the machine has not | flush 10 0 20 ENTRIES 0 | which the machine has not
            an end of nothing | flushed 10 20 0 | it has armed no such descriptor
            an end of the other kind | flush 20 0 21 0 0; fenced 20 21 | it has armed no such descriptor
            an end that names another entry | flush 10 0 20 2 0; flushed 11 20 1 | had entry 1, and it was armed in 2
            an arming without a descriptor | armed 10 | no such descriptor has left
            what never ends | flush 10 1 20 5 1; finish | entry 5 in cycle 10 has never ended
            a descriptor that passes its fence | fence 10 20 0 1; issued 15 1 PUT; trip 12 0 0; fenced 24 20 \
                | a descriptor behind it left its FIFO in cycle 15
            a descriptor that leaves in the cycle of the end | fence 10 20 0 1; trip 12 0 0; issued 24 1 PUT; \
                fenced 24 20 \
                | left its FIFO in cycle 24
            a flush of the own node without a leg, a put on its way | issued 10 0 OWN; flush 12 0 FLUSH 0 0; \
                flushed 12 FLUSH 0; committed OWN 30; finish | was in memory only in cycle 30
            a request in the DLA | ownFlushWithin 17 23 \
                | was armed without a leg in cycle 20, and a request was in its DLA from cycle 17 on
            a put of the store path on the own node is known from its packet | command 0 DLA_REQUEST; storePut 10; \
                flush 12 0 FLUSH 0 0; flushed 12 FLUSH 0; committed OWN_STORE 30; finish \
                | was in memory only in cycle 30
            """)
    void wrongOnes(String name, String calls, String finding) {
        Script.play(calls, this);
        Script.judge(finding, violations);
    }

    // ---- the order of the answers of node 1 to gets of several packets and to PINGs of node 0

    private Packet ofNodeOne(int unit, long w0, long w1) {
        return new Packet(machine.shape()).set(9, 1, unit, w0, w1);
    }

    private void asks(long tag, int port) {
        account.delivered(ofNodeOne(EventUnit.RX_REQ0 + port, w0(PacketType.GET, 0, 1), tag << Header1.TAG_LSB));
    }

    private void pings(int port, int entry) {
        account.delivered(ofNodeOne(EventUnit.RX_REQ0 + port, w0(PacketType.PING, 0, 1), leg(entry, 1)));
    }

    private void answers(int port, int type, long w1) {
        account.injected(ofNodeOne(EventUnit.TX_RSP0 + port, w0(type, 1, 0), w1));
    }

    private void pongs(int port, int entry) {
        answers(port, PacketType.PONG, leg(entry, 1));
    }

    private void data(long tag) {
        answers(1, PacketType.DATA, tag << Header1.TAG_LSB);
    }

    private void refuses(long tag) {
        answers(1, PacketType.NACK, tag << Header1.TAG_LSB | leg(0, PacketType.GET));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a PONG that passes the data of a get | asks GET 1; pings 1 4; pongs 1 4 \
                | sends node 0 the PONG of entry 4 before the answer to a packet of the get
            data that pass the data of an earlier get | asks GET 1; asks SECOND_GET 1; data SECOND_GET \
                | the DATA of tag 7 before the answer to a packet of the get of tag 2
            each PING is held against the gets before itself \
                | asks GET 1; pings 1 1; data GET; asks SECOND_GET 1; pings 1 2; pongs 1 1 |
            a PING behind the second get \
                | asks GET 1; pings 1 1; data GET; asks SECOND_GET 1; pings 1 2; pongs 1 1; pongs 1 2 \
                | the PONG of entry 2
            a PONG behind the data, a get behind the PING, a NACK, and another port \
                | asks GET 1; pings 1 4; data GET; asks GET 1; pongs 1 4; refuses GET; asks GET 0; pings 1 4; \
                pongs 1 4 |
            """)
    void theOrderOfAnswers(String name, String calls, String finding) {
        Script.play(calls, this);
        Script.judge(finding, violations);
    }

    @Test
    void whatHasNotEndedInARunThatWasCutOffIsSound() {
        flush(10, 1, 20, 5, 1);
        account.finish(false);
        Script.judge(null, violations);
    }

    /** The flush is armed in cycle 20; a request is in the DLA between the two cycles. */
    private void ownFlushWithin(long accepted, long left) {
        dla(accepted, EventKind.DLA_ACCEPTED);
        flush(20, 0, FLUSH, 3, 0);
        dla(left, EventKind.DLA_DRAINED);
        flushed(21, FLUSH, 3);
    }
}
