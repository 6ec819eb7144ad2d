// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the shared libraries: the system property or environment variable FAIRLEAD_LIB_DIR, else beside the launcher's FAIRLEAD_ROOT. */
public final class NativeLibraries {
    private NativeLibraries() {}

    /** Path of {@code libfairlead_<variant>.so}. */
    public static Path path(final String variant) {
        final Path library = directory().resolve("libfairlead_" + variant + ".so");
        if (!Files.isRegularFile(library)) {
            throw new LibraryException("library not built: " + library + "; run scripts/build --all");
        }
        return library;
    }

    /** Refuses a library that was built from other layouts than these classes. */
    public static void requireSameLayout(final Path library, final String libraryHash, final String javaHash) {
        if (!libraryHash.equals(javaHash)) {
            throw new LibraryException("layouts differ: " + library + " has " + libraryHash + ", Java has " + javaHash
                    + "; run scripts/build --all");
        }
    }

    private static Path directory() {
        final String property = System.getProperty("FAIRLEAD_LIB_DIR", System.getenv("FAIRLEAD_LIB_DIR"));
        if (property != null && !property.isEmpty()) {
            return Path.of(property);
        }
        final String root = System.getenv("FAIRLEAD_ROOT");
        return Path.of(root == null ? "." : root, "verilator", "target", "lib");
    }
}
