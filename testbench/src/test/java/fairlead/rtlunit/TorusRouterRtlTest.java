// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The TorusRouter of the RTL alone, with shared VCs, is its twin; each structure is that of a process of its own. */
@Tag("lab")
@Tag("slow")
@Tag("M-983")
class TorusRouterRtlTest {
    private static final long TILE_CYCLES = 1_000_000; // at least

    @TempDir
    private Path folder;

    /** @return what the program says */
    private String run(int vcs, int exit, String... arguments) throws IOException, InterruptedException {
        Map<String, Integer> keys = Map.of("routerStages", 4, "islipIterations", 1, "vcsPerClass", 2);
        MachineStructure structure = MachineStructure.of(
                key -> key.name().equals("sharedVcs") ? vcs : keys.getOrDefault(key.name(), key.standard()));
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:+UseSerialGC",
                "-Dfairlead.structure=" + StructureBuild.manifest(structure),
                "-cp",
                System.getProperty("java.class.path"),
                SharedRouterRun.class.getName()));
        words.addAll(List.of(arguments));
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertTrue(process.waitFor(20, TimeUnit.MINUTES), "no end");
        assertEquals(exit, process.exitValue(), Files.readString(said));
        return Files.readString(said);
    }

    /** Every flit at its ejection pin, every injection credit and every head on a link, in every cycle. */
    @ParameterizedTest(name = "{0} VCs")
    @ValueSource(ints = {2, 4})
    void theRtlIsItsTwin(int vcs) throws IOException, InterruptedException {
        String said = run(vcs, 0, "1", "36", "3000");
        String last = said.lines().reduce((first, second) -> second).orElseThrow();
        assertTrue(last.startsWith("shared " + vcs + ": equal, tile-cycles "), said);
        long cycles = Long.parseLong(last.replaceAll(".*tile-cycles (\\d+),.*", "$1"));
        assertTrue(cycles >= TILE_CYCLES, last);
    }

    /** The comparison itself: routers whose buffers have one flit less than the twin's differ. */
    @ParameterizedTest(name = "{0} VCs")
    @ValueSource(ints = {2, 4})
    void aShallowerBufferIsNoticed(int vcs) throws IOException, InterruptedException {
        String said = run(vcs, 1, "1", "4", "3000", "shallow");
        assertTrue(said.contains("differs: seed "), said);
    }
}
