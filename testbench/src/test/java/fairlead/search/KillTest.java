// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own, killed and gone on with: the same archive, byte for byte. */
class KillTest {
    private static final long LATEST_KILL_MILLIS = 9000;

    @TempDir
    Path folder;

    private Process start(final Path out, final int workers) throws IOException {
        final List<String> command = new ArrayList<>(fairlead.evaluate.WorkerPool.Options.java(Object.class, 512));
        command.set(command.size() - 1, "fairlead.cli.Main");
        command.addAll(
                List.of("search", SmallStudy.FILE.toString(), "--out", out.toString(), "--workers", "" + workers));
        command.addAll(List.of("--resume", "--ablation", "--no-progress"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile())
                .start();
    }

    private void finish(final Path out, final int workers) throws IOException, InterruptedException {
        final int code = start(out, workers).waitFor();
        assertEquals(0, code, Files.readString(folder.resolve("output.txt")));
    }

    private void compare(final Path out) throws IOException {
        final SearchResult undisturbed = SmallStudy.run(folder.resolve("undisturbed"));
        assertEquals(Archive.json(undisturbed), Files.readString(out.resolve("archive.json")));
        assertEquals(Archive.csv(undisturbed), Files.readString(out.resolve("trials.csv")));
        assertEquals(SearchHtml.of(undisturbed), Files.readString(out.resolve("report.html")));
    }

    private void killAndGoOn(final int times, final long seed) throws IOException, InterruptedException {
        final SplittableRandom random = new SplittableRandom(seed);
        final Path out = folder.resolve("out");
        int killed = 0;
        for (int i = 0; i < times; i++) {
            final Process process = start(out, 1 + i % 2);
            final boolean ended = process.waitFor(500 + random.nextLong(LATEST_KILL_MILLIS), TimeUnit.MILLISECONDS);
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

    @Test
    @Tag("slow")
    void killedTwentyTimesItEndsWithTheSameArchive() throws IOException, InterruptedException {
        killAndGoOn(20, 2);
    }
}
