// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Writes each file under a temporary name in the same folder and then renames it, so that a file is either complete or
 * absent. If the process is killed or the disk is full, an older file of that name remains unchanged.
 */
public final class WholeFile {
    private static final AtomicLong COUNT = new AtomicLong();
    private static final String MARK = ".fairlead-";

    private WholeFile() {}

    /** Writes text. A device or a pipe is written directly, because it cannot be replaced. */
    public static void write(Path place, CharSequence text) throws IOException {
        put(place, beside -> Files.writeString(beside, text));
    }

    /** Moves a finished file to `place`, which may be on another file system. */
    public static void move(Path fresh, Path place) throws IOException {
        put(place, beside -> Files.copy(fresh, beside, StandardCopyOption.REPLACE_EXISTING));
        Files.delete(fresh);
    }

    /** Returns a new name in the same folder, which is short: the file's own name may have the greatest length. */
    public static Path beside(Path place) {
        return place.resolveSibling(MARK + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet() + ".tmp");
    }

    /** Returns whether {@link #beside} gave the name, as of a file that a killed process has left. */
    public static boolean isLeftOver(Path file) {
        return file.getFileName().toString().startsWith(MARK);
    }

    /** Writes the content of a file. */
    public interface Writer {
        void write(Path file) throws IOException;
    }

    /** Writes what the writer gives. A device or a pipe is written directly, because it cannot be replaced. */
    public static void put(Path named, Writer writer) throws IOException {
        Path place = Files.exists(named)
                ? named.toRealPath()
                : named.toAbsolutePath(); // the target of a symbolic link is replaced, not the link
        if (Files.exists(place) && !Files.isRegularFile(place) && !Files.isDirectory(place)) {
            about(named, () -> writer.write(place));
            return;
        }
        if (place.getParent() != null) {
            Files.createDirectories(place.getParent());
        }
        Path beside = beside(place);
        try {
            about(named, () -> {
                writer.write(beside);
                Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            });
        } finally {
            if (Files.exists(beside, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(beside);
            }
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    /**
     * Runs the action and adds the name of the file to its errors. Without this, the error of a full disk names no
     * file, and the error of a rename names the temporary file.
     */
    private static void about(Path place, Action action) throws IOException {
        try {
            action.run();
        } catch (FileSystemException e) {
            throw new FileSystemException(place.toString(), null, reason(e));
        } catch (IOException e) {
            throw new FileSystemException(place.toString(), null, e.getMessage());
        }
    }

    private static String reason(FileSystemException e) {
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    public static void deleteFolder(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
