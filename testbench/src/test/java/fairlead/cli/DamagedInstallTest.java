// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.rtl.NativeLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A damaged library or a virtual machine that does not start is the environment: exit code 5 and a plain word, never 1,
 * 70 or the end of the process.
 */
@Tag("lab")
@Tag("M-77")
@Tag("M-160")
class DamagedInstallTest {
    private static final String TINY = "src/test/resources/abuse/tiny.yaml";

    private static final int ENOUGH_TO_START = 20; // nothing starts with fewer
    private static final String WORDS = "schema scenario";

    @TempDir
    private Path folder;

    /** @param linked what the library was when its sum was noted */
    private void assertRefused(String name, byte[] library, byte[] linked, String words) throws IOException {
        OtherLibrary.during(folder.resolve(name), library, linked, () -> assertRefused(name, words));
    }

    private void assertRefused(String name, String words) {
        Captured answer = Captured.of(
                        "run", TINY, "--engine", "rtl", "--no-progress", "--out", folder.resolve("out-" + name))
                .exits(ExitCode.ENVIRONMENT);
        assertTrue(
                answer.err().contains("libfairlead_product.so") && answer.err().contains(words), answer.err());
        answer.complainsOnce();
    }

    @Test
    void aDamagedLibraryIsNotLoaded() throws IOException {
        byte[] sound = Files.readAllBytes(NativeLibraries.path("product"));
        assertRefused("empty", new byte[0], sound, "damaged");
        assertRefused("zeros", new byte[70], sound, "damaged");
        assertRefused("short", Arrays.copyOf(sound, 100_000), sound, "damaged");
        assertRefused("shorter", Arrays.copyOf(sound, sound.length - 1), sound, "damaged");
        byte[] code = sound.clone();
        Arrays.fill(code, code.length / 2, code.length / 2 + 4096, (byte) 0xF4); // the loader would not notice
        assertRefused("code", code, sound, "damaged");
        byte[] bit = sound.clone();
        bit[bit.length / 3] ^= 1;
        assertRefused("bit", bit, sound, "damaged");
    }

    @Test
    void anotherLibraryOfTheSameNameIsNotUsed() throws IOException {
        byte[] lab = Files.readAllBytes(NativeLibraries.path("lab"));
        assertRefused("lab", lab, lab, "is of variant lab");
        byte[] java = Files.readAllBytes(Path.of(System.getProperty("java.home"), "lib", "libjava.so"));
        assertRefused("java", java, java, "cannot be loaded");
        Path unknown = Files.createDirectory(folder.resolve("unknown"));
        Files.write(unknown.resolve("libfairlead_product.so"), lab);
        OtherLibrary.during(unknown, () -> assertRefused("unknown", "without its libfairlead_product.so.crc32"));
    }

    private Captured script(String limits, Map<String, String> environment, String words)
            throws IOException, InterruptedException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).toAbsolutePath();
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", limits + " exec " + root + "/scripts/fairlead " + words);
        builder.environment().putAll(environment);
        builder.environment().put("FAIRLEAD_NO_BUILD", "1");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes());
        return new Captured(
                process.waitFor(), out, new String(process.getErrorStream().readAllBytes()));
    }

    @Test
    void aVirtualMachineThatDoesNotStartIsTheEnvironment() throws IOException, InterruptedException {
        for (Captured answer : Stream.of(
                        script("", Map.of("FAIRLEAD_JAVA_OPTS", "-Xfoo"), WORDS),
                        script("", Map.of("JAVA_TOOL_OPTIONS", "-XX:NoSuchOption"), WORDS),
                        script("ulimit -v 3000000;", Map.of("FAIRLEAD_JAVA_OPTS", "-Xmx64g"), WORDS))
                .toList()) {
            assertEquals(ExitCode.ENVIRONMENT, answer.code(), answer.all());
            assertEquals("", answer.out());
            assertTrue(
                    answer.err().startsWith("fairlead: error: the Java virtual machine does not start"), answer.err());
        }
    }

    /** From none that would do to almost enough: what opens files first differs. */
    @ParameterizedTest
    @ValueSource(ints = {11, 20, 33, 35, 64})
    void tooFewOpenFilesAreTheEnvironment(int files) throws IOException, InterruptedException {
        Captured answer = script(
                "ulimit -n " + files + ";",
                Map.of(),
                "run src/test/resources/abuse/tiny.yaml --engine rtl --no-progress --out " + folder.resolve("few"));
        assertTrue(answer.code() == ExitCode.OK || answer.code() == ExitCode.ENVIRONMENT, answer.all());
        assertTrue(answer.code() == ExitCode.ENVIRONMENT || files > ENOUGH_TO_START, answer.all());
        assertFalse(answer.all().contains("\tat "), answer.all());
        assertEquals(answer.code() == ExitCode.OK, answer.err().isEmpty(), answer.err());
        assertEquals(answer.code() == ExitCode.OK, !answer.out().isEmpty(), answer.out());
    }
}
