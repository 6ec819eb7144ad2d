// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the pin access to a unit: mistakes of a test are reported, and several units can exist at the same time. */
@Tag("lab")
@Tag("M-96")
class RtlUnitTest {
    @Test
    void everyUnitOfTheLibraryHasATest() {
        assertFalse(RtlUnit.names().isEmpty());
        for (String unit : RtlUnit.names()) {
            String test = "fairlead.rtlunit." + unit + "RtlTest";
            try {
                Class.forName(test);
            } catch (ClassNotFoundException e) {
                throw new AssertionError("no class " + test, e);
            }
        }
    }

    @Test
    void wrongNamesAndValuesAreRefused() {
        String unit = assertThrows(IllegalArgumentException.class, () -> new RtlUnit("NoUnit"))
                .getMessage();
        assertTrue(unit.contains("BarrierUnit"), unit);
        try (RtlUnit rtl = new RtlUnit("BarrierUnit")) {
            String port = assertThrows(IllegalArgumentException.class, () -> rtl.set("gi", 0))
                    .getMessage();
            assertTrue(port.contains("giIn"), port);
            assertThrows(IllegalArgumentException.class, () -> rtl.set("giOut", 0), "an output");
            assertThrows(IllegalArgumentException.class, () -> rtl.get("giIn"), "an input");
            assertThrows(IllegalArgumentException.class, () -> rtl.set("giIn", 8), "three bits");
        }
    }

    @Test
    void anAlteredPortIsWrongAndAFailedAssertionIsNamed() {
        try (RtlUnit rtl = new RtlUnit("BarrierUnit")) {
            try (RtlUnit other = new RtlUnit("OutputUnit")) {
                other.reset();
            }
            rtl.reset();
            rtl.settle();
            assertEquals(0b100, rtl.get("giOut"));
            rtl.alter(new Alteration("giOut", 1));
            assertEquals(0b101, rtl.get("giOut"));
            rtl.set("cmd_valid", true);
            rtl.set("cmd_op", 5);
            rtl.set("cmd_w_0", 9);
            String failed = assertThrows(UnitDifference.class, rtl::edge).getMessage();
            assertTrue(failed.contains("BU_A1"), failed);
            rtl.tolerate("BU_A");
            rtl.edge();
        }
    }
}
