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

    private List<String> said(String from, String to) throws IOException {
        String ours = Files.readString(ROOT.resolve("hw/target/rtl/product/ServiceOrder.sv"));
        assertTrue(ours.contains(from), from);
        Path file = Files.writeString(folder.resolve("order.sv"), ours.replace(from, to));
        List<String> differs = new ArrayList<>();
        boolean good = new UnitRuns(ROOT, Map.of("ServiceOrder", List.of(file.toString())), run -> {
                    if (!run.said().isEmpty()) {
                        differs.add(run.kind());
                    }
                })
                .play();
        assertTrue(good, differs.toString());
        return differs;
    }

    @Test
    void aWrongOrderDiffersFromTheTwin() throws IOException {
        assertNotEquals(List.of(), said("order_2_1 <= io_served[2];", "order_2_1 <= io_served[1];"));
    }

    @Test
    void ourUnitWithOtherNamesDiffersNowhere() throws IOException {
        assertEquals(List.of(), said("order_2_1", "second_before_third"));
    }
}
