// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerPoolTest {
    private static final String SCENARIO =
            "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [2, 1, 1], memory_bytes: 8192}\n"
                    + "workload: {kind: ring, iterations: 1, bytes: 32}\n";

    @TempDir
    Path folder;

    private Path scenario;
    private Store store;

    @BeforeEach
    void write() throws IOException {
        scenario = folder.resolve("s.yaml");
        Files.writeString(scenario, SCENARIO);
        store = new Store(folder.resolve("store"));
    }

    private Job job(final int seed) {
        return new Job(scenario, List.of("seed=" + seed));
    }

    private WorkerPool pool(final int workers, final long seconds, final int recycle) {
        return new WorkerPool(
                store,
                new WorkerPool.Options(
                        WorkerPool.Options.java(FaultyWorker.class, 64), workers, seconds, 300, recycle));
    }

    private long processes() throws IOException {
        try (Stream<Path> files = Files.list(store.root())) {
            return files.filter(f -> f.getFileName().toString().startsWith("process-"))
                    .count();
        }
    }

    @Test
    void aJobThatCrashesIsTriedThreeTimesAndQuarantinedAndTheOthersAreDone() throws IOException {
        try (WorkerPool pool = pool(1, 60, 100)) {
            final List<Outcome> outcomes = pool.run(List.of(job(1), job(FaultyWorker.CRASHES), job(2)));
            assertTrue(outcomes.get(0).evaluation().good());
            assertNull(outcomes.get(1).evaluation());
            assertEquals("the process ended with code 139", outcomes.get(1).why());
            assertTrue(outcomes.get(2).evaluation().good());
            assertEquals(3, pool.failures());
            assertEquals(4, processes()); // the last job needs one more
            assertEquals(
                    "the process ended with code 139",
                    pool.run(List.of(job(FaultyWorker.CRASHES))).get(0).why());
            assertEquals(3, pool.failures(), "a quarantined job is not tried again");
        }
    }

    @Test
    @Tag("slow")
    void aCrashThatDoesNotComeBackLeavesNoTrace() {
        try (WorkerPool pool = pool(1, 60, 100)) {
            final Outcome outcome =
                    pool.run(List.of(job(FaultyWorker.CRASHES_ONCE))).get(0);
            assertNotNull(outcome.evaluation());
            assertNull(outcome.why());
            assertEquals(1, pool.failures());
        }
    }

    @Test
    void aJobThatHangsIsKilled() {
        try (WorkerPool pool = pool(1, 2, 100)) {
            assertEquals(
                    "no answer within 2 s",
                    pool.run(List.of(job(FaultyWorker.HANGS))).get(0).why());
        }
    }

    @Test
    @Tag("slow")
    void aJobThatOutgrowsItsMemoryIsKilled() {
        final var command = WorkerPool.Options.java(FaultyWorker.class, 64);
        command.add(1, "-XX:MaxDirectMemorySize=1g");
        try (WorkerPool pool = new WorkerPool(store, new WorkerPool.Options(command, 1, 60, 300, 100))) {
            assertEquals(
                    "the process held more than 300 MB",
                    pool.run(List.of(job(FaultyWorker.GROWS))).get(0).why());
        }
    }

    @Test
    @Tag("slow")
    void anAnswerWithAnotherKeyIsNoAnswer() {
        try (WorkerPool pool = pool(1, 60, 100)) {
            assertNull(pool.run(List.of(job(FaultyWorker.LIES))).get(0).evaluation());
        }
    }

    @Test
    void processesAreReplacedAfterSoManyJobsAndNothingIsRunTwice() throws IOException {
        try (WorkerPool pool = pool(1, 60, 2)) {
            final List<Job> jobs = List.of(job(1), job(2), job(3), job(1), job(4));
            final List<Outcome> first = pool.run(jobs);
            assertEquals(4, pool.simulated());
            assertEquals(2, processes());
            assertEquals(first, pool.run(jobs));
            assertEquals(4, pool.simulated());
        }
    }
}
