// SPDX-License-Identifier: Apache-2.0
package fairlead.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Store;
import fairlead.search.Archive;
import fairlead.search.Area;
import fairlead.search.Search;
import fairlead.search.Study;
import fairlead.search.StudyReader;
import fairlead.support.Inline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a search on Spark with two executors in processes of their own, one of which is killed. */
@Tag("slow")
@Tag("M-46")
class SparkPoolTest {
    private static final Path ROOT = Path.of(System.getenv("FAIRLEAD_ROOT"));
    private static final Study STUDY =
            StudyReader.read(ROOT.resolve("testbench/src/test/resources/studies/small.yaml"));
    private static final int RESULTS = 12; // in the store when an executor is killed, of more than 90

    @TempDir
    Path folder;

    private final Set<Long> executors = new TreeSet<>(); // all that were ever seen
    private long results; // when the kill came
    private long killed;

    private String archive(final Pool pool) {
        return Archive.json(
                new Search(STUDY, pool, new Area.Bits("the test needs none"), (name, trials) -> {}).run(false));
    }

    private String undisturbed() {
        return archive(new Inline(new Store(folder.resolve("inline"))));
    }

    private static Stream<ProcessHandle> executors() {
        return ProcessHandle.current().descendants().filter(p -> commandLine(p)
                .contains("CoarseGrainedExecutorBackend"));
    }

    /** Reads /proc, because ProcessHandle returns at most 4 kB. */
    private static String commandLine(final ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (final IOException e) {
            return ""; // it is gone
        }
    }

    private static long results(final Path store) throws IOException {
        if (!Files.exists(store)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(store)) {
            return files.filter(f -> f.getFileName().toString().matches("[0-9a-f]{64}\\.json"))
                    .count();
        }
    }

    /** Looks at the executors, and kills one of them once, at a given number of results. */
    private void watch(final Path store) {
        try {
            executors().forEach(p -> executors.add(p.pid()));
            results = killed != 0 ? results : results(store);
            if (killed == 0 && results >= RESULTS) {
                executors().findFirst().ifPresent(p -> {
                    killed = p.pid();
                    p.destroyForcibly();
                });
            }
        } catch (final IOException | UncheckedIOException e) {
            // a file was renamed meanwhile: the next look will do
        }
    }

    @Test
    void anExecutorIsKilledAndTheArchiveIsTheSame() throws Exception {
        final Path store = folder.resolve("cluster");
        final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor();
        final Future<?> looking = watcher.scheduleWithFixedDelay(() -> watch(store), 0, 10, TimeUnit.MILLISECONDS);
        final String archive;
        try (SparkPool pool = new SparkPool("local-cluster[2,1,1024]", new Store(store))) {
            archive = archive(pool);
            assertEquals(results(store), pool.simulated());
        } finally {
            looking.cancel(false);
            watcher.shutdown();
            assertTrue(watcher.awaitTermination(1, TimeUnit.MINUTES));
        }
        assertTrue(killed != 0, "no executor was killed");
        assertTrue(results < results(store), "the kill came after the last result");
        assertTrue(executors.size() > 2, "no executor was replaced: " + executors);
        assertEquals(undisturbed(), archive);
    }

    @Test
    void theServiceIsFoundAndResultsAreUsedAgain() {
        final List<Pool.Provider> found = new ArrayList<>();
        ServiceLoader.load(Pool.Provider.class).forEach(found::add);
        assertEquals("spark", found.get(0).word());
        final Store store = new Store(folder.resolve("local"));
        try (Pool pool = found.get(0).open("local[2]", store)) {
            assertEquals(undisturbed(), archive(pool));
            final long simulated = pool.simulated();
            assertTrue(simulated > 90, "simulated " + simulated);
            archive(pool);
            assertEquals(simulated, pool.simulated());
        }
    }

    /** Returns the answer of an executor with another program. */
    @Test
    void aResultUnderAnotherKeyIsRefused() {
        final Store other = new Store(folder.resolve("other"));
        final Job job = new Job(STUDY.scenario(), List.of("engine=model"));
        final Evaluation answer = new Inline(other).run(List.of(job)).get(0).evaluation();
        try (SparkPool pool = new SparkPool("local[1]", new Store(folder.resolve("kept")))) {
            final IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> pool.keep("0".repeat(64), job, Store.text(answer)));
            assertTrue(refused.getMessage().contains("another program"), refused.getMessage());
        }
    }
}
