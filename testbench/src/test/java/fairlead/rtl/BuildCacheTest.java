// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache of build outputs (scripts/lib/common.sh): what it gives is what was kept, or nothing. */
class BuildCacheTest {
    private static final Path COMMON =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).resolve("scripts/lib/common.sh");

    @TempDir
    private Path folder;

    private boolean succeeds(String command, String... variables) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", ". " + COMMON.toAbsolutePath() + "; " + command);
        shell.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        shell.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        shell.environment().put("FAIRLEAD_NO_CACHE", String.join("", variables));
        return shell.start().waitFor() == 0;
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("cache/fairlead"))) {
            return files.sorted().toList();
        }
    }

    private void keep(String key) throws Exception {
        Files.createDirectories(folder.resolve("from/sub"));
        Files.writeString(folder.resolve("from/one"), key);
        byte[] bytes = new byte[10_000];
        new Random(1).nextBytes(bytes);
        Files.write(folder.resolve("from/sub/two"), bytes);
        assertTrue(succeeds("cache_put " + key + " from one sub"));
    }

    @Test
    void anEntryGivesTheFilesThatWereKept() throws Exception {
        keep("a");
        keep("b");
        assertFalse(succeeds("cache_get c to"));
        assertTrue(succeeds("cache_get a to"));
        assertEquals("a", Files.readString(folder.resolve("to/one")));
        assertEquals(-1, Files.mismatch(folder.resolve("from/sub/two"), folder.resolve("to/sub/two")));
        assertEquals(2, entries().size());
    }

    @Test
    void aDamagedEntryGivesNoFileAndGoes() throws Exception {
        keep("a");
        Path entry = entries().get(0);
        byte[] bytes = Files.readAllBytes(entry);
        bytes[bytes.length / 2] ^= 1;
        Files.write(entry, bytes);
        assertFalse(succeeds("cache_get a to"));
        assertFalse(Files.exists(folder.resolve("to")));
        assertEquals(List.of(), entries());
    }

    @Test
    void theCacheCanBeTurnedOff() throws Exception {
        assertTrue(succeeds("cache_put a . .", "1"));
        assertFalse(Files.exists(folder.resolve("cache")));
        keep("a");
        assertFalse(succeeds("cache_get a to", "1"));
    }

    @Test
    void theEntriesThatWereUsedLongAgoGoAboveTheLimit() throws Exception {
        keep("old");
        keep("used");
        for (Path entry : entries()) {
            Files.setLastModifiedTime(entry, FileTime.fromMillis(1_000_000));
        }
        assertTrue(succeeds("cache_get used to"));
        Path large = folder.resolve("cache/fairlead/large.tgz");
        assertTrue(succeeds("truncate -s 1999975000 " + large)); // takes no space
        Files.setLastModifiedTime(large, FileTime.fromMillis(2_000_000));
        keep("new");
        assertEquals(
                List.of("large.tgz", "new.tgz", "used.tgz"),
                entries().stream().map(path -> path.getFileName().toString()).toList());
    }
}
