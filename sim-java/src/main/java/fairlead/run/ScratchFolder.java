// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A temporary folder that exists only while a command runs. It is deleted when the command ends or is interrupted. If
 * the process was killed, a later command with the same purpose deletes the folder after one day.
 */
public final class ScratchFolder implements AutoCloseable {
    private static final String MARK = "fairlead-";
    // age limit, because process ids of another container mean nothing here
    private static final Duration OLD = Duration.ofDays(1);
    private static final int TRIES = 5;
    private static final long PAUSE_MILLIS = 50;

    private final Path place;
    private final Runnable cleanup = this::delete;

    /** @param purpose one word, which becomes part of the folder's name */
    public ScratchFolder(String purpose) throws IOException {
        this(Path.of(System.getProperty("java.io.tmpdir")), purpose);
    }

    public ScratchFolder(Path above, String purpose) throws IOException {
        sweep(above, MARK + purpose + "-");
        place = Files.createTempDirectory(
                above, MARK + purpose + "-" + ProcessHandle.current().pid() + "-");
        Interrupt.cleanUp(cleanup);
    }

    public Path place() {
        return place;
    }

    private static void sweep(Path above, String prefix) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(above, prefix + "[0-9]*-*")) {
            for (Path old : all) {
                String pid = old.getFileName().toString().substring(prefix.length());
                boolean gone = ProcessHandle.of(Long.parseLong(pid.substring(0, pid.indexOf('-'))))
                        .isEmpty();
                if (gone
                        && Files.getLastModifiedTime(old)
                                .toInstant()
                                .isBefore(Instant.now().minus(OLD))) {
                    WholeFile.deleteFolder(old);
                }
            }
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            return; // the folder is another user's, or another process was faster; this command need not delete it
        }
    }

    /** Deletes the folder, in several attempts because a process that is being killed may still write to it. */
    private void delete() {
        for (int i = 0; i < TRIES && Files.exists(place); i++) {
            try {
                WholeFile.deleteFolder(place);
            } catch (IOException | UncheckedIOException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        }
    }

    @Override
    public void close() {
        delete();
        Interrupt.remove(cleanup);
    }
}
