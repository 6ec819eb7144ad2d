// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.Routing;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the packets of a descriptor: rules 1, 2 and 9 to 12 of docs/spec/dma-engine-tx.md. */
@Tag("M-61")
class DmaTxPostTest {
    private static final int ELSEWHERE = 1;
    private static final long IN_EPOCH = 1L << Descriptor0.EPOCH_LSB;
    private static final long OPEN = IN_EPOCH | 3L << Descriptor0.INDEX_LSB;
    private static final long CLOSED = IN_EPOCH | 4L << Descriptor0.INDEX_LSB;
    private final TxBench bench = TxBench.usual();

    private List<Long> reasons() {
        return bench.of(EventKind.OP_REJECTED).stream().map(TxBench.Event::b).toList();
    }

    private static List<Long> longs(final long... values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }

    // ---- host port

    @ParameterizedTest(name = "kind {0}, length {1}, local {2}, remote {3}")
    @CsvSource({
        "0, 16, 65520, 268435440, 0",
        "0, 16, 65521, 0, 3",
        "0, 16, 0, 268435441, 3",
        "1, 16, 65521, 0, 3",
        "1, 16, 0, 268435441, 3",
        "2, 8, 65530, 268435448, 0",
        "2, 8, 0, 268435449, 3",
        "2, 9, 0, 0, 3",
        "3, 8, 65535, 0, 0",
        "3, 7, 0, 0, 3",
        "4, 256, 0, 268435455, 0",
        "4, 257, 0, 0, 3",
        "4, 256, 65281, 0, 3",
        "5, 99, 65535, 268435455, 0",
        "6, 99, 65535, 268435455, 0",
        "7, 0, 0, 0, 3",
        "15, 0, 0, 0, 3"
    })
    void whatIsMalformed(final int kind, final int length, final int local, final int remote, final long reason) {
        bench.post(TxBench.word0(kind, 0, ELSEWHERE, 77, length), TxBench.word1(local, remote));
        bench.step();
        assertEquals(reason == 0 ? List.of() : List.of(reason), reasons());
    }

    @ParameterizedTest(name = "target {0}")
    @ValueSource(ints = {0x004, 0x040, 0x200, 0xFFF})
    void aTargetOutsideTheShapeIsMalformed(final int target) {
        bench.post(OpKind.FLUSH, 0, target, 5, 0);
        bench.step();
        assertEquals(longs(3), reasons());
    }

    @ParameterizedTest(name = "kind {0}")
    @CsvSource({"0, true", "1, true", "2, false", "3, false", "4, false", "5, false", "6, true"})
    void aModeIsForPutsGetsAndFences(final int kind, final boolean accepted) {
        final int length = kind == OpKind.FADD || kind == OpKind.CAS ? 8 : 0;
        for (long mode = 1; mode < 4; mode++) {
            bench.post(TxBench.word0(kind, 0, ELSEWHERE, 5, length) | mode << Descriptor0.MODE_LSB, 0);
            bench.step();
        }
        assertEquals(accepted ? longs() : longs(3, 3, 3), reasons());
    }

    /**
     * Without cut-through, adaptive packets could block one another in a ring (RT_A10). The mode of a FENCE appears in
     * no packet.
     */
    @ParameterizedTest(name = "kind {0}")
    @ValueSource(ints = {OpKind.PUT, OpKind.GET, OpKind.FENCE})
    void anAdaptiveModeIsForMachinesWithCutThrough(final int kind) {
        for (final Routing routing : List.of(Routing.DIMENSION_ORDER, Routing.BUBBLE, Routing.ADAPTIVE)) {
            final TxBench machine = TxBench.of(routing);
            for (long mode = 0; mode < 4; mode++) {
                machine.post(TxBench.word0(kind, 0, ELSEWHERE, (int) mode, 0) | mode << Descriptor0.MODE_LSB, 0);
                machine.step();
            }
            final List<Long> refused = machine.of(EventKind.OP_REJECTED).stream()
                    .map(TxBench.Event::a)
                    .toList();
            final boolean carried = kind != OpKind.FENCE;
            assertEquals(routing.cutThrough() || !carried ? List.of() : longs(1, 3), refused);
        }
    }

    @Test
    void malformedThenFullThenClosed() {
        bench.fences.blocked = 15;
        for (int i = 0; i < 16; i++) {
            bench.post(OpKind.PUT, 2, ELSEWHERE, i, 0);
            bench.step();
        }
        assertEquals(List.of(), reasons());
        bench.post(TxBench.word0(OpKind.MSG, 2, ELSEWHERE, 5, 257), 0);
        bench.step();
        bench.post(TxBench.word0(OpKind.PUT, 2, ELSEWHERE, 5, 0) | CLOSED, 0);
        bench.step();
        bench.post(TxBench.word0(OpKind.PUT, 1, ELSEWHERE, 5, 0) | CLOSED, 0);
        bench.step();
        assertEquals(longs(3, 2, 1), reasons());
        assertEquals(List.of(), bench.cyclesOf("enter 3 put"));
    }

    @Test
    void fullIsJudgedAtTheStartOfTheCycle() {
        final TxBench small = new TxBench(20, 2, new Buffers(8, 16, 1, 64, 64, 8), 4);
        small.post(OpKind.PUT, 0, ELSEWHERE, 1, 0);
        small.step();
        small.post(OpKind.PUT, 0, ELSEWHERE, 2, 0); // the first leaves in this cycle
        small.step();
        small.post(OpKind.PUT, 0, ELSEWHERE, 3, 0);
        small.run(5);
        assertEquals(
                List.of(2L),
                small.of(EventKind.OP_REJECTED).stream().map(TxBench.Event::a).toList());
        assertEquals(2, small.of(EventKind.OP_ISSUED).size());
    }

    @ParameterizedTest(name = "kind {0}")
    @ValueSource(ints = {OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.CAS})
    void transfersOfAnEpochAreGatedAndCounted(final int kind) {
        bench.post(TxBench.word0(kind, 0, ELSEWHERE, 5, 8) | OPEN, TxBench.word1(0, 0));
        bench.step();
        assertEquals(longs(0), bench.cyclesOf("enter 3 " + (kind == OpKind.PUT ? "put" : "get")));
        bench.post(TxBench.word0(kind, 0, ELSEWHERE, 5, 8) | CLOSED, TxBench.word1(0, 0));
        bench.step();
        assertEquals(longs(1), reasons());
    }

    @ParameterizedTest(name = "kind {0}")
    @ValueSource(ints = {OpKind.MSG, OpKind.FLUSH, OpKind.FENCE})
    void othersIgnoreTheEpochBit(final int kind) {
        bench.post(TxBench.word0(kind, 0, ELSEWHERE, 5, 8) | CLOSED, 0);
        bench.step();
        bench.post(TxBench.word0(kind, 0, ELSEWHERE, 5, 8) | OPEN, 0);
        bench.step();
        assertEquals(List.of(), reasons());
        assertTrue(bench.told.stream().noneMatch(t -> t.what().startsWith("enter")));
    }

    // ---- packets

    @ParameterizedTest(name = "{0} bytes")
    @CsvSource({"0, 1, 0", "1, 1, 1", "16, 1, 16", "256, 1, 256", "257, 2, 1", "512, 2, 256", "513, 3, 1"})
    void aPutIsCutFromItsFirstByte(final int bytes, final int packets, final int rest) {
        bench.post(
                TxBench.word0(OpKind.PUT, 0, ELSEWHERE, 5, bytes) | OPEN,
                TxBench.word1(0x300, 0x700) | 1L << Descriptor1.CTR_VALID_LSB | 13L << Descriptor1.CTR_LSB);
        bench.run(120);
        final List<TxBench.Flit> heads = bench.heads(0);
        assertEquals(packets, heads.size());
        for (int i = 0; i < packets; i++) {
            final boolean last = i == packets - 1;
            assertEquals(last ? rest : 256, Header0.length(heads.get(i).w0()));
            assertEquals(last ? 1 : 0, Header0.last(heads.get(i).w0()));
            assertEquals(
                    1L << Header1.EPOCH_LSB
                            | 1L << Header1.CTR_VALID_LSB
                            | 13L << Header1.CTR_LSB
                            | 9L << Header1.ENTRY_LSB
                            | 5L << Header1.GEN_LSB
                            | 5L << Header1.TAG_LSB
                            | 0x700 + 256L * i,
                    heads.get(i).w1());
        }
        assertEquals(bytes, bench.reads.stream().mapToInt(TxBench.Read::length).sum());
        assertEquals(1, bench.of(EventKind.OP_LOCAL).size());
        assertEquals(1, bench.of(EventKind.OP_ISSUED).size());
    }

    @Test
    void theNextPutOfAFifoBeginsAtItsOwnFirstByte() {
        bench.post(OpKind.PUT, 0, ELSEWHERE, 1, 600);
        bench.step();
        bench.post(OpKind.PUT, 0, ELSEWHERE, 2, 300);
        bench.run(120);
        assertEquals(longs(1, 1, 1, 2, 2), bench.tags(0));
        assertEquals(
                longs(0x2000, 0x2100, 0x2200, 0x2000, 0x2100),
                bench.heads(0).stream().map(f -> Header1.addr(f.w1())).toList());
        assertEquals(900, bench.reads.stream().mapToInt(TxBench.Read::length).sum());
    }

    @Test
    void aCounterThatIsNotValidIsNotSent() {
        bench.post(TxBench.word0(OpKind.PUT, 0, ELSEWHERE, 5, 0), 13L << Descriptor1.CTR_LSB);
        bench.run(5);
        assertEquals(5L << Header1.TAG_LSB, bench.heads(0).get(0).w1());
    }

    @ParameterizedTest(name = "in an epoch: {0}")
    @ValueSource(booleans = {false, true})
    void aGetIsOnePacketWithItsPayload(final boolean epoch) {
        bench.post(
                TxBench.word0(OpKind.GET, 0, bench.me(), 5, 40_000) | (epoch ? OPEN : 7L << Descriptor0.INDEX_LSB),
                TxBench.word1(0x300, 0x700) | 13L << Descriptor1.CTR_LSB);
        bench.run(10);
        final List<TxBench.Flit> flits = bench.on(0);
        assertEquals(2, flits.size());
        assertEquals(16, Header0.length(flits.get(0).w0()));
        final long entry = 1L << Header1.EPOCH_LSB | 9L << Header1.ENTRY_LSB | 5L << Header1.GEN_LSB;
        assertEquals(
                (epoch ? entry : 0) | 5L << Header1.TAG_LSB | 0x700,
                flits.get(0).w1());
        assertEquals(
                0x300L << GetPayload.LANDING_LSB
                        | 40_000L << GetPayload.LENGTH_LSB
                        | 13L << GetPayload.CTR_LSB
                        | (epoch ? 3L << GetPayload.LOCAL_EPOCH_LSB : 0),
                flits.get(1).w0());
        assertEquals(0, flits.get(1).w1());
        assertEquals(longs(1), bench.cyclesOf("load 0 13 40000"));
        assertEquals(longs(1), bench.cyclesOf("produced"));
        assertEquals(0, bench.of(EventKind.OP_LOCAL).size());
    }

    @ParameterizedTest(name = "kind {0}, in an epoch: {1}")
    @CsvSource({"2, false", "2, true", "3, false", "3, true"})
    void anAtomicCarriesItsOperands(final int kind, final boolean epoch) {
        bench.tx.command(
                TileCommand.POST,
                TxBench.word0(kind, 0, ELSEWHERE, 5, 8) | (epoch ? OPEN : 7L << Descriptor0.INDEX_LSB),
                TxBench.word1(0, 0x708) | 13L << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB,
                0x1234,
                0x5678);
        bench.run(10);
        final List<TxBench.Flit> flits = bench.on(0);
        assertEquals(2, flits.size());
        final long named =
                1L << Header1.EPOCH_LSB | 9L << Header1.ENTRY_LSB | 5L << Header1.GEN_LSB | 3L << Header1.CTR_LSB;
        assertEquals(
                (epoch ? named : 0) | 5L << Header1.TAG_LSB | 0x708,
                flits.get(0).w1());
        assertEquals(0x1234, flits.get(1).w0());
        assertEquals(kind == OpKind.GET ? 0 : 0x5678, flits.get(1).w1());
        assertTrue(bench.told.stream().noneMatch(t -> t.what().startsWith("load")));
    }

    @Test
    void onlyTheLastPacketToTheOwnNodeIsCounted() {
        bench.post(OpKind.PUT, 0, bench.me(), 5, 600);
        bench.run(100);
        assertEquals(longs(33), bench.cyclesOf("produced"));
    }

    private void dla(final int ptype, final int dst, final int length, final boolean last, final long w0) {
        final int flits = (length + 15) / 16;
        bench.dla.words.add(new TxNeighbours.Dla.Word(
                true,
                flits == 0,
                (long) ptype << Header0.PTYPE_LSB
                        | (long) dst << Header0.DST_LSB
                        | (long) length << Header0.LENGTH_LSB
                        | (last ? 1L << Header0.LAST_LSB : 0)
                        | Header0.STAMP_MASK << Header0.STAMP_LSB,
                0x777));
        for (int i = 1; i <= flits; i++) {
            bench.dla.words.add(new TxNeighbours.Dla.Word(false, i == flits, w0, i));
        }
    }

    @Test
    void requestsOfTheDlaGoOneByOneWithANewStamp() {
        dla(PacketType.PUT, bench.me(), 0, true, 0);
        dla(PacketType.PUT, ELSEWHERE, 40, true, 5);
        bench.run(20);
        final List<TxBench.Flit> flits = bench.on(0);
        // picked 0, sent 1, free for the next pick 2
        assertEquals(
                longs(1, 3, 4, 5, 6), flits.stream().map(TxBench.Flit::cycle).toList());
        assertEquals(0, Header0.stamp(flits.get(0).w0()));
        assertEquals(2, Header0.stamp(flits.get(1).w0()));
        assertEquals(0x777, flits.get(1).w1());
        assertEquals(
                longs(1, 2, 3),
                flits.subList(2, 5).stream().map(TxBench.Flit::w1).toList());
        assertEquals(longs(0), bench.cyclesOf("produced"));
        assertEquals(0, bench.of(EventKind.OP_LOCAL).size());
        assertEquals(0, bench.of(EventKind.OP_ISSUED).size());
    }

    @Test
    void aGetOfTheDlaLoadsItsCounterWhenItsPayloadIsSentAndNothingIsPickedThen() {
        dla(PacketType.GET, ELSEWHERE, 16, true, 300L << GetPayload.LENGTH_LSB | 13L << GetPayload.CTR_LSB);
        bench.post(OpKind.PUT, 0, ELSEWHERE, 0, 0);
        for (int i = 1; i <= 5; i++) {
            bench.step();
            bench.post(OpKind.PUT, 0, ELSEWHERE, i, 0);
        }
        bench.run(10);
        assertEquals(longs(2), bench.cyclesOf("load 0 13 300"));
        final List<Long> picks = bench.heads(0).stream()
                .filter(f -> Header0.ptype(f.w0()) == PacketType.PUT)
                .map(f -> Header0.stamp(f.w0()))
                .toList();
        assertEquals(longs(1, 3, 4, 5, 6, 7), picks);
    }
}
