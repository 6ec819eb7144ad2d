// SPDX-License-Identifier: Apache-2.0
package fairlead.search.evaluate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The option of Java for pages of 2 MB, where the kernel gives them to those who ask: a simulation goes all over its memory, and finds it sooner with fewer pages. Elsewhere Java would warn. */
final class HugePages {
    private static final Path SETTING = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private HugePages() {}

    static List<String> options() {
        return options(SETTING);
    }

    /** @param setting file in which the kernel says what it does, the word that holds in brackets */
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
