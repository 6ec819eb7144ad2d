// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries in a jar become files, those of this platform only. */
@Tag("M-423")
class PackagedLibrariesTest {
    @TempDir
    private Path folder;

    private URLClassLoader holding(String... files) throws IOException {
        for (String file : files) {
            Path path = folder.resolve("fairlead/native").resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, file);
        }
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
    }

    @Test
    void aLibraryIsCopiedWithItsSum() throws IOException {
        String here = NativeLibraries.Packaged.platform() + "/";
        try (URLClassLoader loader = holding(here + "a.so", here + "a.so.crc32", "plan9-vax/b.so")) {
            NativeLibraries.Packaged libraries = new NativeLibraries.Packaged(loader);
            Path copy = libraries.copy("a.so", "a.so.crc32");
            assertEquals(here + "a.so", Files.readString(copy));
            assertEquals(here + "a.so.crc32", Files.readString(copy.resolveSibling("a.so.crc32")));
            assertEquals(copy, libraries.copy("a.so", "a.so.crc32"));
            assertNull(libraries.copy("b.so"), "of another platform");
        }
    }

    @Test
    void aLibraryWithoutItsSumIsRefused() throws IOException {
        try (URLClassLoader loader = holding(NativeLibraries.Packaged.platform() + "/a.so")) {
            NativeLibraries.Packaged libraries = new NativeLibraries.Packaged(loader);
            assertThrows(LibraryException.class, () -> libraries.copy("a.so", "a.so.crc32"));
        }
    }
}
