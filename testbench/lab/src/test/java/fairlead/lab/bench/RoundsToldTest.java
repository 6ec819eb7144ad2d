// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A benchmark tells of each round that it has announced, so that the progress display ends where it says. */
@Tag("M-914")
class RoundsToldTest {
    private final AtomicInteger told = new AtomicInteger();

    @Test
    void theTwinTellsOfEachMeasuredRound() throws IOException {
        new ModelBench(3, 2000, told::incrementAndGet).run(List.of("2x2x2", "3x2x2"), List.of(0.1), "uniform");
        assertEquals(6, told.get());
    }

    @Test
    void theSearchTellsOfEachPoint() throws IOException {
        SearchBench.run(1, 2, 1, told::incrementAndGet);
        assertEquals(3, told.get());
    }
}
