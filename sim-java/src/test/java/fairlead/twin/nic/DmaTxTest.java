// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.Routing;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules and timing of docs/spec/dma-engine-tx.md on the twin. */
@Tag("M-61")
@Tag("M-64")
class DmaTxTest {
    private static final int ELSEWHERE = 1;
    private static final List<String> KINDS = List.of("put", "get", "fadd", "cas", "msg", "flush", "fence");

    private static String joined(Stream<?> values) {
        String text = values.map(String::valueOf).collect(Collectors.joining(" "));
        return text.isEmpty() ? "-" : text;
    }

    private static final class Player extends UnitScript {
        private TxBench bench = TxBench.usual();

        @Override
        protected Object play(String[] words) {
            List<String> all = List.of(words);
            int[] n = Stream.of(words)
                    .mapToInt(w -> w.matches("-?(\\d{1,9}|0x[0-9A-Fa-f]{1,7})") ? number(w) : -1)
                    .toArray();
            switch (words[0]) {
                case "new" -> bench = words.length == 1
                        ? TxBench.usual()
                        : new TxBench(n[1], n[2], new Buffers(8, n[4], n[5], 64, 64, 8), n[3]);
                case "post" -> post(all, n);
                case "blocked" -> bench.fences.blocked = n[1];
                case "fences" -> bench.fences.open = words[1].equals("open");
                case "used" -> bench.used = n[1];
                case "quiet" -> bench.fences.quiet = true;
                case "credit" -> bench.tx.command(0, TileCommand.MSG_CREDIT, n[1], n[2], 0, 0);
                case "back" -> bench.tx.creditReturn(n[1], n.length > 2 ? n[2] : 0);
                case "edge" -> bench.tx.edge(0); // as if the sources had appeared in the cycle after the pushes
                case "push" -> {
                    boolean isTag = words[4].startsWith("t");
                    long word1 =
                            isTag ? Long.parseLong(words[4].substring(1)) << Header1.TAG_LSB : Long.decode(words[4]);
                    long value = all.contains("value") ? n[words.length - 1] : 0;
                    boolean last = !all.contains("more");
                    bench.tx.push(n[1], Headers.type(words[2]), n[3], 0, word1, n[5], n[6], last, value);
                }
                case "request", "response" -> {
                    boolean isRequest = words[0].equals("request");
                    var control = (isRequest ? bench.requestControl : bench.responseControl)[n[1]];
                    control.left = n[2];
                    control.ptype = Headers.type(words[3]);
                    control.word1 = words.length > 4 ? n[4] : 0;
                }
                case "dla" -> bench.store(
                        Headers.type(words[1]),
                        n[2],
                        n[3],
                        words[4].equals("payload")
                                ? (long) n[5] << GetPayload.LENGTH_LSB | (long) n[6] << GetPayload.CTR_LSB
                                : n[4]);
                default -> {
                    return ask(all, n);
                }
            }
            return null;
        }

        private void post(List<String> words, int[] n) {
            long index = words.contains("open") ? 3 : words.contains("closed") ? 4 : field(words, "index", 0);
            int kind = KINDS.contains(words.get(1)) ? KINDS.indexOf(words.get(1)) : n[1];
            long w0 = TxBench.word0(kind, n[2], n[3], n[4], n[5])
                    | index << Descriptor0.INDEX_LSB
                    | (words.contains("open") || words.contains("closed") ? 1L << Descriptor0.EPOCH_LSB : 0)
                    | field(words, "mode", 0) << Descriptor0.MODE_LSB;
            long w1 = TxBench.word1((int) field(words, "local", 0x100), (int) field(words, "remote", 0x2000))
                    | (field(words, "counter", 0) | field(words, "ctr", 0)) << Descriptor1.CTR_LSB
                    | (words.contains("ctr") ? 1L << Descriptor1.CTR_VALID_LSB : 0);
            w1 &= words.contains("strays") ? -1 : HwLayout.Meant.post(kind, 1);
            int at = words.indexOf("words");
            bench.tx.command(0, TileCommand.POST, w0, w1, at < 0 ? 0 : n[at + 1], at < 0 ? 0 : n[at + 2]);
        }

        private static long field(List<String> words, String name, int otherwise) {
            return words.contains(name) ? number(words.get(words.indexOf(name) + 1)) : otherwise;
        }

        private Object ask(List<String> words, int[] n) {
            int port = n.length > 1 ? n[1] : 0;
            return switch (words.get(0)) {
                case "busy" -> bench.tx.busy();
                case "tags" -> heads(port, f -> Header1.tag(f.w1()));
                case "addrs" -> heads(port, f -> Header1.addr(f.w1()));
                case "lengths" -> heads(port, f -> Header0.length(f.w0()));
                case "lasts" -> heads(port, f -> Header0.last(f.w0()));
                case "classes" -> heads(port, f -> Header0.cls(f.w0()));
                case "targets" -> heads(port, f -> Header0.dst(f.w0()));
                case "stamps" -> joined(bench.heads(port).stream()
                        .filter(f -> words.size() == 2 || Header0.ptype(f.w0()) == Headers.type(words.get(2)))
                        .map(f -> Header0.stamp(f.w0())));
                case "types" -> joined(bench.heads(port).stream()
                        .map(f -> (int) Header0.ptype(f.w0()))
                        .map(PacketType::name));
                case "w1s" -> joined(bench.heads(port).stream().map(f -> Long.toHexString(f.w1())));
                case "headers" -> joined(bench.heads(port).stream().map(f -> Headers.exact(f.w1())));
                case "header" -> Headers.exact(bench.heads(port).get(n[2]).w1());
                case "stamp" -> Header0.stamp(bench.heads(port).get(n[2]).w0());
                case "packets" -> bench.heads(port).size();
                case "flits" -> bench.on(port).size();
                case "cycles" -> joined(bench.on(port).stream().map(TxBench.Flit::cycle));
                case "flitAt" -> bench.on(port).get(n[2]).cycle();
                case "flit" -> bench.on(port).get(n[2]).w0() + " "
                        + bench.on(port).get(n[2]).w1();
                case "payload" -> payload(bench.on(port).get(n[2]));
                default -> told(words);
            };
        }

        private Object told(List<String> words) {
            String what = words.stream()
                    .skip(1)
                    .map(w -> w.matches("[A-Z_]+") ? "" + Headers.type(w) : w)
                    .collect(Collectors.joining(" "));
            return switch (words.get(0)) {
                case "at" -> joined(bench.cyclesOf(what).stream());
                case "told" -> bench.told.stream()
                        .filter(t -> t.what().startsWith(what))
                        .count();
                case "reasons" -> joined(
                        bench.of(EventKind.OP_REJECTED).stream().map(TxBench.Event::b));
                case "refused" -> joined(
                        bench.of(EventKind.OP_REJECTED).stream().map(TxBench.Event::a));
                case "rejectedAt" -> at(EventKind.OP_REJECTED);
                case "issued" -> bench.of(EventKind.OP_ISSUED).size();
                case "issuedAt" -> at(EventKind.OP_ISSUED);
                case "injectedAt" -> at(EventKind.PACKET_INJECTED);
                case "localAt" -> at(EventKind.OP_LOCAL);
                case "units" -> joined(bench.events.stream().map(e -> EventUnit.name(e.unit())));
                case "read" -> bench.reads.stream()
                        .mapToInt(TxBench.Read::length)
                        .sum();
                case "readsAt" -> joined(bench.reads.stream().map(TxBench.Read::cycle));
                default -> {
                    int first = bench.reads.get(0).address();
                    for (int i = 0; i < bench.reads.size(); i++) {
                        assertEquals(first + 16 * i, bench.reads.get(i).address());
                    }
                    yield bench.reads.size() + " from " + first;
                }
            };
        }

        private String at(int kind) {
            return joined(bench.of(kind).stream().map(TxBench.Event::cycle));
        }

        private String heads(int port, ToLongFunction<TxBench.Flit> field) {
            return joined(bench.heads(port).stream().map(field::applyAsLong));
        }

        private static String payload(TxBench.Flit flit) {
            long word = flit.w0();
            long landing = GetPayload.landing(word);
            long length = GetPayload.length(word);
            long ctr = GetPayload.ctr(word);
            long epoch = GetPayload.localEpoch(word);
            assertEquals(Headers.getPayload(landing, length, ctr, epoch), word);
            assertEquals(0, flit.w1());
            return landing + " " + length + " " + ctr + " " + epoch;
        }

        @Override
        protected void edge() {
            bench.step();
        }
    }

    private final Player player = new Player();

    @TestFactory
    Stream<DynamicTest> thePage() {
        return UnitScript.tests("dma-tx.txt", Player::new);
    }

    @ParameterizedTest(name = "kind {0}, length {1}, local {2}, remote {3}")
    @CsvSource({
        "0, 16, 65520, 268435440, -",
        "0, 16, 65521, 0, 3",
        "0, 16, 0, 268435441, 3",
        "1, 16, 65521, 0, 3",
        "1, 16, 0, 268435441, 3",
        "2, 8, 65530, 268435448, -",
        "2, 8, 0, 268435449, 3",
        "2, 9, 0, 0, 3",
        "3, 8, 65535, 0, -",
        "3, 7, 0, 0, 3",
        "4, 256, 0, 268435455, -",
        "4, 257, 0, 0, 3",
        "4, 256, 65281, 0, 3",
        "5, 0, 65535, 268435455, -",
        "5, 1, 0, 0, 3",
        "6, 0, 65535, 268435455, -",
        "6, 1, 0, 0, 3",
        "7, 0, 0, 0, 3",
        "15, 0, 0, 0, 3"
    })
    void whatIsMalformed(int kind, int length, int local, int remote, String reason) {
        player.play("post " + kind + " 0 1 77 " + length + " local " + local + " remote " + remote + " > reasons = "
                + reason);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "put 0, 3 3",
        "get 0, 3 3",
        "fadd 8, 3 3 3",
        "cas 8, 3 3 3",
        "msg 0, 3 3 3",
        "flush 0, 3 3 3",
        "fence 0, -"
    })
    void aModeIsForPutsGetsAndFences(String kind, String reasons) {
        for (int mode = 1; mode < 4; mode++) {
            player.play("post " + kind.replace(" ", " 0 1 5 ") + " local 0 remote 0 mode " + mode);
        }
        player.play("reasons = " + reasons);
    }

    /** Nobody has shown that packets of other modes drain. The mode of a FENCE appears in no packet. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"put", "get", "fence"})
    void aModeIsForMachinesThatUseIt(String kind) {
        Routing both = new Routing(Routing.Mode.ADAPTIVE, false, false, true);
        List<Routing> routings =
                List.of(Routing.DIMENSION_ORDER, Routing.BUBBLE, Routing.ADAPTIVE, Routing.DRAWN_TIES, both);
        List<String> refused = List.of("1 2 3", "1 2 3", "2 3", "1 3", "-");
        for (Routing routing : routings) {
            player.bench = TxBench.of(routing);
            for (int mode = 0; mode < 4; mode++) {
                player.play("post " + kind + " 0 1 " + mode + " 0 local 0 remote 0 mode " + mode);
            }
            player.play("refused = " + (kind.equals("fence") ? "-" : refused.get(routings.indexOf(routing))));
        }
    }

    @Test
    void malformedThenFullThenClosed() {
        player.play("blocked 15");
        for (int i = 0; i < 16; i++) {
            player.play("post put 2 1 " + i + " 0");
        }
        player.play("reasons = -; post msg 2 1 5 257 local 0 remote 0\npost put 2 1 5 0 closed\n"
                + "post put 1 1 5 0 closed\nreasons = 3 2 1; at enter 3 put = -");
    }

    @Test
    void sourcesTakeTurnsByPacketInTheirOrder() {
        player.play("blocked 15");
        for (int fifo = 0; fifo < 4; fifo++) {
            for (int i = 0; i < 3; i++) {
                player.play("post put " + fifo + " 1 " + (100 * fifo + i) + " 0");
            }
        }
        player.play("request 0 0 TERM; request 1 0 TERM");
        for (int c = 0; c < 2; c++) {
            player.bench.requestControl[c].word1 = 900L + c << Header1.TAG_LSB;
            player.bench.requestControl[c].left = 2;
        }
        player.play("blocked 0; 20 cycles > tags 1 = 100 300 101 301 102 302");
        player.play("tags 0 = 0 200 900 901 1 201 900 901 2 202");
    }

    @ParameterizedTest(name = "{0} bytes")
    @CsvSource({"0, 1, 0", "1, 1, 1", "16, 1, 16", "256, 1, 256", "257, 2, 1", "512, 2, 256", "513, 3, 1"})
    void aPutIsCutFromItsFirstByte(int bytes, int packets, int rest) {
        String headers = joined(IntStream.range(0, packets).mapToObj(i -> 0x700 + 256 * i + ",5,5,0,9,13,1,1"));
        player.play("post put 0 1 5 " + bytes + " open local 0x300 remote 0x700 ctr 13\n119 cycles > lengths 0 = "
                + "256 ".repeat(packets - 1) + rest + "; lasts 0 = " + "0 ".repeat(packets - 1) + "1; headers 0 = "
                + headers + "; read = " + bytes + "; issued = 1");
        assertEquals(1, player.bench.of(EventKind.OP_LOCAL).size());
    }

    // ---- timing and rates

    @ParameterizedTest(name = "memory latency {0}")
    @ValueSource(ints = {1, 2, 20})
    void aPutOfFortyBytesFollowsTheTable(int latency) {
        player.play("new " + latency + " 2 4 16 16; post put 0 17 7 40\n" + (latency + 19) + " cycles > at produced = 1"
                + "; issuedAt = 1; injectedAt = 2; readsAt = 2 3 4; reads = 3 from 256; read = 40; localAt = "
                + (6 + latency) + "; cycles 0 = 2 " + (4 + latency) + " " + (5 + latency) + " " + (6 + latency)
                + "; stamps 0 = 1; flits 1 = 0; busy = false");
        for (int f = 1; f <= 3; f++) {
            int address = 0x100 + 16 * (f - 1);
            int length = Math.min(16, 40 - 16 * (f - 1));
            assertEquals(
                    TxBench.memory(address, length, 0),
                    player.bench.flits.get(f).w0());
            assertEquals(
                    TxBench.memory(address, length, 1),
                    player.bench.flits.get(f).w1());
        }
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void aPutOf4096BytesSendsWithoutAGap() {
        player.play("post put 0 1 7 4096\n399 cycles > flits 0 = 272");
        List<Long> cycles = player.bench.on(0).stream().map(TxBench.Flit::cycle).toList();
        assertEquals(range(cycles.get(1), cycles.get(1) + 270), cycles.subList(1, 272));
        List<Long> picks =
                player.bench.heads(0).stream().map(f -> Header0.stamp(f.w0())).toList();
        assertEquals(List.of(1L, 17L, 33L, 49L), picks.subList(0, 4));
    }

    @Test
    void aPutAndAResponseShareTheReads() {
        player.play("push 0 DATA 1 0x40 0x200 256; edge; ".repeat(8) + "post put 0 1 7 2048\n599 cycles");
        assertEquals(276, span(player.bench.on(0)));
        assertEquals(276, span(player.bench.on(2)));
        for (int i = 1; i < 200; i++) {
            assertTrue(
                    player.bench.reads.get(i).ctx()
                            != player.bench.reads.get(i - 1).ctx(),
                    "read " + i);
        }
    }

    /** Returns the number of cycles from head to tail. */
    private static long span(List<TxBench.Flit> flits) {
        return flits.get(flits.size() - 1).cycle() - flits.get(0).cycle();
    }

    /** Keeps FIFO 0 full of puts; returns the cycles of their heads. */
    private List<Long> puts(String bench, int bytes, int cycles) {
        player.play(bench);
        int posts = bench.isEmpty() ? cycles : cycles - 1;
        for (int i = 0; i < posts; i++) {
            player.bench.post(OpKind.PUT, 0, ELSEWHERE, i & 1023, bytes);
            player.bench.step();
        }
        return player.bench.heads(0).stream().map(TxBench.Flit::cycle).toList();
    }

    @Test
    void emptyPutsGoOutOneACycle() {
        assertEquals(range(2, 199), puts("", 0, 200));
    }

    @ParameterizedTest(name = "memory latency {0}")
    @ValueSource(ints = {1, 4, 19, 20, 40})
    void smallPutsAreLimitedByTheHeaderQueue(int latency) {
        List<Long> heads = puts("new " + latency + " 2 4 16 16", 16, 1000);
        // four packets wait for one memory latency, but none takes less than its two flits
        assertEquals(10L * Math.max(latency + 4, 8), heads.get(60) - heads.get(20));
    }

    @ParameterizedTest(name = "{0} slots in the router")
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theRateIsTheDepthOverTheCreditLoop(int depth) {
        List<Long> heads = puts("new 20 1 4 " + depth + " 16", 0, 200);
        assertEquals(depth >= 4 ? 48 : 48L / depth * 4, heads.get(48) - heads.get(0));
    }
}
