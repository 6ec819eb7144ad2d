// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.TileCommand;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules and timing of docs/spec/dma-engine-rx.md on the twin. */
@Tag("M-8")
@Tag("M-19")
@Tag("M-61")
@Tag("M-EPO-1")
class DmaRxTest {
    private static final int SLOT = 256;

    private static final class Player extends UnitScript {
        private final RxBench.Setup setup = new RxBench.Setup();
        private RxBench bench;
        private List<String> kinds; // what is shown; null if it is all actions
        private boolean timed;
        private int seen; // lines of the bench

        Player() {
            edges = 0;
        }

        private RxBench bench() {
            bench = bench == null ? new RxBench(setup) : bench;
            return bench;
        }

        @Override
        protected Object play(String[] words) {
            int number = words.length > 1 && words[1].matches("-?\\d.*") ? number(words[1]) : 0;
            switch (words[0]) {
                case "memory" -> setup.memory = number;
                case "depth" -> setup.localDepth = number;
                case "reception" -> setup.receptionDepth = number;
                case "response" -> setup.responseDepth = number;
                case "noticesFirst" -> setup.noticesFirst = true;
                case "show", "list" -> {
                    timed = words[0].equals("show");
                    kinds = List.of(words).subList(1, words.length);
                }
                case "held", "free" -> bench().memoryHeld = words[0].equals("held");
                case "forbid" -> bench().neighbours.allowed = false;
                case "grant" -> bench().neighbours.grant =
                        number < 0 ? -RefusalReason.TABLE : number | number(words[2]) << 8;
                case "word" -> bench().memory.putLong(number, number(words[2]));
                case "set" -> bench().command(TileCommand.COUNTER_SET, number, number(words[2]));
                case "clear" -> bench().command(TileCommand.COUNTER_CLEAR, number, 0);
                case "pop" -> bench().command(TileCommand.MSG_POP, number, 0);
                case "load" -> bench().load(number, number(words[2]), number(words[3]));
                case "freed" -> bench().notice(() -> bench.rx.freed(number));
                case "take" -> bench().takeCredit();
                default -> {
                    if (words[0].matches("\\d")) {
                        send(List.of(words));
                        return null;
                    }
                    return ask(words[0], number);
                }
            }
            return null;
        }

        private Object ask(String question, int number) {
            return switch (question) {
                case "busy" -> bench.rx.busy();
                case "credit" -> bench.rx.creditSend().valid();
                case "at" -> bench.memory.getLong(number);
                case "responses" -> bench.of("respond").size();
                default -> bench.of("PACKET_DELIVERED").size();
            };
        }

        private void send(List<String> words) {
            int end = words.contains(":") ? words.indexOf(":") : words.size();
            int at = words.contains("self") ? 2 : 1;
            int source = at == 2 ? bench().me : bench().other;
            source = words.contains("from") ? number(words.get(words.indexOf("from") + 1)) : source;
            Headers headers = Headers.of(Headers.type(words.get(at)), source, bench.me);
            for (int i = at + 1; i < end; i++) {
                switch (words.get(i)) {
                    case "last" -> headers.last();
                    case "epoch" -> headers.epoch();
                    case "from" -> i++;
                    default -> headers.set(words.get(i), number(words.get(++i)));
                }
            }
            boolean isGet = words.contains("get");
            long[] payload = words.subList(Math.min(words.size(), end + (isGet ? 2 : 1)), words.size()).stream()
                    .mapToLong(Long::decode)
                    .toArray();
            bench.send(
                    number(words.get(0)),
                    headers,
                    isGet ? new long[] {Headers.getPayload(payload[0], payload[1], payload[2], payload[3])} : payload);
        }

        @Override
        protected void edge() {
            bench().run(1);
            for (; seen < bench.lines.size(); seen++) {
                String line = bench.lines.get(seen).replaceAll("\\b" + bench.other + "\\b", "other");
                String what = line.split(" ")[1];
                boolean isAction =
                        !List.of("credit", "access", "PACKET_DELIVERED").contains(what);
                if (kinds == null ? isAction : kinds.contains(what) || kinds.contains("all")) {
                    show(timed ? line : line.substring(line.indexOf(' ') + 1));
                }
            }
        }
    }

    private final Player player = new Player();

    @TestFactory
    Stream<DynamicTest> thePage() {
        return UnitScript.tests("dma-rx.txt", Player::new);
    }

    /** Each function of a FADD has its own operation of the memory port, and leaves its own result. */
    @ParameterizedTest(name = "function {0}: operation {1}")
    @CsvSource({"0, 1, 22", "1, 3, 8", "2, 4, 14", "3, 5, 6", "4, 6, 10"})
    void aFetchAndOpDoesItsFunctionOnce(int function, int operation, long left) {
        int word = function | 0xABCD << 3; // with bits of the FetchPayload that nobody reads
        player.play("word 0x100 12; 0 FADD length 16 addr 0x100 tag 1 last : 10 " + word);
        player.play("60 cycles > write 0 " + operation + " 256 8 a " + Integer.toHexString(word)
                + "; respond 0 FADD_R other 256,1,0,0,0,0,0,0 0 0 true c; at 0x100 = " + left);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, -1})
    void aFunctionThatDoesNotExistIsRefused(long function) {
        player.play("word 0 500; 0 FADD length 16 addr 0 tag 1 last : 1 " + function);
        player.play("60 cycles > respond 0 NACK other 4,1,0,2,0,0,0,0 0 0 true 0; at 0 = 500");
    }

    @ParameterizedTest(name = "memory latency {0}")
    @ValueSource(ints = {1, 4, 20})
    void aPutOfOneFlitWithACounter(int memory) {
        player.play("memory " + memory + "; show all; set 5 16; 0 PUT length 16 addr 0x100 tag 9 ctr 5 last : 17 34");
        player.play(memory + 10 + " cycles > 1 credit 0; 1 access false 0 0 other; 2 credit 0"
                + "; 2 write 0 0 256 16 11 22; 2 PACKET_DELIVERED rxReq0 9; " + (3 + memory)
                + " COUNTER_ZERO 5 0; at 0x100 = 17; busy = false");
    }

    /** Heads claim the places of a commit queue; a further head, of either class, waits until one packet has acted. */
    @Test
    void commitPlacesRunOut() {
        RxBench bench = new RxBench();
        bench.memoryHeld = true;
        bench.send(0, bench.to(PacketType.PUT).set("length", 16).set("addr", 0x100));
        for (int i = 1; i < HwLayout.COMMIT_SLOTS + 3; i++) {
            bench.send(2, bench.to(PacketType.PONG).set("entry", i));
            bench.send(3, bench.to(PacketType.PONG).set("entry", 32 + i));
        }
        bench.run(100);
        assertFalse(bench.rx.busy());
        // PONG 1 went between head and payload of the PUT and has acted
        long held = bench.of("PACKET_DELIVERED").stream()
                .filter(line -> line.matches(".* rx(Req0|Rsp0) .*"))
                .count();
        assertEquals(1 + HwLayout.COMMIT_SLOTS, held);
        bench.memoryHeld = false;
        bench.run(40); // acknowledged in 100, acts in 101; the place is free in 102
        List<String> delivered = bench.of("PACKET_DELIVERED");
        assertEquals("102 PACKET_DELIVERED rxRsp0 0", delivered.get(delivered.size() - 2));
        assertEquals(2 * (HwLayout.COMMIT_SLOTS + 2), bench.of("pong").size());
    }

    @Test
    void aRequestHeadWaitsForACommitPlaceToo() {
        StringBuilder terms = new StringBuilder("list; held; 1 PUT length 16 addr 0x100");
        for (int i = 0; i < HwLayout.COMMIT_SLOTS + 1; i++) {
            terms.append("; 1 TERM entry ").append(i);
        }
        player.play(terms + "\n100 cycles > busy = false; delivered = " + HwLayout.COMMIT_SLOTS);
    }

    @Test
    void slotsAreUsedInRingOrderAtTheirAddresses() {
        player.play("reception 3; list write MSG_ARRIVED");
        for (int i = 0; i < 4; i++) {
            int slot = i % 3;
            int base = RxBench.MESSAGE_BASE + (3 * 3 + slot) * SLOT;
            String word = Integer.toHexString(100 + i);
            player.play("0 MSG addr 3 tag " + i + " length 20 last : " + (100 + i) + " 0 " + (200 + i)
                    + "; 1 MSG addr 1 tag " + (8 + i) + " last");
            player.play("40 cycles > write 0 0 " + base + " 16 " + word + " 0; write 0 0 " + (base + 16) + " 4 "
                    + Integer.toHexString(200 + i) + " 0; MSG_ARRIVED 1 " + slot + " 0 other " + (8 + i)
                    + "; MSG_ARRIVED 3 " + slot + " 20 other " + i);
            player.play("pop 3; 3 cycles\ntake; 1 cycles\npop 1; 3 cycles\ntake; 2 cycles");
        }
    }
}
