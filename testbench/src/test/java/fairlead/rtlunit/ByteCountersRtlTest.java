// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TileCommand;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the ByteCounters of the RTL alone with docs/spec/dma-engine-rx.md (rules 10 and 16): values that reach 0 or
 * miss it by one bit, and several writers in a cycle.
 */
@Tag("M-181")
class ByteCountersRtlTest extends UnitTest {
    private static final int PAYLOAD = HwLayout.MAX_PAYLOAD;

    private static final class AgainstPage extends UnitComparison {
        private final int[] values = new int[HwLayout.COUNTERS]; // 0 after reset, whatever the counter held before

        // rates in percent, drawn again every hundred cycles
        private int writers;
        private int spread; // number of counters in use

        AgainstPage(long seed) {
            super("ByteCounters", seed);
        }

        @Override
        protected void begin() {
            rtl.tolerate("BC_A1", "BC_A2", "BC_A3");
            rtl.reset();
        }

        private int id() {
            return chance(5) ? random.nextInt(HwLayout.COUNTERS) : random.nextInt(spread) * 37 % HwLayout.COUNTERS;
        }

        /** Returns a small number of bytes, sometimes with one bit inverted. */
        private int bytes() {
            int few = chance(30) ? PAYLOAD : random.nextInt(4);
            return chance(30) ? few ^ 1 << random.nextInt(32) : few;
        }

        private int amount(int id) {
            int value = values[id];
            return value >= 0 && value <= PAYLOAD && chance(80) ? value : chance(30) ? PAYLOAD : random.nextInt(4);
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                writers = 10 + random.nextInt(60);
                spread = 1 + random.nextInt(HwLayout.COUNTERS);
            }
            if (chance(1) && chance(20)) {
                rtl.reset();
                Arrays.fill(values, 0);
            }
            boolean falls = in("fall_valid", chance(60));
            int fallId = in("fall_id", id());
            int amount = in("fall_amount", amount(fallId));

            boolean asks = chance(writers);
            long counter = chance(10) ? id() + ((long) HwLayout.COUNTERS << random.nextInt(58)) : id();
            int preset = bytes();
            rtl.set("cmd_valid", asks || chance(20));
            rtl.set("cmd_op", asks ? TileCommand.COUNTER_SET : TileCommand.POST);
            rtl.set("cmd_w_0", counter);
            rtl.set("cmd_w_1", (long) random.nextInt() << 32 | Integer.toUnsignedLong(preset));
            boolean[] loads = {chance(writers), chance(writers)};
            int[] ids = {id(), id()};
            int[] loaded = {bytes(), bytes()};
            for (int r = 0; r < 2; r++) {
                rtl.set("load_" + r + "_valid", loads[r]);
                rtl.set("load_" + r + "_id", ids[r]);
                rtl.set("load_" + r + "_value", Integer.toUnsignedLong(loaded[r]));
            }
            rtl.settle();
            int lower = values[fallId] - amount;
            if (falls) {
                same("fall_zero", lower == 0);
                values[fallId] = lower;
            }
            if (asks && Long.compareUnsigned(counter, HwLayout.COUNTERS) < 0) {
                values[(int) counter] = preset;
            }
            for (int r = 1; r >= 0; r--) { // port 0 has priority, then port 1, then the preset
                if (loads[r]) {
                    values[ids[r]] = loaded[r];
                }
            }
            rtl.edge();
        }
    }

    ByteCountersRtlTest() {
        super(AgainstPage::new, 40, 2500, 6, 800, Map.of("cmd_w_1", -1L << 32));
    }
}
