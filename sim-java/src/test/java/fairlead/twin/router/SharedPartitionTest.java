// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Routers whose packets share the VCs: the rules of every router, and the closed forms of
 * docs/understand/router-stages.md.
 */
@Tag("M-983")
class SharedPartitionTest {
    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} VCs")
    @ValueSource(ints = {2, 4})
    void rulesAndClosedForms(int vcs) throws IOException, InterruptedException {
        String said = StructureProcess.run(
                SharedTimes.class,
                Map.of("routerStages", 4, "islipIterations", 1, "headStages", 2, "vcsPerClass", 2, "sharedVcs", vcs),
                folder);
        assertTrue(said.startsWith("shared " + vcs + ", compared "), said);
    }
}
