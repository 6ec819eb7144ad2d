// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("M-32")
@Tag("M-77")
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
            final List<Pool.Outcome> outcomes = pool.run(List.of(job(1), job(FaultyWorker.CRASHES), job(2)));
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
            final Pool.Outcome outcome =
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
            final List<Pool.Outcome> first = pool.run(jobs);
            assertEquals(4, pool.simulated());
            assertEquals(2, processes());
            assertEquals(first, pool.run(jobs));
            assertEquals(4, pool.simulated());
        }
    }

    /** A full disk, a quota: no sound point is lost for it, in this run or a later one. */
    @Test
    void aResultThatCannotBeKeptEndsTheRunAndQuarantinesNothing() throws IOException {
        final String key = Identity.key(job(1).read());
        Files.createDirectories(store.place(key));
        Files.writeString(store.place(key).resolve("in the way"), "");
        assertEquals(
                "is a folder where a result should be",
                assertThrows(UncheckedIOException.class, () -> store.get(key))
                        .getMessage()
                        .replaceAll(".*: ", ""));
        final String answer = Worker.answer(
                Worker.encoded(new Simulate(job(1), store.root().toString())));
        assertInstanceOf(UncheckedIOException.class, Worker.read(answer).error());
        try (WorkerPool pool = pool(1, 60, 100)) {
            final UncheckedIOException e = assertThrows(
                    UncheckedIOException.class, () -> pool.run(List.of(job(FaultyWorker.CANNOT_WRITE))));
            assertTrue(e.getMessage().contains("No space left"), e.getMessage());
            assertNull(store.quarantined(
                    Identity.key(job(FaultyWorker.CANNOT_WRITE).read())));
            assertTrue(pool.run(List.of(job(2))).get(0).evaluation().good());
        }
    }

    /** An interrupted sweep closes its pool and deletes the folder while a thread still asks. */
    @Test
    void aClosedPoolStartsNoProcessAndMakesNoFolder() throws IOException {
        final Path place = store.root().resolve("of a sweep");
        final WorkerPool pool = new WorkerPool(
                new Store(place),
                new WorkerPool.Options(WorkerPool.Options.java(FaultyWorker.class, 64), 1, 60, 300, 100));
        pool.close();
        final UncheckedIOException e =
                assertThrows(UncheckedIOException.class, () -> pool.run(List.of(job(1))));
        assertTrue(e.getMessage().contains("was ended with its pool"), e.getMessage());
        assertFalse(Files.exists(place));
    }

    @Test
    void aProcessThatDoesNotStartEndsTheRunAndQuarantinesNothing() {
        final var command = WorkerPool.Options.java(FaultyWorker.class, 64);
        command.add(1, "-XX:NoSuchOption");
        try (WorkerPool pool = new WorkerPool(store, new WorkerPool.Options(command, 1, 60, 300, 100))) {
            final UncheckedIOException e =
                    assertThrows(UncheckedIOException.class, () -> pool.run(List.of(job(1))));
            assertTrue(e.getMessage().contains("ended with code 1"), e.getMessage());
            assertNull(store.quarantined(Identity.key(job(1).read())));
        }
    }

    @Test
    void aWorkerEndsWithItsParentInTheMiddleOfAJob() throws IOException, InterruptedException {
        final Path endless = folder.resolve("endless.yaml");
        Files.writeString(
                endless,
                "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [2, 1, 1]}\n"
                        + "workload: {kind: traffic, cycles: 900000, load: 1.0, packet_flits: 17}\nrun: {max_cycles: 1000000000000}\n");
        final Process worker = new ProcessBuilder(WorkerPool.Options.java(Worker.class, 512))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        final var work = new Simulate(new Job(endless, List.of()), store.root().toString());
        worker.getOutputStream().write((Worker.encoded(work) + "\n").getBytes(StandardCharsets.UTF_8));
        worker.getOutputStream().flush();
        assertFalse(worker.waitFor(1, TimeUnit.SECONDS), "the job takes longer");
        worker.getOutputStream().close();
        assertTrue(worker.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, worker.exitValue());
        assertNull(store.get(Identity.key(new Job(endless, List.of()).read())));
    }

    @Test
    void aDamagedEntryOfTheStoreIsMadeAgain() throws IOException {
        final Evaluation good = new Inline(store).run(List.of(job(1))).get(0).evaluation();
        final Path place = store.place(good.key());
        final String text = Files.readString(place);
        assertEquals(Store.text(good), Store.text(store.get(good.key())));
        for (final String damaged : List.of(
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
        final String key = Identity.key(job(1).read());
        store.quarantine(key, "the process ended with code 139", job(1));
        store.releaseAll();
        assertNull(store.quarantined(key));
    }

    @Test
    void hugePagesAreAskedForWhereTheKernelGivesThemToThoseWhoAsk() throws IOException {
        final Path setting = folder.resolve("enabled");
        assertEquals(List.of(), WorkerPool.Options.hugePages(setting));
        for (final String text : List.of("always madvise [never]\n", "[always] madvise never\n")) {
            assertEquals(List.of(), WorkerPool.Options.hugePages(Files.writeString(setting, text)));
        }
        assertEquals(
                List.of("-XX:+UseTransparentHugePages"),
                WorkerPool.Options.hugePages(Files.writeString(setting, "always [madvise] never\n")));
    }
}
