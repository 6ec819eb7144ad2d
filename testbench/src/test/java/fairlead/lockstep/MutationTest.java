// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineFactory;
import fairlead.engine.rtl.FabricLibrary;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import fairlead.fabric.ModelEngineFactory;
import fairlead.generate.CaseDraw;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A twin with any one line of lockstep/mutations.txt changed differs from the RTL within a few random cases. */
class MutationTest {
    private static final Path SOURCES =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "sim-java/src/main/java/fairlead");
    private static final String LIST = "/lockstep/mutations.txt";

    /** The units of the twin, by package: those that have a page in docs/spec, the route unit being one of the router's files. */
    private static final Set<String> UNITS = Set.of("router", "dma", "dla", "fence", "epoch", "barrier", "fabric", "top");

    private static final long BUDGET = 40_000;
    private static final int SEEDS = 60;

    record Mutation(String file, String line, String changed) {
        @Override
        public String toString() {
            return file + ": " + changed;
        }
    }

    static List<Mutation> mutations() throws IOException {
        final List<Mutation> all = new ArrayList<>();
        String file = null;
        String line = null;
        for (final String text : text().lines().toList()) {
            if (text.startsWith("- ")) {
                line = text.substring(2);
            } else if (text.startsWith("+ ")) {
                all.add(new Mutation(file, line, text.substring(2)));
            } else if (!text.isBlank() && !text.startsWith("#")) {
                file = text.strip();
            }
        }
        return all;
    }

    private static String text() throws IOException {
        try (InputStream in = MutationTest.class.getResourceAsStream(LIST)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static long firstDifference(final EngineFactory twin) {
        final LockstepFactory engines = new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), twin);
        final CaseRun run = new CaseRun(engines, 61, 64);
        final CaseDraw draw = new CaseDraw(FabricLibrary.variant("product").capabilities(), BUDGET);
        for (long seed = 1; seed <= SEEDS; seed++) {
            if (run.play(draw.draw(seed)).differs()) {
                return seed;
            }
        }
        return -1;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutations")
    void lockstepFinds(final Mutation mutation) {
        final EngineFactory twin = MutatedTwin.of(SOURCES, mutation.file, mutation.line, mutation.changed);
        assertTrue(firstDifference(twin) > 0, () -> "no difference in " + SEEDS + " cases: " + mutation);
    }

    @Test
    void everyUnitHasTwoMutationsAtLeast() throws IOException {
        final Map<String, Integer> of = new TreeMap<>();
        mutations().forEach(m -> of.merge(m.file.substring(0, m.file.indexOf('/')), 1, Integer::sum));
        UNITS.forEach(unit -> assertTrue(of.getOrDefault(unit, 0) >= 2, unit + ": " + of));
        final Set<String> packages = new TreeSet<>();
        try (Stream<Path> folders = Files.list(SOURCES)) {
            folders.map(f -> f.getFileName().toString()).filter(UNITS::contains).forEach(packages::add);
        }
        assertTrue(packages.containsAll(UNITS), "packages of the twin: " + packages);
    }

    @Test
    void aMutationWhoseLineIsGoneIsAFailure() {
        assertThrows(AssertionError.class, () -> MutatedTwin.of(SOURCES, "dma/ReadPort.java", "no such line", "x"));
    }

    /** What is loaded in this way is the twin that lockstep finds nothing in. */
    @Test
    void theTwinLoadedTheSameWayWithoutAMutationDoesNotDiffer() {
        final Mutation first = new Mutation("dma/PayloadReader.java", "left = bytes;", "left = bytes;");
        final EngineFactory twin = MutatedTwin.of(SOURCES, first.file, first.line, first.changed);
        assertFalse(twin instanceof ModelEngineFactory, "loaded by the test's own loader");
        final LockstepFactory engines = new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), twin);
        final CaseDraw draw = new CaseDraw(FabricLibrary.variant("product").capabilities(), BUDGET);
        for (long seed = 1; seed <= 5; seed++) {
            final Outcome outcome = new CaseRun(engines, 61, 64).play(draw.draw(seed));
            assertFalse(outcome.differs(), "seed " + seed + ": " + outcome.difference());
        }
    }
}
