// SPDX-License-Identifier: Apache-2.0
package fairlead.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Writes a run's files beside their final place and renames the folder, so that a reader never sees half of it. An older run's folder goes only when the new one is there. */
public final class OutputFolder {
    private static final String SUMMARY = "summary.json";

    /** All that a run writes; a folder with anything else in it is not replaced. */
    private static final List<String> FILES = List.of(SUMMARY, "ops.csv", "inspection.json", "knot.fst", "knot.gtkw");

    private static final int MOST_NAMES = 1000;

    private final Path place;
    private final boolean force;

    /** Refuses at once, before the run, when the folder exists and `force` is off. */
    public OutputFolder(final Path place, final boolean force) throws IOException {
        this.place = place.toAbsolutePath().normalize();
        this.force = force;
        if (Files.exists(this.place) && !force) {
            throw new FileAlreadyExistsException(place.toString());
        }
        if (Files.exists(this.place)) {
            final String foreign = foreign(this.place);
            if (!foreign.isEmpty()) {
                throw new BadInput("--force: " + place + " " + foreign + "; it stays as it is");
            }
        }
    }

    /** What shows that this is no folder of a run, or an empty string. */
    private static String foreign(final Path place) throws IOException {
        final String[] names = place.toFile().list();
        if (names == null) {
            return "is no folder that can be read";
        }
        for (final String name : names) {
            if (!FILES.contains(name) || !Files.isRegularFile(place.resolve(name))) {
                return "holds " + name + ", which no run writes";
            }
        }
        if (names.length == 0 || schema(place.resolve(SUMMARY)).equals(SummaryJson.SCHEMA)) {
            return "";
        }
        return Arrays.asList(names).contains(SUMMARY)
                ? "holds a summary.json that is not of schema " + SummaryJson.SCHEMA
                : "holds no summary.json, so it is no run's folder";
    }

    private static String schema(final Path summary) throws IOException {
        try {
            return Files.exists(summary)
                    ? new ObjectMapper()
                            .readTree(Files.readAllBytes(summary))
                            .path("schema")
                            .asText()
                    : "";
        } catch (final JsonProcessingException e) {
            return "";
        }
    }

    /** The place for a run without a name of its own: an older folder is replaced only when it holds the same events, or by force. */
    public static OutputFolder of(final Path place, final String eventSha256, final boolean force) throws IOException {
        final Path summary = place.resolve(SUMMARY);
        final boolean same =
                Files.isRegularFile(summary) && Files.readString(summary).contains(eventSha256);
        return new OutputFolder(place, force || same);
    }

    /**
     * Writes texts and moves finished files in.
     *
     * @return where they are: another name when a folder came into being at the place during the run, so that no result is lost
     */
    public Path write(final Map<String, String> texts, final List<Path> more) throws IOException {
        Files.createDirectories(place.getParent());
        final Path beside = Files.createDirectory(WholeFile.beside(place));
        try {
            for (final Map.Entry<String, String> file : texts.entrySet()) {
                WholeFile.write(beside.resolve(file.getKey()), file.getValue());
            }
            for (final Path file : more) {
                WholeFile.move(file, beside.resolve(file.getFileName()));
            }
            for (int i = 1; i < MOST_NAMES; i++) {
                final Path name = i == 1 ? place : place.resolveSibling(place.getFileName() + "." + i);
                if (moved(beside, name)) {
                    return name;
                }
            }
            throw new FileAlreadyExistsException(place.toString());
        } catch (final IOException e) {
            FolderTree.delete(beside);
            throw e instanceof FileSystemException file && !(e instanceof FileAlreadyExistsException)
                    ? new FileSystemException(place.toString(), null, file.getReason())
                    : e;
        }
    }

    /** False when the place is taken, by a folder that may not be replaced. */
    private boolean moved(final Path beside, final Path name) throws IOException {
        while (true) {
            final Path old = force && name.equals(place) ? aside(name) : null;
            try {
                if (!Files.exists(name)) {
                    Files.move(beside, name, StandardCopyOption.ATOMIC_MOVE);
                    if (old != null) {
                        FolderTree.delete(old);
                    }
                    return true;
                }
            } catch (final IOException e) {
                if (old != null && !Files.exists(name)) {
                    Files.move(old, name, StandardCopyOption.ATOMIC_MOVE);
                }
                if (!Files.exists(name)) {
                    throw e;
                }
            }
            if (old == null) {
                return false;
            }
            FolderTree.delete(old); // another run with --force was faster: its folder is replaced in its turn
        }
    }

    /** Renames the older run's folder; null when there is none that may be replaced. */
    private static Path aside(final Path name) throws IOException {
        if (!Files.exists(name) || !foreign(name).isEmpty()) {
            return null;
        }
        final Path old = WholeFile.beside(name);
        try {
            Files.move(name, old, StandardCopyOption.ATOMIC_MOVE);
            return old;
        } catch (final NoSuchFileException e) { // another run did
            return null;
        }
    }
}
