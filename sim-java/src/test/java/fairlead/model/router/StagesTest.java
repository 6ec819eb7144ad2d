// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The closed forms of docs/router-stages.md. Each structure is that of a process of its own. */
class StagesTest {
    private static final File MANIFEST = new File("../hw/target/manifest.json");

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} stages, iSLIP {1}")
    @CsvSource({"1, 0", "2, 0", "3, 0", "4, 0", "3, 1", "4, 1"})
    void closedForms(final int stages, final int islip) throws IOException, InterruptedException {
        final ObjectMapper mapper = new ObjectMapper();
        final ObjectNode manifest = (ObjectNode) mapper.readTree(MANIFEST);
        final ObjectNode fixed = (ObjectNode) manifest.get("fixed");
        assertTrue(fixed.has("routerStages") && fixed.has("islipIterations"), "the manifest has the keys");
        fixed.put("routerStages", stages).put("islipIterations", islip);
        fixed.put("headStages", Math.max(0, stages - 2));
        Files.createDirectories(folder.resolve("hw"));
        mapper.writeValue(folder.resolve("hw/manifest.json").toFile(), manifest);
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-XX:+UseSerialGC",
                        "-Dfairlead.structure=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        StageTimes.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "no end");
        final String said = Files.readString(folder.resolve("said"));
        assertEquals(0, process.exitValue(), said);
        assertTrue(said.startsWith("stages " + stages + ", iSLIP " + islip + ", compared "), said);
    }
}
