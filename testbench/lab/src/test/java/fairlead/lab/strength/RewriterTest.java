// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Edits of Chisel sources are what they claim to be, and nothing else of a source changes. */
class RewriterTest {
    private static final Path SOURCES =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "hw/src/main/scala/fairlead");

    private static String rewritten(final String source, final int... chosen) {
        return new Rewriter(new Source(source), new Edits("x.scala", 1, id -> contains(chosen, id))).text();
    }

    private static boolean contains(final int[] numbers, final int number) {
        for (final int one : numbers) {
            if (one == number) {
                return true;
            }
        }
        return false;
    }

    private static List<String> edits(final String source) {
        final Edits edits = new Edits("x.scala", 1, id -> false);
        new Rewriter(new Source(source), edits).text();
        return edits.all().stream().map(e -> e.from() + " -> " + e.to()).toList();
    }

    @Test
    void operatorsBindAsInScala() {
        assertEquals(
                List.of(
                        "b && c -> b || c",
                        "b && c -> b",
                        "b && c -> c",
                        "a || b && c -> a && b && c",
                        "a || b && c -> a",
                        "a || b && c -> b && c"),
                edits("val x = a || b && c"));
        assertEquals(
                "val x = a || Mut.two(b, c)((l, r) => l && r)(1, (l, r) => l || r).end",
                rewritten("val x = a || b && c", 1));
    }

    @Test
    void conditionsConstantsAndStatementsHaveEdits() {
        final String source = "val r = RegInit(0.U(4.W))\nwhen(a) { r := b }";
        assertEquals(
                List.of(
                        "0.U(4.W) -> Mut.off(0.U(4.W))",
                        "a -> !a",
                        "a -> Mut.yes",
                        "a -> Mut.no",
                        "b -> Mut.zero(b)",
                        "r := b -> "),
                edits(source));
        assertEquals(
                "val r = Mut.register(Mut.one(0.U(4.W))(x => x)(1, x => Mut.off(x)).end)\nwhen(a) { Mut.but(6) { r := b } }",
                rewritten(source, 1, 6));
    }

    @Test
    void placeholdersKeepTheirFunction() {
        assertEquals(List.of("_ | _ -> _ & _"), edits("val x = xs.map(_.y).reduce(_ | _)"));
        assertEquals(List.of(), edits("val x = xs.map(_ + offset)"));
        assertEquals(List.of(), edits("layer.block(layers.Verification) { assert(a && b) }"));
    }

    /** The rewriter understands every source of the tile: without a chosen edit the result equals the source. */
    @Test
    void withoutEditsEverySourceStaysAsItIs() throws IOException {
        int edits = 0;
        final List<Path> files;
        try (Stream<Path> found = Files.walk(SOURCES)) {
            files = found.filter(f -> f.toString().endsWith(".scala"))
                    .filter(f -> Instrument.isUnit(SOURCES.relativize(f)))
                    .toList();
        }
        for (final Path file : files) {
            final String text = Files.readString(file);
            final Edits of = new Edits(file.toString(), 1, id -> false);
            assertEquals(text, new Rewriter(new Source(text), of).text(), file.toString());
            edits += of.all().size();
        }
        assertTrue(edits > 5000, edits + " edits");
    }
}
