// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileOptionTest {
    /** How often the JVM samples is its own affair: on a busy machine it may miss a whole run, which the lines say. */
    private static final int TRIES = 8;

    @TempDir
    Path folder;

    @Test
    void aRunSaysWhatEnginesAndVerdictsCost() throws IOException, InterruptedException {
        String said = "";
        for (int i = 0; i < TRIES && (said.isEmpty() || said.contains("took no sample")); i++) {
            Path out = folder.resolve("said.txt");
            List<String> command = ChildProcess.java(
                    List.of(),
                    "run",
                    Path.of("../examples/halo3d.yaml"),
                    "--engine=model",
                    "--profile",
                    "--set=workload.iterations=" + 20 * (i + 1),
                    "--out=" + folder.resolve("run" + i));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            assertEquals(0, ChildProcess.end(process));
            said = Files.readString(out);
        }
        List<String> rows =
                said.lines().dropWhile(line -> !line.startsWith("profile: ")).toList();
        assertTrue(rows.stream().anyMatch(row -> row.matches(" +[0-9.]+ +[0-9.]+ %  engine")), said);
        assertTrue(rows.stream().anyMatch(row -> row.contains(" %  the JVM")), said);
    }
}
