// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of the sizes of the NIC's tables. */
@Tag("M-698")
class TableKeysTest {
    private static Scenario parse(final String buffers) {
        return ScenarioReader.parse(
                "schema: fairlead.scenario/1\nmachine:\n  shape: [4, 3, 2]\n  buffers: {" + buffers
                        + "}\nworkload: {kind: halo3d}\n",
                "a.yaml",
                "a",
                List.of());
    }

    private static TableSizes tables(final String buffers) {
        return parse(buffers).machine().buffers().tables();
    }

    @Test
    void aTableWithoutAKeyHasAllItsPlaces() {
        assertEquals(TableSizes.ALL, tables("link_vc: 5"));
        for (final Table table : Table.values()) {
            assertEquals(table.most(), TableSizes.ALL.of(table));
        }
        assertFalse(parse("link_vc: 5").toYaml().contains("commit_slots"));
    }

    @Test
    void eachKeyIsTheSizeOfItsTable() {
        final TableSizes sizes =
                tables("commit_slots: 31, header_queue: 3, read_window: 63, fence_entries: 7, ack_counters: 15");
        assertEquals(List.of(31, 3, 63, 7, 15), sizes.given());
        assertEquals(15L << 20 | 7L << 16 | 63L << 9 | 3L << 6 | 31, sizes.register());
        assertEquals(16L << 20 | 8L << 16 | 64L << 9 | 4L << 6 | 32, TableSizes.ALL.register());
    }

    @ParameterizedTest
    @CsvSource({
        "commit_slots, 33, 32",
        "header_queue, 5, 4",
        "read_window, 65, 64",
        "fence_entries, 9, 8",
        "ack_counters, 17, 16",
        "commit_slots, 0, 32",
        "ack_counters, -1, 16"
    })
    void aSizeOutOfItsRangeIsRefused(final String key, final int size, final int most) {
        final BadInput refusal = assertThrows(BadInput.class, () -> parse(key + ": " + size));
        assertEquals(1, refusal.lines().size(), refusal.getMessage());
        assertTrue(
                refusal.getMessage()
                        .contains("machine.buffers." + key + " = " + size + ": must be an integer from 1 to " + most),
                refusal.getMessage());
    }

    @Test
    void aLibraryRefusesATableThatItHasNot() {
        final Capabilities small = new Capabilities(
                "small",
                false,
                false,
                64,
                32,
                64,
                256,
                1024,
                16,
                16,
                8,
                4,
                TableSizes.ALL.with(Table.FENCE_ENTRIES, 4));
        parse("fence_entries: 4").checkDepths(small);
        for (final String buffers : List.of("fence_entries: 5", "link_vc: 5")) {
            final BadInput refusal =
                    assertThrows(BadInput.class, () -> parse(buffers).checkDepths(small));
            assertEquals(1, refusal.lines().size(), refusal.getMessage());
            assertTrue(refusal.getMessage().contains("machine.buffers.fence_entries"), refusal.getMessage());
            assertTrue(refusal.getMessage().contains("must be at most 4 in this library"), refusal.getMessage());
        }
    }
}
