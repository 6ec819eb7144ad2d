// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

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

/**
 * Writes the files of a run to a temporary folder next to the final one and then renames it, so a reader never sees
 * an incomplete result. The folder of an older run is deleted only after the new one has its name.
 */
public final class OutputFolder {
    private static final String SUMMARY = "summary.json";

    /** All file names that a run can write; a folder that contains any other file is not replaced. */
    private static final List<String> FILES =
            List.of(("summary.json ops.csv inspection.json knot.fst knot.gtkw failure.fst failure.gtkw repro.txt"
                            + " report.html limits.csv verdicts.csv races.csv channels.csv channels_over_time.csv io_tiles.csv"
                            + " activity.csv waits.csv dla.csv latency.csv spans.csv knot.csv counters.csv trace.json"
                            + " packets.csv program.csv output.txt")
                    .split(" "));

    private static final int MOST_NAMES = 1000;

    /** Tells why a folder is not one of the results that are written, or returns an empty string. */
    public interface Foreign {
        String why(Path place) throws IOException;
    }

    private final Path place;
    private final boolean force;
    private final Foreign foreign;

    /** Refuses an existing folder, unless `force` is set and it contains the files of a run only. */
    public OutputFolder(Path place, boolean force) throws IOException {
        this(place, force, OutputFolder::foreign);
    }

    /** Does the same for results of another kind. */
    public OutputFolder(Path place, boolean force, Foreign foreign) throws IOException {
        this.place = place.toAbsolutePath().normalize();
        this.force = force;
        this.foreign = foreign;
        if (Files.exists(this.place) && !force) {
            throw new FileAlreadyExistsException(place.toString());
        }
        if (Files.exists(this.place)) {
            String why = foreign.why(this.place);
            if (!why.isEmpty()) {
                throw new BadInput("--force: " + place + " " + why + "; it stays as it is");
            }
        }
    }

    /** Returns the reason why this is not the folder of a run, or an empty string. */
    private static String foreign(Path place) throws IOException {
        String[] names = place.toFile().list();
        if (names == null) {
            return "is no folder that can be read";
        }
        for (String name : names) {
            if (!FILES.contains(name) || !Files.isRegularFile(place.resolve(name))) {
                return "holds " + name + ", which no run writes";
            }
        }
        if (names.length == 0 || schema(place.resolve(SUMMARY)).equals(RunTexts.SCHEMA)) {
            return "";
        }
        return Arrays.asList(names).contains(SUMMARY)
                ? "holds a summary.json that is not of schema " + RunTexts.SCHEMA
                : "holds no summary.json, so it is no run's folder";
    }

    private static String schema(Path summary) throws IOException {
        try {
            return Files.exists(summary)
                    ? new ObjectMapper()
                            .readTree(Files.readAllBytes(summary))
                            .path("schema")
                            .asText()
                    : "";
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    /**
     * Makes the output folder of a run without a name of its own. An older folder is replaced only if its summary has
     * the same event hash, or if `force` is set.
     */
    public static OutputFolder of(Path place, String eventSha256, boolean force) throws IOException {
        Path summary = place.resolve(SUMMARY);
        boolean same = Files.isRegularFile(summary) && Files.readString(summary).contains(eventSha256);
        return new OutputFolder(place, force || same);
    }

    /**
     * Writes texts and moves finished files into the folder.
     *
     * @param texts contents by file name
     * @return the folder written, see {@link #fill}
     */
    public Path write(Map<String, String> texts, List<Path> more) throws IOException {
        return fill(beside -> {
            for (Map.Entry<String, String> file : texts.entrySet()) {
                WholeFile.write(beside.resolve(file.getKey()), file.getValue());
            }
            for (Path file : more) {
                WholeFile.move(file, beside.resolve(file.getFileName()));
            }
        });
    }

    /**
     * Makes the folder of what the writer puts into it.
     *
     * @return the folder written; it has another name if a folder with the wanted name appeared during the run, so that
     *     no result is lost
     */
    public Path fill(WholeFile.Writer writer) throws IOException {
        Files.createDirectories(place.getParent());
        Path beside = Files.createDirectory(WholeFile.beside(place));
        try {
            writer.write(beside);
            for (int i = 1; i < MOST_NAMES; i++) {
                Path name = i == 1 ? place : place.resolveSibling(place.getFileName() + "." + i);
                if (moved(beside, name)) {
                    return name;
                }
            }
            throw new FileAlreadyExistsException(place.toString());
        } catch (IOException e) {
            throw e instanceof FileSystemException file && !(e instanceof FileAlreadyExistsException)
                    ? new FileSystemException(place.toString(), null, file.getReason())
                    : e;
        } finally {
            if (Files.exists(beside)) {
                WholeFile.deleteFolder(beside);
            }
        }
    }

    /** Renames the temporary folder; returns false if another folder has the name and may not be replaced. */
    private boolean moved(Path beside, Path name) throws IOException {
        while (true) {
            Path old = force && name.equals(place) ? aside(name) : null;
            try {
                if (!Files.exists(name)) {
                    Files.move(beside, name, StandardCopyOption.ATOMIC_MOVE);
                    if (old != null) {
                        WholeFile.deleteFolder(old);
                    }
                    return true;
                }
            } catch (IOException e) {
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
            // another run with --force was faster; the loop now replaces the folder of that run
            WholeFile.deleteFolder(old);
        }
    }

    /** Renames the folder of an older run; returns null if there is no folder that may be replaced. */
    private Path aside(Path name) throws IOException {
        if (!Files.exists(name) || !foreign.why(name).isEmpty()) {
            return null;
        }
        Path old = WholeFile.beside(name);
        try {
            Files.move(name, old, StandardCopyOption.ATOMIC_MOVE);
            return old;
        } catch (NoSuchFileException e) { // another run has renamed or deleted it
            return null;
        }
    }
}
