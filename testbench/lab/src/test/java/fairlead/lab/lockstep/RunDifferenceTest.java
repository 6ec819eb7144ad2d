// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the command line in a separate process with a wrong twin, which comes first in the class path.
 */
class RunDifferenceTest {
    private static final String WRONG = "/lockstep/ModelEngineFactory.java";
    private static final int DIFFERS = 3;

    @TempDir
    Path folder;

    private record Answer(int code, String text) {}

    private Answer fairlead(String classPath, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "fairlead.cli.Main"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text);
    }

    /** Compiles a factory of twins that release each barrier with another number, under the name of the right one. */
    private static void compileWrongTwin(Path classes) throws Exception {
        Path source = Path.of(RunDifferenceTest.class.getResource(WRONG).toURI());
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        Files.createDirectories(classes).toString(),
                        source.toString());
        assertEquals(0, code);
    }

    /**
     * A difference gives exit code 3, the cycle, node, unit and event of both engines, the command line that repeats
     * it, and a waveform that begins at most 200 cycles before it.
     */
    @Test
    void aDifferenceEndsTheRunAndIsShownWithItsWaveform() throws Exception {
        Path scenario = Files.writeString(
                folder.resolve("two.yaml"),
                "schema: fairlead.scenario/1\nmachine: {shape: [2, 1, 1]}\nworkload: {kind: ring, iterations: 1, bytes: 64}\n");
        String right = System.getProperty("java.class.path");
        String[] run = {"run", scenario.toString(), "--engine", "lockstep", "--no-progress"};
        Answer same = fairlead(right, run);
        assertEquals(0, same.code, same.text);

        compileWrongTwin(folder.resolve("wrong"));
        Answer wrong = fairlead(folder.resolve("wrong") + File.pathSeparator + right, run);
        assertEquals(DIFFERS, wrong.code, wrong.text);
        assertTrue(wrong.text.contains("differ: cycle "), wrong.text);
        assertTrue(wrong.text.contains(" node 0 unit barrierRelease: "), wrong.text);
        assertTrue(wrong.text.contains("BARRIER_RELEASED"), wrong.text);
        assertTrue(wrong.text.contains("repeat with: scripts/fairlead run " + scenario), wrong.text);
        Path wave = folder.resolve("out/lockstep/two.fst");
        assertTrue(wrong.text.contains("waveform of the RTL around it: out/lockstep/two.fst"), wrong.text);
        assertTrue(Files.size(wave) > 0, wrong.text);
    }
}
