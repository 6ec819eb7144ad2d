// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Buffers;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the timing table and the rates of docs/spec/dma-engine-tx.md to the cycle. Cycles are those of the page: a
 * register counts from the cycle in which it is visible.
 */
class DmaTxTimingTest {
    private static final int VISIBLE = 1;
    private static final int ELSEWHERE = 1;

    private static List<Long> seen(final List<TxBench.Event> events) {
        return events.stream().map(e -> e.cycle() + VISIBLE).toList();
    }

    private static List<Long> range(final long from, final long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @ParameterizedTest(name = "memory latency {0}")
    @ValueSource(ints = {1, 2, 20})
    void aPutOfFortyBytesFollowsTheTable(final int latency) {
        final TxBench bench = new TxBench(latency, 2, new Buffers(8, 16, 16, 64, 64, 8), 4);
        bench.post(OpKind.PUT, 0, bench.me(), 7, 40);
        bench.run(latency + 20);
        assertEquals(List.of(1L), bench.cyclesOf("produced"));
        assertEquals(List.of(2L), seen(bench.of(EventKind.OP_ISSUED)));
        assertEquals(List.of(3L), seen(bench.of(EventKind.PACKET_INJECTED)));
        assertEquals(
                range(3, 5), bench.reads.stream().map(r -> r.cycle() + VISIBLE).toList());
        assertEquals(
                List.of(16, 16, 8),
                bench.reads.stream().map(TxBench.Read::length).toList());
        assertEquals(
                List.of(3L, 5L + latency, 6L + latency, 7L + latency),
                bench.flits.stream().map(f -> f.cycle() + VISIBLE).toList());
        assertEquals(List.of(7L + latency), seen(bench.of(EventKind.OP_LOCAL)));
        assertEquals(1, Header0.stamp(bench.flits.get(0).w0()), "stamp: the cycle of the pick");
        for (int f = 1; f <= 3; f++) {
            final int address = 0x100 + 16 * (f - 1);
            final int length = Math.min(16, 40 - 16 * (f - 1));
            assertEquals(TxBench.memory(address, length, 0), bench.flits.get(f).w0());
            assertEquals(TxBench.memory(address, length, 1), bench.flits.get(f).w1());
        }
        assertFalse(bench.tx.busy());
    }

    @Test
    void aRefusalIsVisibleInTheNextCycle() {
        final TxBench bench = TxBench.usual();
        bench.post(OpKind.MSG, 0, ELSEWHERE, 7, 257);
        bench.run(4);
        assertEquals(List.of(1L), seen(bench.of(EventKind.OP_REJECTED)));
    }

    @Test
    void theCounterOfAGetIsLoadedInTheCycleOfThePick() {
        final TxBench bench = TxBench.usual();
        bench.post(TxBench.word0(OpKind.GET, 1, ELSEWHERE, 7, 3000), TxBench.word1(0x400, 0x800) | 11L << 56);
        bench.run(10);
        assertEquals(List.of(1L), bench.cyclesOf("load 1 11 3000"));
        assertEquals(
                List.of(2L, 3L), bench.flits.stream().map(TxBench.Flit::cycle).toList());
    }

    @Test
    void aResponseFollowsTheSameTable() {
        final TxBench bench = TxBench.usual();
        bench.tx.push(1, PacketType.DATA, ELSEWHERE, 0, 0x40, 0x200, 300, true, 0);
        bench.run(80);
        // two packets: the reader is free in the cycle of its 16th grant, 2 + 15
        assertEquals(List.of(17L), bench.cyclesOf("freed 1"));
        final List<TxBench.Flit> heads = bench.heads(3);
        assertEquals(2, heads.size());
        assertEquals(3, heads.get(0).cycle() + VISIBLE);
        assertEquals(17, Header0.stamp(heads.get(1).w0()));
        assertEquals(5 + 20, bench.on(3).get(1).cycle() + VISIBLE);
    }

    @Test
    void aControlPacketIsVisibleTwoCyclesAfterItsPick() {
        final TxBench bench = TxBench.usual();
        bench.run(9);
        bench.requestControl[1].left = 1;
        bench.requestControl[1].ptype = PacketType.INIT;
        bench.responseControl[0].left = 1;
        bench.responseControl[0].ptype = PacketType.ACK;
        bench.run(9);
        assertEquals(List.of(9L), bench.cyclesOf("control " + PacketType.INIT));
        assertEquals(9 + 2, bench.on(0).get(0).cycle() + VISIBLE);
        assertEquals(9 + 2, bench.on(2).get(0).cycle() + VISIBLE);
    }

    @Test
    void aPutOf4096BytesSendsWithoutAGap() {
        final TxBench bench = TxBench.usual();
        bench.post(OpKind.PUT, 0, ELSEWHERE, 7, 4096);
        bench.run(400);
        final List<Long> cycles = bench.on(0).stream().map(TxBench.Flit::cycle).toList();
        assertEquals(272, cycles.size());
        assertEquals(range(cycles.get(1), cycles.get(1) + 270), cycles.subList(1, 272));
        final List<Long> picks =
                bench.heads(0).stream().map(f -> Header0.stamp(f.w0())).toList();
        assertEquals(LongStream.range(0, 4).map(i -> 1 + 16 * i).boxed().toList(), picks.subList(0, 4));
    }

    @Test
    void aPutAndAResponseShareTheReads() {
        final TxBench bench = TxBench.usual();
        bench.post(OpKind.PUT, 0, ELSEWHERE, 7, 4096);
        bench.tx.push(0, PacketType.DATA, ELSEWHERE, 0, 0x40, 0x200, 4096, true, 0);
        bench.run(700);
        assertEquals(532, span(bench.on(0)));
        assertEquals(533, span(bench.on(2)));
        for (int i = 1; i < 200; i++) {
            assertTrue(bench.reads.get(i).ctx() != bench.reads.get(i - 1).ctx(), "read " + i);
        }
    }

    /** Returns the number of cycles from head to tail. */
    private static long span(final List<TxBench.Flit> flits) {
        return flits.get(flits.size() - 1).cycle() - flits.get(0).cycle();
    }

    /** Keeps FIFO 0 full of puts. */
    private static List<TxBench.Flit> puts(final TxBench bench, final int bytes, final int cycles) {
        for (int i = 0; i < cycles; i++) {
            bench.post(OpKind.PUT, 0, ELSEWHERE, i & 1023, bytes);
            bench.step();
        }
        return bench.heads(0);
    }

    @Test
    void emptyPutsGoOutOneACycle() {
        final List<TxBench.Flit> heads = puts(TxBench.usual(), 0, 200);
        assertEquals(range(2, 199), heads.stream().map(TxBench.Flit::cycle).toList());
    }

    @ParameterizedTest(name = "memory latency {0}")
    @ValueSource(ints = {1, 4, 19, 20, 40})
    void smallPutsAreLimitedByTheHeaderQueue(final int latency) {
        final TxBench bench = new TxBench(latency, 2, new Buffers(8, 16, 16, 64, 64, 8), 4);
        final List<TxBench.Flit> heads = puts(bench, 16, 1000);
        // four packets wait for one memory latency, but none takes less than its two flits
        assertEquals(
                10L * Math.max(latency + 4, 8),
                heads.get(60).cycle() - heads.get(20).cycle());
    }

    @ParameterizedTest(name = "{0} slots in the router")
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theRateIsTheDepthOverTheCreditLoop(final int depth) {
        final TxBench bench = new TxBench(20, 1, new Buffers(8, depth, 16, 64, 64, 8), 4);
        final List<TxBench.Flit> heads = puts(bench, 0, 200);
        final long expected = depth >= 4 ? 48 : 48L / depth * 4;
        assertEquals(expected, heads.get(48).cycle() - heads.get(0).cycle());
    }

    @Test
    void eventsComeFromTheUnitsOfTheirPort() {
        final TxBench bench = TxBench.usual();
        bench.post(OpKind.PUT, 3, ELSEWHERE, 7, 16);
        bench.run(40);
        assertEquals(
                List.of(EventUnit.ISSUE1, EventUnit.TX_REQ1, EventUnit.LOCAL1),
                bench.events.stream().map(TxBench.Event::unit).toList());
    }

    @Test
    void withOneLocalPortAllFifosUsePortZero() {
        final TxBench bench = new TxBench(20, 1, new Buffers(8, 16, 16, 64, 64, 8), 4);
        for (int fifo = 0; fifo < 4; fifo++) {
            bench.post(OpKind.PUT, fifo, ELSEWHERE, fifo, 0);
            bench.step();
        }
        bench.run(10);
        assertEquals(4, bench.on(0).size());
        assertEquals(4, bench.flits.size());
    }
}
