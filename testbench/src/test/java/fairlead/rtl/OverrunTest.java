// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The fabric writes no more words than it is told. With {@code -Dfairlead.overrun=true} it is told of more room than
 * there is: scripts/lib/sanitize.sh shows with it that a fabric that watches its memory notices.
 */
@Tag("M-689")
class OverrunTest extends FabricFixture {
    private static final int ROOM = 4;
    private static final long MARK = 0x5A5A5A5A5A5A5A5AL;

    @Test
    void noMoreWordsAreWrittenThanTheCallIsTold() {
        long handle = ready();
        Memory room = new Memory(8L * ROOM); // nothing of the process stands behind it
        for (int i = 0; i < ROOM; i++) {
            room.setLong(8L * i, MARK);
        }
        int told = Boolean.getBoolean("fairlead.overrun") ? FabricAbi.S_COUNT : ROOM - 1;
        ok(handle, abi.fl_stats(handle, Pointer.nativeValue(room), told));
        assertEquals(0, room.getLong(0), "cycles");
        assertEquals(MARK, room.getLong(8L * (ROOM - 1)), "the word behind those that were asked for");
    }
}
