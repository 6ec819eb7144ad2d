// SPDX-License-Identifier: Apache-2.0
package fairlead.report;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** Writes a run's files beside their final place and renames the folder, so that a reader never sees half of it. */
public final class OutputFolder {
    private final Path place;
    private final boolean force;

    /** Refuses at once, before the run, when the folder exists and `force` is off. */
    public OutputFolder(final Path place, final boolean force) throws FileAlreadyExistsException {
        this.place = place.toAbsolutePath().normalize();
        this.force = force;
        if (Files.exists(this.place) && !force) {
            throw new FileAlreadyExistsException(place.toString());
        }
        if (Files.exists(this.place) && !isReplaceable(this.place)) {
            throw new BadInput(
                    "--force: " + place + " holds no summary.json, so it is no run's folder; it stays as it is");
        }
    }

    /** An empty folder, or that of a run: nothing else is ever deleted. */
    private static boolean isReplaceable(final Path place) {
        final String[] names = place.toFile().list(); // null: not a folder
        return names != null && (names.length == 0 || Files.isRegularFile(place.resolve("summary.json")));
    }

    /** The place for a run without a name of its own: an older folder is replaced only when it holds the same events, or by force. */
    public static OutputFolder of(final Path place, final String eventSha256, final boolean force) throws IOException {
        final Path summary = place.resolve("summary.json");
        final boolean same =
                Files.isRegularFile(summary) && Files.readString(summary).contains(eventSha256);
        return new OutputFolder(place, force || same);
    }

    public Path place() {
        return place;
    }

    public void write(final Map<String, String> files) throws IOException {
        Files.createDirectories(place.getParent());
        final Path beside = Files.createTempDirectory(place.getParent(), "." + place.getFileName() + ".");
        try {
            for (final Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(beside.resolve(file.getKey()), file.getValue());
            }
            if (force && Files.exists(place)) {
                FolderTree.delete(place);
            }
            Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            FolderTree.delete(beside);
            throw e;
        }
    }
}
