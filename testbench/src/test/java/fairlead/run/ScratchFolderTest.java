// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-77")
class ScratchFolderTest {
    private static Path old(long pid, Duration age) throws IOException {
        Path place = Files.createDirectory(Path.of(System.getProperty("java.io.tmpdir"))
                .resolve("fairlead-test-" + pid + "-" + System.nanoTime()));
        Files.writeString(place.resolve("x"), "x");
        Files.setLastModifiedTime(place, FileTime.from(Instant.now().minus(age)));
        return place;
    }

    @Test
    void itGoesWithItsCommandAndTakesThoseOfKilledOnesAlong() throws IOException {
        long gone = Integer.MAX_VALUE - 1L; // no process has this number
        Path killed = old(gone, Duration.ofDays(3));
        Path young = old(gone, Duration.ofMinutes(3));
        Path alive = old(ProcessHandle.current().pid(), Duration.ofDays(3));
        Path place;
        try (ScratchFolder scratch = new ScratchFolder("test")) {
            place = scratch.place();
            Files.writeString(place.resolve("half"), "x");
            assertFalse(Files.exists(killed));
            assertTrue(Files.exists(young), "it may be of another container's process");
            assertTrue(Files.exists(alive));
        } finally {
            WholeFile.deleteFolder(young);
            WholeFile.deleteFolder(alive);
        }
        assertFalse(Files.exists(place));
    }

    /** A process that is interrupted leaves none: its hook removes it. */
    @Test
    void itGoesWhenTheProcessIsInterrupted() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String place = process.inputReader().readLine();
        assertTrue(Files.exists(Path.of(place)));
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(List.of(false), List.of(Files.exists(Path.of(place))));
    }

    /** Makes a folder and waits to be killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            System.out.println(new ScratchFolder("holder").place());
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
