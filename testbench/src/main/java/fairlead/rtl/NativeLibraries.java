// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.machine.LoadedStructure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;

/**
 * Finds the shared libraries in the folder that the system property or environment variable FAIRLEAD_LIB_DIR names,
 * else below the launcher's FAIRLEAD_ROOT, else in a jar on the class path, else below the current folder. Those of
 * another structure than the default are in the folder of the structure.
 */
public final class NativeLibraries {
    private static final String SUM = ".crc32"; // the extension of the checksum file, which verilator/build.sh writes
    private static final String REBUILD = "; remove the library and run scripts/build --all";
    private static final Set<Path> WHOLE = ConcurrentHashMap.newKeySet(); // libraries that were already checked

    private static final Path BUILT = Path.of("verilator", "target", "lib"); // seen from the project's root
    private static final Packaged PACKAGED = new Packaged(NativeLibraries.class.getClassLoader());

    private NativeLibraries() {}

    /** Returns the path of {@code libfairlead_<variant>.so} after a check that the file is as it was linked. */
    public static Path path(String variant) {
        Path folder = LoadedStructure.folderOrNull();
        return whole(folder == null ? standard(variant) : StructureBuild.library(folder, variant));
    }

    /** Returns the library after a check that it is there and as it was linked. */
    static Path whole(Path library) {
        if (!Files.isRegularFile(library)) {
            throw new LibraryException("library not built: " + library + "; run scripts/build --all");
        }
        if (WHOLE.add(library)) {
            try {
                requireWhole(library);
            } catch (LibraryException e) {
                WHOLE.remove(library);
                throw e;
            }
        }
        return library;
    }

    /** Refuses a file without the checksum of its link: a damaged library would crash the process. */
    private static void requireWhole(Path library) {
        Path note = note(library);
        try {
            CRC32 sum = new CRC32();
            sum.update(Files.readAllBytes(library));
            if (!Files.isRegularFile(note)) {
                throw new LibraryException("library " + library + " without its " + note.getFileName() + REBUILD);
            }
            if (!Files.readString(note).trim().equals(String.format(Locale.ROOT, "%08x", sum.getValue()))) {
                throw new LibraryException(
                        "library damaged, its sum is not that of " + note + ": " + library + REBUILD);
            }
        } catch (IOException e) {
            throw new LibraryException("library " + library + " cannot be read: " + e.getMessage());
        }
    }

    private static Path note(Path library) {
        return library.resolveSibling(library.getFileName() + SUM);
    }

    /** Returns one hash over all that a library was made of, or its checksum where the build has not kept it. */
    static String origin(Path library) {
        try {
            return Files.readString(library.resolveSibling(library.getFileName() + ".stamp"));
        } catch (IOException e) {
            return sum(library);
        }
    }

    /** Returns the checksum of a library as it was linked. */
    static String sum(Path library) {
        try {
            return Files.readString(note(library)).strip();
        } catch (IOException e) {
            throw new LibraryException("library " + library + " without its checksum" + REBUILD);
        }
    }

    /** Returns the error for a library that the loader cannot bind. */
    public static LibraryException unusable(Path library, LinkageError e) {
        return new LibraryException("library " + library + " cannot be loaded: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse("") + "; run scripts/build --all");
    }

    /** Refuses a library that was built from other layouts than the Java classes. */
    public static void requireSameLayout(Path library, String libraryHash, String javaHash) {
        if (!libraryHash.equals(javaHash)) {
            throw new LibraryException("layouts differ: " + library + " has " + libraryHash + ", Java has " + javaHash
                    + "; run scripts/build --all");
        }
    }

    /** Returns a library of the default structure; one of the checkout is built when it is first asked for. */
    private static Path standard(String variant) {
        Path library = find("libfairlead_" + variant + ".so");
        if (library.toAbsolutePath()
                .normalize()
                .startsWith(StructureBuild.root().resolve(BUILT))) {
            StructureBuild.make(variant);
        }
        return library;
    }

    /**
     * Returns a program in C++ that is installed next to the product library. One of the checkout is built when it is
     * first asked for.
     *
     * @param part the part of the build that makes the program
     */
    public static Path program(String part, String name) {
        standard(part);
        return path("product").resolveSibling("../bin/" + name);
    }

    private static Path find(String file) {
        Path directory = directory();
        if (directory != null) {
            return directory.resolve(file);
        }
        Path packaged = PACKAGED.copy(file, file + SUM);
        return packaged != null ? packaged : BUILT.resolve(file);
    }

    /** Returns the folder that the environment names, or null. */
    private static Path directory() {
        String property = System.getProperty("FAIRLEAD_LIB_DIR", System.getenv("FAIRLEAD_LIB_DIR"));
        if (property != null && !property.isEmpty()) {
            return Path.of(property);
        }
        String root = System.getenv("FAIRLEAD_ROOT");
        return root == null ? null : Path.of(root).resolve(BUILT);
    }

    /**
     * Finds shared libraries in a jar on the class path, where {@code scripts/install} puts them for other projects,
     * below {@code fairlead/native/<platform>}. The loader needs files, so the libraries are copied into a folder of
     * this process, which is deleted when it ends.
     */
    static final class Packaged {
        private static final String PLACE = "fairlead/native/";

        private final ClassLoader loader;
        private Path folder; // null before the first copy

        Packaged(ClassLoader loader) {
            this.loader = loader;
        }

        /** Returns the name of this platform in jars and as a classifier of Maven, such as linux-x86_64. */
        static String platform() {
            String arch = System.getProperty("os.arch");
            return System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '_') + "-"
                    + ("amd64".equals(arch) ? "x86_64" : arch);
        }

        /**
         * Returns the copy of a file of this platform, or null if the class path has none.
         *
         * @param files the file to return and those that belong next to it
         */
        synchronized Path copy(String... files) {
            if (loader.getResource(PLACE + platform() + "/" + files[0]) == null) {
                return null;
            }
            try {
                if (folder == null) {
                    folder = Files.createTempDirectory("fairlead-native");
                    folder.toFile().deleteOnExit();
                }
                for (String file : files) {
                    copy(file, folder.resolve(file));
                }
            } catch (IOException e) {
                throw new LibraryException("library " + files[0] + " cannot be copied from the class path: " + e);
            }
            return folder.resolve(files[0]);
        }

        private void copy(String file, Path to) throws IOException {
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

    /** A native library is missing, damaged or of other layouts; the message names the command that repairs it. */
    public static final class LibraryException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public LibraryException(String message) {
            super(message);
        }
    }
}
