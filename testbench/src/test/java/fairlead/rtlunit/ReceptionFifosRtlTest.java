// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the ReceptionFifos of the RTL, alone, with docs/spec/dma-engine-rx.md (rules 6 and 12 to 15): messages on
 * both ports, stored in any order, popped, and their credits returned.
 */
@Tag("M-182")
class ReceptionFifosRtlTest extends UnitTest {
    private static final int FIFOS = 4;
    private static final int[] DEPTHS = {1, 2, 3, 4, 7, 16, 37, 255, 256};

    private static final class AgainstPage extends UnitComparison {
        /** A message in a slot that is not free. */
        private static final class Message {
            private final int slot;
            private final int origin;
            private final int tag;
            private final int length;
            private boolean stored;

            Message(int slot, int origin, int tag, int length) {
                this.slot = slot;
                this.origin = origin;
                this.tag = tag;
                this.length = length;
            }
        }

        private final int depth; // the greatest, which is the room of each FIFO in memory
        private final int[] depths = new int[FIFOS];
        private final int base;
        private final List<Deque<Message>> taken = lists(); // not yet announced
        private final List<Deque<Message>> announced = lists();
        private final List<Deque<Message>> popped = lists();
        private final int[] next = new int[FIFOS]; // next slot of each FIFO
        private int turn;
        private int lastPaid = FIFOS - 1;
        private Message credit; // message whose CREDIT is in the register, or null

        // rates in percent, drawn again every hundred cycles
        private int arrivals;
        private int stores;
        private int pops;
        private int pays;
        private int heavy;

        AgainstPage(long seed) {
            super("ReceptionFifos", seed);
            depth = DEPTHS[random.nextInt(DEPTHS.length)];
            for (int f = 0; f < FIFOS; f++) {
                depths[f] = chance(50) ? depth : 1 + random.nextInt(depth);
            }
            base = random.nextInt(1 << HwLayout.ADDRESS_BITS);
        }

        private static List<Deque<Message>> lists() {
            List<Deque<Message>> lists = new ArrayList<>();
            for (int f = 0; f < FIFOS; f++) {
                lists.add(new ArrayDeque<>());
            }
            return lists;
        }

        @Override
        protected void begin() {
            rtl.tolerate("RF_A");
            rtl.reset();
            rtl.set("cfg_receptionSlots", depth);
            for (int f = 0; f < FIFOS; f++) {
                rtl.set(pin("cfg_receptionDepth_", f), depths[f]);
            }
            rtl.set("cfg_messageBase", base);
        }

        private boolean full(int fifo) {
            return taken.get(fifo).size()
                            + announced.get(fifo).size()
                            + popped.get(fifo).size()
                    == depths[fifo];
        }

        private int fifo() {
            return chance(heavy) ? 2 : random.nextInt(FIFOS);
        }

        private int owing() {
            for (int i = 1; i <= FIFOS; i++) {
                int fifo = (lastPaid + i) % FIFOS;
                if (!popped.get(fifo).isEmpty()) {
                    return fifo;
                }
            }
            return -1;
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                arrivals = rate(40);
                stores = rate(40);
                pops = rate(40);
                pays = rate(40);
                heavy = chance(50) ? 0 : 90;
            }
            Message[] arriving = new Message[2];
            int[] to = {fifo(), fifo()};
            boolean[] want = {chance(arrivals), chance(arrivals)};
            for (int r = 0; r < 2; r++) {
                arriving[r] = new Message(
                        next[to[r]], random.nextInt(1 << 12), random.nextInt(1 << 14), random.nextInt(1 << 9));
                String port = "message_" + r + "_";
                rtl.set(pin(port, "want"), want[r]);
                rtl.set(pin(port, "take"), false);
                rtl.set(pin(port, "fifo"), to[r]);
                rtl.set(pin(port, "tag"), arriving[r].tag);
                rtl.set(pin(port, "length"), arriving[r].length);
                rtl.coord(pin(port, "origin"), arriving[r].origin);
            }
            boolean announces = in("arrived_ready", chance(70));
            boolean pay = in("credit_ready", chance(pays));
            long pop = chance(10) ? FIFOS + (random.nextLong() >>> 1 + random.nextInt(60)) : fifo();
            boolean pops = chance(this.pops);
            rtl.set("cmd_valid", pops || chance(30));
            rtl.set("cmd_op", pops ? TileCommand.MSG_POP : TileCommand.MSG_CREDIT);
            rtl.set("cmd_w_0", pop);
            Message storing = chance(stores) ? someTaken() : null;
            rtl.set("stored_valid", storing != null);
            rtl.set("stored_fifo", storing == null ? fifo() : storingFifo);
            rtl.set("stored_slot", storing == null ? random.nextInt(depth) : storing.slot);
            rtl.settle();
            boolean[] room = compareSlots(want, to);
            int taker = room[0] ? 0 : room[1] ? 1 : -1;
            boolean takes = taker >= 0 && chance(80);
            if (takes) {
                rtl.set(pin("message_", taker, "_take"), true);
                rtl.settle();
            }
            int announcer = compareAnnouncement();
            same("credit_valid", credit != null);
            if (credit != null) {
                sameCoord("credit_dst", credit.origin);
                same("credit_word1_entry", lastPaid);
            }
            same("busy", announcer >= 0 || owing() >= 0 && credit == null || credit != null && pay);
            boolean found = Long.compareUnsigned(pop, FIFOS) < 0
                    && !announced.get((int) pop).isEmpty();
            same("empty", pops && !found);
            rtl.edge();

            int popFrom = pops && found ? (int) pop : -1;
            pay(pay);
            if (popFrom >= 0) {
                popped.get(popFrom).add(announced.get(popFrom).remove());
            }
            if (announcer >= 0 && announces) {
                announced.get(announcer).add(taken.get(announcer).remove());
            }
            if (storing != null) {
                storing.stored = true;
            }
            if (takes) {
                taken.get(to[taker]).add(arriving[taker]);
                next[to[taker]] = (next[to[taker]] + 1) % depths[to[taker]];
                turn = 1 - taker;
            }
        }

        private int storingFifo;

        /** Returns a message that is not stored yet, of FIFO `storingFifo`, or null. */
        private Message someTaken() {
            storingFifo = fifo();
            List<Message> open =
                    taken.get(storingFifo).stream().filter(m -> !m.stored).toList();
            return open.isEmpty() ? null : open.get(chance(50) ? 0 : random.nextInt(open.size()));
        }

        /** Compares the slots by rule 6. */
        private boolean[] compareSlots(boolean[] want, int[] to) {
            boolean[] able = {want[0] && !full(to[0]), want[1] && !full(to[1])};
            boolean[] room = new boolean[2];
            for (int r = 0; r < 2; r++) {
                room[r] = able[r] && (!able[1 - r] || turn == r);
                String port = "message_" + r + "_";
                same(pin(port, "room"), room[r]);
                same(pin(port, "full"), full(to[r]));
                same(pin(port, "slot"), next[to[r]]);
                int at = base + (to[r] * depth + next[to[r]]) * HwLayout.RECEPTION_SLOT;
                same(pin(port, "base"), at & (1 << HwLayout.ADDRESS_BITS) - 1);
            }
            return room;
        }

        /**
         * Compares the announcement by rules 13 and 14, and returns the lowest FIFO whose next slot is stored, or -1.
         */
        private int compareAnnouncement() {
            int announcer = -1;
            for (int f = FIFOS - 1; f >= 0; f--) {
                announcer = !taken.get(f).isEmpty() && taken.get(f).peek().stored ? f : announcer;
            }
            same("arrived_valid", announcer >= 0);
            if (announcer >= 0) {
                Message message = taken.get(announcer).peek();
                same(
                        "arrived_a",
                        announcer
                                | (long) message.slot << MessageEvent.SLOT_LSB
                                | (long) message.length << MessageEvent.BYTES_LSB
                                | (long) message.origin << MessageEvent.ORIGIN_LSB);
                same("arrived_b", message.tag);
            }
            return announcer;
        }

        /** Moves a CREDIT to the register by rule 15. */
        private void pay(boolean ready) {
            if (credit == null || ready) {
                int fifo = owing();
                credit = fifo < 0 ? null : popped.get(fifo).remove();
                lastPaid = fifo < 0 ? lastPaid : fifo;
            }
        }
    }

    ReceptionFifosRtlTest() {
        super(AgainstPage::new, 60, 2500, 12, 600, Map.of());
    }
}
