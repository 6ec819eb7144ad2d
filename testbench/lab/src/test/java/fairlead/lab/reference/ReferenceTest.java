// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The twin of routers with shared VCs compared with figures that an independent simulator measured.
 */
@Tag("M-983")
class ReferenceTest {
    private static final Path FIGURES = Path.of("../docs/lab/measurements/booksim_torus_4x4x4.csv");

    private static List<ReferenceRow> rows(String pattern, int vcs, int buffer, int flits) throws IOException {
        return ReferenceRow.read(FIGURES).stream()
                .filter(r -> r.pattern().word().equals(pattern)
                        && r.vcs() == vcs
                        && r.buffer() == buffer
                        && r.packetFlits() == flits)
                .filter(ReferenceRow::isStable)
                .toList();
    }

    /** Ring traffic is bound by pipeline, VCs and credits alone: rates to 1 %. */
    @Test
    void ringTrafficSaturatesWhereTheOtherSimulatorDoes() throws IOException {
        int seen = 0;
        for (int vcs : new int[] {2, 4}) {
            for (int buffer : new int[] {4, 8, 16}) {
                for (int flits : new int[] {1, 8}) {
                    for (ReferenceRow row : rows("tornado", vcs, buffer, flits)) {
                        if (row.isSaturation()) {
                            seen++;
                            FigureComparison c = FigureComparison.of(row, 1);
                            assertEquals(row.accepted(), c.ours().mean(), 0.01 * row.accepted(), row.toString());
                        }
                    }
                }
            }
        }
        assertEquals(12, seen);
    }

    /** Where the VCs a packet may take matter most: with four, a packet that kept its class would lose 19 % here. */
    @Test
    void aPacketTakesAnyVcOfItsHalf() throws IOException {
        ReferenceRow row = rows("neighbor", 4, 4, 8).stream()
                .filter(ReferenceRow::isSaturation)
                .findFirst()
                .orElseThrow();
        assertTrue(FigureComparison.of(row, 1).agrees());
        assertFalse(
                FigureComparison.of(row, 1, FigureComparison.structure(4, 1, 0)).agrees());
    }

    /**
     * A comparison that nothing could fail would be none: the RTL's own pipeline, which has no gap between packets of a
     * VC, must differ.
     */
    @Test
    void anotherPipelineIsNoticed() throws IOException {
        ReferenceRow row = rows("tornado", 2, 16, 8).stream()
                .filter(ReferenceRow::isSaturation)
                .findFirst()
                .orElseThrow();
        FigureComparison other = FigureComparison.of(row, 1, FigureComparison.structure(1, 0, 0));
        assertFalse(other.agrees(), other.toString());
        assertTrue(other.ours().mean() > row.accepted());
    }

    /**
     * Latency up to 80 % of saturation, every row with 16-flit buffers and 8-flit packets of the three patterns, 8
     * seeds.
     */
    @ParameterizedTest(name = "{0}, {1} VCs")
    @CsvSource({"uniform, 2", "uniform, 4", "tornado, 2", "tornado, 4", "neighbor, 2", "neighbor, 4"})
    @Tag("slow")
    void latencyAgreesBelowSaturation(String pattern, int vcs) throws IOException {
        List<ReferenceRow> rows = rows(pattern, vcs, 16, 8);
        double saturation = rows.stream()
                .filter(ReferenceRow::isSaturation)
                .mapToDouble(ReferenceRow::accepted)
                .findFirst()
                .orElseThrow();
        for (ReferenceRow row : rows) {
            if (!row.isSaturation() && row.offered() <= 0.8 * saturation) {
                FigureComparison c = FigureComparison.of(row, 8);
                assertTrue(c.agrees(), c::toString);
            }
        }
    }
}
