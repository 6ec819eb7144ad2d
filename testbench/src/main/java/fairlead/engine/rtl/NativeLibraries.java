// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.rtl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the shared libraries: the system property or environment variable FAIRLEAD_LIB_DIR, else beside the launcher's FAIRLEAD_ROOT. */
public final class NativeLibraries {
    private static final int ELF_HEAD = 64;
    private static final int ELF_MAGIC = 0x464C457F;
    private static final int SECTIONS_AT = 40;
    private static final int SECTION_SIZE = 58;
    private static final int SECTION_COUNT = 60;

    private NativeLibraries() {}

    /** Path of {@code libfairlead_<variant>.so}. */
    public static Path path(final String variant) {
        final Path library = directory().resolve("libfairlead_" + variant + ".so");
        if (!Files.isRegularFile(library)) {
            throw new LibraryException("library not built: " + library + "; run scripts/build --all");
        }
        requireWhole(library);
        return library;
    }

    /** Refuses a file that is no ELF library or ends before its last section: the process would not survive loading it. */
    private static void requireWhole(final Path library) {
        final ByteBuffer head = ByteBuffer.allocate(ELF_HEAD).order(ByteOrder.LITTLE_ENDIAN);
        try (SeekableByteChannel file = Files.newByteChannel(library)) {
            while (head.hasRemaining() && file.read(head) >= 0) {
                // until all of it is there
            }
            final boolean elf = !head.hasRemaining() && head.getInt(0) == ELF_MAGIC;
            final long end = elf
                    ? head.getLong(SECTIONS_AT) + (long) head.getShort(SECTION_SIZE) * head.getShort(SECTION_COUNT)
                    : -1;
            if (end < 0 || end > file.size()) {
                throw new LibraryException("library damaged: " + library + "; run scripts/build --all");
            }
        } catch (final IOException e) {
            throw new LibraryException("library " + library + " cannot be read: " + e.getMessage());
        }
    }

    /** What the loader says of a library that it cannot bind. */
    public static LibraryException unusable(final Path library, final LinkageError e) {
        return new LibraryException("library " + library + " cannot be loaded: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse("") + "; run scripts/build --all");
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
