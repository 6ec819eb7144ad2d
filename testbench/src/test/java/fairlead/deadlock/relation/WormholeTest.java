// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.relation.RelationCheck.RelationVerdict;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wormhole switching with escape channels: buffers with flits of one packet at a time, against a search of all sets of
 * packets that hold chains of channels; and minimal adaptive routing on meshes.
 */
@Tag("M-306")
class WormholeTest {
    private static final int DRAWN = 1500;
    private static final int CHANNELS = 5;

    /** A packet with a chain of channels (a mask) and the channels that its head wants. */
    private record Held(int chain, int wants) {}

    private static RelationVerdict verdict(int[][] rows, int escapes, String send) {
        int[] in = new int[rows.length];
        Arrays.fill(in, (1 << CHANNELS) - 1);
        return RelationCheck.of(RelationCheckTest.drawn(CHANNELS, rows, in, escapes, send, (k, a) -> true));
    }

    private static void chains(int[] rows, int head, int chain, Set<Held> into) {
        if (rows[head] != 0) {
            into.add(new Held(chain, rows[head]));
        }
        for (int b = 0; b < CHANNELS; b++) {
            if ((rows[head] >> b & 1) != 0 && (chain >> b & 1) == 0) {
                chains(rows, b, chain | 1 << b, into);
            }
        }
    }

    /** Returns whether more packets can be added so that each one wants only channels that packets hold. */
    private static boolean canDeadlock(List<Held> all, int held, int wanted) {
        int open = wanted & ~held;
        int first = Integer.lowestOneBit(open);
        return open == 0
                || all.stream()
                        .filter(h -> (h.chain & held) == 0 && (h.chain & first) != 0)
                        .anyMatch(h -> canDeadlock(all, held | h.chain, wanted | h.wants));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23})
    void whatIsSafeWithOnePacketABufferHasNoDeadlockOfChains(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<String, Integer> seen = new TreeMap<>();
        for (int i = 0; i < DRAWN; i++) {
            int[][] rows = new int[1 + random.nextInt(3)][CHANNELS];
            int escapes = 1 + random.nextInt((1 << CHANNELS) - 1);
            double share = 0.1 + 0.3 * random.nextDouble();
            for (int k = 0; k < rows.length; k++) {
                for (int bit = 0; bit < CHANNELS * CHANNELS; bit++) {
                    rows[k][bit / CHANNELS] |= random.nextDouble() < share ? 1 << bit % CHANNELS : 0;
                }
                for (int a = 0; a < CHANNELS; a++) { // an escape channel among the choices
                    rows[k][a] |= rows[k][a] == 0 ? 0 : escapes & -escapes;
                }
                rows[k][0] |= escapes & -escapes;
            }
            RelationVerdict one = verdict(rows, escapes, "atomic");
            RelationVerdict several = verdict(rows, escapes, "flit");
            assertTrue(one.safe() || !several.safe(), "seed " + seed + ", relation " + i);
            Set<Held> packets = new HashSet<>();
            for (int[] of : rows) {
                for (int a = 0; a < CHANNELS; a++) {
                    chains(of, a, 1 << a, packets);
                }
            }
            List<Held> all = List.copyOf(packets);
            boolean deadlock = all.stream().anyMatch(h -> canDeadlock(all, h.chain, h.wants));
            assertFalse(one.safe() && deadlock, "seed " + seed + ", relation " + i);
            String how =
                    !one.safe() ? deadlock ? "deadlock" : "not decided" : several.safe() ? "safe" : "by one packet";
            seen.merge(how, 1, Integer::sum);
            if (how.equals("by one packet") && several.decided()) {
                assertTrue(several.open().contains("(atomic)"), several.open());
            }
        }
        assertEquals(Set.of("deadlock", "not decided", "safe", "by one packet"), seen.keySet(), seen.toString());
    }

    /** Minimal adaptive routing with an escape VC in dimension order, as in every textbook. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void minimalAdaptiveRoutingWithAnEscapeVcIsSafe(int k) {
        assertTrue(mesh(k, "atomic").safe());
        RelationVerdict several = mesh(k, "flit");
        assertFalse(several.safe());
        assertTrue(several.theorem().contains("flits of several packets"), several.theorem());
    }

    private static RelationVerdict mesh(int k, String send) {
        RelationBuilder builder = new RelationBuilder("mesh");
        Set<String> channels = new HashSet<>();
        Set<String> rows = new HashSet<>();
        for (int target = 0; target < k * k; target++) {
            for (int source = 0; source < k * k; source++) {
                for (String first : choices(k, source, target)) {
                    row(builder, rows, "inject", first, first, target);
                    follow(builder, channels, rows, k, first, target, send);
                }
            }
        }
        return RelationCheck.of(builder.build());
    }

    private static void follow(
            RelationBuilder builder,
            Set<String> channels,
            Set<String> rows,
            int k,
            String at,
            int target,
            String send) {
        if (channels.add(at)) {
            builder.channel("row", at, Map.of("mark", at.endsWith("e") ? "escape" : "", "send", send));
        }
        int node = Integer.parseInt(at.split("-")[1]);
        if (node == target) {
            row(builder, rows, "eject", at, at, target);
        }
        for (String next : choices(k, node, target)) {
            if (row(builder, rows, "follow", at, next, target)) {
                follow(builder, channels, rows, k, next, target, send);
            }
        }
    }

    private static boolean row(RelationBuilder builder, Set<String> rows, String kind, String a, String b, int target) {
        boolean added = rows.add(kind + a + b + target);
        if (added) {
            builder.row("row", kind, a, b, "t" + target);
        }
        return added;
    }

    /** Channels from-to-VC: adaptive in both dimensions, escape in x first. */
    private static List<String> choices(int k, int node, int target) {
        int x = node % k + Integer.signum(target % k - node % k);
        int y = node / k + Integer.signum(target / k - node / k);
        String inX = node + "-" + (node / k * k + x);
        String inY = node + "-" + (y * k + node % k);
        if (x == node % k) {
            return y == node / k ? List.of() : List.of(inY + "-a", inY + "-e");
        }
        return y == node / k ? List.of(inX + "-a", inX + "-e") : List.of(inX + "-a", inY + "-a", inX + "-e");
    }

    @Test
    void anAtomicSenderIntoABufferOfSeveralPacketsIsNamed() {
        RelationBuilder builder = new RelationBuilder("ends");
        builder.channel("row", "a", Map.of("send", "atomic", "receive", "flit"));
        builder.channel("row", "b", Map.of("send", "atomic"));
        builder.row("row", "inject", "a", "a", "");
        builder.row("row", "follow", "a", "b", "");
        builder.row("row", "eject", "b", "b", "");
        assertTrue(RelationCheck.of(builder.build()).flaws().get(0).startsWith("a: the sending end counts by atomic"));
    }
}
