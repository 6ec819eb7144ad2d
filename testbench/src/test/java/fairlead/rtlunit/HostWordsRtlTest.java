// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.rtlunit.HostGuardUnit.Command;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gives HostGuard each command with each single bit, and commands while the configuration is wrong. */
@Tag("M-1140")
class HostWordsRtlTest {
    private static final int SYSTEM = 16;
    private static final int MALFORMED = 4;
    private static final List<Integer> OF_THE_GUARD =
            List.of(TileCommand.TASK_RESET, TileCommand.TASK_GRANT, TileCommand.FENCE_REGION);
    private static final int CONFIGURATION = 6;

    private static long eventOf(long reason, long task, long op) {
        return reason << GuardEvent.REASON_LSB | task << GuardEvent.TASK_LSB | op << GuardEvent.COMMAND_LSB;
    }

    /** A bit that a command does not mean is refused, whichever it is, and one that it means is not. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"twin", "RTL"})
    void eachBitAloneIsMeantOrRefused(String engine) {
        try (HostGuardUnit unit = engine.equals("RTL") ? HostGuardUnit.rtl() : HostGuardUnit.twin()) {
            for (int op = 0; op < 64; op++) {
                for (int bit = 0; bit < 4 * Long.SIZE; bit++) {
                    long[] words = new long[4];
                    words[bit / Long.SIZE] = 1L << bit;
                    Command c = new Command(SYSTEM, op, words[0], words[1], words[2], words[3], false);
                    long[] reaches = unit.cycle(c, List.of());
                    long a = eventOf(MALFORMED, SYSTEM, op);
                    if (c.strays()) {
                        assertEquals(null, reaches, c::toString);
                        assertArrayEquals(new long[] {EventKind.COMMAND_REFUSED, a, c.w0()}, unit.event(), c::toString);
                    } else if (!OF_THE_GUARD.contains(op)) {
                        assertArrayEquals(new long[] {op, c.w0()}, reaches, c::toString);
                        assertEquals(null, unit.event(), c::toString);
                    }
                }
            }
        }
    }

    /** A node that was given a configuration beyond what is built refuses every command and names the register. */
    @Test
    void aMisconfiguredNodeTakesNoCommand() {
        try (RtlUnit rtl = new RtlUnit("HostGuard")) {
            rtl.reset();
            rtl.set("error_valid", true);
            rtl.set("error_register", 17);
            for (int op = 0; op < 64; op++) {
                rtl.set("pins_valid", true);
                rtl.set("pins_owner", SYSTEM);
                rtl.set("pins_op", op);
                rtl.settle();
                assertEquals(false, rtl.is("cmd_valid"));
                rtl.edge();
                rtl.set("pins_valid", false);
                rtl.settle();
                assertEquals(EventKind.COMMAND_REFUSED, rtl.get("event_kind"));
                assertEquals(eventOf(CONFIGURATION, SYSTEM, op), rtl.get("event_a"));
                assertEquals(17, rtl.get("event_b"));
            }
        }
    }
}
