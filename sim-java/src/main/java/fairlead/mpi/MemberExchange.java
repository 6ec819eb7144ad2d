// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.SoftwareMemory.Get;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The exchange of a collective: each member stores what it gives in the memory of its own node, the members meet, each
 * gets what it needs, and they meet again.
 */
final class MemberExchange {
    private static final int ENTRY = 2 * Long.BYTES; // of the table of parts: its place and its bytes

    private final MpiRank rank;
    private final long given;
    private final long got;

    MemberExchange(MpiRank rank) {
        this.rank = rank;
        given = rank.world.place(rank.pe, "given", MpiWorld.AREA);
        got = rank.world.place(rank.pe, "got", MpiWorld.AREA);
    }

    private static long words(long bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /** Returns so many bytes from each wanted member, and null for the others. */
    byte[][] gather(Communicator comm, byte[] mine, IntPredicate wanted, int bytes) {
        rank.software.store(given, mine);
        rank.given = mine.length;
        Object meeting = rank.arrive(comm);
        rank.meetAlone(comm);
        rank.pe.order.leave(meeting, wanted);
        List<Get> gets = new ArrayList<>();
        for (int i = 0; i < comm.size(); i++) {
            if (wanted.test(i) && i != comm.me) {
                requireGiven(comm, i, bytes);
                gets.add(new Get(comm.ranks[i], got + i * words(bytes), given, bytes));
            }
        }
        rank.software.get(gets);
        byte[][] all = new byte[comm.size()][];
        for (int i = 0; i < all.length; i++) {
            if (wanted.test(i)) {
                all[i] = i == comm.me ? mine : rank.software.load(got + i * words(bytes), bytes);
            }
        }
        rank.meetAlone(comm);
        return all;
    }

    /** A program whose ranks give different counts is told so, which needs no transfer. */
    private void requireGiven(Communicator comm, int member, int bytes) {
        int there = rank.world.ranks.get(comm.ranks[member]).given;
        if (there != bytes) {
            throw new MpiError(
                    ErrorClass.TRUNCATE,
                    "rank " + member + " gives " + there + " bytes, and rank " + comm.me + " expects " + bytes);
        }
    }

    /**
     * Returns the part for this rank of each wanted member, and null for the others; `parts` is null if it has
     * none.
     */
    byte[][] exchange(Communicator comm, byte[][] parts, IntPredicate wanted) {
        give(parts);
        Object meeting = rank.arrive(comm);
        rank.meetAlone(comm);
        rank.pe.order.leave(meeting, wanted);
        byte[][] all = new byte[comm.size()][];
        List<Get> gets = new ArrayList<>();
        for (int i = 0; i < all.length; i++) {
            if (wanted.test(i) && i != comm.me) {
                gets.add(new Get(comm.ranks[i], got + i * ENTRY, given + comm.me * ENTRY, ENTRY));
            }
        }
        rank.software.get(gets);
        gets.clear();
        long[] into = new long[all.length];
        long next = got + (long) all.length * ENTRY;
        for (int i = 0; i < all.length; i++) {
            if (wanted.test(i) && i != comm.me) {
                long from = rank.software.word(got + i * ENTRY);
                all[i] = new byte[(int) rank.software.word(got + i * ENTRY + Long.BYTES)];
                into[i] = next;
                gets.add(new Get(comm.ranks[i], next, given + from, all[i].length));
                next += words(all[i].length);
            }
        }
        rank.software.get(gets);
        for (int i = 0; i < all.length; i++) {
            if (all[i] != null) {
                all[i] = rank.software.load(into[i], all[i].length);
            } else if (wanted.test(i)) {
                all[i] = parts[i];
            }
        }
        rank.meetAlone(comm);
        return all;
    }

    private void give(byte[][] parts) {
        if (parts == null) {
            return;
        }
        long place = (long) parts.length * ENTRY;
        for (int i = 0; i < parts.length; i++) {
            boolean again = i > 0 && parts[i] == parts[i - 1];
            place += again || i == 0 ? 0 : words(parts[i - 1].length);
            rank.software.store(given + i * ENTRY, place, parts[i].length);
            if (!again) {
                rank.software.store(given + place, parts[i]);
            }
        }
    }
}
