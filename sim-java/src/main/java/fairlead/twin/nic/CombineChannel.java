// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;

/**
 * The collective channel of one class route. It combines packets on their way up and copies packets on their way down.
 */
final class CombineChannel {
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int OWN = 1 << LINKS; // bit of the node itself, both as a source and as a destination
    private static final long KIND = CollectiveHeader.IS_SIGNED_MASK << CollectiveHeader.IS_SIGNED_LSB
            | CollectiveHeader.SIZE_MASK << CollectiveHeader.SIZE_LSB
            | CollectiveHeader.OP_MASK << CollectiveHeader.OP_LSB
            | CollectiveHeader.MODE_MASK << CollectiveHeader.MODE_LSB
            | CollectiveHeader.ROUTE_MASK << CollectiveHeader.ROUTE_LSB
            | CollectiveHeader.LENGTH_MASK << CollectiveHeader.LENGTH_LSB;
    private static final int PAYLOAD_FLITS = HwLayout.TREE_PAYLOAD / HwLayout.FLIT_BYTES;

    private final int parent;
    private final int children;
    private final boolean isMember;
    private final boolean isRoot;
    private final CombineAlu betweenChildren = new CombineAlu();
    private final CombineAlu withOwn = new CombineAlu();

    private boolean inside; // whether the channel is in the middle of a packet
    private int left; // mask of the sources that have not sent their tail
    private long header;
    private int flits; // number of payload flits that have left
    private TreeFlit up; // flit that is offered upwards, or null for none
    private TreeFlit down;
    private int downTo;

    // decided in this cycle
    private int needs;
    private boolean joins;
    private boolean copies;
    private boolean upTaken;
    private int downTaken;
    private TreeFlit joined;
    private TreeFlit fromParent;
    private int tails;

    CombineChannel(CollectiveConfig config, int route) {
        parent = config.parent(route);
        children = config.children(route);
        isMember = config.isMember(route);
        isRoot = parent == 0;
    }

    /** Returns the flit that is offered on this link, or null. */
    TreeFlit offered(int link) {
        if (parent == 1 << link) {
            return up;
        }
        return (downTo >> link & 1) != 0 ? down : null;
    }

    /** Returns the flit that is offered to the reception FIFO, or null. */
    TreeFlit received() {
        return (downTo & OWN) != 0 ? down : null;
    }

    /**
     * Decides which flits move.
     *
     * @param fronts front flits of the links' buffers and of the injection FIFO; null for none
     * @param taken mask of the destinations that take the flit offered to them: the links, and above them the reception
     *     FIFO
     * @return the mask of the sources from which a flit is taken
     */
    int decide(TreeFlit[] fronts, int taken) {
        upTaken = (taken & parent) != 0;
        downTaken = taken & ~parent;
        boolean downFree = (downTo & ~downTaken) == 0;
        boolean upFree = isRoot ? downFree : up == null || upTaken;
        int there = 0;
        tails = 0;
        for (int s = 0; s <= LINKS; s++) {
            there |= fronts[s] != null ? 1 << s : 0;
            tails |= fronts[s] != null && fronts[s].tail() ? 1 << s : 0;
        }
        needs = inside ? left : isBroadcast(fronts[LINKS]) ? OWN : children | (isMember ? OWN : 0);
        joins = needs != 0 && (needs & ~there) == 0 && upFree;
        if (joins) {
            joined = inside ? payload(fronts) : head(fronts);
        }
        fromParent = isRoot ? null : fronts[Integer.numberOfTrailingZeros(parent)];
        copies = fromParent != null && downFree;
        return (joins ? needs : 0) | (copies ? parent : 0);
    }

    boolean acts() {
        return joins || copies;
    }

    private static boolean isBroadcast(TreeFlit own) {
        return own != null && CollectiveHeader.mode(own.w0()) == CollectiveMode.BROADCAST;
    }

    private TreeFlit head(TreeFlit[] fronts) {
        TreeFlit first = fronts[Integer.numberOfTrailingZeros(needs)];
        long longest = 0;
        boolean mixed = false;
        for (int s = 0; s <= LINKS; s++) {
            if ((needs >> s & 1) != 0) {
                long its = fronts[s].w0();
                longest = Math.max(longest, CollectiveHeader.length(its));
                mixed |= ((its ^ first.w0()) & KIND) != 0
                        || fronts[s].w1() != first.w1()
                        || CollectiveHeader.mixed(its) != 0;
            }
        }
        long kept = first.w0()
                & ~(CollectiveHeader.LENGTH_MASK << CollectiveHeader.LENGTH_LSB)
                & ~(1L << CollectiveHeader.MIXED_LSB);
        long word = kept | longest << CollectiveHeader.LENGTH_LSB | (mixed ? 1L << CollectiveHeader.MIXED_LSB : 0);
        return new TreeFlit(true, (needs & ~tails) == 0, word, first.w1());
    }

    private TreeFlit payload(TreeFlit[] fronts) {
        long w0 = 0;
        long w1 = 0;
        boolean some = false;
        for (int s = 0; s <= LINKS; s++) {
            if ((needs >> s & 1) != 0) {
                TreeFlit its = fronts[s];
                if (some) {
                    CombineAlu alu = s == LINKS ? withOwn : betweenChildren;
                    alu.combine(
                            (int) CollectiveHeader.op(header),
                            (int) CollectiveHeader.size(header),
                            CollectiveHeader.isSigned(header) != 0,
                            beginsOperand(),
                            w0,
                            w1,
                            its.w0(),
                            its.w1());
                    w0 = alu.out0;
                    w1 = alu.out1;
                } else {
                    w0 = its.w0();
                    w1 = its.w1();
                    some = true;
                }
            }
        }
        return new TreeFlit(false, (needs & ~tails) == 0, w0, w1);
    }

    private boolean beginsOperand() {
        int size = (int) CollectiveHeader.size(header);
        return size <= CombineAlu.WHOLE_FLIT || flits % (1 << size - CombineAlu.WHOLE_FLIT) == 0;
    }

    void edge() {
        up = upTaken ? null : up;
        downTo &= ~downTaken;
        if (joins && isRoot) {
            int mode = (int) CollectiveHeader.mode(inside ? header : joined.w0());
            boolean stays = mode == CollectiveMode.COMBINE;
            boolean receives = stays || isMember && mode != CollectiveMode.BROADCAST;
            down = joined;
            downTo = (stays ? 0 : children) | (receives ? OWN : 0);
        } else if (joins) {
            up = joined;
        }
        if (copies) {
            down = fromParent;
            downTo = children | (isMember ? OWN : 0);
        }
        if (joins) {
            betweenChildren.advance();
            withOwn.advance();
            flits = inside ? (flits + 1) % PAYLOAD_FLITS : 0;
            header = inside ? header : joined.w0();
            left = needs & ~tails;
            inside = left != 0;
        }
    }

    /**
     * Combines two flits of operands into one flit per cycle (docs/spec/collective-network.md). A flit consists of four
     * segments of 32 bits. The flits of a long operand arrive in ascending significance for SUM, and in descending
     * significance for MIN and MAX.
     */
    public static final class CombineAlu {
        private static final int SEGMENTS = 4;
        private static final long SEGMENT = 0xFFFF_FFFFL;
        private static final int SEGMENT_BITS = Integer.SIZE;
        private static final int WHOLE_FLIT = 2; // operand size code of one flit

        private boolean carry;
        private boolean decided; // whether a more significant flit of the operand differed
        private boolean kept; // whether b was the preferred operand in that flit

        // state after the current flit
        private boolean nextCarry;
        private boolean nextDecided;
        private boolean nextKept;
        long out0;
        long out1;

        /** Combines one flit of each operand; {@link #out0} and {@link #out1} are the result. */
        public void combine(int op, int size, boolean signed, boolean first, long a0, long a1, long b0, long b1) {
            boolean begins = size <= WHOLE_FLIT || first;
            out0 = 0;
            out1 = 0;
            if (op == CollectiveOp.SUM) {
                sum(size, begins, a0, a1, b0, b1);
            } else if (op == CollectiveOp.MIN || op == CollectiveOp.MAX) {
                choose(op == CollectiveOp.MIN, size, signed, begins, a0, a1, b0, b1);
            } else if (op == CollectiveOp.AND) {
                out0 = a0 & b0;
                out1 = a1 & b1;
            } else if (op == CollectiveOp.OR) {
                out0 = a0 | b0;
                out1 = a1 | b1;
            } else {
                out0 = a0 ^ b0;
                out1 = a1 ^ b1;
            }
        }

        /** Notes that the flit leaves, and keeps its carry and comparison for the next flit. */
        public void advance() {
            carry = nextCarry;
            decided = nextDecided;
            kept = nextKept;
        }

        private static long segment(int k, long low, long high) {
            return (k < 2 ? low : high) >>> SEGMENT_BITS * (k & 1) & SEGMENT;
        }

        private void put(int k, long value) {
            if (k < 2) {
                out0 |= value << SEGMENT_BITS * k;
            } else {
                out1 |= value << SEGMENT_BITS * (k - 2);
            }
        }

        private void sum(int size, boolean begins, long a0, long a1, long b0, long b1) {
            int lane = 1 << Math.min(size, WHOLE_FLIT); // number of operand segments in this flit
            long over = begins || !carry ? 0 : 1;
            for (int k = 0; k < SEGMENTS; k++) {
                long from = k > 0 && k % lane == 0 ? 0 : over;
                long total = segment(k, a0, a1) + segment(k, b0, b1) + from;
                put(k, total & SEGMENT);
                over = total >>> SEGMENT_BITS;
            }
            nextCarry = over != 0;
        }

        private void choose(
                boolean smaller, int size, boolean signed, boolean begins, long a0, long a1, long b0, long b1) {
            int lane = 1 << Math.min(size, WHOLE_FLIT);
            for (int top = lane - 1; top < SEGMENTS; top += lane) {
                int order = 0; // order of b relative to a
                for (int k = top; k > top - lane && order == 0; k--) {
                    long flip = signed && k == top && begins ? 1L << SEGMENT_BITS - 1 : 0;
                    order = Long.compare(segment(k, b0, b1) ^ flip, segment(k, a0, a1) ^ flip);
                }
                boolean takesB = smaller ? order < 0 : order > 0;
                if (lane == SEGMENTS) {
                    takesB = decided && !begins ? kept : takesB;
                    nextDecided = decided && !begins || order != 0;
                    nextKept = takesB;
                }
                for (int k = top - lane + 1; k <= top; k++) {
                    put(k, takesB ? segment(k, b0, b1) : segment(k, a0, a1));
                }
            }
        }
    }
}
