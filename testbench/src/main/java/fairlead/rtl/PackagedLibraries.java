// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Finds shared libraries in a jar on the class path, where {@code scripts/install} puts them for other projects, below
 * {@code fairlead/native/<platform>}. The loader needs files, so the libraries are copied into a folder of this
 * process, which is deleted when it ends.
 */
final class PackagedLibraries {
    private static final String PLACE = "fairlead/native/";

    private final ClassLoader loader;
    private Path folder; // null before the first copy

    PackagedLibraries(final ClassLoader loader) {
        this.loader = loader;
    }

    /** Returns the name of this platform in jars and as a classifier of Maven, such as linux-x86_64. */
    static String platform() {
        final String arch = System.getProperty("os.arch");
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '_') + "-"
                + ("amd64".equals(arch) ? "x86_64" : arch);
    }

    /**
     * Returns the copy of a file of this platform, or null if the class path has none.
     *
     * @param files the file to return and those that belong beside it
     */
    synchronized Path copy(final String... files) {
        if (loader.getResource(PLACE + platform() + "/" + files[0]) == null) {
            return null;
        }
        try {
            if (folder == null) {
                folder = Files.createTempDirectory("fairlead-native");
                folder.toFile().deleteOnExit();
            }
            for (final String file : files) {
                copy(file, folder.resolve(file));
            }
        } catch (final IOException e) {
            throw new LibraryException("library " + files[0] + " cannot be copied from the class path: " + e);
        }
        return folder.resolve(files[0]);
    }

    private void copy(final String file, final Path to) throws IOException {
        if (Files.exists(to)) {
            return;
        }
        try (InputStream in = loader.getResourceAsStream(PLACE + platform() + "/" + file)) {
            if (in == null) {
                throw new IOException("no " + file + " beside it");
            }
            Files.copy(in, to);
            to.toFile().deleteOnExit();
        }
    }
}
