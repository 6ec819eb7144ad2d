// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.node.Descriptors;
import fairlead.twin.router.HeaderBuilder;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rules, timing, order and packets of docs/spec/dla-arbiter.md on the twin. */
@Tag("M-18")
@Tag("M-61")
@Tag("hazard-DLA-10")
@Tag("hazard-DLA-12")
class DlaArbiterTest {
    private static final List<String> KINDS = List.of("put", "get", "fadd", "cas", "msg", "flush", "fence");
    private static final int TARGET = 0x123;
    private static final int BLOCK = 0xABCDE;

    /** One DlaArbiter and its host. The network takes a word in a cycle if `ready` is set. */
    private static final class Player extends UnitScript {
        private DlaArbiter unit;
        private TileContext tile;
        private boolean ready;
        private boolean ports; // whether events show their port
        private boolean clears; // words of a cleared channel leave by themselves

        private void build(String[] words, DlaOptions options) {
            TestTile test = new TestTile();
            int[] limit = Stream.of(words).skip(1).mapToInt(Integer::parseInt).toArray();
            test.dlaDepth = limit[0];
            test.dla = limit.length == 1
                    ? DlaLimits.of(limit[0])
                    : DlaLimits.of(
                            limit[1], limit[2], limit[3], limit[4], limit[5], limit[6], limit[7], limit[8], limit[9]);
            test.dla = options == null ? test.dla : test.dla.with(options);
            tile = test.context(this);
            unit = new DlaArbiter(tile);
            clears = false;
        }

        @Override
        protected Object play(String[] words) {
            switch (words[0]) {
                case "build" -> build(words, null);
                case "bypass" -> build(new String[] {"build", "4"}, DlaOptions.BYPASS);
                case "ready" -> ready = true;
                case "hold" -> ready = false;
                case "pending" -> pending();
                case "request" -> request(words);
                case "put" -> put(words[1], words[2], number(words[3]));
                case "data" -> unit.command(
                        0, TileCommand.DLA_DATA, Long.parseLong(words[2]), Long.parseLong(words[3]), number(words[1]));
                case "lo", "hi", "pr", "alloc", "end", "release", "clear" -> command(words, number(words[1]));
                default -> {
                    return ask(words);
                }
            }
            return null;
        }

        private void command(String[] words, int channel) {
            List<String> all = List.of(words);
            int op =
                    switch (words[0]) {
                        case "end" -> TileCommand.DLA_END;
                        case "release" -> TileCommand.DLA_RELEASE;
                        case "clear" -> TileCommand.DLA_CLEAR;
                        default -> TileCommand.DLA_ALLOC;
                    };
            long word = (long) channel << DlaCommand.CHANNEL_LSB | (long) BLOCK << DlaCommand.BLOCK_LSB;
            word |= op == TileCommand.DLA_ALLOC ? (long) number(words[2]) << DlaCommand.CREDITS_LSB : 0;
            word |= all.contains("cd") || all.contains("lo") || all.contains("hi") ? 1L << DlaCommand.CD_LSB : 0;
            word |= all.contains("pr") ? 1L << DlaCommand.PR_LSB : 0;
            word |= all.contains("hi") ? 1L << DlaCommand.HIGH_LSB : 0;
            word |= all.contains("dealloc") ? 1L << DlaCommand.DEALLOC_LSB : 0;
            clears |= op == TileCommand.DLA_CLEAR;
            unit.command(0, op, word, 0, 0);
        }

        private void request(String[] words) {
            int kind = KINDS.contains(words[2]) ? KINDS.indexOf(words[2]) : number(words[2]);
            List<String> all = List.of(words);
            long w0 = Descriptors.word0(kind, field(all, "target", TARGET), number(words[3]), number(words[4]))
                    | field(all, "index", 0) << Descriptor0.INDEX_LSB
                    | field(all, "epoch", 0) << Descriptor0.EPOCH_LSB;
            long w1 = field(all, "local", 0x100) << Descriptor1.LOCAL_LSB
                    | field(all, "remote", 0x200) << Descriptor1.REMOTE_LSB
                    | (field(all, "counter", 0) | field(all, "ctr", 0)) << Descriptor1.CTR_LSB
                    | (all.contains("ctr") ? 1L << Descriptor1.CTR_VALID_LSB : 0);
            w1 &= all.contains("strays") ? -1 : HwLayout.Meant.dlaRequest(kind, 1);
            unit.command(0, TileCommand.DLA_REQUEST, w0, w1, number(words[1]));
        }

        private static long field(List<String> words, String name, int otherwise) {
            return words.contains(name) ? number(words.get(words.indexOf(name) + 1)) : otherwise;
        }

        /** Gives a put of whole flits and its data; the last command is in the last cycle. */
        private void put(String channel, String tag, int flits) {
            play(new String[] {"request", channel, "put", tag, "" + 16 * flits});
            for (int i = 0; i < flits; i++) {
                tick();
                play(new String[] {"data", channel, tag, "" + i});
            }
        }

        /** Makes the release of channel 3 wait for one word, which leaves in the next cycle. */
        private void pending() {
            ports = true;
            play("hold; build 16; pr 3 2 > ..\npr 4 2 > ..\nrequest 3 put 1 0 > ..\nrelease 3 > ..");
            ready = true;
        }

        private Object ask(String[] words) {
            int[] numbers = IntStream.range(1, words.length)
                    .map(i -> words[i].matches("\\d.*") ? number(words[i]) : -1)
                    .toArray();
            return switch (words[0]) {
                case "front" -> !unit.valid()
                        ? "-"
                        : unit.isHead() ? unit.isTail() ? "only" : "head" : unit.isTail() ? "tail" : "body";
                case "tag" -> Header1.tag(unit.w1());
                case "w0" -> unit.w0();
                case "w1" -> unit.w1();
                case "enqueued" -> unit.enqueued();
                case "dequeued" -> unit.dequeued();
                case "header" -> unit.w0()
                        == new HeaderBuilder(tile.shape(), 0, 2)
                                .build(
                                        TARGET,
                                        KINDS.indexOf(words[1]),
                                        0,
                                        numbers[1],
                                        true,
                                        t - numbers[2] & Header0.STAMP_MASK);
                case "word1" -> unit.w1()
                        == ((long) numbers[0] << Header1.TAG_LSB
                                | (long) numbers[1] << Header1.ADDR_LSB
                                | (numbers.length < 3
                                        ? 0
                                        : 1L << Header1.CTR_VALID_LSB | (long) numbers[2] << Header1.CTR_LSB));
                case "payload" -> unit.w0()
                        == ((long) numbers[0] << GetPayload.CTR_LSB
                                | (long) numbers[1] << GetPayload.LENGTH_LSB
                                | (long) numbers[2] << GetPayload.LANDING_LSB);
                default -> can(words[1], words[2]);
            };
        }

        private boolean can(String channel, String credits) {
            forget();
            play(new String[] {"lo", channel, credits});
            tick();
            boolean granted = forget().get(0).contains("GRANTED");
            play(new String[] {"end", channel, "dealloc"});
            tick();
            forget();
            return granted;
        }

        @Override
        protected String text(int port, int kind, long a, long b) {
            String name = EventKind.name(kind).replace("DLA_", "");
            boolean isTagged = List.of(EventKind.DLA_ACCEPTED, EventKind.DLA_DISCARDED, EventKind.DLA_DRAINED)
                    .contains(kind);
            int block =
                    switch (kind) {
                        case EventKind.DLA_RELEASED -> 0;
                        case EventKind.DLA_GRANTED,
                                EventKind.DLA_DENIED,
                                EventKind.DLA_ENDED,
                                EventKind.DLA_ERROR -> BLOCK;
                        default -> (int) (a >> 8);
                    };
            assertEquals(block, a >> 8, "block of " + name);
            return (ports ? EventUnit.name(port).replaceAll(".*_|dla|Dla", "").toLowerCase() + " " : "")
                    + name + " " + (a & 0xFF) + (isTagged ? " " + (a >> 8) : "") + " "
                    + (kind == EventKind.DLA_ERROR
                            ? DlaErrorReason.name((int) b)
                            : kind == EventKind.DLA_DISCARDED ? DlaDropReason.name((int) b) : b);
        }

        @Override
        protected void edge() {
            if (ready && unit.valid()) {
                unit.take();
            }
            unit.edge(t);
            assertFalse(unit.busy() && !clears, "a word moves only when the network takes it");
        }
    }

    private final Player player = new Player();

    @TestFactory
    Stream<DynamicTest> thePage() {
        return UnitScript.tests("dla-arbiter.txt", Player::new);
    }

    @ParameterizedTest(name = "depth {0}")
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void theFifoWrapsAtItsDepth(int depth) {
        player.play("build " + depth + "; pr 0 " + depth + "; ready > ..");
        int flits = Math.min(4, depth - 1);
        for (int tag = 0; tag < 5 * depth; tag++) {
            player.play("put 0 " + tag + " " + flits + " > ..; front = " + (flits == 0 ? "only" : "head"));
            for (int i = 1; i <= flits; i++) {
                player.play("> front = " + (i == flits ? "tail" : "body") + "; w0 = " + tag + "; w1 = " + (i - 1));
            }
            player.play("> DRAINED 0 " + tag + " " + (flits + 1));
        }
        assertEquals(5 * depth, player.unit.dequeued());
    }

    @Test
    void countsAreModulo65536AndEverUsedIsSticky() {
        player.play("build 2");
        assertFalse(player.unit.everUsed());
        player.play("request 0 put 0 0 > ..\nend 0 > .."); // dropped
        assertFalse(player.unit.everUsed());
        player.play("pr 0 2; ready > ..");
        for (int i = 0; i < 1 << 16; i++) {
            player.play("request 0 put " + (i & 0x3FFF) + " 0 > ..");
        }
        player.play("enqueued = 0; dequeued = 65535 > ..; dequeued = 0");
        assertTrue(player.unit.everUsed());
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {1, 15, 16, 17, 63, 64})
    void theLengthOfAPutIsThatOfItsDescriptor(int bytes) {
        player.play("build 16; lo 0 5 > ..\nrequest 0 put 1 " + bytes + " > ..");
        int flits = (bytes + 15) / 16;
        for (int i = 0; i < flits; i++) {
            player.play("data 0 " + i + " " + i);
        }
        player.play("header put " + bytes + " " + (flits + 1) + " = true");
    }

    @ParameterizedTest(name = "limits {0}; room {1}")
    @CsvSource({
        // total, lo, hi, pr, lo + pr, lo + hi, hi + pr; held before: lo 4, hi 5, pr 6
        "17 99 99 99 99 99 99, 2 2 2",
        "99 6 99 99 99 99 99, 2 9 9",
        "99 99 8 99 99 99 99, 9 3 9",
        "99 99 99 7 99 99 99, 9 9 1",
        "99 99 99 99 13 99 99, 3 9 3",
        "99 99 99 99 99 10 99, 1 1 9",
        "99 99 99 99 99 99 15, 9 4 4",
        "99 99 99 99 99 99 99, 9 9 9"
    })
    void r2EachOfTheSevenLimitsAndTheDepthOf24(String limits, String rooms) {
        List<String> classes = List.of("lo", "hi", "pr");
        for (int cls = 0; cls < 3; cls++) {
            int room = Integer.parseInt(rooms.split(" ")[cls]);
            for (int asked : new int[] {room, room + 1}) {
                player.play("build 24 " + limits + " 99 99; lo 0 4 > GRANTED 0 4\nhi 1 5 > GRANTED 1 5\n"
                        + "pr 2 6 > GRANTED 2 6\n" + classes.get(cls) + " 3 " + asked + " > "
                        + (asked == room ? "GRANTED" : "DENIED") + " 3 " + asked);
            }
        }
    }

    @ParameterizedTest(name = "{0} of {1} bytes: {2} words")
    @CsvSource({
        "put, 0, 1",
        "put, 1, 2",
        "put, 16, 2",
        "put, 17, 3",
        "put, 48, 4",
        "put, 49, 5",
        "put, 64, 5",
        "get, 0, 2",
        "get, 256, 2",
        "fadd, 8, 2",
        "cas, 8, 2"
    })
    void aRequestTakesOneCreditAndOneForEachFlit(String kind, long length, int words) {
        String request = "request 0 " + kind + " 7 " + length;
        player.play("build 64; lo 0 " + words + " > ..\n" + request + " > ACCEPTED 0 7 " + words);
        if (words > 1) {
            player.play("build 64; lo 0 " + (words - 1) + " > ..\n" + request + " > DISCARDED 0 7 OVERFLOWS");
        }
    }
}
