// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import fairlead.evaluate.BatchScripts.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The generated scripts, run by stand-ins for sbatch, parallel and kubectl that do what their options say. No real
 * batch system is tried.
 */
@Tag("M-32")
@Tag("M-77")
class BatchPoolTest {
    private static final Map<String, String> STAND_INS = Map.of(
            "sbatch",
            "for a in \"$@\"; do case $a in --array=0-*) n=${a#--array=0-}; n=${n%%%*};; esac; done\n"
                    + "for ((i = 0; i <= n; i++)); do SLURM_ARRAY_TASK_ID=$i bash eval.sh; done\n",
            "parallel",
            "while read -r i; do bash eval.sh \"$i\"; done\n",
            "kubectl",
            "[ \"$1\" = apply ] || exit 0\nn=$(sed -n 's/^  completions: //p' \"$3\")\n"
                    + "script=$(sed -n 's/.*command: \\[bash, \"\\(.*\\)\"\\]/\\1/p' \"$3\")\n"
                    + "for ((i = 0; i < n; i++)); do JOB_COMPLETION_INDEX=$i bash \"$script\"; done\n");

    @TempDir
    Path folder;

    private Store store;
    private List<Job> jobs;

    @BeforeEach
    void write() throws IOException {
        final Path scenario = folder.resolve("s.yaml");
        Files.writeString(
                scenario,
                "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [2, 1, 1], memory_bytes: 8192}\n"
                        + "workload: {kind: ring, iterations: 1, bytes: 32}\n");
        jobs = List.of(new Job(scenario, List.of("seed=1")), new Job(scenario, List.of("seed=2")));
        store = new Store(folder.resolve("store"));
    }

    private BatchPool pool(final Target target, final Map<String, String> programs) throws IOException {
        final Path bin = Files.createDirectories(folder.resolve("bin"));
        for (final Map.Entry<String, String> program : programs.entrySet()) {
            final Path file = bin.resolve(program.getKey());
            Files.writeString(file, "#!/usr/bin/env bash\n" + program.getValue());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return new BatchPool(
                store,
                target,
                4,
                Map.of(
                        "PATH",
                        bin + ":" + System.getenv("PATH"),
                        "FAIRLEAD_IMAGE",
                        "image",
                        "FAIRLEAD_CLAIM",
                        "claim",
                        "FAIRLEAD_MOUNT",
                        "/shared"));
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(Target.class)
    void theScriptsGiveTheResultsOfThisProcess(final Target target) throws IOException {
        try (BatchPool pool = pool(target, STAND_INS)) {
            final List<EvaluationOutcome> outcomes = pool.run(jobs);
            assertEquals(2, pool.simulated());
            assertEquals(texts(outcomes), texts(new Inline(new Store(folder.resolve("inline"))).run(jobs)));
            assertEquals(texts(outcomes), texts(pool.run(jobs)));
            assertEquals(2, pool.simulated());
        }
    }

    private static List<String> texts(final List<EvaluationOutcome> outcomes) {
        return outcomes.stream().map(o -> Store.text(o.evaluation())).toList();
    }

    @Test
    void aBatchSystemThatDoesNothingIsAskedThreeTimesAndQuarantinesNothing() throws IOException {
        try (BatchPool pool = pool(Target.SLURM, Map.of("sbatch", "echo asked >>" + folder.resolve("asked") + "\n"))) {
            final UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> pool.run(jobs));
            assertTrue(e.getCause().getMessage().startsWith("no result from slurm in 3 tries"), e.getMessage());
            assertEquals(3, Files.readAllLines(folder.resolve("asked")).size());
        }
        assertNothingIsPoisoned();
    }

    /** Not installed, refused account, full queue: the submission fails, and says nothing of the jobs. */
    @Test
    void aSubmissionThatFailsEndsTheRunAtOnceAndQuarantinesNothing() throws IOException {
        for (final Target target : Target.values()) {
            final String program = Map.of(Target.SLURM, "sbatch", Target.PARALLEL, "parallel", Target.K8S, "kubectl")
                    .get(target);
            final Map<String, String> failing =
                    Map.of(program, "echo asked >>" + folder.resolve("asked") + "\necho no such account\nexit 3\n");
            Files.deleteIfExists(folder.resolve("asked"));
            try (BatchPool pool = pool(target, failing)) {
                final String said = assertThrows(UncheckedIOException.class, () -> pool.run(jobs))
                        .getCause()
                        .getMessage();
                assertTrue(said.contains("submission to " + target.word() + " ended with code 3"), said);
                assertTrue(said.contains("no such account"), said);
                assertEquals(1, Files.readAllLines(folder.resolve("asked")).size());
            }
        }
        assertNothingIsPoisoned();
    }

    private void assertNothingIsPoisoned() {
        assertNull(store.quarantined(Identity.key(jobs.get(0).read())));
        assertTrue(new Inline(store).run(jobs).get(1).evaluation().good());
    }

    /** What stands in a path or in the words of the cluster stays one text of the file. */
    @Test
    void wordsWithQuotesStayOneText() throws IOException, InterruptedException {
        final Path odd = folder.resolve("k\"2\", \"-c");
        final Map<String, String> files = BatchScripts.of(Target.K8S, odd, store.root(), jobs, 4);
        final Path here = Files.createDirectories(folder.resolve("here"));
        final Path bin = Files.createDirectories(folder.resolve("bin"));
        final Path kubectl = Files.writeString(bin.resolve("kubectl"), "#!/usr/bin/env bash\n");
        Files.setPosixFilePermissions(kubectl, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (final Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(here.resolve(file.getKey()), file.getValue());
        }
        final ProcessBuilder submit =
                new ProcessBuilder("bash", here.resolve("submit.sh").toString());
        final String image = "a|b&c\\d\"e";
        submit.environment()
                .putAll(Map.of(
                        "PATH",
                        bin + ":" + System.getenv("PATH"),
                        "FAIRLEAD_IMAGE",
                        image,
                        "FAIRLEAD_CLAIM",
                        "c",
                        "FAIRLEAD_MOUNT",
                        "/m"));
        assertEquals(0, submit.start().waitFor());
        final var container = new ObjectMapper(new YAMLFactory())
                .readTree(here.resolve("job-filled.yaml").toFile())
                .at("/spec/template/spec/containers/0");
        assertEquals(image, container.path("image").asText());
        assertEquals(
                odd.resolve("eval.sh").toString(),
                container.path("command").path(1).asText());
        assertEquals(2, container.path("command").size());
    }

    @Test
    void theScriptsSayHowManyAtATime() {
        final Map<String, String> slurm = BatchScripts.of(Target.SLURM, folder, store.root(), jobs, 4);
        assertTrue(slurm.get("submit.sh").contains("--array=0-1%4"), slurm.get("submit.sh"));
        final Map<String, String> k8s = BatchScripts.of(Target.K8S, folder, store.root(), jobs, 4);
        assertTrue(k8s.get("job.yaml").contains("parallelism: 4")
                && k8s.get("job.yaml").contains("completions: 2"));
        assertEquals(jobs.get(1), Job.parse(k8s.get("point-1.json"), "point", folder));
    }
}
