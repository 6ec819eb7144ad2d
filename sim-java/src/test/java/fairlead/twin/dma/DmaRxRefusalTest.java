// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.PacketType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the refusals of the receive half in docs/spec/dma-engine-rx.md. */
@Tag("M-8")
@Tag("M-EPO-1")
@Tag("M-19")
class DmaRxRefusalTest {
    private final RxBench bench = new RxBench();

    @Test
    void aRefusedUnorderedPutComesBackWithItsCounter() {
        bench.neighbours.allowed = false;
        bench.send(
                0,
                bench.to(PacketType.PUT)
                        .mode(1)
                        .length(0)
                        .addr(0x100)
                        .slot(9)
                        .gen(5)
                        .last());
        bench.send(
                0,
                bench.to(PacketType.GET)
                        .mode(3)
                        .length(16)
                        .addr(0x100)
                        .slot(4)
                        .gen(2)
                        .last(),
                Headers.getPayload(0x40, 8, 3, 0));
        assertEquals(
                List.of(
                        "respond 0 NACK " + bench.other + " 256,0,5,8,9,0,0,0 0 0 true 0",
                        "respond 0 NACK " + bench.other + " 256,0,2,9,4,0,0,0 0 0 true 0"),
                bench.actions());
    }

    @ParameterizedTest(name = "{0} of {2} bytes at {1}: refused {3}")
    @CsvSource({
        "0, 65520, 16, false",
        "0, 65521, 16, true",
        "0, 65536, 0, false",
        "0, 65537, 0, true",
        "1, 64536, 1000, false",
        "1, 64537, 1000, true",
        "2, 65528, 16, false",
        "2, 65529, 16, true",
        "3, 65528, 16, false",
        "3, 65529, 16, true"
    })
    void outsideTheMemory(final int ptype, final int addr, final int length, final boolean refused) {
        final boolean isGet = ptype == PacketType.GET;
        bench.send(
                0,
                bench.to(ptype).addr(addr).length(isGet ? 16 : length).tag(3),
                isGet ? Headers.getPayload(0, length, 0, 0) : 0);
        final String nack = "respond 0 NACK " + bench.other + " " + addr + ",3,0," + ptype + ",0,0,0,0 0 0 false 0";
        final List<String> actions = bench.actions();
        assertEquals(refused, actions.contains(nack), actions.toString());
        final boolean written = actions.stream().anyMatch(line -> line.startsWith("write"));
        assertEquals(!refused && !isGet && length > 0, written, actions.toString());
        assertEquals(refused ? 1 : isGet ? 1 : length == 0 ? 0 : ptype == PacketType.PUT ? 1 : 2, actions.size());
    }

    @ParameterizedTest
    @CsvSource({"0, 32", "0, 0", "1, 16", "2, 16", "3, 16"})
    void notAllowedByTheEpoch(final int ptype, final int length) {
        bench.neighbours.allowed = false;
        bench.send(
                1,
                bench.to(ptype)
                        .length(length)
                        .addr(0x40)
                        .tag(3)
                        .entry(5)
                        .gen(6)
                        .ctr(2)
                        .epoch()
                        .last());
        final List<String> actions = bench.actions();
        assertTrue(
                actions.contains("respond 1 NACK " + bench.other + " 64,3,6," + ptype + ",5,"
                        + (ptype == PacketType.GET ? 0 : 2) + ",1,1 0 0 true 0"), // that of a GET
                actions.toString());
        // the packet is counted, so that its epoch ends
        assertEquals(ptype == PacketType.PUT, actions.contains("putDone 5 6 refused"), actions.toString());
        assertEquals(ptype == PacketType.PUT ? 2 : 1, actions.size());
    }

    @Test
    void aRefusedPacketOfAnUnorderedPutOfAnEpochIsCounted() {
        bench.send(
                0,
                bench.to(PacketType.PUT)
                        .mode(1)
                        .addr(RxBench.MEMORY_BYTES + 1)
                        .entry(5)
                        .gen(6)
                        .slot(9)
                        .epoch());
        assertEquals(
                List.of("putPart 5 6 refused", "respond 0 NACK " + bench.other + " 65537,0,6,8,9,0,0,1 0 0 false 0"),
                bench.actions());
    }

    /** Only the last packet of an ordered put is counted for its epoch. */
    @Test
    void aRefusedPacketOfAnOrderedPutOfAnEpochIsNotCounted() {
        bench.send(
                0,
                bench.to(PacketType.PUT)
                        .addr(RxBench.MEMORY_BYTES + 1)
                        .entry(5)
                        .gen(6)
                        .epoch());
        assertEquals(1, bench.actions().size());
    }

    @Test
    void theRefusalOfAGetOfAnEpochNamesTheOriginsIndex() {
        bench.send(
                0,
                bench.to(PacketType.GET)
                        .length(16)
                        .addr(RxBench.MEMORY_BYTES)
                        .entry(5)
                        .gen(6)
                        .epoch()
                        .last(),
                Headers.getPayload(0x40, 8, 3, 41));
        assertEquals(List.of("respond 0 NACK " + bench.other + " 65536,0,6,1,5,41,0,1 0 0 true 0"), bench.actions());
    }

    @ParameterizedTest
    @ValueSource(ints = {PacketType.GET, PacketType.FADD, PacketType.CAS})
    void aRefusedGetOfAnEpochIsDoneThere(final int ptype) {
        bench.send(
                2,
                bench.to(PacketType.NACK).slot(ptype).entry(5).index(41).epoch().tag(6));
        final List<String> actions = bench.actions();
        assertTrue(actions.contains("getDone 41 refused"), actions.toString());
        assertEquals(2, actions.size(), actions.toString()); // together with OP_REFUSED
    }

    @Test
    void anAckTellsWhetherAPutWasRefused() {
        bench.send(2, bench.to(PacketType.ACK).entry(41).addr(1));
        bench.send(2, bench.to(PacketType.ACK).entry(41));
        assertEquals(List.of("ack 41 refused", "ack 41"), bench.actions());
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, -1})
    void aFunctionThatDoesNotExistIsRefused(final long function) {
        bench.memory.putLong(0, 500);
        bench.send(0, bench.to(PacketType.FADD).length(16).addr(0).tag(1).last(), 1, function);
        assertEquals(
                List.of("respond 0 NACK " + bench.other + " 0,1,0," + PacketType.FADD + ",0,0,0,0 0 0 true 0"),
                bench.actions());
        assertEquals(500, bench.memory.getLong(0));
    }

    /** A refused atomic consumes no old value, and each packet of a PUT is judged on its own. */
    @Test
    void whatIsRefusedLeavesTheOthersAlone() {
        bench.memory.putLong(0, 500);
        bench.send(0, bench.to(PacketType.FADD).length(16).addr(0).tag(1), 1);
        bench.send(
                0,
                bench.to(PacketType.FADD).length(16).addr(RxBench.MEMORY_BYTES).tag(2),
                1);
        bench.send(
                0,
                bench.to(PacketType.PUT)
                        .length(16)
                        .addr(RxBench.MEMORY_BYTES - 16)
                        .tag(3),
                1,
                2);
        bench.send(
                0,
                bench.to(PacketType.PUT).length(16).addr(RxBench.MEMORY_BYTES).tag(3),
                3,
                4);
        bench.run(40);
        bench.notice(() -> bench.rx.freed(0));
        bench.send(0, bench.to(PacketType.FADD).length(16).addr(0).tag(4), 1);
        final List<String> responses = bench.actions().stream()
                .filter(line -> line.startsWith("respond"))
                .toList();
        assertEquals(4, responses.size());
        assertTrue(responses.get(0).endsWith(" 1f4"), responses.toString());
        assertTrue(responses.get(1).contains("NACK"), responses.toString());
        assertTrue(responses.get(2).contains("NACK"), responses.toString());
        assertTrue(responses.get(3).endsWith(" 1f5"), responses.toString());
        assertEquals(3, bench.of("write").size());
    }
}
