// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests rules 15, 15a and 16 of docs/spec/dma-engine-tx.md: responses take turns by packet, and a PONG stays behind the
 * gets of its origin.
 */
@Tag("M-64")
class ResponseTurnsTest {
    private static final int NEAR = 1;
    private static final int FAR = 3;
    private static final int PORT = 2; // response link 0
    private static final int DEPTH = 8; // RESPONSE_DEPTH of TxBench.usual()
    private static final int CASES = 40;
    private static final int RESPONSES = 60;
    private static final int SLOTS = 1 << 14; // bytes of memory in which a drawn response lands

    private final TxBench bench = TxBench.usual();

    /**
     * Pushes a response with its number in the tag. The first response is prepared, and back in the queue, before the
     * second is pushed.
     */
    private void push(final int type, final int dst, final int number, final int length) {
        bench.tx.push(0, type, dst, 0, (long) number << Header1.TAG_LSB, 0x4000, length, true, 0);
        bench.step();
    }

    private static List<Long> longs(final long... values) {
        return LongStream.of(values).boxed().toList();
    }

    @Test
    void oneGetHoldsAnotherResponseForOnePacket() {
        push(PacketType.DATA, NEAR, 1, 4 * 256);
        push(PacketType.FADD_R, NEAR, 2, 0);
        push(PacketType.PONG, FAR, 3, 0);
        push(PacketType.DATA, NEAR, 4, 256);
        push(PacketType.DATA, FAR, 5, 512);
        bench.run(200);
        assertEquals(longs(1, 1, 2, 3, 4, 5, 1, 5, 1), bench.tags(PORT));
        assertEquals(5, bench.cyclesOf("freed 0").size());
    }

    @Test
    void aPongWaitsForTheLongGetsOfItsOriginAndForNoOther() {
        push(PacketType.DATA, NEAR, 1, 3 * 256);
        push(PacketType.DATA, FAR, 2, 2 * 256);
        push(PacketType.PONG, NEAR, 3, 0);
        push(PacketType.NACK, NEAR, 4, 0);
        bench.run(200);
        assertEquals(longs(1, 1, 2, 4, 1, 2, 3), bench.tags(PORT));
    }

    @Test
    void longGetsAndPongsOfOneOriginKeepTheirOrder() {
        push(PacketType.DATA, NEAR, 1, 2 * 256);
        push(PacketType.PONG, NEAR, 2, 0);
        push(PacketType.DATA, NEAR, 3, 2 * 256);
        push(PacketType.PONG, NEAR, 4, 0);
        push(PacketType.PONG, NEAR, 5, 0);
        bench.run(200);
        assertEquals(longs(1, 1, 2, 3, 3, 4, 5), bench.tags(PORT));
    }

    @Test
    void aGetBehindAPongThatWaitsForNothingIsNotHeld() {
        push(PacketType.PONG, NEAR, 1, 0);
        push(PacketType.DATA, NEAR, 2, 2 * 256);
        push(PacketType.PONG, FAR, 3, 0);
        bench.run(100);
        assertEquals(longs(1, 2, 2, 3), bench.tags(PORT));
    }

    private record Drawn(int type, int dst, int length, long pushed) {
        boolean isLong() {
            return type == PacketType.DATA && length > HwLayout.MAX_PAYLOAD;
        }
    }

    /**
     * Pushes random responses into a queue that is often full, with both control sources requesting. The bytes of each
     * response leave once, in order and within its bound.
     */
    @Test
    void everyResponseLeavesWholeInOrderAndWithinItsBound() {
        int passed = 0;
        int held = 0;
        for (int seed = 0; seed < CASES; seed++) {
            final TxBench run = TxBench.usual();
            final SplittableRandom random = new SplittableRandom(seed);
            final List<Drawn> drawn = new ArrayList<>();
            while (drawn.size() < RESPONSES || run.cyclesOf("freed 0").size() < RESPONSES) {
                final int inside = drawn.size() - run.cyclesOf("freed 0").size();
                if (drawn.size() < RESPONSES && inside < DEPTH && random.nextInt(4) == 0) {
                    final Drawn one = draw(random, run.cycle);
                    final long word1 = (long) drawn.size() << Header1.TAG_LSB | (long) SLOTS * drawn.size();
                    run.tx.push(0, one.type, one.dst, 0, word1, SLOTS * drawn.size(), one.length, true, 0);
                    drawn.add(one);
                }
                for (int c = 0; c < 2; c++) {
                    if (random.nextInt(8) == 0 && run.responseControl[c].left == 0) {
                        run.responseControl[c].left = 1;
                        run.responseControl[c].ptype = PacketType.ACK + 2 * c;
                        run.responseControl[c].word1 = (long) RESPONSES << Header1.TAG_LSB;
                    }
                }
                run.step();
                assertTrue(run.cycle < 100_000, "seed " + seed + ": responses do not leave");
            }
            run.run(200); // sends the packets that the emitter still holds
            final Judged judged = judge(run.heads(PORT), drawn, "seed " + seed);
            passed += judged.passed;
            held += judged.held;
        }
        assertTrue(passed > CASES && held > CASES, passed + " passed a get, " + held + " waited for one");
    }

    private static Drawn draw(final SplittableRandom random, final long now) {
        final int dst = random.nextInt(4);
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Drawn(PacketType.DATA, dst, random.nextInt(257, 3000), now);
            case 2 -> new Drawn(PacketType.DATA, dst, random.nextInt(0, 257), now);
            case 3, 4 -> new Drawn(PacketType.PONG, dst, 0, now);
            case 5 -> new Drawn(PacketType.NACK, dst, 0, now);
            default -> new Drawn(PacketType.FADD_R, dst, 0, now);
        };
    }

    private record Judged(int passed, int held) {}

    private static Judged judge(final List<TxBench.Flit> heads, final List<Drawn> drawn, final String seed) {
        final Map<Integer, Integer> bytes = new HashMap<>(); // bytes sent, by response
        final Map<Integer, Integer> last = new HashMap<>(); // position of the last packet, by response
        final Map<Integer, Integer> first = new HashMap<>();
        for (int place = 0; place < heads.size(); place++) {
            final TxBench.Flit head = heads.get(place);
            final int number = (int) Header1.tag(head.w1());
            if (number == RESPONSES) {
                continue;
            }
            final Drawn one = drawn.get(number);
            final int sent = bytes.getOrDefault(number, 0);
            final int length = (int) Header0.length(head.w0());
            final String what = seed + ", response " + number + " at " + place;
            assertFalse(last.containsKey(number), what + ": goes on behind its end");
            assertEquals(one.dst, Header0.dst(head.w0()), what);
            if (one.type == PacketType.DATA) {
                assertEquals(SLOTS * number + sent, Header1.addr(head.w1()), what + ": a gap, or bytes twice");
                assertEquals(Math.min(HwLayout.MAX_PAYLOAD, one.length - sent), length, what);
            }
            bytes.put(number, sent + (one.type == PacketType.DATA ? length : 0));
            first.putIfAbsent(number, place);
            if (one.type != PacketType.DATA || sent + length == one.length) {
                assertEquals(1, Header0.last(head.w0()), what);
                last.put(number, place);
            }
        }
        assertEquals(drawn.size(), last.size(), seed + ": responses that have left");
        return order(heads, drawn, first, last, seed);
    }

    private static Judged order(
            final List<TxBench.Flit> heads,
            final List<Drawn> drawn,
            final Map<Integer, Integer> first,
            final Map<Integer, Integer> last,
            final String seed) {
        int passed = 0;
        int held = 0;
        for (int number = 0; number < drawn.size(); number++) {
            final Drawn one = drawn.get(number);
            boolean waits = false;
            for (int before = 0; before < number; before++) {
                final Drawn other = drawn.get(before);
                if (one.type == PacketType.PONG && other.dst == one.dst) {
                    assertTrue(last.get(before) < first.get(number), seed + ": pong " + number + " passes " + before);
                }
                passed += first.get(before) < first.get(number) && last.get(before) > last.get(number) ? 1 : 0;
                waits |= (one.type == PacketType.PONG || one.isLong())
                        && other.dst == one.dst
                        && last.get(before) >= place(heads, one.pushed + 1);
            }
            held += waits ? 1 : 0;
            if (!waits) {
                bound(heads, one, first.get(number), seed + ", response " + number);
            }
        }
        return new Judged(passed, held);
    }

    /** Returns the position of the first packet that was prepared in this cycle or later. */
    private static int place(final List<TxBench.Flit> heads, final long cycle) {
        int place = 0;
        while (place < heads.size() && Header0.stamp(heads.get(place).w0()) < cycle) {
            place++;
        }
        return place;
    }

    /**
     * Asserts the bound of a response that is not held: at most RESPONSE_DEPTH - 1 packets of the queue and 2
     * RESPONSE_DEPTH of control are prepared before it.
     */
    private static void bound(final List<TxBench.Flit> heads, final Drawn one, final int first, final String what) {
        int queue = 0;
        int control = 0;
        for (int place = place(heads, one.pushed + 1); place < first; place++) {
            if (Header1.tag(heads.get(place).w1()) == RESPONSES) {
                control++;
            } else {
                queue++;
            }
        }
        assertTrue(queue <= DEPTH - 1, what + " waits for " + queue + " packets of the queue");
        assertTrue(control <= 2 * DEPTH, what + " waits for " + control + " control packets");
    }
}
