// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HugePagesTest {
    @TempDir
    Path folder;

    private List<String> with(final String setting) throws IOException {
        return HugePages.options(Files.writeString(folder.resolve("enabled"), setting));
    }

    @Test
    void asksWhereTheKernelGivesThemToThoseWhoAsk() throws IOException {
        assertEquals(List.of("-XX:+UseTransparentHugePages"), with("always [madvise] never\n"));
    }

    @Test
    void asksNobodyElse() throws IOException {
        assertEquals(List.of(), with("always madvise [never]\n"));
        assertEquals(List.of(), with("[always] madvise never\n"));
        assertEquals(List.of(), HugePages.options(folder.resolve("absent")));
    }
}
