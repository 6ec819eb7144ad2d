// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A piece of memory that several operations write with values that may be equal, and what is known about whose each
 * write is.
 *
 * <p>Three things are known of a write: its value, its memory port, and the packets that have passed the entry and the
 * exit of the network. A node writes what leaves the network by one port and in one class in the order of the tails
 * (docs/spec/dma-engine-rx.md, rules 2, 5 and 8), so the first operation whose tail has come, and whose piece is not
 * written, is the writer. Two classes share a port flit by flit, so their tails tell only the order of last pieces, and
 * a refused packet writes nothing; then several operations remain possible. Each write keeps those, and the writes are
 * always matched to different operations. A write with one possible operation is settled.
 */
final class ContestedPlace {
    private static final Comparator<Claim> BY_TAIL = Comparator.comparingLong(claim -> claim.tail);
    private static final int MOST_SEARCHED = 16; // writes among which the possible matchings are compared

    /** An operation of which some pieces are contested. */
    static final class Owner {
        final Operation op;
        boolean isRefusable; // whether the operation may yet be refused
        final Claim[] claims; // by piece; null if the piece is written and settled
        int left;
        long first = Long.MAX_VALUE;
        long last = -1;
        boolean undecided;
        boolean optional; // some packets of the put were refused

        Owner(final Operation op, final int pieces, final boolean isRefusable) {
            this.op = op;
            this.isRefusable = isRefusable;
            claims = new Claim[pieces];
            left = pieces;
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

        Claim(final Owner owner, final ContestedPlace place, final int piece) {
            this.owner = owner;
            this.place = place;
            this.piece = piece;
        }
    }

    /** A write of this piece of memory, and the operations whose it may be. */
    static final class Write {
        final long cycle;
        final int port;
        private final List<Option> options;
        private boolean isOutOfOrder; // the packets do not explain it
        private Claim claim;

        Write(final long cycle, final int port, final List<Option> options) {
            this.cycle = cycle;
            this.port = port;
            this.options = options;
        }

        /** Returns the operations whose the write may be. */
        List<Option> options() {
            return options;
        }

        private boolean allows(final Claim one) {
            return options.stream().anyMatch(option -> option.claim == one);
        }
    }

    /**
     * @param claim whose the write may be
     * @param readBy cycle by which its bytes have been read then, or Long.MAX_VALUE
     */
    record Option(Claim claim, long readBy) {}

    /** Is told whose a write is. */
    interface Settled {
        /** @param certain false if it may be of another operation, too */
        void settled(Write write, Option option, boolean certain);
    }

    final int node;
    final int address;
    final int bytes;
    private final Settled settled;
    private final List<Claim> claims = new ArrayList<>(1); // without a settled write
    private final List<Write> writes = new ArrayList<>(0); // that are not settled
    private final List<Owner> owners = new ArrayList<>(1); // all that have had a claim
    private Claim latest; // of the latest settled write
    private boolean isSpoilt; // a write came that is of none of them

    ContestedPlace(final int node, final int address, final int bytes, final Settled settled) {
        this.node = node;
        this.address = address;
        this.bytes = bytes;
        this.settled = settled;
    }

    List<Claim> claims() {
        return claims;
    }

    /** Notes a write that is of nobody, and returns the oldest claim that no write is given to, or null. */
    Claim spoil() {
        isSpoilt = true;
        return claims.stream().filter(claim -> claim.write == null).findFirst().orElse(null);
    }

    /** Decides whether writes are lost or of nobody: then the order no longer tells whose the others are. */
    boolean isInDisorder(final boolean drained) {
        return isSpoilt || drained && claims.stream().anyMatch(claim -> !claim.owner.optional);
    }

    /** Returns all operations that write here. */
    List<Owner> owners() {
        return owners;
    }

    /** Returns the claim of the latest settled write, or null. */
    Claim latest() {
        return latest;
    }

    Claim add(final Owner owner, final int piece) {
        final Claim claim = new Claim(owner, this, piece);
        claims.add(claim);
        owners.add(owner);
        return claim;
    }

    /**
     * Takes a write that these operations may have made. Returns false if the writes can no longer be of different
     * operations.
     */
    boolean take(final Write write) {
        final List<Option> all = List.copyOf(write.options);
        write.options.removeIf(option -> isElsewhere(option.claim, write.port));
        if (!match(write, new HashSet<>())) { // the order of the packets does not explain it, or none were seen
            write.isOutOfOrder = true;
            write.options.clear();
            write.options.addAll(all);
            if (!match(write, new HashSet<>())) {
                return false;
            }
        }
        writes.add(write);
        settle();
        return true;
    }

    private boolean isElsewhere(final Claim claim, final int port) {
        return claim.port != port && (claim.port >= 0 || claims.stream().anyMatch(other -> other.port >= 0));
    }

    /** Forgets the claim of an operation that was refused. Returns false if a write was of no other operation. */
    boolean remove(final Claim claim) {
        claims.remove(claim);
        final Write write = claim.write;
        claim.write = null;
        writes.forEach(one -> one.options.removeIf(option -> option.claim == claim));
        if (write != null && !match(write, new HashSet<>())) {
            writes.remove(write);
            settle();
            return false;
        }
        settle();
        return true;
    }

    /**
     * Gives the write to an operation that may have made it, if need be after other writes have been given to others.
     */
    private static boolean match(final Write write, final Set<Claim> tried) {
        for (final Option option : write.options) {
            if (option.claim.write == null && tried.add(option.claim)) {
                give(write, option.claim);
                return true;
            }
        }
        for (final Option option : write.options) {
            if (tried.add(option.claim) && match(option.claim.write, tried)) {
                give(write, option.claim);
                return true;
            }
        }
        return false;
    }

    private static void give(final Write write, final Claim claim) {
        write.claim = claim;
        claim.write = write;
    }

    /** Settles what the known packets decide; a tail may just have come, or a claim gone. */
    void settle() {
        for (int i = 0; i < writes.size(); ) {
            final Write write = writes.get(i);
            narrow(write, i);
            if (write.options.size() == 1) {
                settle(write, write.options.get(0), true);
                i = 0; // others may follow
            } else {
                i++;
            }
        }
        if (!writes.isEmpty() && claims.stream().allMatch(ContestedPlace::isOver)) {
            give();
        }
    }

    private static boolean isOver(final Claim claim) {
        return claim.write != null && !claim.owner.isRefusable && (claim.port < 0 || claim.tail < Long.MAX_VALUE);
    }

    /** Ends what remains: no further evidence will come, and these operations are not told apart. */
    void give() {
        writes.forEach(write -> write.options.forEach(option -> option.claim.owner.undecided = true));
        for (final Write write : List.copyOf(writes)) {
            final Option option = write.options.stream()
                    .filter(one -> one.claim == write.claim)
                    .findFirst()
                    .orElseThrow();
            settle(write, option, false);
        }
    }

    private void settle(final Write write, final Option option, final boolean certain) {
        writes.remove(write);
        claims.remove(option.claim);
        latest = option.claim;
        writes.forEach(other -> other.options.removeIf(one -> one.claim == option.claim));
        settled.settled(write, option, certain);
    }

    /** Removes the operations whose the write cannot be, `at` being its place among the writes. */
    private void narrow(final Write write, final int at) {
        final Set<Claim> possible = new HashSet<>();
        int before = 0;
        for (int i = 0; i < at; i++) {
            before += writes.get(i).port == write.port ? 1 : 0;
        }
        if (!write.isOutOfOrder) {
            final List<Claim> queue =
                    write.options.stream().map(Option::claim).sorted(BY_TAIL).toList();
            if (queue.stream().allMatch(claim -> claim.isTail)) {
                inOrder(queue, before, possible);
            } else {
                inOrder(queue.stream().filter(claim -> claim.isResponse).toList(), before, possible);
                inOrder(queue.stream().filter(claim -> !claim.isResponse).toList(), before, possible);
            }
            restrict(write, possible);
        }
        if (writes.size() <= MOST_SEARCHED) {
            write.options.removeIf(option -> option.claim != write.claim && !isFree(write, option.claim));
        }
    }

    /** Adds the operations whose tails came first: `before` others may have gone before the writer. */
    private static void inOrder(final List<Claim> queue, final int before, final Set<Claim> possible) {
        int certain = 0;
        for (final Claim claim : queue) {
            if (certain > before) {
                return;
            }
            possible.add(claim);
            certain += claim.tail < Long.MAX_VALUE && !claim.owner.isRefusable ? 1 : 0;
        }
    }

    /** Leaves the write these operations only, unless the writes could then no longer be of different operations. */
    private static void restrict(final Write write, final Set<Claim> possible) {
        final List<Option> all = List.copyOf(write.options);
        final Claim old = write.claim;
        write.options.removeIf(option -> !possible.contains(option.claim));
        if (!possible.contains(old)) {
            old.write = null;
            if (!match(write, new HashSet<>())) {
                give(write, old);
                write.options.clear();
                write.options.addAll(all);
            }
        }
    }

    /** Returns whether the write can be of this operation, the other writes being of others. */
    private static boolean isFree(final Write write, final Claim claim) {
        return claim.write == null || canMove(claim.write, write.claim, new HashSet<>(Set.of(claim)));
    }

    private static boolean canMove(final Write write, final Claim free, final Set<Claim> tried) {
        for (final Option option : write.options) {
            final Claim next = option.claim;
            if (tried.add(next) && (next.write == null || next == free || canMove(next.write, free, tried))) {
                return true;
            }
        }
        return false;
    }
}
