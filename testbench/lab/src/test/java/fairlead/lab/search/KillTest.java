// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.Archive;
import fairlead.search.SearchHtml;
import fairlead.search.SearchResult;
import fairlead.search.StudyReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own, killed and gone on with: the same archive, byte for byte. */
@Tag("M-31")
@Tag("M-900")
class KillTest {
    private static final int MOST_NEW_FILES = 5;
    private static final long POLL_MILLIS = 5;
    private static final long LATEST_KILL_MILLIS = 60; // after the file that was waited for
    private static final int ATTEMPTS = 100;

    @TempDir
    Path folder;

    private Path study = SmallStudy.FILE;

    private Process start(Path out, int workers) throws IOException {
        List<String> command = new ArrayList<>(fairlead.evaluate.WorkerPool.Options.java(Object.class, 512));
        command.set(command.size() - 1, "fairlead.cli.Main");
        command.addAll(List.of("search", study.toString(), "--out", out.toString(), "--workers", "" + workers));
        command.addAll(List.of("--resume", "--ablation", "--no-progress"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile())
                .start();
    }

    private void finish(Path out, int workers) throws IOException, InterruptedException {
        int code = start(out, workers).waitFor();
        assertEquals(0, code, Files.readString(folder.resolve("output.txt")));
    }

    /** Compares with the search that nobody disturbs: in this process, or with one worker if it needs other ones. */
    private void compare(Path out) throws IOException, InterruptedException {
        if (study.equals(SmallStudy.STRUCTURES)) {
            Path alone = folder.resolve("undisturbed");
            if (!Files.exists(alone)) {
                finish(alone, 1);
            }
            for (String name : List.of("archive.json", "trials.csv", "report.html")) {
                assertEquals(Files.readString(alone.resolve(name)), Files.readString(out.resolve(name)));
            }
            return;
        }
        SearchResult undisturbed = SmallStudy.run(StudyReader.read(study), folder.resolve("undisturbed"));
        assertEquals(Archive.json(undisturbed), Files.readString(out.resolve("archive.json")));
        assertEquals(Archive.csv(undisturbed), Files.readString(out.resolve("trials.csv")));
        assertEquals(SearchHtml.of(undisturbed), Files.readString(out.resolve("report.html")));
    }

    /** Files of the search so far: a measure of its progress that does not depend on the speed of the machine. */
    private static long files(Path out) throws IOException {
        if (!Files.exists(out)) {
            return 0;
        }
        for (int attempt = 0; ; attempt++) {
            try (Stream<Path> all = Files.walk(out)) {
                return all.filter(Files::isRegularFile).count();
            } catch (UncheckedIOException e) { // a file was renamed while we looked
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void killAndGoOn(int times, long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        Path out = folder.resolve("out");
        int killed = 0;
        for (int i = 0; i < times; i++) {
            long enough = files(out) + 1 + random.nextInt(MOST_NEW_FILES);
            Process process = start(out, 1 + i % 2);
            boolean ended = false;
            while (!ended && files(out) < enough) {
                ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
            ended = ended || process.waitFor(random.nextLong(LATEST_KILL_MILLIS), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
            killed += ended ? 0 : 1;
        }
        assertTrue(killed > 0, "seed " + seed + ": every run had ended before its kill");
        finish(out, 1);
        compare(out);
    }

    @Test
    void twoWorkersGiveTheArchiveOfNone() throws IOException, InterruptedException {
        finish(folder.resolve("out"), 2);
        compare(folder.resolve("out"));
    }

    @Test
    void killedTwiceItEndsWithTheSameArchive() throws IOException, InterruptedException {
        killAndGoOn(2, 1);
    }

    /** Points of four structures: in one process, in two workers, and after kills. */
    @Test
    @Tag("slow")
    void aSearchOverStructuresIsKilledAndEndsWithTheSameArchive() throws IOException, InterruptedException {
        study = SmallStudy.STRUCTURES;
        finish(folder.resolve("two"), 2);
        compare(folder.resolve("two"));
        killAndGoOn(2, 3);
    }

    @Test
    @Tag("slow")
    void killedTwentyTimesItEndsWithTheSameArchive() throws IOException, InterruptedException {
        killAndGoOn(20, 2);
    }
}
