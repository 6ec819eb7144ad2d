// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
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

    /** A drawn relation as rows: rows[k][a][b] for follow, in[k][a], out[k][a]. */
    private record Draw(
            int channels, boolean[][][] rows, boolean[][] in, boolean[][] out, boolean[] escape, boolean packets) {
        /**
         * Returns the relation of the rows that packets reach, in classes that go on. With other rows it must be
         * refused: each class has a row `eject` in each channel.
         */
        ChannelRelation relation() {
            final BiPredicate<Integer, Integer> used = (k, a) -> reached(k)[a] && moves(k);
            if (!IntStream.range(0, rows.length * channels).allMatch(i -> used.test(i / channels, i % channels))) {
                assertThrows(BadInput.class, () -> made((k, a) -> true));
            }
            return made(used);
        }

        private boolean moves(final int k) {
            return IntStream.range(0, channels * channels)
                    .anyMatch(i -> reached(k)[i / channels] && rows[k][i / channels][i % channels]);
        }

        private ChannelRelation made(final BiPredicate<Integer, Integer> used) {
            final RelationBuilder builder = new RelationBuilder("drawn");
            for (int a = 0; a < channels; a++) {
                builder.channel("row", "c" + a, channel(escape[a], packets ? "packet" : ""));
            }
            for (int k = 0; k < rows.length; k++) {
                for (int a = 0; a < channels; a++) {
                    for (int b = 0; b < channels; b++) {
                        if (rows[k][a][b] && used.test(k, a)) {
                            builder.row("row", "follow", "c" + a, "c" + b, "k" + k);
                        }
                    }
                    if (in[k][a] && used.test(k, a)) {
                        builder.row("row", "inject", "c" + a, "c" + a, "k" + k);
                    }
                    if (out[k][a] && used.test(k, a)) {
                        builder.row("row", "eject", "c" + a, "c" + a, "k" + k);
                    }
                }
            }
            return builder.build();
        }

        /**
         * Returns the channels that packets of a class can reach: the closure of the rows by matrix, in as many rounds
         * as there are channels.
         */
        boolean[] reached(final int k) {
            final boolean[] at = in[k].clone();
            for (int round = 0; round < channels; round++) {
                for (int a = 0; a < channels; a++) {
                    for (int b = 0; b < channels; b++) {
                        at[b] |= at[a] && rows[k][a][b];
                    }
                }
            }
            return at;
        }

        /** Returns the union of all sets in which each channel has a packet that wants only channels of the set. */
        int deadlocks() {
            int union = 0;
            for (int set = 1; set < 1 << channels; set++) {
                boolean all = true;
                for (int a = 0; a < channels; a++) {
                    all &= (set >> a & 1) == 0 || isHeld(a, set);
                }
                union |= all ? set : 0;
            }
            return union;
        }

        private boolean isHeld(final int a, final int set) {
            for (int k = 0; k < rows.length; k++) {
                int wanted = 0;
                for (int b = 0; b < channels; b++) {
                    wanted |= rows[k][a][b] ? 1 << b : 0;
                }
                if (reached(k)[a] && wanted != 0 && (wanted & ~set) == 0) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Returns the length of a shortest cycle of waits, found by trying all paths without a repeat; 0 if there is
         * none.
         */
        int shortestCycle() {
            int best = Integer.MAX_VALUE;
            for (int a = 0; a < channels; a++) {
                best = Math.min(best, back(a, a, 1 << a, 1));
            }
            return best == Integer.MAX_VALUE ? 0 : best;
        }

        private int back(final int first, final int at, final int seen, final int length) {
            int best = Integer.MAX_VALUE;
            for (int b = 0; b < channels; b++) {
                if (waits(at, b)) {
                    if (b == first) {
                        best = Math.min(best, length);
                    } else if ((seen >> b & 1) == 0) {
                        best = Math.min(best, back(first, b, seen | 1 << b, length + 1));
                    }
                }
            }
            return best;
        }

        private boolean waits(final int a, final int b) {
            return IntStream.range(0, rows.length).anyMatch(k -> rows[k][a][b] && reached(k)[a]);
        }

        boolean hasChoices() {
            for (final boolean[][] ofClass : rows) {
                for (final boolean[] next : ofClass) {
                    int count = 0;
                    for (final boolean one : next) {
                        count += one ? 1 : 0;
                    }
                    if (count > 1) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    private static Map<String, String> channel(final boolean escape, final String send) {
        return Map.of("mark", escape ? "escape" : "", "send", send);
    }

    private static Draw draw(final SplittableRandom random, final boolean escapes) {
        final int channels = 2 + random.nextInt(5);
        final int classes = 1 + random.nextInt(3);
        final double share = 0.05 + 0.45 * random.nextDouble();
        final boolean[][][] rows = new boolean[classes][channels][channels];
        final boolean[][] in = new boolean[classes][channels];
        final boolean[][] out = new boolean[classes][channels];
        final boolean[] escape = new boolean[channels];
        for (int k = 0; k < classes; k++) {
            for (int a = 0; a < channels; a++) {
                in[k][a] = random.nextInt(3) > 0;
                out[k][a] = true; // a dead end would be a flaw of its own
                for (int b = 0; b < channels; b++) {
                    rows[k][a][b] = random.nextDouble() < share;
                }
            }
        }
        in[0][0] = true;
        rows[0][0][1] = true;
        for (int a = 0; a < channels; a++) {
            escape[a] = escapes && random.nextBoolean();
        }
        escape[channels - 1] |= escapes;
        return new Draw(channels, rows, in, out, escape, random.nextBoolean());
    }

    private static int mask(final List<String> names) {
        return names.stream()
                .mapToInt(n -> 1 << Integer.parseInt(n.substring(1)))
                .reduce(0, (a, b) -> a | b);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void withoutMarksTheVerdictIsThatOfTryingEverything(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final TreeMap<String, Integer> seen = new TreeMap<>();
        for (int i = 0; i < DRAWN; i++) {
            final Draw draw = draw(random, false);
            final RelationVerdict verdict = RelationCheck.of(draw.relation());
            final String place = "seed " + seed + ", relation " + i;
            final int deadlocks = draw.deadlocks();
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
    void aSafeEscapeRelationHasNoDeadlock(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final TreeMap<String, Integer> seen = new TreeMap<>();
        for (int i = 0; i < DRAWN; i++) {
            final Draw draw = draw(random, true);
            final RelationVerdict verdict = RelationCheck.of(draw.relation());
            final int deadlocks = draw.deadlocks();
            if (verdict.safe()) {
                assertEquals(0, deadlocks, "seed " + seed + ", relation " + i);
            }
            final String how = verdict.safe()
                    ? draw.shortestCycle() > 0 ? "safe by the escape channels" : "safe"
                    : deadlocks != 0 ? "deadlock" : "not shown";
            seen.merge(how + (draw.packets() ? ", cut-through" : ", wormhole"), 1, Integer::sum);
        }
        assertTrue(seen.getOrDefault("safe by the escape channels, cut-through", 0) > 2, seen.toString());
        assertTrue(seen.getOrDefault("safe by the escape channels, wormhole", 0) > 2, seen.toString());
        assertTrue(seen.getOrDefault("deadlock, cut-through", 0) > 20, seen.toString());
        assertTrue(seen.getOrDefault("deadlock, wormhole", 0) > 20, seen.toString());
    }

    private static RelationVerdict ring(final String receive, final String depth, final boolean direct) {
        final RelationBuilder builder = new RelationBuilder("ring");
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
        final RelationVerdict modes = ring("packet", "1", false);
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
        final RelationBuilder builder = new RelationBuilder("ends");
        final List<String> names = new ArrayList<>(List.of("a", "b", "c", "unused"));
        names.forEach(n -> builder.channel("row", n, channel(n.equals("c"), "packet")));
        builder.row("row", "inject", "a", "a", "k");
        builder.row("row", "follow", "a", "b", "k");
        builder.row("row", "follow", "b", "c", "k");
        final RelationVerdict verdict = RelationCheck.of(builder.build());
        assertEquals(3, verdict.channels());
        assertEquals(
                List.of(
                        "c: packets of class k end here: nothing follows, and none is ejected",
                        "a: packets of class k have no escape channel among their choices"),
                verdict.flaws());
    }
}
