// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the order of service: rules 4 to 8 and 13 to 16 of docs/spec/dma-engine-tx.md. */
class DmaTxPickTest {
    private static final int ELSEWHERE = 1;
    private final TxBench bench = TxBench.usual();

    private static List<Long> longs(final long... values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }

    // ---- picking

    @Test
    void sourcesTakeTurnsByPacketInTheirOrder() {
        bench.fences.blocked = 15;
        for (int fifo = 0; fifo < 4; fifo++) {
            for (int i = 0; i < 3; i++) {
                bench.post(OpKind.PUT, fifo, ELSEWHERE, 100 * fifo + i, 0);
                bench.step();
            }
        }
        for (int c = 0; c < 2; c++) {
            bench.requestControl[c].left = 2;
            bench.requestControl[c].ptype = PacketType.TERM;
            bench.requestControl[c].word1 = 900L + c << Header1.TAG_LSB;
        }
        bench.fences.blocked = 0;
        bench.run(20);
        assertEquals(longs(0, 200, 900, 901, 1, 201, 900, 901, 2, 202), bench.tags(0));
        assertEquals(longs(100, 300, 101, 301, 102, 302), bench.tags(1));
    }

    @Test
    void longPutsOfTwoFifosInterleaveByPacket() {
        bench.post(OpKind.PUT, 0, ELSEWHERE, 1, 1000);
        bench.step();
        bench.post(OpKind.PUT, 2, ELSEWHERE, 2, 600);
        bench.run(300);
        assertEquals(longs(1, 2, 1, 2, 1, 2, 1), bench.tags(0));
        final List<Integer> lengths =
                bench.heads(0).stream().map(f -> (int) Header0.length(f.w0())).toList();
        assertEquals(List.of(256, 256, 256, 256, 256, 88, 232), lengths);
        assertEquals(
                longs(0, 0, 0, 0, 0, 1, 1),
                bench.heads(0).stream().map(f -> Header0.last(f.w0())).toList());
        assertEquals(
                longs(0x2000, 0x2000, 0x2100, 0x2100, 0x2200, 0x2200, 0x2300),
                bench.heads(0).stream().map(f -> Header1.addr(f.w1())).toList());
    }

    @Test
    void aBlockedFifoHoldsBackNothingElse() {
        bench.fences.blocked = 1;
        bench.post(OpKind.PUT, 0, ELSEWHERE, 1, 0);
        bench.step();
        bench.post(OpKind.PUT, 2, ELSEWHERE, 2, 0);
        bench.run(10);
        assertEquals(longs(2), bench.tags(0));
        assertFalse(bench.tx.busy());
        bench.fences.blocked = 0;
        assertTrue(bench.tx.busy());
        bench.run(5);
        assertEquals(longs(2, 1), bench.tags(0));
    }

    @Test
    void aFenceThatIsNotTakenGivesWayInTheSameCycle() {
        bench.fences.open = false;
        bench.post(OpKind.FLUSH, 0, ELSEWHERE, 1, 0);
        bench.step();
        bench.post(OpKind.FENCE, 2, ELSEWHERE, 2, 0);
        bench.run(5);
        assertFalse(bench.tx.busy());
        bench.requestControl[0].left = 1;
        bench.requestControl[0].ptype = PacketType.PING;
        bench.run(1);
        assertEquals(longs(6), bench.cyclesOf("control " + PacketType.PING));
        bench.fences.open = true;
        assertTrue(bench.tx.busy());
        bench.run(5);
        assertEquals(longs(7), bench.cyclesOf("arm 0 flush 0 1 " + ELSEWHERE));
        assertEquals(longs(8), bench.cyclesOf("arm 0 fence 2 2 " + ELSEWHERE));
        assertEquals(3, bench.heads(0).size());
    }

    @Test
    void ofTwoPortsOneFenceIsTakenAndTheOtherPortGoesOn() {
        bench.fences.blocked = 15;
        bench.post(OpKind.FLUSH, 0, ELSEWHERE, 1, 0);
        bench.step();
        bench.post(OpKind.FLUSH, 1, ELSEWHERE, 2, 0);
        bench.step();
        bench.post(OpKind.PUT, 3, ELSEWHERE, 3, 0);
        bench.step();
        bench.fences.blocked = 0;
        bench.run(10);
        assertEquals(longs(3), bench.cyclesOf("arm 0 flush 0 1 " + ELSEWHERE));
        assertEquals(longs(4), bench.cyclesOf("arm 1 flush 1 2 " + ELSEWHERE));
        assertEquals(longs(3, 2), bench.tags(1));
        assertEquals(
                longs(3, 4),
                bench.heads(1).stream().map(f -> Header0.stamp(f.w0())).toList());
    }

    @Test
    void aFenceThatIsNotTakenGivesWayOnEachPort() {
        bench.fences.open = false;
        bench.fences.blocked = 15;
        for (int fifo = 0; fifo < 4; fifo++) {
            bench.post(fifo < 2 ? OpKind.FENCE : OpKind.PUT, fifo, ELSEWHERE, fifo, 0);
            bench.step();
        }
        bench.fences.blocked = 0;
        bench.run(5);
        assertEquals(List.of(), bench.told);
        assertEquals(longs(2), bench.tags(0));
        assertEquals(longs(3), bench.tags(1));
    }

    @Test
    void aFenceWithoutAPingLeavesNoPacket() {
        bench.fences.quiet = true;
        bench.post(OpKind.FLUSH, 0, bench.me(), 9, 0);
        bench.run(6);
        assertEquals(longs(1), bench.cyclesOf("arm 0 flush self 0 9 " + bench.me()));
        assertEquals(List.of(), bench.flits);
        assertEquals(1, bench.of(EventKind.OP_ISSUED).size());
        assertEquals(List.of(), bench.cyclesOf("produced"));
    }

    @Test
    void aPingStandsBehindItsFifo() {
        bench.post(OpKind.PUT, 0, ELSEWHERE, 1, 600);
        bench.step();
        bench.post(OpKind.FLUSH, 0, ELSEWHERE, 2, 0);
        bench.run(100);
        final List<Long> types =
                bench.heads(0).stream().map(f -> Header0.ptype(f.w0())).toList();
        assertEquals(longs(PacketType.PUT, PacketType.PUT, PacketType.PUT, PacketType.PING), types);
        final TxBench.Flit ping = bench.heads(0).get(3);
        assertEquals(6L << Header1.ENTRY_LSB | 2L << Header1.TAG_LSB, ping.w1());
        assertEquals(0, Header0.length(ping.w0()));
        assertEquals(1, Header0.last(ping.w0()));
    }

    // ---- end-to-end credits

    private void credits(final int target, final int value) {
        bench.tx.command(TileCommand.MSG_CREDIT, target, value, 0, 0);
    }

    @Test
    void aMessageWaitsForItsCreditAndHoldsBackItsFifoOnly() {
        bench.post(OpKind.MSG, 0, ELSEWHERE, 1, 0);
        bench.step();
        bench.post(OpKind.PUT, 0, ELSEWHERE, 2, 0);
        bench.step();
        bench.post(OpKind.PUT, 2, ELSEWHERE, 3, 0);
        bench.run(8);
        assertEquals(longs(3), bench.tags(0));
        assertFalse(bench.tx.busy());
        credits(ELSEWHERE, 1);
        bench.run(8);
        assertEquals(longs(3, 1, 2), bench.tags(0));
        assertEquals(11, Header0.stamp(bench.heads(0).get(1).w0()), "usable one cycle after the command");
    }

    @Test
    void eachMessageTakesACreditAndAReturnGivesOne() {
        credits(ELSEWHERE, 2);
        for (int i = 0; i < 4; i++) {
            bench.step();
            bench.post(OpKind.MSG, 0, ELSEWHERE, i, 0);
        }
        bench.run(10);
        assertEquals(longs(0, 1), bench.tags(0));
        bench.tx.creditReturn(ELSEWHERE);
        bench.run(10);
        assertEquals(longs(0, 1, 2), bench.tags(0));
    }

    @Test
    void aReturnAndATakeOfOneCycleCancelAndAPresetWins() {
        credits(ELSEWHERE, 1);
        bench.step();
        bench.post(OpKind.MSG, 0, ELSEWHERE, 1, 0);
        bench.step();
        bench.tx.creditReturn(ELSEWHERE); // the message is taken in this cycle
        bench.post(OpKind.MSG, 0, ELSEWHERE, 2, 0);
        bench.step();
        bench.tx.creditReturn(ELSEWHERE); // so is the next message, which needs the credit returned above
        credits(ELSEWHERE, 0);
        bench.step();
        bench.post(OpKind.MSG, 0, ELSEWHERE, 3, 0);
        bench.run(10);
        assertEquals(longs(1, 2), bench.tags(0));
    }

    @Test
    void portsTakeTurnsWithMessagesOneACycle() {
        bench.fences.blocked = 15;
        credits(ELSEWHERE, 9);
        for (int i = 0; i < 6; i++) {
            bench.step();
            bench.post(OpKind.MSG, i & 1, ELSEWHERE, i, 0);
        }
        bench.step();
        bench.fences.blocked = 0;
        bench.run(12);
        assertEquals(
                longs(7, 9, 11),
                bench.heads(0).stream().map(f -> Header0.stamp(f.w0())).toList());
        assertEquals(
                longs(8, 10, 12),
                bench.heads(1).stream().map(f -> Header0.stamp(f.w0())).toList());
    }

    @Test
    void aPortThatCannotPrepareDoesNotHoldTheTurn() {
        credits(ELSEWHERE, 9);
        bench.step();
        bench.post(OpKind.PUT, 0, ELSEWHERE, 1, 256);
        bench.step();
        bench.post(OpKind.MSG, 0, ELSEWHERE, 2, 0);
        bench.step();
        bench.post(OpKind.MSG, 1, ELSEWHERE, 3, 0);
        bench.run(40);
        // the reader of port 0 is busy from 3 on and free in 18
        assertEquals(4, Header0.stamp(bench.heads(1).get(0).w0()));
        assertEquals(18, Header0.stamp(bench.heads(0).get(1).w0()));
    }

    // ---- responses

    @Test
    void responsesAreSentAsTheyWerePushed() {
        bench.tx.push(0, PacketType.PONG, ELSEWHERE, 0, 0x123456789ABCDEFL, 0, 0, true, 0);
        bench.step();
        bench.tx.push(0, PacketType.FADD_R, ELSEWHERE, 0, 0x0FEDCBA987654321L, 0, 0, true, -5);
        bench.step();
        bench.tx.push(0, PacketType.NACK, ELSEWHERE, 0, 7, 0, 0, false, 0);
        bench.step();
        bench.tx.push(0, PacketType.DATA, ELSEWHERE, 0, 0xFFFFFFF8000F00L, 0x4000, 257, true, 0);
        bench.step();
        bench.tx.push(0, PacketType.DATA, ELSEWHERE, 0, 8, 0x4000, 0, true, 0);
        bench.run(60);
        final List<TxBench.Flit> heads = bench.heads(2);
        assertEquals(
                longs(
                        PacketType.PONG,
                        PacketType.FADD_R,
                        PacketType.NACK,
                        PacketType.DATA,
                        PacketType.DATA,
                        PacketType.DATA),
                heads.stream().map(f -> Header0.ptype(f.w0())).toList());
        assertEquals(
                longs(0, 16, 0, 256, 1, 0),
                heads.stream().map(f -> Header0.length(f.w0())).toList());
        assertEquals(
                longs(1, 1, 0, 0, 1, 1),
                heads.stream().map(f -> Header0.last(f.w0())).toList());
        assertEquals(
                longs(0x123456789ABCDEFL, 0x0FEDCBA987654321L, 7, 0xFFFFFFF8000F00L, 0xFFFFFFF8001000L, 8),
                heads.stream().map(TxBench.Flit::w1).toList());
        assertTrue(heads.stream().allMatch(f -> Header0.cls(f.w0()) == 1 && Header0.dst(f.w0()) == ELSEWHERE));
        final TxBench.Flit value = bench.on(2).get(2);
        assertEquals(-5, value.w0());
        assertEquals(0, value.w1());
        assertEquals(
                IntStream.range(0, 17).map(i -> 0x4000 + 16 * i).boxed().toList(),
                bench.reads.stream().map(TxBench.Read::address).toList());
        // the fourth waits for a place, and its second packet for the reader
        assertEquals(5, bench.cyclesOf("freed 0").size());
        assertEquals(0, bench.of(EventKind.OP_LOCAL).size());
    }

    @Test
    void controlOfResponsesTakesTurnsWithTheQueue() {
        for (int i = 0; i < 3; i++) {
            bench.tx.push(0, PacketType.PONG, ELSEWHERE, 0, i, 0, 0, true, 0);
            bench.tx.edge(0); // as if the sources had appeared in the cycle after the pushes
        }
        for (int c = 0; c < 2; c++) {
            bench.responseControl[c].left = 2;
            bench.responseControl[c].ptype = PacketType.ACK + 2 * c;
            bench.responseControl[c].word1 = 100 + c;
        }
        bench.run(20);
        assertEquals(
                longs(0, 100, 101, 1, 100, 101, 2),
                bench.heads(2).stream().map(TxBench.Flit::w1).toList());
    }

    @Test
    void aFullEmitterStopsThePicksUntilATailIsSent() {
        final TxBench slow = new TxBench(20, 2, new Buffers(8, 1, 16, 64, 64, 8), 50);
        for (int i = 0; i < 10; i++) {
            slow.post(OpKind.PUT, 0, ELSEWHERE, i, 0);
            slow.step();
        }
        slow.run(100);
        // one head is sent every 50 cycles: 2, 52, 102; its place is free one cycle later
        assertEquals(
                longs(1, 2, 3, 4, 5, 53, 103),
                slow.of(EventKind.OP_ISSUED).stream().map(TxBench.Event::cycle).toList());
    }
}
