// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The option of the Java virtual machine for memory pages of 2 MB. The option is set only where the kernel grants such
 * pages on request, because elsewhere Java prints a warning. A simulation accesses its whole memory, and larger pages
 * make address translation faster.
 */
final class HugePages {
    private static final Path SETTING = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private HugePages() {}

    static List<String> options() {
        return options(SETTING);
    }

    /**
     * Returns the option if the kernel setting is `madvise`, else an empty list.
     *
     * @param setting the kernel's file that lists the possible settings, with the active one in brackets
     */
    static List<String> options(final Path setting) {
        try {
            return Files.isReadable(setting) && Files.readString(setting).contains("[madvise]")
                    ? List.of("-XX:+UseTransparentHugePages")
                    : List.of();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
