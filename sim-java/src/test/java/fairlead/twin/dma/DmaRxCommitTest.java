// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests commit order, commit places and byte counters of docs/spec/dma-engine-rx.md. */
@Tag("M-19")
class DmaRxCommitTest {
    private final RxBench.Setup setup = new RxBench.Setup();
    private final RxBench bench = new RxBench(setup);

    // order

    /**
     * A PING after a PUT is answered when the PUT is in memory, and also after the DATA of its port; the other port
     * does not wait.
     */
    @Test
    void nothingActsBeforeTheWritesOfItsPort() {
        bench.memoryHeld = true;
        bench.send(0, bench.to(PacketType.PUT).length(32).addr(0x100).last());
        bench.send(0, bench.to(PacketType.PING).tag(1));
        bench.send(1, bench.to(PacketType.PING).tag(2));
        bench.run(20);
        bench.send(2, bench.to(PacketType.PONG).entry(6));
        bench.run(20);
        assertEquals(
                List.of("2 respond 1 PONG " + bench.other + " 0,2,0,0,0,0,0,0 0 0 true 0"),
                bench.of("respond", "pong"));
        bench.memoryHeld = false;
        bench.run(20); // acknowledgements in 40 and 41; the PUT acts in 42
        assertEquals(
                List.of("43 respond 0 PONG " + bench.other + " 0,1,0,0,0,0,0,0 0 0 true 0", "44 pong 6"),
                bench.of("respond", "pong").subList(1, 3));
    }

    /** A packet without a write waits only for the writes issued before its tail. */
    @Test
    void laterWritesDoNotHoldAPacketUp() {
        bench.memoryHeld = true;
        bench.send(0, bench.to(PacketType.PING).tag(1));
        bench.send(0, bench.to(PacketType.PUT).length(16).addr(0x100).last());
        bench.run(20);
        assertEquals(1, bench.of("respond").size());
    }

    @Test
    void theTwoQueuesAlternate() {
        bench.memoryHeld = true;
        bench.send(0, bench.to(PacketType.PUT).length(16).addr(0x100));
        bench.send(1, bench.to(PacketType.PUT).length(16).addr(0x200));
        for (int i = 0; i < 3; i++) {
            bench.send(2, bench.to(PacketType.PONG).entry(i));
            bench.send(3, bench.to(PacketType.PONG).entry(8 + i));
        }
        // PONG 0 and 8 are taken between head and payload, with no write before them
        bench.run(30);
        assertEquals(List.of("3 pong 0", "4 pong 8"), bench.of("pong"));
        bench.memoryHeld = false;
        bench.run(20);
        assertEquals(
                List.of("33 pong 1", "34 pong 9", "35 pong 2", "36 pong 10"),
                bench.of("pong").subList(2, 6));
    }

    /**
     * Heads claim the places of a commit queue; the 33rd head of a port, of either class, waits until one packet has
     * acted.
     */
    @Test
    void commitPlacesRunOut() {
        bench.memoryHeld = true;
        bench.send(0, bench.to(PacketType.PUT).length(16).addr(0x100));
        for (int i = 1; i < HwLayout.COMMIT_SLOTS + 3; i++) {
            bench.send(2, bench.to(PacketType.PONG).entry(i));
            bench.send(3, bench.to(PacketType.PONG).entry(32 + i));
        }
        bench.run(100);
        assertFalse(bench.rx.busy());
        // PONG 1 went between head and payload of the PUT and has acted
        final long held = bench.of("PACKET_DELIVERED").stream()
                .filter(line -> line.matches(".* rx(Req0|Rsp0) .*"))
                .count();
        assertEquals(1 + HwLayout.COMMIT_SLOTS, held);
        bench.memoryHeld = false;
        bench.run(40); // acknowledged in 100, acts in 101; the place is free in 102
        assertEquals(
                "102 PACKET_DELIVERED rxRsp0 0",
                bench.of("PACKET_DELIVERED").get(bench.of("PACKET_DELIVERED").size() - 2));
        assertEquals(2 * (HwLayout.COMMIT_SLOTS + 2), bench.of("pong").size());
    }

    @Test
    void aRequestHeadWaitsForACommitPlaceToo() {
        bench.memoryHeld = true;
        bench.send(1, bench.to(PacketType.PUT).length(16).addr(0x100));
        for (int i = 0; i < HwLayout.COMMIT_SLOTS + 1; i++) {
            bench.send(1, bench.to(PacketType.TERM).entry(i));
        }
        bench.run(100);
        assertFalse(bench.rx.busy());
        assertEquals(HwLayout.COMMIT_SLOTS, bench.of("PACKET_DELIVERED").size());
    }

    // byte counters

    @Test
    void aCounterFallsWithEachPacketAndFiresAtZero() {
        bench.command(TileCommand.COUNTER_SET, 63, 48);
        bench.send(0, bench.to(PacketType.PUT).length(32).addr(0x100).ctr(63));
        bench.send(1, bench.to(PacketType.PUT).length(0).addr(0x100).ctr(63));
        bench.send(1, bench.to(PacketType.PUT).length(16).addr(0x200).ctr(63).last());
        bench.send(1, bench.to(PacketType.PUT).length(16).addr(0x200).last());
        bench.run(40);
        assertEquals(List.of("9 COUNTER_ZERO 3f 0"), bench.of("COUNTER_ZERO"));
        bench.send(1, bench.to(PacketType.PUT).ctr(63)); // it is 0 and fires again
        bench.run(10);
        assertEquals("42 COUNTER_ZERO 3f 0", bench.of("COUNTER_ZERO").get(1));
    }

    /** Two loads, a preset and a decrement in one cycle all take effect from the next cycle on. */
    @Test
    void everyWriterOfACycleTakesEffect() {
        bench.command(TileCommand.COUNTER_SET, 1, 16);
        bench.memoryHeld = true;
        bench.send(0, bench.to(PacketType.PUT).length(16).addr(0x100).ctr(1));
        bench.run(10);
        bench.memoryHeld = false;
        bench.run(1); // acknowledged in 10, falls in 11
        bench.command(TileCommand.COUNTER_SET, 2, 16);
        bench.notice(() -> bench.rx.counterLoad(0, 3, 16));
        bench.notice(() -> bench.rx.counterLoad(1, 4, 16));
        bench.run(1);
        for (int i = 1; i < 5; i++) {
            bench.send(
                    0,
                    bench.to(PacketType.PUT).length(i == 1 ? 0 : 16).addr(0x100).ctr(i));
        }
        bench.run(30);
        assertEquals(
                List.of(
                        "COUNTER_ZERO 1 0",
                        "COUNTER_ZERO 1 0",
                        "COUNTER_ZERO 2 0",
                        "COUNTER_ZERO 3 0",
                        "COUNTER_ZERO 4 0"),
                bench.of("COUNTER_ZERO").stream()
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .toList());
    }

    /**
     * Two writers of one counter in one cycle (BC_A1): the decrement still reports zero, and the value is that of port
     * 0, otherwise of port 1, otherwise of the preset.
     */
    @ParameterizedTest(name = "load 0 {0}, load 1 {1}, preset {2}: {3} stays")
    @CsvSource({"true, true, true, 16", "false, true, true, 32", "false, false, true, 48"})
    void twoWritersOfOneCounter(final boolean load0, final boolean load1, final boolean preset, final int stays) {
        bench.command(TileCommand.COUNTER_SET, 1, 0);
        bench.send(0, bench.to(PacketType.PUT).addr(0x100).ctr(1)); // falls in cycle 2
        bench.run(2);
        if (load0) {
            bench.notice(() -> bench.rx.counterLoad(0, 1, 16));
        }
        if (load1) {
            bench.notice(() -> bench.rx.counterLoad(1, 1, 32));
        }
        if (preset) {
            bench.command(TileCommand.COUNTER_SET, 1, 48);
        }
        bench.run(1);
        bench.send(0, bench.to(PacketType.PUT).length(stays).addr(0x100).ctr(1));
        bench.run(20);
        assertEquals(2, bench.of("COUNTER_ZERO").size(), bench.lines.toString());
        assertTrue(bench.of("COUNTER_ZERO").get(0).startsWith("2 "));
    }

    /** A load in cycle t does not yet affect a decrement in cycle t. */
    @Test
    void aLoadHoldsFromTheNextCycle() {
        bench.command(TileCommand.COUNTER_SET, 7, 100);
        bench.send(0, bench.to(PacketType.PUT).addr(0x100).ctr(7));
        bench.send(0, bench.to(PacketType.PUT).addr(0x100).ctr(8));
        bench.run(1);
        bench.command(TileCommand.COUNTER_SET, 8, 100);
        bench.run(2); // counter 7 falls in cycle 2, counter 8 in 3
        bench.command(TileCommand.COUNTER_SET, 8, 0);
        bench.run(10);
        assertEquals(List.of(), bench.of("COUNTER_ZERO"));
    }
}
