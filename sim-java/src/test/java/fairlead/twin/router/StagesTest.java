// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The closed forms of docs/understand/router-stages.md. Each structure is that of a process of its own. */
@Tag("M-540")
class StagesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} stages, iSLIP {1}")
    @CsvSource({"1, 0", "2, 0", "3, 0", "4, 0", "3, 1", "4, 1"})
    void closedForms(int stages, int islip) throws IOException, InterruptedException {
        String said = StructureProcess.run(
                StageTimes.class,
                Map.of("routerStages", stages, "islipIterations", islip, "headStages", Math.max(0, stages - 2)),
                folder);
        assertTrue(said.startsWith("stages " + stages + ", iSLIP " + islip + ", compared "), said);
    }
}
