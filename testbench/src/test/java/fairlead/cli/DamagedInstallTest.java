// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.rtl.NativeLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged library or a virtual machine that does not start is the environment: exit code 5 and a plain word, never 1, 70 or the end of the process. */
class DamagedInstallTest {
    private static final String TINY = "src/test/resources/abuse/tiny.yaml";

    @TempDir
    private Path folder;

    private Captured run(final byte[] library) throws IOException {
        final Path libraries = Files.createDirectory(folder.resolve("lib" + library.length));
        Files.write(libraries.resolve("libfairlead_product.so"), library);
        final String before = System.getProperty("FAIRLEAD_LIB_DIR");
        try {
            System.setProperty("FAIRLEAD_LIB_DIR", libraries.toString());
            return Captured.of(
                    "run",
                    TINY,
                    "--engine",
                    "rtl",
                    "--no-progress",
                    "--out",
                    folder.resolve("o" + library.length).toString());
        } finally {
            if (before == null) {
                System.clearProperty("FAIRLEAD_LIB_DIR");
            } else {
                System.setProperty("FAIRLEAD_LIB_DIR", before);
            }
        }
    }

    private void assertDamaged(final byte[] library, final String words) throws IOException {
        final Captured answer = run(library);
        assertEquals(ExitCode.ENVIRONMENT, answer.code(), answer.all());
        assertTrue(
                answer.err().contains("libfairlead_product.so") && answer.err().contains(words), answer.err());
        assertEquals(1, answer.err().lines().count(), answer.err());
    }

    @Test
    void aDamagedLibraryIsNotLoaded() throws IOException {
        final byte[] lab = Files.readAllBytes(NativeLibraries.path("lab"));
        assertDamaged(new byte[0], "damaged");
        assertDamaged(new byte[70], "damaged");
        assertDamaged(Arrays.copyOf(lab, 100_000), "damaged");
        assertDamaged(Arrays.copyOf(lab, lab.length - 1), "damaged");
        assertDamaged(lab, "is of variant lab");
        assertDamaged(
                Files.readAllBytes(Path.of(System.getProperty("java.home"), "lib", "libjava.so")), "cannot be loaded");
    }

    private Captured script(final String limits, final Map<String, String> environment)
            throws IOException, InterruptedException {
        final Path root =
                Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).toAbsolutePath();
        final ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", limits + " exec " + root + "/scripts/fairlead schema scenario");
        builder.environment().putAll(environment);
        builder.environment().put("FAIRLEAD_NO_BUILD", "1");
        final Process process = builder.start();
        final String out = new String(process.getInputStream().readAllBytes());
        return new Captured(
                process.waitFor(), out, new String(process.getErrorStream().readAllBytes()));
    }

    @Test
    void aVirtualMachineThatDoesNotStartIsTheEnvironment() throws IOException, InterruptedException {
        for (final Captured answer : Stream.of(
                        script("", Map.of("FAIRLEAD_JAVA_OPTS", "-Xfoo")),
                        script("", Map.of("JAVA_TOOL_OPTIONS", "-XX:NoSuchOption")),
                        script("ulimit -v 3000000;", Map.of("FAIRLEAD_JAVA_OPTS", "-Xmx64g")))
                .toList()) {
            assertEquals(ExitCode.ENVIRONMENT, answer.code(), answer.all());
            assertEquals("", answer.out());
            assertTrue(
                    answer.err().startsWith("fairlead: error: the Java virtual machine does not start"), answer.err());
        }
    }
}
