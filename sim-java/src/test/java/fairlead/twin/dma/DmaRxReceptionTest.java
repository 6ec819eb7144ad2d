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

/** Tests the reception FIFOs of docs/spec/dma-engine-rx.md, Behaviour 6 and 12 to 15. */
@Tag("M-19")
@Tag("M-61")
class DmaRxReceptionTest {
    private static final int SLOT = 256;

    private final RxBench.Setup setup = new RxBench.Setup();

    private static Headers message(final RxBench bench, final int fifo, final int tag, final int length) {
        return Headers.of(PacketType.MSG, bench.other, bench.me)
                .addr(fifo)
                .tag(tag)
                .length(length)
                .last();
    }

    private static String arrived(final RxBench bench, final int fifo, final int slot, final int bytes, final int tag) {
        final long a = fifo | slot << 8 | bytes << 16 | (long) bench.other << 32;
        return "MSG_ARRIVED " + Long.toHexString(a) + " " + Integer.toHexString(tag);
    }

    private static List<String> withoutCycle(final List<String> lines) {
        return lines.stream().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
    }

    @Test
    void slotsAreUsedInRingOrderAtTheirAddresses() {
        setup.receptionDepth = 3;
        final RxBench bench = new RxBench(setup);
        for (int i = 0; i < 4; i++) {
            bench.send(0, message(bench, 3, i, 20), 100 + i, 0, 200 + i);
            bench.send(1, message(bench, 1, 8 + i, 0));
            bench.run(40);
            bench.command(TileCommand.MSG_POP, 3, 0);
            bench.run(3);
            bench.takeCredit();
            bench.run(1);
            bench.command(TileCommand.MSG_POP, 1, 0);
            bench.run(3);
            bench.takeCredit();
            bench.run(2);
        }
        final int base = RxBench.MESSAGE_BASE + 3 * 3 * SLOT;
        assertEquals(
                List.of(
                        "write 0 0 " + base + " 16 64 0",
                        "write 0 0 " + (base + 16) + " 4 c8 0",
                        "write 0 0 " + (base + SLOT) + " 16 65 0",
                        "write 0 0 " + (base + SLOT + 16) + " 4 c9 0",
                        "write 0 0 " + (base + 2 * SLOT) + " 16 66 0",
                        "write 0 0 " + (base + 2 * SLOT + 16) + " 4 ca 0",
                        "write 0 0 " + base + " 16 67 0",
                        "write 0 0 " + (base + 16) + " 4 cb 0"),
                withoutCycle(bench.of("write")));
        assertEquals(
                List.of(
                        arrived(bench, 1, 0, 0, 8), arrived(bench, 3, 0, 20, 0),
                        arrived(bench, 1, 1, 0, 9), arrived(bench, 3, 1, 20, 1),
                        arrived(bench, 1, 2, 0, 10), arrived(bench, 3, 2, 20, 2),
                        arrived(bench, 1, 0, 0, 11), arrived(bench, 3, 0, 20, 3)),
                withoutCycle(bench.of("MSG_ARRIVED")));
    }

    /** Two ports store the messages of one FIFO out of order; they are announced in slot order, one in each cycle. */
    @Test
    void announcedInSlotOrder() {
        final RxBench bench = new RxBench();
        bench.send(0, message(bench, 2, 10, 256));
        bench.send(1, message(bench, 2, 11, 0));
        bench.run(2); // slot 0 to port 0 in cycle 1, slot 1 to port 1 in cycle 2
        bench.send(1, message(bench, 0, 12, 0));
        bench.run(60);
        assertEquals(
                List.of("1 credit 0", "2 credit 0", "2 credit 1"),
                bench.of("credit").subList(0, 3));
        assertEquals(
                List.of(
                        "5 " + arrived(bench, 0, 0, 0, 12), // taken 3, acts 4
                        "23 " + arrived(bench, 2, 0, 256, 10), // last write 17, acknowledged 21, acts 22
                        "24 " + arrived(bench, 2, 1, 0, 11)),
                bench.of("MSG_ARRIVED"));
    }

    /**
     * Of two heads that could take a slot only one is offered, even if they name different FIFOs; the head of the port
     * that did not take the last slot proceeds.
     */
    @Test
    void onePortACycleTakesASlot() {
        final RxBench bench = new RxBench();
        for (int i = 0; i < 3; i++) {
            bench.send(0, message(bench, 0, i, 0));
            bench.send(1, message(bench, 1, 8 + i, 0));
        }
        bench.run(20);
        assertEquals(
                List.of("1 credit 0", "2 credit 1", "3 credit 0", "4 credit 1", "5 credit 0", "6 credit 1"),
                bench.of("credit"));
        bench.send(1, message(bench, 0, 3, 0)); // alone, out of turn: port 0 is still next
        bench.run(5);
        bench.send(0, message(bench, 2, 4, 0));
        bench.send(1, message(bench, 3, 5, 0));
        bench.run(5);
        assertEquals(
                List.of("21 credit 1", "26 credit 0", "27 credit 1"),
                bench.of("credit").subList(6, 9));
    }

    /** The MSG whose turn it is delays the other one even when a response takes its port. */
    @Test
    void theTurnIsNotGivenAwayToTheOtherPort() {
        final RxBench bench = new RxBench();
        bench.send(0, Headers.of(PacketType.TERM, bench.other, bench.me)); // the next flit of port 0 is a response
        bench.run(5);
        bench.send(0, message(bench, 0, 1, 0));
        bench.send(1, message(bench, 1, 2, 0));
        bench.send(2, Headers.of(PacketType.PONG, bench.other, bench.me));
        bench.run(5);
        assertEquals(List.of("1 credit 0", "6 credit 2", "7 credit 0", "8 credit 1"), bench.of("credit"));
    }

    /** The sender of the second message has more credits than there are slots. */
    @Test
    void aMessageWithoutASlotIsRefusedAndHoldsUpNobody() {
        setup.receptionDepth = 1;
        final RxBench bench = new RxBench(setup);
        bench.send(0, message(bench, 1, 1, 0));
        bench.send(0, message(bench, 1, 2, 0));
        bench.send(0, Headers.of(PacketType.TERM, bench.other, bench.me).tag(3));
        bench.send(1, message(bench, 0, 4, 0));
        bench.send(2, Headers.of(PacketType.PONG, bench.other, bench.me).tag(5));
        bench.run(30);
        assertFalse(bench.rx.busy());
        assertEquals(5, bench.of("PACKET_DELIVERED").size());
        assertEquals(2, bench.of("MSG_ARRIVED").size());
        final List<String> responses = bench.of("respond");
        assertEquals(1, responses.size());
        assertTrue(responses.get(0).contains("NACK " + bench.other), responses.toString());
        bench.command(TileCommand.MSG_POP, 1, 0); // in 30: free from 32
        bench.run(3);
        bench.send(0, message(bench, 1, 6, 0));
        bench.run(10);
        assertEquals(3, bench.of("MSG_ARRIVED").size());
    }

    @Test
    void aPopOfWhatIsNotAnnouncedIsIgnored() {
        final RxBench bench = new RxBench();
        bench.command(TileCommand.MSG_POP, 0, 0);
        bench.run(5);
        assertFalse(bench.rx.creditSend().valid());
        bench.memoryHeld = true;
        bench.send(0, message(bench, 0, 1, 16));
        bench.run(10);
        bench.command(TileCommand.MSG_POP, 0, 0);
        bench.run(5);
        bench.memoryHeld = false;
        bench.run(2); // acknowledged 20, acts 21, announced 22
        bench.command(TileCommand.MSG_POP, 0, 0);
        bench.run(5);
        assertEquals(1, bench.of("MSG_ARRIVED").size());
        assertTrue(bench.of("MSG_ARRIVED").get(0).startsWith("22 "));
        assertFalse(bench.rx.creditSend().valid());
        bench.command(TileCommand.MSG_POP, 0, 0);
        bench.run(2);
        assertTrue(bench.rx.creditSend().valid());
    }

    /** The register holds one CREDIT until it is taken; then the next FIFO with popped messages has its turn. */
    @ParameterizedTest(name = "notices before the step: {0}")
    @ValueSource(booleans = {false, true})
    void creditsGoRoundTheFifos(final boolean first) {
        setup.noticesFirst = first;
        final RxBench bench = new RxBench(setup);
        final int[] fifos = {3, 3, 1, 0, 0};
        for (final int fifo : fifos) {
            // the origin distinguishes FIFO and slot
            bench.send(
                    1,
                    Headers.of(PacketType.MSG, 0x100 + fifo, bench.me)
                            .addr(fifo)
                            .last());
        }
        bench.run(30);
        for (final int fifo : fifos) {
            bench.command(TileCommand.MSG_POP, fifo, 0);
            bench.run(1);
        }
        bench.run(10);
        assertFalse(bench.rx.busy());
        for (int i = 0; i < fifos.length; i++) {
            bench.takeCredit();
            bench.run(1);
            assertEquals(i + 1 < fifos.length, bench.rx.creditSend().valid());
        }
        final int credit = PacketType.CREDIT;
        assertEquals(
                List.of(
                        "creditTaken " + credit + " " + 0x103 + " 0",
                        "creditTaken " + credit + " " + 0x100 + " 0",
                        "creditTaken " + credit + " " + 0x101 + " 0",
                        "creditTaken " + credit + " " + 0x103 + " 0",
                        "creditTaken " + credit + " " + 0x100 + " 0"),
                withoutCycle(bench.of("creditTaken")));
    }

    /** A pop in the cycle in which the register is emptied is not yet owed. */
    @Test
    void aPopInTheCycleOfATake() {
        final RxBench bench = new RxBench();
        bench.send(0, message(bench, 0, 1, 0));
        bench.send(0, message(bench, 0, 2, 0));
        bench.run(20);
        bench.command(TileCommand.MSG_POP, 0, 0);
        bench.run(2);
        bench.takeCredit();
        bench.command(TileCommand.MSG_POP, 0, 0);
        bench.run(1);
        assertFalse(bench.rx.creditSend().valid());
        bench.run(1);
        assertTrue(bench.rx.creditSend().valid());
    }

    /** Announcements precede actions, and the lowest FIFO is first. */
    @Test
    void announcementsGoFirst() {
        final RxBench bench = new RxBench();
        bench.memoryHeld = true;
        bench.send(0, message(bench, 2, 1, 16));
        bench.send(0, message(bench, 0, 2, 0));
        bench.send(0, message(bench, 2, 3, 0));
        bench.send(0, Headers.of(PacketType.PING, bench.other, bench.me));
        bench.run(20);
        bench.memoryHeld = false;
        bench.run(20);
        assertEquals(
                List.of(
                        "22 " + arrived(bench, 2, 0, 16, 1),
                        "24 " + arrived(bench, 0, 0, 0, 2),
                        "26 " + arrived(bench, 2, 1, 0, 3),
                        "27 respond 0 PONG " + bench.other + " 0,0,0,0,0,0,0,0 0 0 true 0"),
                bench.of("MSG_ARRIVED", "respond"));
    }
}
