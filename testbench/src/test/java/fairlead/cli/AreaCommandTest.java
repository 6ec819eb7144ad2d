// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.search.area.BufferUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the lines of the table of units; what yosys maps is in CellAreaTest. */
@Tag("M-931")
class AreaCommandTest {
    @Test
    void wholeAndPartialNumbersOfUnitsAreShown() {
        assertEquals(
                String.format("injection       16       0.25           1000            250%n"),
                AreaCommand.row(BufferUnit.INJECTION.at(16), 0.25, 1000));
        assertEquals(
                String.format("link_input       8    8     6            100            600%n"),
                AreaCommand.row(new BufferUnit.At(BufferUnit.LINK_INPUT, 8, 15), 6, 100));
    }
}
