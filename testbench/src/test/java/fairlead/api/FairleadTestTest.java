// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import fairlead.api.junit.FairleadTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JUnit extension of the programming interface, run by JUnit on tests that pass and tests that fail. */
@Tag("M-422")
class FairleadTestTest {
    @TempDir
    private Path folder;

    private final Map<String, String> entries = new HashMap<>();

    /** An annotation as users make it. */
    @Retention(RetentionPolicy.RUNTIME)
    @FairleadTest(shape = "3x1x1", engine = EngineKind.MODEL)
    @interface OnThreeNodes {}

    /** The tests that the extension gets. */
    static final class Subjects {
        private static void ring(Machine machine) {
            machine.with("workload.kind", "ring").run();
        }

        @FairleadTest(shape = "3x1x1", engine = EngineKind.MODEL, seed = 9, set = "machine.buffers.link_vc=4")
        void passes(Machine machine) {
            assertEquals(4L, machine.value("machine.buffers.link_vc"));
            assertEquals(3, machine.nodes());
            ring(machine);
        }

        @FairleadTest(shape = "3x1x1", engine = EngineKind.MODEL, seed = 9)
        void failsAnAssertion(Machine machine) {
            ring(machine);
            assertEquals(10, machine.seed(), "the seed");
        }

        @FairleadTest(engine = EngineKind.MODEL)
        void runsNothing(Machine machine) {
            assertEquals(8, machine.nodes());
        }

        private static void waitForNothing(Machine machine) {
            RmaProgram program = machine.program("waits");
            program.task(0, 0).waitFor(program.region("flag", 8), 1);
            machine.run(program);
        }

        @FairleadTest(engine = EngineKind.MODEL)
        void failsAVerdict(Machine machine) {
            waitForNothing(machine);
        }

        @FairleadTest(engine = EngineKind.MODEL, judge = false)
        void failsAVerdictThatIsNotJudged(Machine machine) {
            waitForNothing(machine);
        }

        @FairleadTest(engine = EngineKind.MODEL, drawSeed = true)
        void drawsItsSeed(Machine machine) {
            ring(machine);
        }

        @OnThreeNodes
        void passesWithAnAnnotationOfItsOwn(Machine machine) {
            assertEquals(3, machine.nodes());
            ring(machine);
        }

        @FairleadTest(shape = "99x1x1")
        void isNoMachine(Machine machine) {
            ring(machine);
        }
    }

    /** Runs one of the subjects; returns what it ended with and what it printed. */
    private String run(String method, TestExecutionResult.Status expected) throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        StringBuilder text = new StringBuilder();
        System.setProperty("fairlead.artefacts", folder.toString());
        try (PrintStream to = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setErr(to);
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectMethod(Subjects.class, method, Machine.class.getName()))
                                    .build(),
                            new TestExecutionListener() {
                                @Override
                                public void executionFinished(TestIdentifier id, TestExecutionResult result) {
                                    if (id.isTest()) {
                                        text.append(result.getStatus()).append('\n');
                                        result.getThrowable().ifPresent(t -> text.append(t.getMessage()));
                                    }
                                }

                                @Override
                                public void reportingEntryPublished(TestIdentifier id, ReportEntry entry) {
                                    entries.putAll(entry.getKeyValuePairs());
                                }
                            });
        } finally {
            System.setErr(before);
            System.clearProperty("fairlead.artefacts");
        }
        String all = text + "\n" + printed.toString(StandardCharsets.UTF_8);
        assertTrue(all.startsWith(expected + "\n"), all);
        return all;
    }

    @Test
    void aTestGetsItsMachineAndPassesWithoutAWord() throws IOException {
        assertEquals("SUCCESSFUL\n\n", run("passes", TestExecutionResult.Status.SUCCESSFUL));
        assertTrue(entries.get("fairlead.repeat").endsWith("Subjects#passes' -Dfairlead.seed=9"), entries::toString);
        run("passesWithAnAnnotationOfItsOwn", TestExecutionResult.Status.SUCCESSFUL);
    }

    @Test
    void aFailedTestPrintsItsSeedAndTheLineThatRepeatsItAndKeepsItsRun() throws IOException {
        String text = run("failsAnAssertion", TestExecutionResult.Status.FAILED);
        assertTrue(
                text.contains("failed with seed 9; repeat with: mvn test -Dtest='" + Subjects.class.getName()
                        + "#failsAnAssertion' -Dfairlead.seed=9"),
                text);
        Path kept = folder.resolve("Subjects.failsAnAssertion");
        assertTrue(text.contains("artefacts: " + kept), text);
        assertTrue(Files.readString(kept.resolve("summary.json")).contains("\"seed\" : 9"));
        assertTrue(Files.exists(kept.resolve("report.html")) && Files.exists(kept.resolve("trace.json")));
        run("failsAnAssertion", TestExecutionResult.Status.FAILED);
        assertTrue(Files.exists(folder.resolve("Subjects.failsAnAssertion.2")));
        System.setProperty("fairlead.seed", "10");
        try {
            run("failsAnAssertion", TestExecutionResult.Status.SUCCESSFUL);
        } finally {
            System.clearProperty("fairlead.seed");
        }
    }

    @Test
    void aTestThatJudgesNothingFails() throws IOException {
        assertTrue(run("runsNothing", TestExecutionResult.Status.FAILED).contains("has run nothing"));
    }

    @Test
    void aRunWithAViolatedVerdictFailsUnlessItIsNotJudged() throws IOException {
        String text = run("failsAVerdict", TestExecutionResult.Status.FAILED);
        assertTrue(text.contains("deadlock_freedom   FALSE"), text);
        assertTrue(Files.exists(folder.resolve("Subjects.failsAVerdict/summary.json")));
        assertFalse(Files.exists(folder.resolve("Subjects.failsAVerdict/scenario.yaml")), "a program made in code");
        run("failsAVerdictThatIsNotJudged", TestExecutionResult.Status.SUCCESSFUL);
    }

    @Test
    void aMachineThatCannotBeIsNamed() throws IOException {
        assertTrue(run("isNoMachine", TestExecutionResult.Status.FAILED).contains("machine.shape[0] = 99"));
    }

    @Test
    void aDrawnSeedIsInTheLineThatRepeatsIt() throws IOException {
        run("drawsItsSeed", TestExecutionResult.Status.SUCCESSFUL);
        assertTrue(entries.get("fairlead.repeat").matches(".*-Dfairlead\\.seed=\\d+"), entries::toString);
    }
}
