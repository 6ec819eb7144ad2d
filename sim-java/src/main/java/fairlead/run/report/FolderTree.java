// SPDX-License-Identifier: Apache-2.0
package fairlead.run.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder with all files and folders in it. */
public final class FolderTree {
    private FolderTree() {}

    public static void delete(final Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (final Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
