// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.ConfigReg;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every misuse of the C ABI gives a status and a text, and the process continues. */
@Tag("M-28")
class FabricAbiTest extends FabricFixture {
    @ParameterizedTest(name = "handle {0}")
    @ValueSource(longs = {0, -1, 1, 65535, 0x10001, 0x7FFFFFFFFFFFFFFFL, 0x00007F0000001000L})
    void aHandleThatWasNeverGivenOutIsRefusedByEveryCall(final long handle) {
        final List<Integer> statuses = List.of(
                abi.fl_destroy(handle),
                abi.fl_configure(handle, 0, ConfigReg.TASKS, 1),
                abi.fl_reset(handle),
                abi.fl_load(handle, 0, 0, at(out), 8),
                abi.fl_submit(handle, at(out), 1),
                abi.fl_run(handle, 10),
                abi.fl_memory(handle, 0, at(out)),
                abi.fl_stats(handle, at(out), 4),
                abi.fl_inspect(handle, 0, at(out), 1024),
                abi.fl_wave(handle, "x.fst", at(out), 1, 0, 1),
                abi.fl_pins(handle, "x.txt", 0, 1),
                abi.fl_record(handle, "x.rec"));
        statuses.forEach(status -> assertEquals(FabricAbi.E_HANDLE, status));
        assertTrue(abi.fl_last_error(0).startsWith("no fabric has handle"), abi.fl_last_error(0));
    }

    @Test
    void aDestroyedHandleStaysInvalidWhenItsPlaceIsUsedAgain() {
        final long first = created();
        assertEquals(FabricAbi.OK, abi.fl_destroy(first));
        final long second = created();
        assertFalse(first == second);
        assertEquals(FabricAbi.E_HANDLE, abi.fl_destroy(first));
        assertEquals(FabricAbi.E_HANDLE, abi.fl_run(first, 1));
    }

    @Test
    void theProductLibraryHasNoWavesAndAnUnwritableRecordIsAnError() {
        final long handle = created();
        assertEquals(FabricAbi.E_UNSUPPORTED, abi.fl_pins(handle, "x.txt", 0, 1));
        assertEquals(FabricAbi.E_UNSUPPORTED, abi.fl_wave(handle, "x.fst", at(out), 1, 0, 1));
        assertEquals(FabricAbi.E_IO, abi.fl_record(handle, "/nowhere/at/all.rec"));
    }
}
