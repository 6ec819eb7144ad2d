// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.ReceiveCause;
import fairlead.hw.HwLayout.SendCause;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.WaitCause;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the PerfCounters of the RTL, alone, with docs/spec/perf-counters.md: any waits, any gaps between two edges,
 * commands at any time, and counters that become full.
 */
@Tag("M-730")
class PerfCountersRtlTest extends UnitTest {
    private static final int VCS = 8;
    private static final int ROWS = 1 << HwLayout.ROW_BITS;
    private static final int COUNTERS = 2 << CounterIndex.PART_WIDTH;
    private static final int CYCLES = HwLayout.CYCLES_ROW * COUNTERS;
    private static final long FULL = 0xFFFFFFFFL;

    private static final class AgainstPage extends UnitComparison {
        private final long[] counters = new long[ROWS * COUNTERS];
        private boolean on;
        private boolean clears; // COUNT_CONTROL with clear in the edge before
        private long now;
        private final int[] asked = {-1, -1}; // COUNT_READ one edge ago, two edges ago
        private long[] older = counters.clone(); // up to the edge before
        private long[] before = counters.clone(); // up to the edge before that one
        private int gaps;
        private final Map<String, Long> pins = new LinkedHashMap<>(); // waits of the edge before

        AgainstPage(long seed) {
            super("PerfCounters", seed);
            gaps = random.nextInt(3);
        }

        @Override
        protected void begin() {
            rtl.reset();
            now = random.nextInt(1 << 20);
        }

        /** Returns a gap; with long ones some counters become full. */
        private long gap() {
            return chance(80) || gaps == 0
                    ? 1
                    : gaps == 1 ? 1 + random.nextInt(1000) : 1 + (random.nextLong() & 0x3FFFFFFF);
        }

        @Override
        protected void cycle() {
            pins.forEach(rtl::set);
            long gap = gap();
            now = in("now", now + gap & FULL);
            int kind = random.nextInt(10);
            int word = random.nextInt(1 << CounterIndex.PART_WIDTH + HwLayout.ROW_BITS);
            boolean reads = kind < 4;
            boolean controls = kind == 4 || cycle == 0;
            rtl.set("cmd_valid", reads || controls);
            rtl.set("cmd_op", controls ? TileCommand.COUNT_CONTROL : reads ? TileCommand.COUNT_READ : 0);
            int control = cycle == 0 || chance(60) ? 1 : chance(20) ? 3 : random.nextInt(4);
            rtl.set("cmd_w_0", controls ? control : word);
            if (clears) {
                Arrays.fill(counters, 0);
            }
            clears = false;
            long[] next = counters.clone();
            if (on) {
                add(next, CYCLES, gap);
            }
            for (int row = HwLayout.FIRST_SEND_ROW; row < HwLayout.CYCLES_ROW; row++) {
                nic(next, row, gap);
            }
            for (int port = 0; port < HwLayout.ROUTER_PORTS; port++) {
                waits(next, port, gap);
            }
            rtl.settle();
            same("counting", on);
            rtl.edge();
            System.arraycopy(next, 0, counters, 0, counters.length);
            if (controls) {
                on = (control & 1) != 0;
                clears = (control & 2) != 0;
            }
            answer(reads && !controls ? word : -1);
        }

        private void answer(int word) {
            rtl.set("cmd_valid", false);
            rtl.settle();
            same("answer_valid", asked[1] >= 0);
            if (asked[1] >= 0) {
                int first = (int) (CounterIndex.row(asked[1]) * COUNTERS + 2 * CounterIndex.part(asked[1]));
                same("answer_a", before[first] | before[first + 1] << 32);
                same("answer_b", asked[1]);
            }
            asked[1] = asked[0];
            asked[0] = word;
            same("busy", asked[0] >= 0 || asked[1] >= 0 || rtl.is("answer_valid") || clears);
            before = older;
            older = counters.clone();
        }

        /** A queue of the NIC has one head, which moves, waits for one cause, or is not there. */
        private void nic(long[] next, int row, long gap) {
            int causes = row < HwLayout.FIRST_RECEIVE_ROW ? SendCause.PORT : ReceiveCause.ARBITRATION;
            boolean moved = on && chance(30);
            int cause = on && !moved && chance(50) ? 1 + random.nextInt(causes) : 0;
            if (moved) {
                add(next, row * COUNTERS, 1);
            } else if (cause != 0) {
                add(next, row * COUNTERS + 1, gap);
                add(next, row * COUNTERS + 1 + cause, gap);
            }
            String pin = "nic_" + (row - HwLayout.FIRST_SEND_ROW);
            pins.put(pin(pin, "_moved"), moved ? 1L : 0L);
            pins.put(pin(pin, "_cause"), (long) cause);
        }

        private void waits(long[] next, int port, long gap) {
            boolean link = port < HwLayout.LINKS;
            int vcs = link ? VCS : 1;
            boolean moved = on && chance(40);
            int cls = link && chance(50) ? 1 : 0;
            int blocked = 0;
            long causes = 0;
            for (int vc = 0; on && vc < vcs; vc++) {
                int cause = chance(60) ? 0 : 1 + random.nextInt(WaitCause.ARBITRATION);
                if (cause != 0) {
                    blocked |= 1 << vc;
                    causes |= (long) cause << 3 * vc;
                    int row = row(port, link && vc >= VCS / 2 ? 1 : 0);
                    add(next, row * COUNTERS + 1, gap);
                    add(next, row * COUNTERS + 1 + cause, gap);
                }
            }
            if (moved) {
                add(next, row(port, cls) * COUNTERS, 1);
            }
            pins.put(pin("ports_", port, "_moved"), moved ? 1L : 0L);
            if (link) {
                pins.put(pin("ports_", port, "_cls"), (long) cls);
            }
            pins.put(pin("ports_", port, "_blocked"), (long) blocked);
            pins.put(pin("ports_", port, "_causes"), causes);
        }

        private static int row(int port, int cls) {
            return port < HwLayout.LINKS ? 2 * port + cls : 2 * HwLayout.LINKS + port - HwLayout.LINKS;
        }

        private static void add(long[] to, int at, long count) {
            to[at] = Math.min(FULL, to[at] + count);
        }
    }

    /** Of the first word only the index matters; the highest bit of the cycle is in both ends of a gap. */
    PerfCountersRtlTest() {
        super(AgainstPage::new, 30, 3000, 4, 2000, Map.of("now", 0x80000000L, "cmd_w_0", ~0xFFL));
    }
}
