// SPDX-License-Identifier: Apache-2.0
package fairlead.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The twin's routers beside figures that an independent simulator measured; without the file there is nothing to compare with. */
class ReferenceTest {
    private static final Path FIGURES = Path.of("../../shared/reference/booksim_torus_4x4x4.csv");

    private static List<ReferenceRow> rows(final String pattern, final int vcs, final int buffer, final int flits)
            throws IOException {
        assumeTrue(Files.exists(FIGURES), "data outside the project: no reference figures here");
        return ReferenceRow.read(FIGURES).stream()
                .filter(r -> r.pattern().word().equals(pattern)
                        && r.vcs() == vcs
                        && r.buffer() == buffer
                        && r.packetFlits() == flits)
                .filter(ReferenceRow::isStable)
                .toList();
    }

    /** Ring traffic on two VCs is bound by pipeline and credits alone: rates to 1 % where one flit a packet or deep buffers leave no other cause. */
    @Test
    void ringTrafficSaturatesWhereTheOtherSimulatorDoes() throws IOException {
        int seen = 0;
        for (final int buffer : new int[] {8, 16}) {
            for (final int flits : new int[] {1, 8}) {
                for (final ReferenceRow row : rows("tornado", 2, buffer, flits)) {
                    if (row.isSaturation()) {
                        seen++;
                        final Comparison c = Comparison.of(row, 1);
                        assertEquals(row.accepted(), c.ours().mean(), 0.01 * row.accepted(), row.toString());
                    }
                }
            }
        }
        assertEquals(4, seen);
    }

    /** A comparison that nothing could fail would be none: the RTL's own pipeline, which has no gap between packets of a VC, must differ. */
    @Test
    void anotherPipelineIsNoticed() throws IOException {
        final ReferenceRow row = rows("tornado", 2, 16, 8).stream()
                .filter(ReferenceRow::isSaturation)
                .findFirst()
                .orElseThrow();
        final Comparison other = Comparison.of(row, 1, fairlead.router.RouterVariant.RTL);
        assertFalse(other.agrees(), other.toString());
        assertTrue(other.ours().mean() > row.accepted());
    }

    /** Latency up to 80 % of saturation, every row of uniform and tornado on two VCs with 16-flit buffers and 8-flit packets, 8 seeds. */
    @Test
    @Tag("slow")
    void latencyAgreesBelowSaturation() throws IOException {
        for (final String pattern : List.of("uniform", "tornado", "neighbor")) {
            final List<ReferenceRow> rows = rows(pattern, 2, 16, 8);
            final double saturation = rows.stream()
                    .filter(ReferenceRow::isSaturation)
                    .mapToDouble(ReferenceRow::accepted)
                    .findFirst()
                    .orElseThrow();
            for (final ReferenceRow row : rows) {
                if (!row.isSaturation() && row.offered() <= 0.8 * saturation) {
                    assertTrue(Comparison.of(row, 8).agrees(), () -> Comparison.of(row, 8)
                            .toString());
                }
            }
        }
    }
}
