// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.util.BitSet;
import java.util.TreeMap;

/** A window as one of its members has it. */
final class RmaWindow extends MpiObject {
    static final int DYNAMIC = 3; // flavour, as in mpi.h
    static final int SHARED = 4;

    /** Words of a window in the memory of the software of each member. */
    static final int LOCK = 0; // the next ticket above, the one that is served below

    static final int SHARERS = 1; // of the lock
    static final int ACCUMULATES = 2; // 1 while a rank accumulates elements that are no part of a word
    static final int COMPLETED = 3; // how often origins have completed
    static final int POSTED = 4; // how often each rank has posted to this one

    final Communicator comm;
    final int flavor;
    final long block; // address of the words
    final long[] bases; // addresses in the processes, by rank
    final long[] sizes;
    final long[] units;
    final RmaWindow[] members; // the windows of all, by rank
    final TreeMap<Long, Long> attached = new TreeMap<>(); // bytes by address

    boolean fenced; // a fence has begun an epoch
    boolean all; // lock_all
    final BitSet locked = new BitSet();
    final BitSet exclusive = new BitSet();
    int[] started; // targets of the access epoch of start, by rank; null for none
    int[] posted; // origins of the exposure epoch of post
    final long[] posts; // of each rank that this rank has started an epoch with
    long completes; // that this rank has waited for

    RmaWindow(Communicator comm, int flavor, long block, RmaWindow[] members) {
        this.comm = comm;
        this.flavor = flavor;
        this.block = block;
        this.members = members;
        int size = comm.size();
        bases = new long[size];
        sizes = new long[size];
        units = new long[size];
        posts = new long[size];
    }

    static long blockBytes(int size) {
        return (POSTED + size) * (long) Long.BYTES;
    }

    long word(int index) {
        return block + (long) index * Long.BYTES;
    }

    /** Returns whether an epoch lets this rank access a target. */
    boolean mayAccess(int target) {
        return fenced || all || locked.get(target) || started != null && Communicator.indexOf(started, target) >= 0;
    }

    /** Requires that a target has these bytes, and returns their address. */
    long at(int target, long displacement, Pieces pieces) {
        long address = bases[target] + displacement * units[target];
        long first = address + pieces.lowest();
        long end = address + pieces.highest();
        boolean inside = flavor == DYNAMIC
                ? members[target].isAttached(first, end)
                : first >= bases[target] && end <= bases[target] + sizes[target];
        if (!inside && pieces.bytes() > 0) {
            throw new MpiError(
                    ErrorClass.RMA_RANGE,
                    flavor == DYNAMIC
                            ? String.format("rank %d has not attached %d bytes at 0x%x", target, end - first, first)
                            : "bytes " + (first - bases[target]) + " to " + (end - bases[target] - 1) + " of " + this
                                    + ", of which rank " + target + " has " + sizes[target]);
        }
        return address;
    }

    /** Returns whether all these bytes are attached, in one region or in several that follow each other. */
    private boolean isAttached(long first, long end) {
        long at = first;
        for (var region = attached.floorEntry(at); region != null && at < end; region = attached.floorEntry(at)) {
            long behind = region.getKey() + region.getValue();
            if (behind <= at) {
                return false;
            }
            at = behind;
        }
        return at >= end;
    }

    /** Returns whether a page of this rank may be accessed by others. */
    boolean uses(long page, int bytes) {
        long base = bases[comm.me];
        return page < base + sizes[comm.me] && page + bytes > base
                || attached.entrySet().stream()
                        .anyMatch(each -> page < each.getKey() + each.getValue() && page + bytes > each.getKey());
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "the window " + handle : name;
    }
}
