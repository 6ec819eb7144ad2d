// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The folder of one input, as it was before: what a command may not touch, and what it may not leave. */
final class FuzzFolder {
    private static final Path ABUSE = Path.of("src/test/resources/abuse");
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private final Path place;
    private Map<String, Integer> before = Map.of();
    private TreeSet<String> scratch = new TreeSet<>();

    FuzzFolder(final Path place) throws IOException {
        this.place = Files.createDirectory(place);
        Files.copy(ABUSE.resolve("tiny.yaml"), place.resolve("tiny.yaml"));
        Files.copy(ABUSE.resolve("study.yaml"), place.resolve("study-good.yaml"));
        Files.writeString(place.resolve("mine.txt"), "mine");
    }

    Path place() {
        return place;
    }

    void remember() throws IOException {
        before = files();
        scratch = scratch();
    }

    void delete() throws IOException {
        fairlead.run.report.WholeFile.deleteFolder(place);
    }

    /** Files with a hash of their bytes; folders with 0. */
    private Map<String, Integer> files() throws IOException {
        final Map<String, Integer> all = new TreeMap<>();
        Files.walkFileTree(place, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes attributes) {
                all.put(place.relativize(folder).toString(), 0);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                all.put(
                        place.relativize(file).toString(),
                        attributes.isRegularFile() ? Arrays.hashCode(Files.readAllBytes(file)) : 1);
                return FileVisitResult.CONTINUE;
            }
        });
        return all;
    }

    /** Scratch folders and reports of this process. */
    private static TreeSet<String> scratch() throws IOException {
        final String mine = "-" + ProcessHandle.current().pid() + "-";
        try (Stream<Path> files = Files.list(TEMPORARY)) {
            return new TreeSet<>(files.map(f -> f.getFileName().toString())
                    .filter(name -> name.startsWith("fairlead-")
                            && (name.contains(mine) || name.startsWith("fairlead-internal-error-")))
                    .toList());
        }
    }

    /**
     * What is wrong with the folder now, or an empty string.
     *
     * @param owned what the name of a file begins with that the command may write, although it was there
     */
    String complaint(final int code, final List<String> words, final String owned) throws IOException {
        final Map<String, Integer> after = files();
        for (final Map.Entry<String, Integer> old : before.entrySet()) {
            final boolean mayChange = !owned.isEmpty() && old.getKey().startsWith(owned)
                    || code != ExitCode.BAD_INPUT && OptionDraw.isWritten(place.resolve(old.getKey()), words);
            if (!mayChange && !old.getValue().equals(after.get(old.getKey()))) {
                return "lost or changed: " + old.getKey();
            }
        }
        final TreeSet<String> fresh = new TreeSet<>(after.keySet());
        fresh.removeAll(before.keySet());
        if (fresh.stream().anyMatch(name -> name.contains(".fairlead-"))) {
            return "half a file is left: " + fresh;
        }
        if (code == ExitCode.BAD_INPUT && !fresh.isEmpty()) {
            return "a refusal left " + fresh;
        }
        final TreeSet<String> left = scratch();
        left.removeAll(scratch);
        if (!left.isEmpty()) {
            return "left in " + TEMPORARY + ": " + left;
        }
        return processes() == 0 ? "" : processes() + " processes are left";
    }

    /** A process that was told to end may need a moment. */
    private static long processes() {
        for (int i = 0; i < 100 && alive() > 0; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        return alive();
    }

    private static long alive() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }
}
