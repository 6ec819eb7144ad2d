// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.relation.RelationBuilder.ChannelRelation;
import fairlead.deadlock.relation.RelationCheck.RelationVerdict;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Judges small random relations by exhaustive search: each set of channels as a deadlock, by its definition, and each
 * path as a cycle. The search uses the drawn rows and no code of the check.
 */
@Tag("M-306")
class RelationCheckTest {
    private static final int DRAWN = 1500;

    /** A drawn relation as masks of channels: rows[k][a] may follow a, in[k] are injected; all are ejected. */
    private record Draw(int channels, int[][] rows, int[] in, int escape, boolean packets) {
        /**
         * Returns the relation of the rows that packets reach, in classes that go on. With other rows it must be
         * refused: each class has a row `eject` in each channel.
         */
        ChannelRelation relation() {
            BiPredicate<Integer, Integer> used = (k, a) -> has(reached(k), a) && moves(k);
            if (!IntStream.range(0, rows.length * channels).allMatch(i -> used.test(i / channels, i % channels))) {
                assertThrows(BadInput.class, () -> made((k, a) -> true));
            }
            return made(used);
        }

        private boolean moves(int k) {
            return IntStream.range(0, channels).anyMatch(a -> has(reached(k), a) && rows[k][a] != 0);
        }

        private ChannelRelation made(BiPredicate<Integer, Integer> used) {
            return drawn(channels, rows, in, escape, packets ? "packet" : "", used);
        }

        /** Returns the channels that packets of a class can reach, in as many rounds as there are channels. */
        int reached(int k) {
            int at = in[k];
            for (int round = 0; round < channels * channels; round++) {
                at |= has(at, round % channels) ? rows[k][round % channels] : 0;
            }
            return at;
        }

        /** Returns the union of all sets in which each channel has a packet that wants only channels of the set. */
        int deadlocks() {
            return IntStream.range(1, 1 << channels)
                    .filter(set -> IntStream.range(0, channels).allMatch(a -> !has(set, a) || isHeld(a, set)))
                    .reduce(0, (a, b) -> a | b);
        }

        private boolean isHeld(int a, int set) {
            return IntStream.range(0, rows.length)
                    .anyMatch(k -> has(reached(k), a) && rows[k][a] != 0 && (rows[k][a] & ~set) == 0);
        }

        /**
         * Returns the length of a shortest cycle of waits, by trying all paths without a repeat; 0 if there is none.
         */
        int shortestCycle() {
            int best = IntStream.range(0, channels)
                    .map(a -> back(a, a, 1 << a, 1))
                    .min()
                    .orElseThrow();
            return best == Integer.MAX_VALUE ? 0 : best;
        }

        private int back(int first, int at, int seen, int length) {
            int best = Integer.MAX_VALUE;
            for (int b = 0; b < channels; b++) {
                if (waits(at, b) && b == first) {
                    best = Math.min(best, length);
                } else if (waits(at, b) && !has(seen, b)) {
                    best = Math.min(best, back(first, b, seen | 1 << b, length + 1));
                }
            }
            return best;
        }

        private boolean waits(int a, int b) {
            return IntStream.range(0, rows.length).anyMatch(k -> has(rows[k][a], b) && has(reached(k), a));
        }

        boolean hasChoices() {
            return Stream.of(rows).flatMapToInt(IntStream::of).anyMatch(next -> Integer.bitCount(next) > 1);
        }
    }

    private static boolean has(int mask, int channel) {
        return (mask >> channel & 1) != 0;
    }

    /** Makes the relation of masks of channels as those of {@link Draw}; which classes are in a channel is given. */
    static ChannelRelation drawn(
            int channels, int[][] rows, int[] in, int escape, String send, BiPredicate<Integer, Integer> used) {
        RelationBuilder builder = new RelationBuilder("drawn");
        for (int a = 0; a < channels; a++) {
            builder.channel("row", "c" + a, channel(has(escape, a), send));
        }
        for (int k = 0; k < rows.length; k++) {
            for (int a = 0; a < channels; a++) {
                for (int b = 0; b < channels; b++) {
                    if (has(rows[k][a], b) && used.test(k, a)) {
                        builder.row("row", "follow", "c" + a, "c" + b, "k" + k);
                    }
                }
                if (has(in[k], a) && used.test(k, a)) {
                    builder.row("row", "inject", "c" + a, "c" + a, "k" + k);
                }
                if (used.test(k, a)) { // a dead end would be a flaw of its own
                    builder.row("row", "eject", "c" + a, "c" + a, "k" + k);
                }
            }
        }
        return builder.build();
    }

    private static Map<String, String> channel(boolean escape, String send) {
        return Map.of("mark", escape ? "escape" : "", "send", send);
    }

    private static Draw draw(SplittableRandom random, boolean escapes) {
        int channels = 2 + random.nextInt(5);
        int classes = 1 + random.nextInt(3);
        double share = 0.05 + 0.45 * random.nextDouble();
        int[][] rows = new int[classes][channels];
        int[] in = new int[classes];
        for (int k = 0; k < classes; k++) {
            for (int a = 0; a < channels; a++) {
                in[k] |= random.nextInt(3) > 0 ? 1 << a : 0;
                for (int b = 0; b < channels; b++) {
                    rows[k][a] |= random.nextDouble() < share ? 1 << b : 0;
                }
            }
        }
        in[0] |= 1;
        rows[0][0] |= 2;
        int escape = 0;
        for (int a = 0; a < channels; a++) {
            escape |= escapes && random.nextBoolean() ? 1 << a : 0;
        }
        escape |= escapes ? 1 << channels - 1 : 0;
        return new Draw(channels, rows, in, escape, random.nextBoolean());
    }

    private static int mask(List<String> names) {
        return names.stream()
                .mapToInt(n -> 1 << Integer.parseInt(n.substring(1)))
                .reduce(0, (a, b) -> a | b);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void withoutMarksTheVerdictIsThatOfTryingEverything(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<String, Integer> seen = new TreeMap<>();
        for (int i = 0; i < DRAWN; i++) {
            Draw draw = draw(random, false);
            RelationVerdict verdict = RelationCheck.of(draw.relation());
            String place = "seed " + seed + ", relation " + i;
            int deadlocks = draw.deadlocks();
            assertEquals(draw.shortestCycle(), verdict.cycle().size(), place);
            assertEquals(verdict.cycle().isEmpty(), verdict.safe(), place);
            assertEquals(deadlocks, mask(verdict.knot()), place);
            if (verdict.safe()) {
                assertEquals(0, deadlocks, place);
            } else if (!draw.hasChoices()) {
                assertTrue(deadlocks != 0, place + ": without choices a cycle is a deadlock");
            }
            seen.merge((verdict.safe() ? "safe" : deadlocks != 0 ? "deadlock" : "harmless cycle"), 1, Integer::sum);
            for (int s = 0; s < verdict.cycle().size(); s++) {
                assertEquals(
                        verdict.cycle().get(s).wanted(),
                        verdict.cycle().get((s + 1) % verdict.cycle().size()).holder(),
                        place);
            }
        }
        assertEquals(3, seen.size(), seen.toString());
        assertTrue(seen.values().stream().allMatch(n -> n > DRAWN / 50), seen.toString());
    }

    /**
     * With escape channels, no relation that is called safe has a deadlock, and some such relations have cycles of
     * other waits.
     */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13})
    void aSafeEscapeRelationHasNoDeadlock(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<String, Integer> seen = new TreeMap<>();
        for (int i = 0; i < DRAWN; i++) {
            Draw draw = draw(random, true);
            RelationVerdict verdict = RelationCheck.of(draw.relation());
            int deadlocks = draw.deadlocks();
            if (verdict.safe()) {
                assertEquals(0, deadlocks, "seed " + seed + ", relation " + i);
            }
            String how = verdict.safe()
                    ? draw.shortestCycle() > 0 ? "safe by the escape channels" : "safe"
                    : deadlocks != 0 ? "deadlock" : "not shown";
            seen.merge(how + (draw.packets() ? ", cut-through" : ", wormhole"), 1, Integer::sum);
        }
        assertTrue(seen.getOrDefault("safe by the escape channels, cut-through", 0) > 2, seen.toString());
        assertTrue(seen.getOrDefault("safe by the escape channels, wormhole", 0) > 2, seen.toString());
        assertTrue(seen.getOrDefault("deadlock, cut-through", 0) > 20, seen.toString());
        assertTrue(seen.getOrDefault("deadlock, wormhole", 0) > 20, seen.toString());
    }

    private static RelationVerdict ring(String receive, String depth, boolean direct) {
        RelationBuilder builder = new RelationBuilder("ring");
        for (int i = 0; i < 4; i++) {
            builder.channel(
                    "row",
                    "r" + i,
                    Map.of("receive", i == 2 ? receive : "", "depth", i == 2 ? depth : "2", "ring", "x"));
            builder.channel("row", "in" + i, channel(false, "packet"));
            builder.row("row", "inject", "in" + i, "in" + i, "");
            builder.row("row", "follow", "in" + i, "r" + i, "");
            builder.row("row", "follow", "r" + i, "r" + (i + 1) % 4, "");
            builder.row("row", "eject", "r" + i, "r" + i, "");
        }
        if (direct) {
            builder.row("row", "follow", "r0", "in1", ""); // a path out of the ring and back
        }
        return RelationCheck.of(builder.build());
    }

    @Test
    void aBubbleRingIsOneChannelOnlyWhileAllItsEndsKeepTheBubble() {
        assertTrue(ring("bubble", "2", false).safe());
        RelationVerdict modes = ring("packet", "1", false);
        assertEquals(4, modes.cycle().size());
        assertEquals(
                List.of(
                        "r2: the sending end counts by bubble and the receiving end by packet; the sender waits for room for 2,"
                                + " the buffer has 1: it starves in silence"),
                modes.flaws());
        assertEquals(1, ring("packet", "2", false).flaws().size());
        assertEquals(1, ring("bubble", "1", false).flaws().size());
        assertEquals(2, ring("bubble", "2", true).cycle().size(), "a cycle through the ring and back");
    }

    @Test
    void aDeadEndAndAPlaceWithoutEscapeAreNamed() {
        RelationBuilder builder = new RelationBuilder("ends");
        List<String> names = new ArrayList<>(List.of("a", "b", "c", "unused"));
        names.forEach(n -> builder.channel("row", n, channel(n.equals("c"), "packet")));
        builder.row("row", "inject", "a", "a", "k");
        builder.row("row", "follow", "a", "b", "k");
        builder.row("row", "follow", "b", "c", "k");
        RelationVerdict verdict = RelationCheck.of(builder.build());
        assertEquals(3, verdict.channels());
        assertEquals(
                List.of(
                        "c: packets of class k end here: nothing follows, and none is ejected",
                        "a: packets of class k have no escape channel among their choices"),
                verdict.flaws());
    }
}
