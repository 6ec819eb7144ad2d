// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineFactory;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lockstep.LockstepFactory;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A twin with any one line changed as in lockstep/mutations.txt differs from the RTL within a few random cases. */
class MutationTest {
    private static final Path SOURCES =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "sim-java/src/main/java/fairlead");
    private static final String LIST = "/lockstep/mutations.txt";
    private static final String SLOW = "\n= slow\n";

    /** The comparing test of each unit that is in no tile, for which lockstep has no case. */
    private static final Map<String, String> ALONE =
            Map.of("collective-network", "fairlead.rtlunit.CollectiveRouterRtlTest#everyOutputIsTheTwinsInEveryCycle");

    /** Units that cases use only with a focus, or in part. */
    private static final Map<String, Focus> FOCUSED = Map.of(
            "collective-device",
            Focus.DEVICE,
            "barrier-unit",
            Focus.BARRIER,
            "io-tiles",
            Focus.IO_TILES,
            "class-routes",
            Focus.CLASS_ROUTES);

    private static final long BUDGET = 40_000;
    private static final int SEEDS = 60;

    /**
     * @param first the seed of the case that is played first, because it showed the difference when it was noted; or 0
     */
    record Mutation(String file, String unit, String line, String changed, int first) {
        @Override
        public String toString() {
            return file + ": " + changed;
        }
    }

    static List<Mutation> fast() throws IOException {
        return parse(text().substring(0, text().indexOf(SLOW)));
    }

    static List<Mutation> slow() throws IOException {
        return parse(text().substring(text().indexOf(SLOW) + SLOW.length()));
    }

    private static List<Mutation> parse(final String list) {
        final List<Mutation> all = new ArrayList<>();
        String[] place = null;
        String line = null;
        for (final String text : list.lines().toList()) {
            if (text.startsWith("- ")) {
                line = text.substring(2);
            } else if (text.startsWith("+ ")) {
                all.add(new Mutation(place[0], place[1], line, text.substring(2), 0));
            } else if (text.startsWith("@ ")) {
                final Mutation last = all.remove(all.size() - 1);
                final int first = Integer.parseInt(text.substring(2));
                all.add(new Mutation(last.file, last.unit, last.line, last.changed, first));
            } else if (!text.isBlank() && !text.startsWith("#")) {
                place = text.split(" ");
            }
        }
        return all;
    }

    private static String text() throws IOException {
        try (InputStream in = MutationTest.class.getResourceAsStream(LIST)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Returns whether the noted case, which may be a later one, or one of the first {@link #SEEDS} shows a difference.
     */
    private static boolean differs(final EngineFactory twin, final Focus focus, final int first) {
        final LockstepFactory engines = new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), twin);
        final CaseRun run = new CaseRun(engines, 61, 64);
        final CaseDraw draw = new CaseDraw(FabricLibrary.variant("product").capabilities(), BUDGET, focus);
        final LongPredicate shows = seed -> run.play(draw.draw(seed)).differs();
        return first > 0 && shows.test(first)
                || LongStream.rangeClosed(1, SEEDS).anyMatch(shows);
    }

    private static void mustFind(final Mutation mutation) {
        if (ALONE.containsKey(mutation.unit)) {
            mustFindAlone(mutation);
            return;
        }
        final EngineFactory twin = MutatedTwin.of(SOURCES, mutation.file, mutation.line, mutation.changed);
        final Focus focus = FOCUSED.getOrDefault(mutation.unit, Focus.NONE);
        assertTrue(differs(twin, focus, mutation.first), () -> "no difference in " + SEEDS + " cases: " + mutation);
    }

    private static void mustFindAlone(final Mutation mutation) {
        final InvocationTargetException ended = assertThrows(
                InvocationTargetException.class,
                () -> MutatedUnit.play(
                        ALONE.get(mutation.unit),
                        folder -> MutatedTwin.write(folder, SOURCES, mutation.file, mutation.line, mutation.changed)),
                mutation::toString);
        assertInstanceOf(AssertionError.class, ended.getCause(), mutation.toString());
    }

    /** A unit in no tile agrees with its twin if nothing is changed. */
    @Test
    void aUnitAloneAgreesWithItsTwinAsItIs() throws IOException, ReflectiveOperationException {
        for (final String test : ALONE.values()) {
            MutatedUnit.play(test, folder -> {});
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fast")
    void lockstepFinds(final Mutation mutation) {
        mustFind(mutation);
    }

    @Tag("slow")
    @ParameterizedTest(name = "{0}")
    @MethodSource("slow")
    void lockstepFindsToo(final Mutation mutation) {
        mustFind(mutation);
    }

    /** Each page of docs/spec, except that of the words, describes a unit of the twin. */
    @Test
    void everyUnitHasTwoMutationsAtLeastInTheFastTier() throws IOException {
        final Map<String, Integer> of = new TreeMap<>();
        fast().forEach(m -> of.merge(m.unit, 1, Integer::sum));
        try (Stream<Path> pages = Files.list(SOURCES.resolve("../../../../../docs/spec"))) {
            final List<String> units = pages.map(p -> p.getFileName().toString().replace(".md", ""))
                    .filter(name -> !name.equals("words"))
                    .toList();
            assertTrue(units.size() > 8, units.toString());
            units.forEach(unit -> assertTrue(of.getOrDefault(unit, 0) >= 2, unit + ": " + of));
        }
    }

    /** Includes the slow list, so that it cannot become stale unnoticed. */
    @Test
    void everyMutationIsOfALineThatIsThereOnce() throws IOException {
        for (final Mutation m : slow()) {
            MutatedTwin.mutate(SOURCES.resolve(m.file), m.line, m.changed);
        }
        assertTrue(slow().size() > 30 && fast().size() > 20);
    }

    @Test
    void aMutationWhoseLineIsGoneIsAFailure() {
        assertThrows(
                AssertionError.class, () -> MutatedTwin.of(SOURCES, "model/dma/ReadPort.java", "no such line", "x"));
    }

    /** Lockstep finds no difference in a twin that is loaded in this way without a mutation. */
    @Test
    void theTwinLoadedTheSameWayWithoutAMutationDoesNotDiffer() {
        final Mutation first = new Mutation("model/dma/PayloadReader.java", "", "left = bytes;", "left = bytes;", 0);
        final EngineFactory twin = MutatedTwin.of(SOURCES, first.file, first.line, first.changed);
        assertFalse(twin instanceof ModelEngineFactory, "loaded by the test's own loader");
        final LockstepFactory engines = new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), twin);
        final CaseDraw draw = new CaseDraw(FabricLibrary.variant("product").capabilities(), BUDGET);
        for (long seed = 1; seed <= 5; seed++) {
            final CaseOutcome outcome = new CaseRun(engines, 61, 64).play(draw.draw(seed));
            assertFalse(outcome.differs(), "seed " + seed + ": " + outcome.difference());
        }
    }
}
