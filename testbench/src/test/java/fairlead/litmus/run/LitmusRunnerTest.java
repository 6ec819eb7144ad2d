// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine.EngineFactory;
import fairlead.plan.Plans;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("M-EPO-2")
@Tag("M-38")
@Tag("M-39")
@Tag("M-40")
@Tag("M-43")
@Tag("M-568")
@Tag("M-929")
class LitmusRunnerTest {
    private static final Path EXAMPLES = Path.of("../examples/litmus");
    private static final Path CLAIMS = Path.of("../examples/seeds");
    private static final String MP =
            "litmus MP\nnodes A=0 T=far\nwords x@T y@T\nprogram A {\nput x = 1\nFENCE\nput y = 1\n}\n"
                    + "program T {\nr1 = poll y != 0 for 20000\nr2 = load x\n}\n";

    @TempDir
    private Path folder;

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Stream.concat(Files.walk(EXAMPLES), Files.walk(CLAIMS))) {
            return files.filter(f -> f.toString().endsWith(".litmus")).sorted().toList();
        }
    }

    private static LitmusRunner runner(String engine, int from, int schedules) {
        return new LitmusRunner(Plans.engine(engine), engine, null, from, schedules, 1);
    }

    private TestResult run(String text, String engine, String axes, int schedules) throws IOException {
        Path file = folder.resolve("t.litmus");
        Files.writeString(file, text);
        return new LitmusRunner(Plans.engine(engine), engine, axes, 0, schedules, 1).run(file);
    }

    /**
     * A schedule of every shape on the RTL gives no forbidden outcome and no complaint of a checker, and the twin gives
     * the same outcome. Outcomes that must be seen need more schedules.
     */
    @ParameterizedTest
    @MethodSource("examples")
    void noForbiddenOutcomeOnTheRtl(Path file) {
        TestResult result = runner("rtl", 0, 1).run(file);
        assertEquals(List.of(), result.forbidden(), () -> LitmusReport.text(result));
        assertEquals(List.of(), result.errors(), () -> LitmusReport.text(result));
        assertEquals(result.histogram(), runner("model", 0, 1).run(file).histogram());
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("examples")
    void everyShapeHoldsOverTwoHundredSchedulesOnTheRtl(Path file) {
        TestResult result = runner("rtl", 0, 200).run(file);
        assertFalse(result.fails(), () -> LitmusReport.text(result));
    }

    @Test
    void everyShapeHasAFile() throws IOException {
        List<String> names = examples().stream()
                .map(f -> f.getFileName().toString().substring(0, 3))
                .toList();
        for (int i = 1; i <= 48; i++) {
            String id = String.format("L%02d", i);
            assertTrue(names.contains(id), () -> "no file for " + id);
        }
    }

    @Test
    void aForbiddenOutcomeIsFoundWithItsRepeat() throws IOException {
        TestResult result = run(MP.replace("FENCE", "") + "forbidden T:r1=1 & T:r2=1\n", "model", "base", 3);
        assertTrue(result.fails());
        assertEquals("T:r1=1 & T:r2=1", result.forbidden().get(0).condition());
        assertTrue(result.forbidden().get(0).repro().endsWith("--engine model --from 0 --schedules 1 --seed 1"));
        assertEquals(3, result.histogram().values().stream().mapToLong(n -> n).sum());
    }

    /** Words with one value are one range, in the order of their numbers. */
    @Test
    void wordsOfOneValueAreOneRange() throws IOException {
        String text = "litmus T\nnodes A=0 T=near\nwords y@T[20]\n"
                + "program A { put y[0..19] = 1; quiet; put y[12] = 2; quiet }\nseen all y[0..19] >= 0\n";
        TestResult result = run(text.replace("; ", "\n").replace("{ ", "{\n").replace(" }", "\n}"), "model", "base", 1);
        assertEquals(
                Set.of("y[0..11]@T=1 y[12]@T=2 y[13..19]@T=1"),
                result.histogram().keySet());
    }

    /** A file that asks in hexadecimal gets outcomes so; numbers below 10 look the same in both. */
    @Test
    void outcomesAreInHexadecimalIfAConditionIs() throws IOException {
        String text = MP.replace("FENCE", "fence T").replace("put x = 1", "put x = 31");
        TestResult hex = run(text + "seen T:r1=1 & T:r2=0x1F\n", "model", "base", 3);
        assertEquals(Set.of("T:r1=1 T:r2=0x1f"), hex.histogram().keySet());
        TestResult decimal = run(text + "seen T:r1=1 & T:r2=31\n", "model", "base", 3);
        assertEquals(Set.of("T:r1=1 T:r2=31"), decimal.histogram().keySet());
        TestResult excluded = run(text + "seen T:r1=1 & T:r2=0x20\n", "model", "base", 1);
        assertTrue(excluded.fails(), "a hexadecimal condition judges");
    }

    @Test
    void anOutcomeThatMustBeSeenAndIsNotIsReported() throws IOException {
        TestResult result = run(MP.replace("FENCE", "fence T") + "seen T:r1=0 & T:r2=0\n", "model", "base", 3);
        assertTrue(result.fails());
        assertEquals(List.of("T:r1=0 & T:r2=0"), result.missing());
    }

    @Test
    void aSeenLineThatTheModelExcludesIsAnError() throws IOException {
        TestResult result = run(MP.replace("FENCE", "fence T") + "seen T:r1=1 & T:r2=0\n", "model", "base", 2);
        assertTrue(result.errors().get(0).condition().contains("the memory model excludes"));
    }

    /** Without lines of the file, the model alone judges. The engine is made wrong by the omission of a fence. */
    @Test
    void theModelJudgesOutcomesThatNoLineNames() throws IOException {
        String wrong = MP.replace("FENCE", "") + "seen T:r1=1 & T:r2=1\n";
        TestResult free = run(wrong, "model", "base", 200);
        assertEquals(Set.of("T:r1=1 T:r2=0", "T:r1=1 T:r2=1"), free.histogram().keySet(), "the weak outcome shows");
        assertEquals(List.of(), free.forbidden(), "and is allowed");
    }

    /** Without --axes a file runs at the points of its own line; a claim with `at` holds at its points only. */
    @Test
    void aFileNamesItsPointsAndAForbiddenLineItsOwn() throws IOException {
        String ordered = MP.replace("FENCE", "").replace("program A", "axes hops=0,max\nprogram A");
        String always = "forbidden T:r1=1 & T:r2=1";
        TestResult both = run(ordered + always + "\n", "model", null, 2);
        assertEquals(4, both.schedules());
        assertTrue(both.forbidden().get(0).repro().contains(" --axes \""), both.forbidden()::toString);
        TestResult far = run(ordered + always + " at hops=max\n", "model", null, 2);
        assertEquals(2, far.forbidden().get(0).count());
        TestResult nowhere = run(ordered + always + " at hops=1\n", "model", null, 2);
        assertFalse(nowhere.fails());
        assertEquals(List.of("T:r1=1 & T:r2=1 at hops=1"), nowhere.notApplicable());
        assertEquals(2, run(ordered + always + "\n", "model", "base", 2).schedules());
        assertTrue(assertThrows(BadInput.class, () -> run(ordered.replace("hops=0", "hop=0"), "model", null, 1))
                .getMessage()
                .contains("did you mean hops?"));
    }

    /** Programs for ranks: a node that puts to its left neighbour instead is found, at each rank. */
    @Test
    void aWrongNeighbourIsFoundAtEveryRank() throws IOException {
        String text = Files.readString(EXAMPLES.resolve("ranks/K01-ring.litmus"));
        assertFalse(run(text, "model", null, 2).fails());
        for (int k = 0; k < 4; k++) {
            String wrong = text.replace(
                    "  put x@n[(k + 1) % N] = k\n",
                    "  if k == " + k + " {\n  put x@n[(k - 1) % N] = k\n  } else {\n  put x@n[(k + 1) % N] = k\n  }\n");
            assertTrue(run(wrong, "model", null, 2).fails(), wrong);
        }
    }

    @Test
    void anUnfinishedRunIsAHang() throws IOException {
        String text = "litmus H\nnodes A=0 T=far\nwords x@T\nlimit 3000\nprogram A {\nr1 = recv 9\n}\n";
        TestResult result = run(text, "model", "base", 1);
        assertEquals("hang", result.forbidden().get(0).condition());
        assertFalse(run(text + "seen hang\n", "model", "base", 1).fails());
    }

    @Test
    void aRefusedOperationIsAnErrorUnlessNamed() throws IOException {
        String text =
                "litmus R\nnodes A=0 T=far B=near\nwords x@T y@T\nprogram A {\nepoch open 1 to T\ndelay 3000\nepoch close 1\n}\n"
                        + "program B {\ndelay 1000\nput x = 1\nquiet\n}\n";
        TestResult plain = run(text, "model", "base", 2);
        assertEquals("error(B:11)", plain.forbidden().get(0).condition());
        TestResult named = run(text + "seen error(B:11) & x@T=0 & refused@B=1\n", "model", "base", 2);
        assertFalse(named.fails(), () -> LitmusReport.text(named));
    }

    @Test
    void whatTheMachineLacksIsReportedAndNeverAPass() throws IOException {
        TestResult retry = run(MP.replace("FENCE", "") + "seen retries > 0\n", "model", "base", 2);
        assertTrue(retry.isNotRun());
        assertEquals(Set.of("link retry"), retry.needs());
        assertEquals(0, retry.schedules());
        TestResult errors = run(
                MP.replace("FENCE", "") + "seen T:r1=1 & T:r2=0 at link_error=0.001\n", "model", "link_error=0.001", 2);
        assertTrue(errors.isNotRun());
        assertEquals("not run", LitmusReport.state(errors));
    }

    /** On an adaptive network, too, nothing orders two puts, but a fence does. */
    @Test
    void aFenceOrdersPutsOnAnAdaptiveNetwork() throws IOException {
        TestResult loose = run(Files.readString(EXAMPLES.resolve("L01-mp.litmus")), "model", "routing=adaptive", 200);
        assertFalse(loose.fails(), () -> LitmusReport.text(loose));
        TestResult fenced = run(
                MP.replace("FENCE", "fence T") + "forbidden T:r1=1 & T:r2=0\nseen T:r1=1 & T:r2=1\n",
                "model",
                "routing=adaptive",
                120);
        assertFalse(fenced.fails(), () -> LitmusReport.text(fenced));
    }

    @Test
    void pointsAreTheProductOfTheAxes() throws IOException {
        TestResult result = run(
                MP.replace("FENCE", "fence T") + "forbidden T:r1=1 & T:r2=0\nseen T:r1=1 & T:r2=1 at hops=0\n",
                "model",
                "hops=0,1,max;depth=default,min;dla=cd,pr;traffic=none,uniform,hot_spot",
                2);
        assertFalse(result.fails(), () -> LitmusReport.text(result));
        assertEquals(36, result.points());
        assertEquals(72, result.schedules());
    }

    /** The members of a group are different nodes, so a point where two have one rank does not apply. */
    @Test
    void aPointWhereANodeIsTwiceInAGroupDoesNotApply() throws IOException {
        String text = Files.readString(EXAMPLES.resolve("collective/C02-meet-joins.litmus"));
        TestResult result = run(text, "model", "hops=0,max", 2);
        assertEquals(2, result.schedules());
        assertTrue(
                result.notApplicable().get(0).contains("t.litmus:8: two members of a group are on one node:"),
                result.notApplicable()::toString);
        String same = text.replace("T=far", "T=same");
        assertTrue(assertThrows(BadInput.class, () -> run(same, "model", "base", 1))
                .getMessage()
                .contains("t.litmus:8: two members"));
    }

    @Test
    void wrongAxesAreRefused() {
        for (String axes : List.of("hop=1", "depth=none", "size=0", "shape=4x4", "traffic")) {
            BadInput bad =
                    assertThrows(BadInput.class, () -> new LitmusRunner((EngineFactory) null, "model", axes, 0, 1, 1));
            assertTrue(bad.getMessage().startsWith("--axes"), bad.getMessage());
        }
    }

    @Test
    void nodesThatFallTogetherAreRefusedWithTheirLine() throws IOException {
        BadInput bad = assertThrows(
                BadInput.class,
                () -> run(
                        "litmus P\nnodes A=0 T=near U=far\nwords x@T\nprogram A {\nput x = 1\n}\n",
                        "model",
                        "shape=2x1x1",
                        1));
        assertTrue(bad.getMessage().matches(".*t\\.litmus:2: node U falls on rank 1 .*"), bad.getMessage());
    }

    @Test
    void aRunRepeatsAlone() throws IOException {
        Path file = EXAMPLES.resolve("L08-sb.litmus");
        TestResult all = new LitmusRunner(Plans.engine("model"), "model", "base", 0, 8, 7).run(file);
        TreeMap<String, Long> sum = new TreeMap<>();
        for (int k = 0; k < 8; k++) {
            new LitmusRunner(Plans.engine("model"), "model", "base", k, 1, 7)
                    .run(file)
                    .histogram()
                    .forEach((o, n) -> sum.merge(o, n, Long::sum));
        }
        assertEquals(all.histogram(), sum);
    }
}
