// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program with another structure, in a process of its own, whose manifest is the default one with changes. */
public final class StructureProcess {
    private static final File MANIFEST = new File("../hw/target/manifest.json");

    private StructureProcess() {}

    /**
     * Runs the program with assertions and returns what it prints; requires that it ends with exit code 0.
     *
     * @param fixed numbers of the manifest, by name, and their values
     * @param folder empty folder for the manifest and the output
     */
    public static String run(Class<?> program, Map<String, Integer> fixed, Path folder)
            throws IOException, InterruptedException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode manifest = (ObjectNode) mapper.readTree(MANIFEST);
        ObjectNode numbers = (ObjectNode) manifest.get("fixed");
        fixed.forEach((name, value) -> {
            assertTrue(numbers.has(name), "the manifest has " + name);
            numbers.put(name, value);
        });
        Files.createDirectories(folder.resolve("hw"));
        mapper.writeValue(folder.resolve("hw/manifest.json").toFile(), manifest);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dfairlead.structure=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "no end");
        String said = Files.readString(folder.resolve("said"));
        assertEquals(0, process.exitValue(), said);
        return said;
    }
}
