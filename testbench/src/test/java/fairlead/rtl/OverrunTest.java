// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import fairlead.machine.MachineConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The fabric writes no more words than it is told. With {@code -Dfairlead.overrun=true} it is told of more room than
 * there is: scripts/lib/sanitize.sh shows with it that a fabric that watches its memory notices.
 */
@Tag("M-689")
class OverrunTest {
    private static final int ROOM = 4;
    private static final long MARK = 0x5A5A5A5A5A5A5A5AL;

    private static Memory words(long... values) {
        Memory memory = new Memory(8L * values.length);
        for (int i = 0; i < values.length; i++) {
            memory.setLong(8L * i, values[i]);
        }
        return memory;
    }

    @Test
    void noMoreWordsAreWrittenThanTheCallIsTold() {
        MachineConfig machine = FabricTraffic.machine(1, 1, 1);
        FabricAbi abi = FabricLibrary.variant("product").abi();
        ByteBuffer events = ByteBuffer.allocateDirect(40 * 64).order(ByteOrder.LITTLE_ENDIAN);
        Memory result = words(new long[FabricAbi.R_COUNT]);
        long address = Pointer.nativeValue(Native.getDirectBufferPointer(events));
        Memory create =
                words(1, 1, 1, 2, 2, 16, 64, 4096, 1, address, 64, Pointer.nativeValue(result), 1, 0, 0, 20, 0, 0);
        Memory handles = words(0);
        assertEquals(
                FabricAbi.OK,
                abi.fl_create(
                        Pointer.nativeValue(create), FabricAbi.C_MEMORY_LATENCY + 3, Pointer.nativeValue(handles)),
                abi.fl_last_error(0));
        long handle = handles.getLong(0);
        RtlConfiguration.apply(machine, (node, register, value) -> abi.fl_configure(handle, node, register, value));
        assertEquals(FabricAbi.OK, abi.fl_reset(handle), abi.fl_last_error(handle));
        Memory out = words(MARK, MARK, MARK, MARK);
        int told = Boolean.getBoolean("fairlead.overrun") ? FabricAbi.S_COUNT : ROOM - 1;
        assertEquals(FabricAbi.OK, abi.fl_stats(handle, Pointer.nativeValue(out), told));
        assertEquals(0, out.getLong(0), "cycles");
        assertEquals(MARK, out.getLong(8L * (ROOM - 1)), "the word behind those that were asked for");
        abi.fl_destroy(handle);
    }
}
