// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bug that no verdict sees is seen by the cases in lockstep; our own unit in other words is not. */
@Tag("slow")
class UnitRunsTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "."));

    @TempDir
    Path folder;

    private List<String> said(String unit, String from, String to) throws IOException {
        String ours = Files.readString(ROOT.resolve("hw/target/rtl/product/" + unit + ".sv"));
        assertTrue(ours.contains(from), from);
        Path file = Files.writeString(folder.resolve("own.sv"), ours.replace(from, to));
        List<String> differs = new ArrayList<>();
        new UnitRuns(ROOT, Map.of(unit, List.of(file.toString())), run -> {
                    if (!run.said().isEmpty()) {
                        differs.add(run.run() + ": " + run.said());
                    }
                })
                .besideTheTwin();
        return differs;
    }

    @Test
    void aLinkThatCountsByTwoDiffersFromTheTwin() throws IOException {
        assertNotEquals(List.of(), said("LinkTx", "rest - 8'h1", "rest - 8'h2"));
    }

    @Test
    void ourUnitWithOtherNamesDiffersNowhere() throws IOException {
        assertEquals(List.of(), said("ServiceOrder", "order_2_1", "second_before_third"));
    }
}
