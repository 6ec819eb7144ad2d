// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Mix;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which operations {@link Contested} names, on drawn programs against the definition, piece by piece. */
@Tag("M-932")
class ContestedTest {
    private static final int AT = Story.LANDING;
    private static final int PIECE = 16;

    private record Piece(int node, int address, int bytes) {}

    private final Story story = new Story();

    private Contested find() {
        story.begin();
        return new Contested(story.program());
    }

    private static Set<Integer> all(Contested found) {
        Set<Integer> all = new TreeSet<>(found.apart.stream().boxed().toList());
        all.addAll(found.crowded.stream().boxed().toList());
        return all;
    }

    /** Operations that cannot write equal bytes to one place are not looked at more closely. */
    @Test
    void onlyEqualBytesOfOnePlaceAreContested() {
        story.add(0, Ops.putValue(1, 0, AT, 5));
        story.add(0, Ops.putValue(1, 0, AT, 6));
        int twin = story.add(2, Ops.putValue(1, 0, AT, 5));
        story.add(0, Ops.putAny(1, 0, AT + 64, 8));
        int one = story.add(2, Ops.put(1, 0, AT + 128, 64, 3));
        story.add(2, Ops.put(1, 0, AT + 128, 64, 4));
        int half = story.add(2, Ops.put(1, 0, AT + 160, 64, Payload.keyAt(3, 32)));
        story.add(2, Ops.put(1, 0, AT + 160, 64, 3));
        assertEquals(Set.of(0, twin, one, half), all(find()));
    }

    /** A hundred puts overlap, each with bytes of its own: all of them are judged by their values. */
    @Test
    void operationsThatOnlyOverlapAreNoCrowd() {
        for (int i = 0; i < 100; i++) {
            story.add(i % 3, Ops.put(1, 0, AT + 16 * (i % 7), 100 + i % 5, 1000 + i));
        }
        assertEquals(Set.of(), all(find()));
    }

    /** The puts of one word are a crowd, and one that also writes a contested word next to it belongs to it. */
    @Test
    void whoSharesAPieceWithACrowdBelongsToIt() {
        for (int i = 0; i < 33; i++) {
            story.add(i % 3, Ops.putValues(1, 0, AT, 16, 5));
        }
        int both = story.add(0, Ops.putValues(1, 0, AT, 32, 5));
        int second = story.add(2, Ops.putValues(1, 0, AT + 16, 16, 5));
        int one = story.add(0, Ops.putValues(1, 0, AT + 32, 16, 5));
        int two = story.add(2, Ops.putValues(1, 0, AT + 32, 16, 5));
        story.add(0, Ops.put(1, 0, AT + 8, 40, 7));
        Contested found = find();
        assertEquals(35, found.crowded.cardinality());
        assertTrue(found.crowded.get(both) && found.crowded.get(second));
        assertEquals(Set.of(one, two), found.apart.stream().boxed().collect(Collectors.toSet()));
        assertEquals(0, found.vague.cardinality());
    }

    @Test
    void theValuesOfACrowdWithAnUnknownPutAreVague() {
        for (int i = 0; i < 32; i++) {
            story.add(i % 3, Ops.putValue(1, 0, AT, i));
        }
        story.add(0, Ops.putAny(1, 0, AT, 8));
        assertEquals(33, find().vague.cardinality());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void drawnProgramsAreAsTheDefinitionSays(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 2 + random.nextInt(120);
        for (int i = 0; i < count; i++) {
            story.add(random.nextInt(3), draw(random));
        }
        judge("seed " + seed);
    }

    /** Last pieces of one byte or two, which different patterns often have in common. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shortPiecesThatAreEqualByChanceAreContested(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 400; i++) {
            int length = 1 + PIECE * random.nextInt(3) + (random.nextInt(20) == 0 ? 1 : 0);
            story.add(random.nextInt(3), Ops.put(1, 0, AT + PIECE * random.nextInt(2), length, random.nextLong()));
        }
        assertTrue(judge("seed " + seed) > 10, "some are equal");
    }

    /** Compares what is named with the definition; returns how many are contested. */
    private int judge(String seed) {
        Contested found = find();
        Set<Integer> expected = contested(story.program().operations());
        Set<Integer> named = all(found);
        assertTrue(named.containsAll(expected), () -> seed + ": " + expected + " but " + named);
        named.removeAll(expected);
        named.removeIf(this::hasPartOfItsPattern);
        assertEquals(Set.of(), named, seed);
        assertEquals(0, found.apart.stream().filter(found.crowded::get).count());
        return expected.size();
    }

    /** Parts of one pattern whose pieces have the same alignment may be named although they do not meet. */
    private boolean hasPartOfItsPattern(int id) {
        Operation op = story.op(id);
        return story.program().operations().stream()
                .anyMatch(other -> other.id() != id
                        && other.target() == op.target()
                        && (other.remote() - op.remote()) % PIECE == 0
                        && !other.literal()
                        && !other.isUnknown()
                        && other.key() - op.key() == (other.remote() - op.remote() >> 3) * Mix.GOLDEN);
    }

    private static Operation draw(SplittableRandom random) {
        int at = AT + 8 * random.nextInt(64);
        int length = 1 + random.nextInt(80);
        int target = random.nextInt(3);
        return switch (random.nextInt(20)) {
            case 0 -> Ops.putAny(target, 0, at, length);
            case 1, 2 -> Ops.putValues(target, 0, at, 8 * (1 + length / 16), random.nextInt(3));
            case 3 -> Ops.put(target, 0, at, length, Payload.keyAt(0, at - AT));
            default -> Ops.put(target, 0, at, length, random.nextLong());
        };
    }

    /** The definition: operations with a piece that another one may write with the same bytes. */
    private static Set<Integer> contested(List<Operation> operations) {
        Map<Piece, Set<Integer>> unknown = new HashMap<>();
        Map<Piece, Map<String, Set<Integer>>> known = new HashMap<>();
        for (Operation op : operations) {
            if (op.kind() != OpKind.PUT) {
                continue;
            }
            for (int from = 0; from < op.length(); from += PIECE) {
                int bytes = Math.min(PIECE, op.length() - from);
                Piece piece = new Piece(op.target(), op.remote() + from, bytes);
                StringBuilder content = new StringBuilder();
                for (int i = from; i < from + bytes; i++) {
                    content.append(op.payload(op.literal() ? i % Long.BYTES : i))
                            .append(' ');
                }
                (op.isUnknown()
                                ? unknown.computeIfAbsent(piece, any -> new HashSet<>())
                                : known.computeIfAbsent(piece, any -> new HashMap<>())
                                        .computeIfAbsent(content.toString(), any -> new HashSet<>()))
                        .add(op.id());
            }
        }
        Set<Integer> contested = new TreeSet<>();
        known.values()
                .forEach(here ->
                        here.values().stream().filter(ids -> ids.size() > 1).forEach(contested::addAll));
        unknown.forEach((piece, ids) -> {
            Set<Integer> here = new HashSet<>(ids);
            known.getOrDefault(piece, Map.of()).values().forEach(here::addAll);
            if (here.size() > 1) {
                contested.addAll(here);
            }
        });
        return contested;
    }
}
