// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.WorkerPool.Simulate;
import fairlead.support.Inline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("lab")
@Tag("M-32")
@Tag("M-77")
class WorkerPoolTest {
    static final String SCENARIO =
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

    private Job job(int seed) {
        return new Job(scenario, List.of("seed=" + seed));
    }

    private WorkerPool pool(long seconds, int recycle, String... more) {
        List<String> command = WorkerPool.Options.java(FaultyWorker.class, 64);
        command.addAll(1, List.of(more));
        return new WorkerPool(store, new WorkerPool.Options(command, 1, seconds, 300, recycle));
    }

    private Pool.Outcome run(WorkerPool pool, int seed) {
        return pool.run(List.of(job(seed))).get(0);
    }

    /** Runs a job that ends the run although it is not at fault; it is not in quarantine then. */
    private void endsWith(String what, WorkerPool pool, int seed) {
        var e = assertThrows(UncheckedIOException.class, () -> run(pool, seed));
        assertTrue(e.getMessage().contains(what), e.getMessage());
        assertNull(store.quarantined(Identity.of(job(seed)).key()));
    }

    private long processes() throws IOException {
        try (Stream<Path> files = Files.list(store.root())) {
            return files.filter(f -> f.getFileName().toString().startsWith("process-"))
                    .count();
        }
    }

    @Test
    void aJobThatCrashesIsTriedThreeTimesAndQuarantinedAndTheOthersAreDone() throws IOException {
        try (WorkerPool pool = pool(60, 100)) {
            List<Pool.Outcome> outcomes = pool.run(List.of(job(1), job(FaultyWorker.CRASHES), job(2)));
            assertTrue(outcomes.get(0).evaluation().good());
            assertEquals(new Pool.Outcome(null, "the process ended with code 139"), outcomes.get(1));
            assertTrue(outcomes.get(2).evaluation().good());
            assertEquals(4, processes()); // three crash, and the last job needs one more
            assertEquals(outcomes.get(1), run(pool, FaultyWorker.CRASHES));
            assertEquals(4, processes(), "a quarantined job is not tried again");
        }
    }

    @Test
    @Tag("slow")
    void aCrashThatDoesNotComeBackLeavesNoTrace() throws IOException {
        try (WorkerPool pool = pool(60, 100)) {
            Pool.Outcome outcome = run(pool, FaultyWorker.CRASHES_ONCE);
            assertTrue(outcome.evaluation().good() && outcome.why() == null);
            assertEquals(2, processes());
        }
    }

    @Test
    void aJobThatHangsIsKilled() {
        try (WorkerPool pool = pool(2, 100)) {
            assertEquals("no answer within 2 s", run(pool, FaultyWorker.HANGS).why());
        }
    }

    @Test
    @Tag("slow")
    void aJobThatOutgrowsItsMemoryIsKilledAndAnAnswerWithAnotherKeyIsNone() {
        try (WorkerPool pool = pool(60, 100, "-XX:MaxDirectMemorySize=1g")) {
            assertEquals(
                    "the process held more than 300 MB",
                    run(pool, FaultyWorker.GROWS).why());
            assertEquals(
                    "an answer with another key", run(pool, FaultyWorker.LIES).why());
            assertTrue(run(pool, 1).evaluation().good());
        }
    }

    @Test
    void processesAreReplacedAfterSoManyJobsAndNothingIsRunTwice() throws IOException {
        try (WorkerPool pool = pool(60, 2)) {
            List<Job> jobs = List.of(job(1), job(2), job(3), job(1), job(4));
            List<Pool.Outcome> first = pool.run(jobs);
            assertEquals(4, pool.simulated());
            assertEquals(2, processes());
            assertEquals(first, pool.run(jobs));
            assertEquals(4, pool.simulated());
        }
    }

    /** A full disk, a quota: no sound point is lost for it, in this run or a later one. */
    @Test
    void aResultThatCannotBeKeptEndsTheRunAndQuarantinesNothing() throws IOException {
        String key = Identity.key(job(1).read());
        Files.createDirectories(store.place(key));
        Files.writeString(store.place(key).resolve("in the way"), "");
        assertEquals(
                "is a folder where a result should be",
                assertThrows(UncheckedIOException.class, () -> store.get(key))
                        .getMessage()
                        .replaceAll(".*: ", ""));
        String answer =
                Worker.answer(Worker.encoded(new Simulate(job(1), store.root().toString())));
        assertInstanceOf(UncheckedIOException.class, Worker.read(answer).error());
        try (WorkerPool pool = pool(60, 100)) {
            endsWith("No space left", pool, FaultyWorker.CANNOT_WRITE);
            assertTrue(run(pool, 2).evaluation().good());
        }
    }

    /** An interrupted sweep closes its pool and deletes the folder while a thread still asks. */
    @Test
    void aClosedPoolStartsNoProcessAndMakesNoFolder() throws IOException {
        WorkerPool pool = pool(60, 100);
        pool.close();
        endsWith("was ended with its pool", pool, 1);
        assertFalse(Files.exists(store.root()));
    }

    @Test
    void aProcessThatDoesNotStartEndsTheRunAndQuarantinesNothing() {
        try (WorkerPool pool = pool(60, 100, "-XX:NoSuchOption")) {
            endsWith("ended with code 1", pool, 1);
        }
    }

    private Job endless() throws IOException {
        return new Job(
                Files.writeString(
                        folder.resolve("endless.yaml"),
                        "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [2, 1, 1]}\n"
                                + "workload: {kind: traffic, cycles: 900000, load: 1.0, packet_flits: 17}\nrun: {max_cycles: 1000000000000}\n"),
                List.of());
    }

    @Test
    void aPoolThatClosesEndsTheJobsItRuns() throws IOException, InterruptedException {
        WorkerPool pool = new WorkerPool(store, WorkerPool.Options.standard(1));
        List<Job> jobs = List.of(endless());
        var run = CompletableFuture.supplyAsync(() -> pool.run(jobs));
        while (Files.notExists(store.root().resolve("worker-errors.txt"))) {
            Thread.sleep(5);
        }
        pool.close();
        var e = assertThrows(CompletionException.class, run::join);
        assertTrue(e.getMessage().contains("was ended with its pool"), e.getMessage());
    }

    @Test
    void aWorkerEndsWithItsParentInTheMiddleOfAJob() throws IOException, InterruptedException {
        Process worker = new ProcessBuilder(WorkerPool.Options.java(Worker.class, 512))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var work = new Simulate(endless(), store.root().toString());
        worker.getOutputStream().write((Worker.encoded(work) + "\n").getBytes(StandardCharsets.UTF_8));
        worker.getOutputStream().flush();
        assertFalse(worker.waitFor(1, TimeUnit.SECONDS), "the job takes longer");
        worker.getOutputStream().close();
        assertTrue(worker.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, worker.exitValue());
        assertNull(store.get(Identity.of(endless()).key()));
    }

    @Test
    void aDamagedEntryOfTheStoreIsMadeAgain() throws IOException {
        Evaluation good = new Inline(store).run(List.of(job(1))).get(0).evaluation();
        Path place = store.place(good.key());
        String text = Files.readString(place);
        assertEquals(Store.text(good), Store.text(store.get(good.key())));
        for (String damaged : List.of(
                "null",
                "[]",
                "",
                text.substring(0, text.length() / 2),
                text.replaceFirst("(\"completion_time\" : )[0-9.]+", "$11.0"),
                text.replaceFirst("\"completion_time\" : [0-9.]+,", ""),
                text.replaceFirst("\"failed\" : \\[ \\],", ""))) {
            Files.writeString(place, damaged);
            assertNull(store.get(good.key()), damaged);
            assertEquals(
                    Store.text(good),
                    Store.text(new Inline(store).run(List.of(job(1))).get(0).evaluation()));
        }
    }

    @Test
    void aQuarantinedJobIsTriedAgainWhenThatIsAskedFor() {
        String key = Identity.key(job(1).read());
        store.quarantine(key, "the process ended with code 139", job(1));
        store.releaseAll();
        assertNull(store.quarantined(key));
    }

    @Test
    void hugePagesAreAskedForWhereTheKernelGivesThemToThoseWhoAsk() throws IOException {
        Path setting = folder.resolve("enabled");
        assertEquals(List.of(), WorkerPool.Options.hugePages(setting));
        for (String text : List.of("always madvise [never]\n", "[always] madvise never\n")) {
            assertEquals(List.of(), WorkerPool.Options.hugePages(Files.writeString(setting, text)));
        }
        assertEquals(
                List.of("-XX:+UseTransparentHugePages"),
                WorkerPool.Options.hugePages(Files.writeString(setting, "always [madvise] never\n")));
    }
}
