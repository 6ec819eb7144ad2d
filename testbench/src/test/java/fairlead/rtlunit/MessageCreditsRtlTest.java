// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/**
 * Compares the MessageCredits of the RTL, alone, with docs/spec/dma-engine-tx.md (rules 13 and 14): a few targets,
 * whose common and own credits run out and return, up to the greatest number that a counter holds.
 */
@Tag("M-180")
class MessageCreditsRtlTest extends UnitTest {
    private static final int FIFOS = 4;
    private static final int TARGETS = 1 << 12;
    private static final int MOST = 511;

    private static final class AgainstPage extends UnitComparison {
        private final int[] common = new int[TARGETS];
        private final boolean[][] own = new boolean[TARGETS][FIFOS]; // at home, by target and reception FIFO
        private final int[] pool = new int[5 + random.nextInt(4)];
        private final int[] heads = new int[FIFOS];
        private final int[] toFifo = new int[FIFOS];
        private final List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3)); // FIFOs, the oldest first
        private int turn;

        // rates in percent, drawn again every hundred cycles
        private int presets;
        private int returns;
        private int messages;

        AgainstPage(long seed) {
            super("MessageCredits", seed);
        }

        @Override
        protected void begin() {
            rtl.tolerate("MC_A1", "MC_A2");
            rtl.reset();
            // targets that differ in one bit, so that a wrong address is that of another target
            for (int i = 0; i < pool.length; i++) {
                pool[i] = i % 2 == 0 ? random.nextInt(TARGETS) : pool[i - 1] ^ 1 << random.nextInt(12);
            }
            for (int target : pool) {
                preset(true, target, random.nextInt(4));
                rtl.edge();
                give(target);
            }
        }

        private long value;

        /** Of n credits each reception FIFO has one of its own, and n - 1 are common. */
        private void give(int target) {
            common[target] = (int) Math.max(0, value - 1);
            Arrays.fill(own[target], value != 0);
        }

        private void preset(boolean valid, int target, long credits) {
            value = credits;
            rtl.set("cmd_valid", valid);
            rtl.set("cmd_op", TileCommand.MSG_CREDIT);
            rtl.set("cmd_w_0", random.nextLong() << 12 | target); // bits above a Coord are ignored
            rtl.set("cmd_w_1", credits);
        }

        private long amount() {
            return switch (random.nextInt(5)) {
                case 0 -> MOST - random.nextInt(3);
                case 1 -> 1L << random.nextInt(9);
                case 2 -> MOST + 1L << random.nextInt(55); // the unit ignores such a number
                default -> random.nextInt(4);
            };
        }

        private int any() {
            return pool[random.nextInt(pool.length)];
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                presets = chance(50) ? 2 : 20;
                returns = random.nextInt(100);
                messages = random.nextInt(100);
            }
            int waiting = 0;
            order.add(order.remove(random.nextInt(FIFOS)));
            for (int f = 0; f < FIFOS; f++) {
                int place = order.indexOf(f);
                rtl.set(
                        "older_" + f,
                        order.subList(0, place).stream().mapToInt(g -> 1 << g).sum());
                heads[f] = any();
                toFifo[f] = chance(60) ? 1 : random.nextInt(FIFOS);
                rtl.set(pin("toFifos_", f), toFifo[f]);
                rtl.coord(pin("targets_", f), heads[f]);
                waiting |= chance(messages) ? 1 << f : 0;
            }
            int second = in("second", chance(10) ? random.nextInt(16) : 0b1010);
            boolean[] can = {chance(70), chance(70)};
            boolean asks = chance(presets);
            int presetAt = any();
            preset(asks || chance(20), presetAt, amount());
            if (!asks) {
                rtl.set("cmd_op", chance(50) ? TileCommand.MSG_POP : TileCommand.COUNTER_SET);
            }
            boolean back = in("back_valid", chance(returns));
            int backAt = chance(50) ? heads[random.nextInt(FIFOS)] : any();
            rtl.coord("back_from", backAt);
            int backFifo = chance(50) ? 1 : random.nextInt(FIFOS);
            rtl.set("back_fifo", backFifo);
            rtl.set("waiting", waiting);
            rtl.set("can_0", can[0]);
            rtl.set("can_1", can[1]);
            rtl.set("take", 0);
            rtl.settle();

            int offer = offer(waiting, second, can);
            same("offer", offer);
            same("funded", funded(waiting));
            int taken = -1;
            if (offer != 0 && chance(80)) {
                do {
                    taken = random.nextInt(FIFOS);
                } while ((offer >> taken & 1) == 0);
                rtl.set("take", 1L << taken);
                turn = 1 - (second >> taken & 1);
            }
            rtl.edge();
            if (taken >= 0 && own[heads[taken]][toFifo[taken]]) {
                own[heads[taken]][toFifo[taken]] = false;
            } else if (taken >= 0) {
                common[heads[taken]]--;
            }
            if (back && own[backAt][backFifo]) {
                common[backAt] = Math.min(MOST, common[backAt] + 1);
            } else if (back) {
                own[backAt][backFifo] = true;
            }
            if (asks && Long.compareUnsigned(value, MOST) <= 0) {
                give(presetAt);
            }
        }

        /** Deals the credits of each target to its messages, the oldest first. */
        private int funded(int waiting) {
            int funded = 0;
            Map<Integer, Integer> used = new HashMap<>(); // common ones, by target
            Set<List<Integer>> first = new HashSet<>();
            for (int f : order) {
                boolean asks = (waiting >> f & 1) != 0;
                if (asks && first.add(List.of(heads[f], toFifo[f])) && own[heads[f]][toFifo[f]]) {
                    funded |= 1 << f;
                } else if (asks) {
                    int before = used.merge(heads[f], 1, Integer::sum) - 1;
                    funded |= common[heads[f]] > before ? 1 << f : 0;
                }
            }
            return funded;
        }

        /** Returns the FIFOs that may send a message by rule 14. */
        private int offer(int waiting, int second, boolean[] can) {
            int[] of = new int[2];
            int funded = funded(waiting);
            for (int f = 0; f < FIFOS; f++) {
                int port = second >> f & 1;
                if ((funded >> f & 1) != 0 && can[port]) {
                    of[port] |= 1 << f;
                }
            }
            return of[turn] != 0 ? of[turn] : of[1 - turn];
        }
    }

    MessageCreditsRtlTest() {
        super(AgainstPage::new, 40, 2500, 4, 600, Map.of("cmd_w_0", -1L << 12));
    }
}
