// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.support.Inline;
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

/**
 * The generated scripts, run by a stand-in for sbatch that does what its options say. No real Slurm is tried.
 */
@Tag("M-32")
@Tag("M-77")
class BatchPoolTest {
    private static final Map<String, String> STAND_INS = Map.of(
            "sbatch",
            "for a in \"$@\"; do case $a in --array=0-*) n=${a#--array=0-}; n=${n%%%*};; esac; done\n"
                    + "for ((i = 0; i <= n; i++)); do SLURM_ARRAY_TASK_ID=$i bash eval.sh; done\n");

    @TempDir
    Path folder;

    private Store store;
    private List<Job> jobs;

    @BeforeEach
    void write() throws IOException {
        Path scenario = folder.resolve("s.yaml");
        Files.writeString(scenario, WorkerPoolTest.SCENARIO);
        jobs = List.of(new Job(scenario, List.of("seed=1")), new Job(scenario, List.of("seed=2")));
        store = new Store(folder.resolve("store"));
    }

    private BatchPool pool(Map<String, String> programs) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (Map.Entry<String, String> program : programs.entrySet()) {
            Path file = bin.resolve(program.getKey());
            Files.writeString(file, "#!/usr/bin/env bash\n" + program.getValue());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return new BatchPool(store, 4, Map.of("PATH", bin + ":" + System.getenv("PATH")));
    }

    @Test
    @Tag("slow")
    void theScriptsGiveTheResultsOfThisProcess() throws IOException {
        try (BatchPool pool = pool(STAND_INS)) {
            List<Pool.Outcome> outcomes = pool.run(jobs);
            assertEquals(2, pool.simulated());
            assertEquals(texts(outcomes), texts(new Inline(new Store(folder.resolve("inline"))).run(jobs)));
            assertEquals(texts(outcomes), texts(pool.run(jobs)));
            assertEquals(2, pool.simulated());
        }
    }

    private static List<String> texts(List<Pool.Outcome> outcomes) {
        return outcomes.stream().map(o -> Store.text(o.evaluation())).toList();
    }

    @Test
    void aBatchSystemThatDoesNothingIsAskedThreeTimesAndQuarantinesNothing() throws IOException {
        try (BatchPool pool = pool(Map.of("sbatch", "echo asked >>" + folder.resolve("asked") + "\n"))) {
            UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> pool.run(jobs));
            assertTrue(e.getCause().getMessage().startsWith("no result from slurm in 3 tries"), e.getMessage());
            assertEquals(3, Files.readAllLines(folder.resolve("asked")).size());
        }
        assertNothingIsPoisoned();
    }

    /** Not installed, refused account, full queue: the submission fails, and says nothing of the jobs. */
    @Test
    void aSubmissionThatFailsEndsTheRunAtOnceAndQuarantinesNothing() throws IOException {
        Map<String, String> failing =
                Map.of("sbatch", "echo asked >>" + folder.resolve("asked") + "\necho no such account\nexit 3\n");
        try (BatchPool pool = pool(failing)) {
            String said = assertThrows(UncheckedIOException.class, () -> pool.run(jobs))
                    .getCause()
                    .getMessage();
            assertTrue(said.contains("submission to slurm ended with code 3"), said);
            assertTrue(said.contains("no such account"), said);
            assertEquals(1, Files.readAllLines(folder.resolve("asked")).size());
        }
        assertNothingIsPoisoned();
    }

    private void assertNothingIsPoisoned() {
        assertNull(store.quarantined(Identity.key(jobs.get(0).read())));
        assertTrue(new Inline(store).run(jobs).get(1).evaluation().good());
    }

    @Test
    void theScriptsSayHowManyAtATime() {
        Map<String, String> slurm = new BatchPool(store, 4, Map.of()).scripts(jobs);
        assertTrue(slurm.get("submit.sh").contains("--array=0-1%4"), slurm.get("submit.sh"));
        assertEquals(jobs.get(1), Job.parse(slurm.get("point-1.json"), "point", folder));
    }
}
