// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the ResponseRx of the RTL with its ejection buffer, alone, with docs/spec/dma-engine-rx.md (rules 1, 3, 5,
 * 7, 8 and Timing): responses of every type and length, with and without places in the commit queue and the turn at the
 * write port.
 */
@Tag("M-183")
class ResponseRxRtlTest extends UnitTest {
    private static final int[] TYPES = {
        PacketType.DATA,
        PacketType.DATA,
        PacketType.DATA,
        PacketType.PONG,
        PacketType.FADD_R,
        PacketType.INIT_ACK,
        PacketType.ACK,
        PacketType.NACK,
        PacketType.CREDIT,
        PacketType.PUT_ACK,
    };
    private static final int[] DEPTHS = {1, 2, 3, 5, 8, 16, 31, 32};

    private static final class AgainstPage extends UnitComparison {
        private record Flit(boolean head, boolean tail, long w0, long w1) {}

        private final int depth;
        private final int memory; // bytes of memory
        private final int me = random.nextInt(1 << Coord.WIDTH);
        private final Deque<Flit> coming = new ArrayDeque<>();
        private final Deque<Flit> buffer = new ArrayDeque<>();
        private int credits;
        private boolean took; // whether a flit was taken in the previous cycle
        private Flit delivered; // header of the packet whose tail was taken in the previous cycle

        // header of the packet whose head was taken last
        private Flit header;
        private long cursor;
        private int left;

        // rates in percent, drawn again every hundred cycles
        private int arrivals;
        private int room;
        private int turns;

        AgainstPage(long seed) {
            super("ResponseRx", seed);
            depth = DEPTHS[(int) (seed % DEPTHS.length)];
            credits = depth;
            int most = 1 << HwLayout.ADDRESS_BITS;
            memory = seed % 3 == 0 ? most : most - (int) (seed * 0x9E37_79B9L >>> 8) % (most - 1024);
        }

        @Override
        protected void begin() {
            rtl.reset();
            rtl.set("cfg_localDepth_eject_1", depth);
            rtl.coord("cfg_me", me);
            rtl.set("cfg_memoryBytes", memory);
        }

        private void draw() {
            int type = TYPES[random.nextInt(TYPES.length)];
            int length = type == PacketType.FADD_R
                    ? HwLayout.FLIT_BYTES
                    : type != PacketType.DATA
                            ? 0
                            : chance(20) ? HwLayout.MAX_PAYLOAD : chance(50) ? random.nextInt(257) : random.nextInt(34);
            long free = Header0.LENGTH_MASK << Header0.LENGTH_LSB
                    | Header0.PTYPE_MASK << Header0.PTYPE_LSB
                    | 1L << Header0.CLS_LSB
                    | (1L << Coord.WIDTH) - 1;
            long w0 = random.nextLong() & ~free
                    | (long) length << Header0.LENGTH_LSB
                    | (long) type << Header0.PTYPE_LSB
                    | 1L << Header0.CLS_LSB
                    | me;
            long last = memory - length;
            long address = (chance(20) ? last : random.nextInt((int) last + 1)) & Header1.ADDR_MASK;
            long w1 = random.nextLong() & ~Header1.ADDR_MASK | address | 1L << Header1.CTR_VALID_LSB;
            int flits = (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
            coming.add(new Flit(true, flits == 0, w0, w1));
            for (int i = 1; i <= flits; i++) {
                coming.add(new Flit(false, i == flits, random.nextLong(), random.nextLong()));
            }
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                arrivals = rate(40);
                room = rate(40);
                turns = rate(40);
            }
            if (coming.isEmpty()) {
                draw();
            }
            boolean arrives = in("eject_flit_valid", credits > 0 && chance(arrivals));
            Flit next = coming.peek();
            rtl.set("eject_flit_head", arrives ? next.head : chance(50));
            rtl.set("eject_flit_tail", arrives ? next.tail : chance(50));
            rtl.set("eject_flit_w0", arrives ? next.w0 : random.nextLong());
            rtl.set("eject_flit_w1", arrives ? next.w1 : random.nextLong());
            boolean hasRoom = in("commitRoom", chance(room));
            Flit front = buffer.peek();
            boolean offers = front != null && (!front.head || hasRoom);
            boolean takes = in("turn_take", offers && chance(turns));
            rtl.settle();

            same("turn_offer", offers);
            same("eject_credit", took);
            same("waits_some", front != null);
            if (front != null) {
                same("waits_head", front.head);
            }
            same("waits_room", hasRoom);
            same("waits_taken", takes);
            same("event_valid", delivered != null);
            if (delivered != null) {
                same("event_a", delivered.w0);
                same("event_b", delivered.w1);
            }
            same("busy", offers || took || delivered != null);
            compareTaken(front, takes);
            rtl.edge();

            credits += took ? 1 : 0;
            took = takes;
            delivered = takes && front.tail ? header : null;
            if (takes) {
                buffer.remove();
            }
            if (arrives) {
                buffer.add(coming.remove());
                credits--;
            }
        }

        private void compareTaken(Flit front, boolean takes) {
            boolean head = takes && front.head;
            boolean tail = takes && front.tail;
            same("claim", head);
            if (head) {
                header = front;
                cursor = Header1.addr(front.w1);
                left = (int) Header0.length(front.w0);
            }
            boolean writes = takes && !front.head && Header0.ptype(header.w0) == PacketType.DATA;
            same("write_valid", writes);
            if (writes) {
                int bytes = Math.min(HwLayout.FLIT_BYTES, left);
                same("write_len", bytes);
                same("write_addr", cursor);
                same("write_d0", front.w0);
                same("write_d1", front.w1);
                left -= bytes;
                cursor += HwLayout.FLIT_BYTES;
            }
            same("push_valid", tail);
            if (tail) {
                same("push_word0", header.w0);
                same("push_word1", header.w1);
                same("push_data", front.w0);
            }
        }
    }

    ResponseRxRtlTest() {
        super(AgainstPage::new, 40, 2500, 12, 600, unread());
    }

    private static Map<String, Long> unread() {
        Map<String, Long> unread = Map.of(
                "cfg_localDepth_eject_1", 0x1C0L, // the greatest depth is 32
                "isBehind", 1L); // only a flaw reads this port
        return unread;
    }
}
