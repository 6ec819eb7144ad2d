// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the action of every packet type in docs/spec/dma-engine-rx.md. */
@Tag("M-8")
class DmaRxPacketTest {
    private final RxBench bench = new RxBench();

    // unordered traffic

    @Test
    void anUnorderedPutIsAcknowledgedOnItsCounterPacketByPacket() {
        bench.send(
                0,
                bench.to(PacketType.PUT)
                        .mode(1)
                        .length(3)
                        .addr(0x100)
                        .slot(9)
                        .gen(5)
                        .last(),
                0xABCDEF);
        bench.send(
                0,
                bench.to(PacketType.PUT)
                        .mode(2)
                        .length(0)
                        .addr(0x103)
                        .slot(12)
                        .entry(33)
                        .gen(7)
                        .epoch());
        assertEquals(
                List.of(
                        "COMMIT 0x100 3 abcdef",
                        "respond 0 PUT_ACK " + bench.other + " 256,0,5,9,9,0,0,0 0 0 true 0",
                        "putPart 33 7",
                        "respond 0 PUT_ACK " + bench.other + " 259,0,7,12,12,0,0,1 0 0 true 0"),
                bench.actions().stream()
                        .map(line -> line.startsWith("write") ? "COMMIT 0x100 3 abcdef" : line)
                        .distinct()
                        .filter(line -> !line.startsWith("ack"))
                        .toList());
    }

    @Test
    void acknowledgementsOfThisNodesPackets() {
        bench.send(2, bench.to(PacketType.PUT_ACK).slot(9).entry(9).gen(5).last());
        bench.send(
                2, bench.to(PacketType.PUT_ACK).slot(9).entry(9).gen(3).epoch().last());
        bench.send(2, bench.to(PacketType.NACK).slot(8).entry(11).gen(5).last());
        bench.command(TileCommand.COUNTER_SET, 6, 0);
        bench.send(2, bench.to(PacketType.DATA).mode(1).slot(4).gen(2).ctr(6).last());
        final List<String> told = bench.actions();
        assertEquals(
                List.of("acked 9 5 false", "acked 9 3 true", "acked 11 5 false", "acked 4 2 false"),
                told.stream().filter(line -> line.startsWith("acked")).toList());
        assertEquals(
                1, told.stream().filter(line -> line.startsWith("OP_REFUSED")).count());
        assertEquals(1, told.stream().filter(line -> line.startsWith("OP_DONE")).count());
    }

    @Test
    void dataGoesByTheModeOfItsGet() {
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
        assertEquals(List.of("respond3 0 DATA " + bench.other + " 64,0,2,4,0,3,1,0 256 8 true 0"), bench.actions());
    }

    // requests

    @Test
    void putOfAnEpoch() {
        bench.send(
                0,
                bench.self(PacketType.PUT).length(3).addr(0x100).entry(9).gen(5).epoch(),
                0xABCDEF);
        bench.send(
                0,
                bench.self(PacketType.PUT)
                        .length(0)
                        .addr(0x103)
                        .entry(9)
                        .gen(5)
                        .epoch()
                        .last());
        assertEquals(List.of("write 0 0 256 3 abcdef 0", "putDone 9 5", "selfConsumed"), bench.actions());
        assertEquals(List.of("1 access true 9 5 " + bench.me, "3 access true 9 5 " + bench.me), bench.of("access"));
    }

    @Test
    void putWithoutEpochTellsTheEpochsNothing() {
        bench.send(1, bench.to(PacketType.PUT).length(17).addr(0x100).last(), 1, 2, 3);
        assertEquals(List.of("write 1 0 256 16 1 2", "write 1 0 272 1 3 0"), bench.actions());
    }

    @Test
    void getIsAnsweredWithData() {
        bench.send(
                1,
                bench.to(PacketType.GET)
                        .length(16)
                        .addr(0x500)
                        .tag(7)
                        .gen(3)
                        .slot(2)
                        .entry(60)
                        .epoch()
                        .last(),
                Headers.getPayload(0x700, 1000, 33, 44));
        assertEquals(
                List.of("respond 1 DATA " + bench.other + " 1792,7,3,2,44,33,1,1 1280 1000 true 0"), bench.actions());
    }

    @Test
    void atomicsActOnceAndAnswerWithTheOldValue() {
        bench.memory.putLong(0x100, 1000);
        bench.send(
                0,
                bench.to(PacketType.FADD)
                        .length(16)
                        .addr(0x100)
                        .tag(1)
                        .index(12)
                        .entry(3)
                        .epoch()
                        .last(),
                5);
        bench.send(0, bench.to(PacketType.CAS).length(16).addr(0x100).tag(2).last(), 77, 1005);
        bench.send(0, bench.to(PacketType.CAS).length(16).addr(0x100).tag(3).last(), 88, 1005);
        assertEquals(
                List.of(
                        "write 0 1 256 8 5 0",
                        "write 0 2 256 8 4d 3ed",
                        "write 0 2 256 8 58 3ed",
                        "respond 0 FADD_R " + bench.other + " 256,1,0,0,12,12,0,1 0 0 true 3e8",
                        "respond 0 FADD_R " + bench.other + " 256,2,0,0,0,0,0,0 0 0 true 3ed",
                        "respond 0 FADD_R " + bench.other + " 256,3,0,0,0,0,0,0 0 0 true 4d"),
                bench.actions());
        assertEquals(77, bench.memory.getLong(0x100));
    }

    /** Each function of a FADD has its own operation of the memory port, and leaves its own result. */
    @ParameterizedTest(name = "function {0}: operation {1}")
    @CsvSource({"0, 1, 22", "1, 3, 8", "2, 4, 14", "3, 5, 6", "4, 6, 10"})
    void aFetchAndOpDoesItsFunctionOnce(final int function, final int operation, final long left) {
        bench.memory.putLong(0x100, 12);
        final long others = 0xABCDL << 3; // bits of the FetchPayload that nobody reads
        bench.send(0, bench.to(PacketType.FADD).length(16).addr(0x100).tag(1).last(), 10, function | others);
        assertEquals(
                List.of(
                        "write 0 " + operation + " 256 8 a " + Long.toHexString(function | others),
                        "respond 0 FADD_R " + bench.other + " 256,1,0,0,0,0,0,0 0 0 true c"),
                bench.actions());
        assertEquals(left, bench.memory.getLong(0x100));
    }

    /** Between writes that answer nothing, each atomic finds its own old value. */
    @Test
    void atomicsBetweenWrites() {
        bench.memory.putLong(0x100, 1000);
        for (int i = 0; i < 3; i++) {
            bench.send(0, bench.to(PacketType.PUT).length(32).addr(0x200).last(), 1, 2, 3, 4);
            bench.send(0, bench.to(PacketType.FADD).length(16).addr(0x100).tag(i), 1);
        }
        bench.run(60);
        assertEquals(
                List.of("3e8", "3e9", "3ea"),
                bench.of("respond").stream()
                        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                        .toList());
    }

    @Test
    void initIsGrantedOrRefused() {
        bench.neighbours.grant = 37 | 11 << 8;
        bench.send(0, bench.to(PacketType.INIT).addr(0xABCDE).entry(21).tag(1));
        assertEquals(
                List.of(
                        "init " + bench.other + " 21 " + 0xABCDE,
                        "respond 0 INIT_ACK " + bench.other + " 37,1,11,0,21,0,0,0 0 0 true 0"),
                bench.actions());
        bench.lines.clear();
        bench.neighbours.grant = -1;
        bench.send(0, bench.to(PacketType.INIT).addr(0xABCDE).entry(21).tag(1).last());
        bench.send(0, bench.to(PacketType.INIT).addr(0xABCDE).entry(22).tag(1));
        assertEquals(
                List.of(
                        "init " + bench.other + " 21 " + 0xABCDE,
                        "respond 0 NACK " + bench.other + " " + 0xABCDE + ",1,0,6,21,0,0,0 0 0 true 0",
                        "init " + bench.other + " 22 " + 0xABCDE,
                        "respond 0 NACK " + bench.other + " " + 0xABCDE + ",1,0,6,22,0,0,0 0 0 false 0"),
                bench.actions());
    }

    @Test
    void countAndTerminationOfAnEpoch() {
        bench.send(
                0,
                bench.to(PacketType.PUT_COUNT)
                        .addr(123456)
                        .tag(0x3FC0 | 19)
                        .entry(8)
                        .gen(2));
        bench.send(0, bench.to(PacketType.TERM).entry(8).gen(2));
        assertEquals(List.of("count 8 2 " + bench.other + " 19 123456 parts 255", "term 8 2"), bench.actions());
    }

    // responses

    @Test
    void dataLowersTheCounterOfTheGet() {
        bench.rx.counterLoad(1, 4, 300);
        bench.run(1);
        bench.send(
                2,
                bench.self(PacketType.DATA)
                        .length(16)
                        .addr(0x100)
                        .ctr(4)
                        .tag(6)
                        .entry(13)
                        .epoch(),
                1,
                2);
        assertEquals(List.of("write 0 0 256 16 1 2"), bench.actions());
        bench.lines.clear();
        bench.rx.counterLoad(1, 4, 16);
        bench.run(1);
        bench.send(
                3,
                bench.self(PacketType.DATA)
                        .length(16)
                        .addr(0x110)
                        .ctr(4)
                        .tag(6)
                        .entry(13)
                        .epoch()
                        .last(),
                3,
                4);
        assertEquals(List.of("write 1 0 272 16 3 4", "OP_DONE 40006 0", "getDone 13", "selfConsumed"), bench.actions());
        bench.lines.clear();
        bench.send(
                3,
                bench.to(PacketType.DATA).addr(0x110).ctr(4).tag(7)); // a zero-length get completes with its one DATA
        assertEquals(List.of("OP_DONE 40007 0"), bench.actions());
    }

    @Test
    void resultOfAnAtomic() {
        bench.send(2, bench.self(PacketType.FADD_R).length(16).tag(6).entry(13).epoch(), 0x123456789L);
        bench.send(3, bench.to(PacketType.FADD_R).length(16).tag(7), 42);
        assertEquals(List.of("OP_RESULT 6 123456789", "getDone 13", "selfConsumed", "OP_RESULT 7 2a"), bench.actions());
    }

    @Test
    void answersToFencesAndEpochsAndMessages() {
        bench.send(2, bench.to(PacketType.PONG).entry(5));
        bench.send(2, bench.to(PacketType.INIT_ACK).addr(0xFC0 | 33).gen(7).entry(12));
        bench.send(2, bench.to(PacketType.ACK).entry(14));
        bench.send(2, bench.to(PacketType.CREDIT));
        bench.send(
                2, bench.self(PacketType.NACK).slot(PacketType.INIT).entry(15).last());
        assertEquals(
                List.of("pong 5", "initAck 12 33 7", "ack 14", "creditReturn " + bench.other, "initNack 15"),
                bench.actions());
    }

    @ParameterizedTest(name = "NACK of type {0}, last {1}: consumed {2}")
    @CsvSource({"0, false, false", "0, true, true", "1, false, true", "2, true, true", "3, false, true"})
    void aNackOfAnOperation(final int ptype, final boolean last, final boolean consumed) {
        final Headers nack = bench.self(PacketType.NACK).slot(ptype).tag(99);
        bench.send(3, last ? nack.last() : nack);
        assertEquals(
                consumed
                        ? List.of("OP_REFUSED 63 " + Long.toHexString(nack.word1()), "selfConsumed")
                        : List.of("OP_REFUSED 63 " + Long.toHexString(nack.word1())),
                bench.actions());
    }
}
