// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.CollectiveReg;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Gives the RTL of ConfigGuard the least and greatest value of each register, and those just beyond, as the pages say
 * (docs/spec/fabric.md, docs/spec/words.md). The twin has no such unit: it is made from a checked configuration.
 */
@Tag("M-1140")
class ConfigGuardRtlTest {
    private static final int DEPTH_BITS = 13;
    private static final int SLOTS_LSB = 9;
    private static final int NONE = -1;

    /** Values of a register, those that it takes and others. */
    private record Values(int register, List<Long> legal, List<Long> illegal) {}

    private final List<Values> all = new ArrayList<>();

    private void values(int register, List<Long> legal, List<Long> illegal) {
        all.add(new Values(register, legal, illegal));
    }

    private void range(int register, long least, long most) {
        List<Long> illegal = new ArrayList<>(List.of(most + 1, -1L, most | 1L << 63));
        if (least > 0) {
            illegal.add(least - 1);
        }
        values(register, List.of(least, most), illegal);
    }

    private static long field(int i, long depth) {
        return depth << i * DEPTH_BITS;
    }

    /** A register of depths, with the greatest depth of each field. */
    private void depths(int register, long... most) {
        List<Long> legal = new ArrayList<>(List.of(0L));
        List<Long> illegal = new ArrayList<>(List.of(1L << 4 * DEPTH_BITS));
        long together = 0;
        for (int i = 0; i < most.length; i++) {
            legal.add(field(i, most[i]));
            illegal.add(field(i, most[i] + 1));
            together |= field(i, most[i]);
            if (register < ConfigReg.LINK_DEPTHS_X || register > ConfigReg.LINK_DEPTHS_Z) {
                illegal.add(field(i, most[i] | 1L << SLOTS_LSB));
            } else {
                legal.add(field(i, 34 | 2L << SLOTS_LSB)); // two packets of 17 flits
                illegal.add(field(i, 33 | 2L << SLOTS_LSB));
            }
        }
        legal.add(together);
        values(register, legal, illegal);
    }

    private void registers() {
        range(ConfigReg.ME, 0, 0xFFF);
        values(
                ConfigReg.SHAPE,
                List.of(0L, 0x101010L, 0x010101L, 0x010210L),
                List.of(0x111010L, 0x101110L, 0x101011L, 0x1010L, 0x1010101L, -1L));
        range(ConfigReg.MEMORY_BYTES, 0, 1L << 28);
        range(ConfigReg.MESSAGE_BASE, 0, (1L << 28) - 1);
        range(ConfigReg.DLA_STATUS_ADDR, 0, (1L << 28) - 16);
        range(ConfigReg.VC_RULE, 0, 2);
        range(ConfigReg.ARBITRATION, 0, 31);
        range(ConfigReg.LINK_DEPTH, 1, 64);
        range(ConfigReg.LOCAL_DEPTH, 1, 32);
        range(ConfigReg.INJECTION_DEPTH, 1, 64);
        range(ConfigReg.RECEPTION_DEPTH, 1, 256);
        range(ConfigReg.DLA_DEPTH, 1, 1024);
        range(ConfigReg.RESPONSE_DEPTH, 1, 16);
        range(ConfigReg.LOCAL_PORTS, 1, 2);
        range(ConfigReg.TASKS, 1, 16);
        range(ConfigReg.BARRIER_WIDTH, 1, 16);
        IntStream.rangeClosed(ConfigReg.DLA_MAX_CREDITS, ConfigReg.DLA_EVENT_CREDITS)
                .forEach(register -> range(register, 0, 0xFFFF)); // ROUTING too
        range(ConfigReg.DLA_STATUS_WHEN, 0, 0x3FFF_FFFF);
        range(ConfigReg.DLA_BYPASS, 0, 1);
        range(ConfigReg.EPOCH_ACCESS, 0, 2);
        range(ConfigReg.UNSAFE, 0, 0xFFFF); // of the library with faults
        range(CollectiveReg.CLASS_ROUTES, 0, 0xFFFF_FFFFL);
        range(CollectiveReg.TREE_LINK_DEPTH, 0, 16);
        range(CollectiveReg.TREE_INJECTION_DEPTH, 0, 8);
        range(CollectiveReg.TREE_RECEPTION_DEPTH, 0, 8);
        range(CollectiveReg.BARRIER_TREE, 0, 3);
        range(CollectiveReg.ROUTE_TASKS, 0, 0x1F1F_1F1F);
        // interval in bits 8 to 0, chunk above
        values(
                ConfigReg.LINK_PACE,
                List.of(1L << 9 | 1, 16L << 9 | 256),
                List.of(1L, 1L << 9, 1L << 9 | 257, 17L << 9 | 1));
        IntStream.rangeClosed(ConfigReg.LINK_DEPTHS_X, ConfigReg.LINK_DEPTHS_Z)
                .forEach(register -> depths(register, 64, 64, 64, 64));
        depths(ConfigReg.LOCAL_DEPTHS, 32, 32, 32, 32);
        depths(ConfigReg.RESPONSE_DEPTHS, 16, 16, 0, 0);
        depths(ConfigReg.INJECTION_DEPTHS, 64, 64, 64, 64);
        depths(ConfigReg.RECEPTION_DEPTHS, 256, 256, 256, 256);
        for (int more = 0; more < 3; more++) { // of FIFOs that the structure does not have
            depths(ConfigReg.INJECTION_DEPTHS_4 + more, 0, 0, 0, 0);
            depths(ConfigReg.RECEPTION_DEPTHS_4 + more, 0, 0, 0, 0);
        }
        // commitSlots, headerQueue, readWindow, fenceEntries, ackCounters from bit 0 on
        long sizes = 32 | 4L << 6 | 64L << 9 | 8L << 16 | 16L << 20;
        values(ConfigReg.NIC_SIZES, List.of(0L, sizes), List.of(33L, 5L << 6, 65L << 9, 9L << 16, 17L << 20, 1L << 25));
    }

    /** Writes a register. Returns whether the units get the value. */
    private static boolean write(RtlUnit rtl, int register, long value) {
        rtl.set("pins_valid", true);
        rtl.set("pins_reg", register);
        rtl.set("pins_data", value);
        rtl.settle();
        boolean passes = rtl.is("cfg_valid");
        if (passes) {
            assertEquals(register, rtl.get("cfg_reg"));
            assertEquals(value, rtl.get("cfg_data"));
        }
        rtl.edge();
        rtl.set("pins_valid", false);
        rtl.settle();
        return passes;
    }

    private static int error(RtlUnit rtl) {
        return rtl.is("error_valid") ? (int) rtl.get("error_register") : NONE;
    }

    @Test
    void aRegisterTakesWhatIsBuiltAndNoMore() {
        registers();
        try (RtlUnit rtl = new RtlUnit("ConfigGuard")) {
            for (Values values : all) {
                write(rtl, ConfigReg.ME, 0);
                for (long legal : values.legal) {
                    assertEquals(true, write(rtl, values.register, legal), () -> values + ", " + legal);
                    assertEquals(NONE, error(rtl));
                }
                for (long illegal : values.illegal) {
                    write(rtl, ConfigReg.ME, 0);
                    assertEquals(false, write(rtl, values.register, illegal), () -> values + ", " + illegal);
                    assertEquals(values.register, error(rtl));
                }
            }
        }
    }

    @Test
    void anUnknownRegisterTakesNothingButZero() {
        registers();
        List<Integer> known = all.stream().map(Values::register).toList();
        try (RtlUnit rtl = new RtlUnit("ConfigGuard")) {
            for (int register = 0; register < 256; register++) {
                if (!known.contains(register)) {
                    write(rtl, ConfigReg.ME, 0);
                    assertEquals(true, write(rtl, register, 0));
                    assertEquals(NONE, error(rtl));
                    assertEquals(false, write(rtl, register, 1L << register % Long.SIZE));
                    assertEquals(register, error(rtl));
                }
            }
        }
    }

    @Test
    void withConfigStrictItDoesNotTakeZeroEither() {
        try (RtlUnit rtl = new RtlUnit("ConfigGuard")) {
            rtl.set("unsafe", UnsafeVariant.CONFIG_STRICT);
            write(rtl, ConfigReg.ME, 0);
            assertEquals(false, write(rtl, 255, 0));
            assertEquals(255, error(rtl));
        }
    }

    /** The first error stays, whatever follows, until a configuration begins. */
    @Test
    void theFirstErrorStays() {
        try (RtlUnit rtl = new RtlUnit("ConfigGuard")) {
            write(rtl, ConfigReg.ME, 5);
            write(rtl, ConfigReg.RESPONSE_DEPTH, 17);
            write(rtl, ConfigReg.RESPONSE_DEPTH, 4);
            write(rtl, ConfigReg.TASKS, 17);
            assertEquals(ConfigReg.RESPONSE_DEPTH, error(rtl));
            write(rtl, ConfigReg.ME, 5);
            assertEquals(NONE, error(rtl));
        }
    }

    @Test
    void withConfigOpenARegisterTakesAnything() {
        try (RtlUnit rtl = new RtlUnit("ConfigGuard")) {
            rtl.set("unsafe", UnsafeVariant.CONFIG_OPEN);
            write(rtl, ConfigReg.ME, 0);
            assertEquals(true, write(rtl, ConfigReg.RESPONSE_DEPTH, 17));
            assertEquals(NONE, error(rtl));
        }
    }
}
