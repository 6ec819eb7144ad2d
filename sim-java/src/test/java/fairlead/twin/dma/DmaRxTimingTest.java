// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the timing of docs/spec/dma-engine-rx.md to the cycle, and the priority of simultaneous packets. Registers of
 * the page (credit, writeReq, events) are one cycle earlier here.
 */
@Tag("M-19")
class DmaRxTimingTest {
    private final RxBench.Setup setup = new RxBench.Setup();

    private static Headers to(final RxBench bench, final int ptype) {
        return Headers.of(ptype, bench.other, bench.me);
    }

    @ParameterizedTest(name = "memory latency {0}")
    @ValueSource(ints = {1, 4, 20})
    void aPutOfOneFlitWithACounter(final int memory) {
        setup.memory = memory;
        final RxBench bench = new RxBench(setup);
        bench.command(TileCommand.COUNTER_SET, 5, 16);
        bench.send(
                0,
                to(bench, PacketType.PUT).length(16).addr(0x100).tag(9).ctr(5).last(),
                0x11,
                0x22);
        bench.run(memory + 10);
        assertEquals(
                List.of(
                        "1 credit 0",
                        "1 access false 0 0 " + bench.other,
                        "2 credit 0",
                        "2 write 0 0 256 16 11 22",
                        "2 PACKET_DELIVERED rxReq0 9",
                        (3 + memory) + " COUNTER_ZERO 5 0"),
                bench.lines);
        assertEquals(0x11, bench.memory.getLong(0x100));
        assertFalse(bench.rx.busy());
    }

    @Test
    void aHeaderOnlyPacketActsTwoCyclesAfterItArrives() {
        final RxBench bench = new RxBench();
        bench.run(7);
        bench.send(1, to(bench, PacketType.PING).entry(3).tag(4));
        bench.send(2, to(bench, PacketType.NACK).tag(6).slot(PacketType.GET));
        bench.run(5);
        assertEquals(
                List.of(
                        "8 credit 2",
                        "8 PACKET_DELIVERED rxRsp0 6",
                        "8 credit 1",
                        "8 PACKET_DELIVERED rxReq1 4",
                        "9 OP_REFUSED 6 "
                                + Long.toHexString(to(bench, 0).tag(6).slot(1).word1()),
                        "10 respond 1 PONG " + bench.other + " 0,4,0,0,3,0,0,0 0 0 true 0"),
                bench.lines);
    }

    @Test
    void aMessageIsAnnouncedOneCycleAfterItIsStoredAndItsCreditShowsTwoCyclesAfterThePop() {
        final RxBench bench = new RxBench();
        bench.send(0, to(bench, PacketType.MSG).length(16).addr(2).tag(77).last(), 1, 2);
        bench.run(8); // action in 3 + 4
        assertEquals(List.of(), bench.of("MSG_ARRIVED"));
        bench.run(4);
        assertEquals(
                List.of("8 MSG_ARRIVED " + Long.toHexString(2 | 16 << 16 | (long) bench.other << 32) + " 4d"),
                bench.of("MSG_ARRIVED"));
        bench.command(TileCommand.MSG_POP, 2, 0);
        bench.run(1); // cycle 12
        assertFalse(bench.rx.creditSend().valid());
        bench.run(1);
        assertTrue(bench.rx.creditSend().valid()); // in cycle 14
        bench.takeCredit();
        bench.run(1);
        assertFalse(bench.rx.creditSend().valid());
        assertEquals(
                List.of("14 creditTaken " + PacketType.CREDIT + " " + bench.other + " 0"), bench.of("creditTaken"));
    }

    @ParameterizedTest(name = "notices before the step: {0}")
    @ValueSource(booleans = {false, true})
    void aHeadIsTakenInTheCycleAfterASlotIsFreed(final boolean first) {
        setup.responseDepth = 1;
        setup.noticesFirst = first;
        final RxBench bench = new RxBench(setup);
        for (int i = 0; i < 3; i++) {
            bench.send(0, to(bench, PacketType.PING).tag(i));
        }
        bench.send(1, to(bench, PacketType.PING).tag(9)); // slots of the other port
        bench.run(20);
        assertFalse(bench.rx.busy());
        bench.notice(() -> bench.rx.freed(0));
        bench.run(10);
        assertEquals(
                List.of("1 PACKET_DELIVERED rxReq0 0", "1 PACKET_DELIVERED rxReq1 9", "21 PACKET_DELIVERED rxReq0 1"),
                bench.of("PACKET_DELIVERED"));
    }

    /** Every head waits for a response slot, even a head that claims none. */
    @Test
    void aPutWaitsForAResponseSlotAndReturnsNone() {
        setup.responseDepth = 1;
        final RxBench bench = new RxBench(setup);
        bench.send(0, to(bench, PacketType.PUT).tag(1));
        bench.send(0, to(bench, PacketType.PUT).tag(2));
        bench.send(0, to(bench, PacketType.TERM).tag(3));
        bench.send(
                0,
                to(bench, PacketType.PUT).addr(RxBench.MEMORY_BYTES).length(1).tag(4));
        bench.send(0, to(bench, PacketType.PUT).tag(5));
        bench.run(20);
        bench.notice(() -> bench.rx.freed(0));
        bench.run(10);
        assertEquals(
                List.of(
                        "1 PACKET_DELIVERED rxReq0 1",
                        "2 PACKET_DELIVERED rxReq0 2",
                        "3 PACKET_DELIVERED rxReq0 3",
                        "5 PACKET_DELIVERED rxReq0 4",
                        "21 PACKET_DELIVERED rxReq0 5"),
                bench.of("PACKET_DELIVERED"));
    }

    /** If a slot is freed in the cycle of a claim, the count does not change. */
    @Test
    void aClaimAndAFreedSlotInOneCycle() {
        setup.responseDepth = 1;
        final RxBench bench = new RxBench(setup);
        for (int i = 0; i < 4; i++) {
            bench.send(0, to(bench, PacketType.PING).tag(i));
        }
        bench.run(5);
        bench.notice(() -> bench.rx.freed(0));
        bench.run(1);
        bench.notice(() -> bench.rx.freed(0)); // in cycle 6, in which tag 1 is taken
        bench.run(5);
        assertEquals(
                List.of("1 PACKET_DELIVERED rxReq0 0", "6 PACKET_DELIVERED rxReq0 1", "7 PACKET_DELIVERED rxReq0 2"),
                bench.of("PACKET_DELIVERED"));
    }

    @Test
    void requestAndResponseOfAPortAlternateFlitByFlitTheRequestFirst() {
        final RxBench bench = new RxBench();
        bench.send(0, to(bench, PacketType.PUT).length(48).addr(0x100).last());
        bench.send(2, to(bench, PacketType.DATA).length(32).addr(0x200).ctr(1));
        bench.send(3, to(bench, PacketType.DATA).length(16).addr(0x300).ctr(2));
        bench.run(12);
        assertEquals(
                List.of(
                        "1 credit 0",
                        "1 credit 3",
                        "2 credit 2",
                        "2 credit 3",
                        "3 credit 0",
                        "4 credit 2",
                        "5 credit 0",
                        "6 credit 2",
                        "7 credit 0"),
                bench.of("credit"));
        assertEquals(
                List.of(
                        "2 write 1 0 768 16 0 0",
                        "3 write 0 0 256 16 0 0",
                        "4 write 0 0 512 16 0 0",
                        "5 write 0 0 272 16 0 0",
                        "6 write 0 0 528 16 0 0",
                        "7 write 0 0 288 16 0 0"),
                bench.of("write"));
    }

    /** The packet that did not take the last flit of the port proceeds, however long ago that was. */
    @Test
    void theTurnIsKeptWhileThePortRests() {
        final RxBench bench = new RxBench();
        bench.send(0, to(bench, PacketType.TERM));
        bench.run(10);
        bench.send(0, to(bench, PacketType.TERM));
        bench.send(2, to(bench, PacketType.PONG));
        bench.run(10);
        assertEquals(List.of("1 credit 0", "11 credit 2", "12 credit 0"), bench.of("credit"));
    }

    /** Tests the credit loop of a ring of one flit: on the pins in t, taken in t + 1, credit returned in t + 2. */
    @Test
    void throughputOfOnePlace() {
        setup.localDepth = 1;
        final RxBench bench = new RxBench(setup);
        bench.send(1, to(bench, PacketType.PUT).length(40).addr(0x100).last(), 1, 2, 3, 4, 5);
        bench.run(12);
        assertEquals(List.of("1 credit 1", "3 credit 1", "5 credit 1", "7 credit 1"), bench.of("credit"));
        assertEquals("7 write 1 0 288 8 5 0", bench.of("write").get(2));
    }
}
