// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.program.CollectiveOp;
import fairlead.program.ProgramBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The transfers of one collective operation on the torus, by rounds, and the algorithms that make them, under their
 * names in the literature. A member begins its next round when what it receives in the present one has arrived and what
 * it sends may be overwritten. Members are numbered from 0. Transfers of a barrier, which has blocks of 0 bytes, are
 * signals alone.
 *
 * <p>A place is an offset in the window of a member: from 0 its operand and, after it or in its place, its result;
 * from WORK memory of the algorithm itself.
 */
public final class Schedule {
    static final long WORK = 1L << 40;

    /**
     * What one member sends to another in one round: pieces of memory, then one signal.
     *
     * @param pieces none for a signal alone
     * @param combined true if the receiver combines the pieces with what lies at their places, false if they replace it
     */
    public record Transfer(int round, int from, int to, List<Piece> pieces, boolean combined) {
        /** Contiguous bytes, from a place of the sender to a place of the receiver. */
        public record Piece(long source, long target, int bytes) {}

        public int bytes() {
            return pieces.stream().mapToInt(Piece::bytes).sum();
        }
    }

    /** An edge of a tree, with members counted from the root; the child has `count` members with those below it. */
    private record Edge(int round, int parent, int child, int count) {}

    private final CollectiveOp op;
    private final int size;
    private final int root;
    private final int block;
    private final int cores; // members of the core, see below
    private final int extras; // members outside it
    private final TreeMap<Long, Transfer> transfers = new TreeMap<>(); // by round, sender and receiver
    final List<List<Transfer.Piece>> copies = new ArrayList<>(); // by member: what it copies before round 0
    private int parts; // pieces of all transfers
    final long[] work; // by member: bytes from WORK on

    /**
     * @param size number of members
     * @param root member with a part of its own; 0 for operations without one
     * @param block bytes from one block to the next, a multiple of 8
     */
    Schedule(CollectiveOp op, int size, int root, int block) {
        this.op = op;
        this.size = size;
        this.root = root;
        this.block = block;
        cores = 1 << coreBits(size);
        extras = size - cores;
        work = new long[size];
        IntStream.range(0, size).forEach(member -> copies.add(new ArrayList<>()));
    }

    /** Returns the least n with 2^n at least `value`. */
    public static int ceilLog2(int value) {
        return value <= 1 ? 0 : 1 + coreBits(value - 1);
    }

    /** Returns the greatest n with 2^n at most `size`. */
    public static int coreBits(int size) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size);
    }

    public List<Transfer> transfers() {
        return List.copyOf(transfers.values());
    }

    /** Returns the number of rounds, which the literature calls steps. */
    public int rounds() {
        return transfers.isEmpty() ? 0 : transfers.lastEntry().getValue().round() + 1;
    }

    /** Returns a place in the result; only that of an alltoall has bytes of its own, after the operand. */
    long result(long offset) {
        return offset + (op == CollectiveOp.ALLTOALL ? (long) size * block : 0);
    }

    /** Sends bytes that replace what lies at their target; 0 bytes are a signal alone. */
    private void send(int round, int from, int to, long source, long target, int bytes) {
        add(round, from, to, false, source, target, bytes);
    }

    /** Sends bytes to the place where the sender has them. */
    private void send(int round, int from, int to, long place, int bytes) {
        add(round, from, to, false, place, place, bytes);
    }

    /** Sends bytes that the receiver combines with what it has at the same place. */
    private void combine(int round, int from, int to, long place, int bytes) {
        add(round, from, to, true, place, place, bytes);
    }

    private void add(int round, int from, int to, boolean combined, long source, long target, int bytes) {
        long key = ((long) round * size + from) * size + to;
        List<Transfer.Piece> pieces = transfers
                .computeIfAbsent(key, k -> new Transfer(round, from, to, new ArrayList<>(), combined))
                .pieces();
        ProgramBuilder.requireLength(transfers.size() + parts);
        if (bytes == 0) {
            return;
        }
        work[from] = Math.max(work[from], source - WORK + bytes);
        work[to] = Math.max(work[to], target - WORK + bytes);
        int last = pieces.size() - 1;
        Transfer.Piece before = last < 0 ? null : pieces.get(last);
        if (before != null
                && before.source() + before.bytes() == source
                && before.target() + before.bytes() == target) {
            pieces.set(last, new Transfer.Piece(before.source(), before.target(), before.bytes() + bytes));
        } else {
            pieces.add(new Transfer.Piece(source, target, bytes));
            parts++;
        }
    }

    /** Returns the first byte of part `part` of a block that is divided into `parts` parts of whole words. */
    private int cut(int part, int parts) {
        return (int) ((long) block / Long.BYTES * part / parts) * Long.BYTES;
    }

    /** Returns the member at a distance after another one, around the group. */
    private int after(int member, int distance) {
        return Math.floorMod(member + distance, size);
    }

    /** Returns the member with this number counted from the root. */
    private int fromRoot(int number) {
        return after(root, number);
    }

    /** Copies a block of a member's operand to its result, at its start. */
    private void copy(int member, int at) {
        if (block > 0) {
            copies.get(member).add(new Transfer.Piece(at, result(at), block));
        }
    }

    // ---- trees; the rounds of the edges are those of a broadcast, and a reduce goes the other way

    /**
     * Makes a binomial tree: member v, counted from the root, is the parent of v + 2^k for each 2^k below the lowest
     * bit of v. It has ceil(log2 p) rounds.
     */
    private List<Edge> binomialEdges() {
        int rounds = ceilLog2(size);
        List<Edge> edges = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int distance = 1 << rounds - 1 - round;
            for (int parent = 0; parent + distance < size; parent += 2 * distance) {
                edges.add(new Edge(round, parent, parent + distance, Math.min(distance, size - parent - distance)));
            }
        }
        return edges;
    }

    void binomial() {
        tree(binomialEdges());
    }

    /**
     * Makes the complete binary tree: the children of v, counted from the root, are 2v + 1 and 2v + 2. A parent serves
     * its first child in the round after its own, and the second one in the round after that.
     */
    void binary() {
        List<Edge> edges = new ArrayList<>();
        int[] served = new int[size]; // number of rounds after which a member has what the root has
        for (int member = 1; member < size; member++) {
            int parent = (member - 1) / 2;
            served[member] = served[parent] + 2 - (member & 1);
            edges.add(new Edge(served[member] - 1, parent, member, 1));
        }
        tree(edges);
    }

    /** The root sends to one member after the other, or takes from them, in one round. */
    void linear() {
        tree(IntStream.range(1, size)
                .mapToObj(member -> new Edge(0, 0, member, 1))
                .toList());
    }

    private void tree(List<Edge> edges) {
        int rounds = edges.stream().mapToInt(e -> e.round() + 1).max().orElse(0);
        for (Edge edge : edges) {
            int parent = fromRoot(edge.parent());
            int child = fromRoot(edge.child());
            int up = rounds - 1 - edge.round();
            switch (op) {
                case BROADCAST -> send(edge.round(), parent, child, result(0), block);
                case REDUCE -> combine(up, child, parent, result(0), block);
                case ALLREDUCE, BARRIER -> {
                    combine(up, child, parent, result(0), block);
                    send(rounds + edge.round(), parent, child, result(0), block);
                }
                default -> {
                    for (int b = edge.child(); b < edge.child() + edge.count(); b++) {
                        int own = fromRoot(b) * block;
                        if (op == CollectiveOp.SCATTER) {
                            long source = held(edge.parent(), b, own);
                            send(edge.round(), parent, child, source, held(edge.child(), b, result(0)), block);
                        } else {
                            long target = held(edge.parent(), b, result(own));
                            send(up, child, parent, held(edge.child(), b, 0), target, block);
                        }
                    }
                }
            }
        }
    }

    private long held(int member, int of, long end) {
        return member == 0 || member == of ? end : WORK + (of - member - 1) * block;
    }

    // ---- rings: each member sends only to the next one of the group, and the last one to the first

    void ring() {
        for (int round = 0; round < size - 1; round++) {
            for (int member = 0; member < size; member++) {
                int next = after(member, 1);
                if (op == CollectiveOp.ALLGATHER) {
                    send(round, member, next, result(after(member, -round) * block), block);
                } else if (op == CollectiveOp.ALLREDUCE) {
                    // a reduce-scatter around the ring, then an allgather: 2 (p - 1) rounds of one part
                    int part = after(member, -round);
                    combine(round, member, next, result(cut(part)), cut(part + 1) - cut(part));
                    part(size - 1 + round, member, after(member, 1 - round));
                } else {
                    part(ceilLog2(size) + round, member, after(member, -round));
                }
            }
        }
        if (op == CollectiveOp.BROADCAST) { // a binomial scatter of the parts before the ring (van de Geijn)
            for (Edge edge : binomialEdges()) {
                int begin = cut(edge.child());
                int bytes = cut(edge.child() + edge.count()) - begin;
                send(edge.round(), fromRoot(edge.parent()), fromRoot(edge.child()), result(begin), bytes);
            }
        }
    }

    private int cut(int part) {
        return cut(part, size);
    }

    /** Passes a part of the result from a member, counted from the root, to the next one. */
    private void part(int round, int member, int part) {
        int next = fromRoot(after(member, 1));
        send(round, fromRoot(member), next, result(cut(part)), cut(part + 1) - cut(part));
    }

    // ---- pairs of members with numbers that differ in one bit

    // The core of a group with a size that is no power of two, as in MPICH: of the first 2r members, r = size - 2^q,
    // each odd one, an extra, hands its part to the even one before it and waits. The other 2^q members are the core.

    /** Returns a round of the core, counted from its first one. */
    private int coreRound(int round) {
        return round + (extras == 0 ? 0 : 1);
    }

    /** Returns the member that a core member is. If the next member is an extra, it belongs to this core member. */
    private int member(int number) {
        return number < extras ? 2 * number : number + extras;
    }

    /** In round k the core members with numbers that differ in bit k exchange what they have. */
    void doubling() {
        for (int bit = 0; 1 << bit < cores; bit++) {
            for (int core = 0; core < cores; core++) {
                int round = coreRound(bit);
                int from = member(core);
                int target = member(core ^ 1 << bit);
                if (op == CollectiveOp.ALLGATHER) {
                    int first = core & -(1 << bit);
                    int begin = member(first) * block;
                    send(round, from, target, result(begin), member(first + (1 << bit)) * block - begin);
                } else {
                    combine(round, from, target, result(0), block);
                }
            }
        }
        fold(coreRound(coreBits(size)));
    }

    /** Lets members outside the core hand over their part before the core begins, and take the result after it. */
    private void fold(int last) {
        for (int core = 0; core < extras; core++) {
            int member = member(core);
            int extra = member + 1;
            if (op == CollectiveOp.ALLGATHER) {
                int begin = extra * block;
                send(0, extra, member, result(begin), block);
                // the extra member gets every block except the one that it contributed
                send(last, member, extra, result(0), begin);
                send(last, member, extra, result(begin + block), size * block - begin - block);
            } else {
                combine(0, extra, member, result(0), block);
                send(last, member, extra, result(0), block);
            }
        }
    }

    /**
     * Allreduce by recursive halving, which leaves each core member with one part of the result, and recursive
     * doubling, which collects the parts.
     */
    void rabenseifner() {
        int bits = coreBits(size);
        for (int bit = 0; bit < bits; bit++) {
            for (int core = 0; core < cores; core++) {
                int other = core ^ 1 << bit;
                // halving sends the partner's half; doubling sends the parts that this member has
                int half = cut(other >> bit << bit, cores);
                int halfBytes = cut((other >> bit) + 1 << bit, cores) - half;
                combine(coreRound(bits - 1 - bit), member(core), member(other), result(half), halfBytes);
                int own = cut(core >> bit << bit, cores);
                int ownBytes = cut((core >> bit) + 1 << bit, cores) - own;
                send(coreRound(bits + bit), member(core), member(other), result(own), ownBytes);
            }
        }
        fold(coreRound(2 * bits));
    }

    // ---- distances

    /**
     * The algorithms of Bruck et al.: ceil(log2 p) rounds for any p, at distances 1, 2, 4 and on. Puts go to any
     * address, so that the rotations of the original, which make blocks contiguous, are not needed.
     *
     * <p>In an alltoall the block for the member at distance d goes by the distances of the bits of d, lowest first. It
     * rests in between at one place of the work area for each (bit, d), because a member may still send the block that
     * lies there from the round before.
     */
    void bruck() {
        boolean gathers = op == CollectiveOp.ALLGATHER;
        for (int member = 0; member < size; member++) {
            if (!gathers) {
                copy(member, member * block);
            }
            for (int bit = 0; 1 << bit < size; bit++) {
                int distance = 1 << bit;
                for (int i = 0; gathers && i < Math.min(distance, size - distance); i++) {
                    long place = result(after(member, i) * block);
                    send(bit, member, after(member, -distance), place, block);
                }
                for (int d = distance; !gathers && d < size; d++) {
                    if ((d & distance) != 0) {
                        int done = d & distance - 1;
                        long from = done == 0 ? after(member, d) * block : rest(d, coreBits(done));
                        long to = done + distance == d ? result(after(member, distance - d) * block) : rest(d, bit);
                        send(bit, member, after(member, distance), from, to, block);
                    }
                }
            }
        }
    }

    private long rest(int d, int bit) {
        return WORK + ((long) bit * size + d) * block;
    }

    /** In round k of a barrier each member signals the one at distance 2^k. */
    void dissemination() {
        for (int round = 0; 1 << round < size; round++) {
            for (int member = 0; member < size; member++) {
                send(round, member, after(member, 1 << round), result(0), block);
            }
        }
    }

    /**
     * Pairwise exchange: p - 1 rounds, with the member m ^ k in round k if p is a power of two, else m + k and m - k.
     */
    void pairwise() {
        boolean power = Integer.bitCount(size) == 1;
        for (int member = 0; member < size; member++) {
            int own = member * block;
            copy(member, own);
            for (int k = 1; k < size; k++) {
                int target = power ? member ^ k : after(member, k);
                send(k - 1, member, target, target * block, result(own), block);
            }
        }
    }
}
