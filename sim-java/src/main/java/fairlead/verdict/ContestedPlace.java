// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A piece of memory that several operations write with values that may be equal, and what is known about whose each
 * write is.
 *
 * <p>Three things are known of a write: its value, its memory port, and the packets that have passed the entry and the
 * exit of the network. A node writes what leaves the network by one port and in one class in the order of the tails
 * (docs/spec/dma-engine-rx.md, rules 2, 5 and 8), so the first operation whose tail has come, and whose piece is not
 * written, is the writer. Two classes share a port flit by flit, so their tails show only the order of last pieces, and
 * a refused packet writes nothing; then several operations remain possible. Each write keeps those, and the writes are
 * always matched to different operations. A write with one possible operation is settled.
 */
final class ContestedPlace {
    private static final int MOST_SEARCHED = 16; // writes among which the possible matchings are compared

    /** An operation of which some pieces are contested. */
    static final class Owner {
        final Operation op;
        boolean isRefusable; // whether the operation may yet be refused
        final Claim[] claims; // by piece; null if the piece is written and settled
        int left;
        long first = Long.MAX_VALUE;
        long last = Checker.NEVER;
        boolean undecided;
        boolean optional; // some packets of the put were refused

        Owner(Operation op, boolean isRefusable) {
            this.op = op;
            this.isRefusable = isRefusable;
            left = Checker.pieces(op.length());
            claims = new Claim[left];
        }
    }

    /** The expectation of one piece of an operation. */
    static final class Claim {
        final Owner owner;
        final ContestedPlace place;
        final int piece;
        int port = -1; // ejection port of its packet, which has entered the network; or -1
        boolean isResponse;
        boolean isTail; // whether it is the last piece of its packet
        long tail = Long.MAX_VALUE; // number of its packet in the order of the tails
        private Write write;

        Claim(Owner owner, ContestedPlace place, int piece) {
            this.owner = owner;
            this.place = place;
            this.piece = piece;
        }
    }

    private static final class Write {
        final long cycle;
        final int port;
        Map<Claim, Long> options; // with the cycle by which the bytes have been read then, or Long.MAX_VALUE
        boolean isOutOfOrder; // the packets do not explain it
        Claim claim;

        Write(long cycle, int port, Map<Claim, Long> options) {
            this.cycle = cycle;
            this.port = port;
            this.options = options;
        }

        void give(Claim to) {
            claim = to;
            to.write = this;
        }
    }

    final int node;
    final int address;
    final int bytes;
    private final ContestedWrites all; // is told whose a write is
    final List<Claim> claims = new ArrayList<>(1); // without a settled write
    private final List<Write> writes = new ArrayList<>(0); // that are not settled
    final List<Owner> owners = new ArrayList<>(1); // all that have had a claim
    Claim latest; // of the latest settled write, or null
    private boolean isSpoilt; // a write came that is of none of them

    ContestedPlace(int node, int address, int bytes, ContestedWrites all) {
        this.node = node;
        this.address = address;
        this.bytes = bytes;
        this.all = all;
    }

    /** Notes a write that is of nobody, and returns the oldest claim that no write is given to, or null. */
    Claim spoil() {
        isSpoilt = true;
        return claims.stream().filter(claim -> claim.write == null).findFirst().orElse(null);
    }

    /** Decides whether writes are lost or of nobody: then the order no longer identifies the others. */
    boolean isInDisorder(boolean drained) {
        return isSpoilt || drained && claims.stream().anyMatch(claim -> !claim.owner.optional);
    }

    Claim add(Owner owner, int piece) {
        Claim claim = new Claim(owner, this, piece);
        claims.add(claim);
        owners.add(owner);
        return claim;
    }

    /**
     * Takes a write that these operations may have made, each with the cycle by which its bytes have been read then.
     * Returns false if the writes can no longer be of different operations.
     */
    boolean take(long cycle, int port, Map<Claim, Long> options) {
        Write write = new Write(cycle, port, new LinkedHashMap<>(options));
        write.options.keySet().removeIf(claim -> isElsewhere(claim, port));
        if (!match(write, new HashSet<>())) { // the order of the packets does not explain it, or none were seen
            write.isOutOfOrder = true;
            write.options = new LinkedHashMap<>(options);
            if (!match(write, new HashSet<>())) {
                return false;
            }
        }
        writes.add(write);
        settle();
        return true;
    }

    private boolean isElsewhere(Claim claim, int port) {
        return claim.port != port && (claim.port >= 0 || claims.stream().anyMatch(other -> other.port >= 0));
    }

    /** Forgets the claim of an operation that was refused. Returns false if a write was of no other operation. */
    boolean remove(Claim claim) {
        Write write = claim.write;
        claim.write = null;
        forget(claim);
        boolean fits = write == null || match(write, new HashSet<>());
        if (!fits) {
            writes.remove(write);
        }
        settle();
        return fits;
    }

    private void forget(Claim claim) {
        claims.remove(claim);
        writes.forEach(write -> write.options.remove(claim));
    }

    /**
     * Gives the write to an operation that may have made it, if need be after other writes have been given to others.
     */
    private static boolean match(Write write, Set<Claim> tried) {
        for (Claim claim : write.options.keySet()) {
            if (claim.write == null && tried.add(claim)) {
                write.give(claim);
                return true;
            }
        }
        for (Claim claim : write.options.keySet()) {
            if (tried.add(claim) && match(claim.write, tried)) {
                write.give(claim);
                return true;
            }
        }
        return false;
    }

    /** Settles what the known packets decide; a tail may just have come, or a claim gone. */
    void settle() {
        for (int i = 0; i < writes.size(); ) {
            Write write = writes.get(i);
            narrow(write, i);
            if (write.options.size() == 1) {
                settle(write, write.options.values().iterator().next());
                i = 0; // others may follow
            } else {
                i++;
            }
        }
        if (!writes.isEmpty() && claims.stream().allMatch(ContestedPlace::isOver)) {
            give();
        }
    }

    private static boolean isOver(Claim claim) {
        return claim.write != null && !claim.owner.isRefusable && (claim.port < 0 || claim.tail < Long.MAX_VALUE);
    }

    /** Ends what remains: no further evidence will come, and these operations stay undistinguished. */
    void give() {
        writes.forEach(write -> write.options.keySet().forEach(claim -> claim.owner.undecided = true));
        List.copyOf(writes).forEach(write -> settle(write, Long.MAX_VALUE));
    }

    private void settle(Write write, long readBy) {
        writes.remove(write);
        latest = write.claim;
        forget(write.claim);
        all.settled(write.claim, write.cycle, readBy);
    }

    /** Removes the operations whose the write cannot be, `at` being its place among the writes. */
    private void narrow(Write write, int at) {
        long before = writes.subList(0, at).stream()
                .filter(one -> one.port == write.port)
                .count();
        if (!write.isOutOfOrder) {
            Set<Claim> possible = new HashSet<>();
            Collection<Claim> all = write.options.keySet();
            if (all.stream().allMatch(claim -> claim.isTail)) {
                inOrder(all.stream(), before, possible);
            } else {
                inOrder(all.stream().filter(claim -> claim.isResponse), before, possible);
                inOrder(all.stream().filter(claim -> !claim.isResponse), before, possible);
            }
            restrict(write, possible);
        }
        if (writes.size() <= MOST_SEARCHED) {
            write.options.keySet().removeIf(claim -> claim != write.claim && !isFree(write, claim));
        }
    }

    /** Adds the operations whose tails came first: `before` others may have gone before the writer. */
    private static void inOrder(Stream<Claim> all, long before, Set<Claim> possible) {
        int certain = 0;
        for (Claim claim : all.sorted(Comparator.comparingLong(one -> one.tail)).toList()) {
            if (certain > before) {
                return;
            }
            possible.add(claim);
            certain += claim.tail < Long.MAX_VALUE && !claim.owner.isRefusable ? 1 : 0;
        }
    }

    /** Leaves the write these operations only, unless the writes could then no longer be of different operations. */
    private static void restrict(Write write, Set<Claim> possible) {
        Map<Claim, Long> all = new LinkedHashMap<>(write.options);
        Claim old = write.claim;
        write.options.keySet().retainAll(possible);
        if (!possible.contains(old)) {
            old.write = null;
            if (!match(write, new HashSet<>())) {
                write.give(old);
                write.options = all;
            }
        }
    }

    /** Returns whether the write can be of this operation, the other writes being of others. */
    private static boolean isFree(Write write, Claim claim) {
        return claim.write == null || canMove(claim.write, write.claim, new HashSet<>(Set.of(claim)));
    }

    private static boolean canMove(Write write, Claim free, Set<Claim> tried) {
        for (Claim next : write.options.keySet()) {
            if (tried.add(next) && (next.write == null || next == free || canMove(next.write, free, tried))) {
                return true;
            }
        }
        return false;
    }
}
