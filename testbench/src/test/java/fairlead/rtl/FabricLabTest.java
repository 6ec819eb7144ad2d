// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the C ABI of the library with deliberate flaws. */
@Tag("M-63")
class FabricLabTest extends FabricFixture {
    @Override
    String library() {
        return "lab";
    }

    /** With packets as slots, the flaw changes the meaning of a credit. */
    @ParameterizedTest(name = "node {0}")
    @ValueSource(ints = {0, 1})
    void bothEndsOfALinkHaveTheFlawOfSlotsOrNone(int node) {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, node, ConfigReg.UNSAFE, UnsafeVariant.SHALLOW_ADAPTIVE));
        assertEquals(FabricAbi.E_CONFIG, abi.fl_reset(handle));
        ok(handle, abi.fl_configure(handle, 1 - node, ConfigReg.UNSAFE, UnsafeVariant.SHALLOW_ADAPTIVE));
        ok(handle, abi.fl_reset(handle));
    }

    @Test
    void anotherFlawMayBeOfOneNode() {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, 1, ConfigReg.UNSAFE, UnsafeVariant.FENCE_OPEN));
        ok(handle, abi.fl_reset(handle));
    }

    /**
     * A fault mutes only the assertions of its own unit; the barrier unit asserts a rule that its host breaks (BU_A2).
     */
    @ParameterizedTest(name = "fault {0}: stop {1}")
    @CsvSource({FaultId.FLUSH_EARLY + ", 4", FaultId.EPOCH_ACK_EARLY + ", 4", FaultId.BARRIER_EARLY + ", 3"})
    void aFaultMutesItsOwnUnitOnly(int fault, int stop) {
        long handle = ready();
        CommandBuffer commands = new CommandBuffer();
        commands.add(5, 1, 0, TileCommand.FAULT_ARM, fault, 0, 0, 0, 1);
        commands.add(10, 1, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 2); // task 9 on a node with 1 task
        submit(handle, commands);
        assertEquals(stop, run(handle, 1000), abi.fl_last_error(handle));
    }
}
