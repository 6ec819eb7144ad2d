// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Where pages of 64 KiB of the processes are in the memories of their nodes. A page of a symmetric segment is in the
 * same frame of all nodes, from its first access on. A private page has a frame on its own node. Frame 0 belongs to the
 * software of the nodes, and so do symmetric pages from {@link #SOFTWARE} on, which no process has. The last frame, at
 * whose end the DLA may write its state, is not used.
 */
public final class Frames {
    public static final int BITS = 16;
    public static final int BYTES = 1 << BITS;
    /** First of the addresses that the software of the nodes has for itself. */
    public static final long SOFTWARE = 1L << 60;

    private static final int OF_SOFTWARE = 1;
    private static final int MANY = 16; // private frames of a node

    private final int count;
    private final PeLink.Hello segments;
    private final Map<Long, Integer> symmetric = new HashMap<>(); // frames by page
    private final Map<Integer, Long> pages = new HashMap<>(); // the reverse, of pages of processes
    private int lowestPrivate; // of all nodes
    private long reserved = SOFTWARE;

    public Frames(int memoryBytes, PeLink.Hello segments) {
        count = memoryBytes / BYTES - 1;
        lowestPrivate = count;
        this.segments = segments;
    }

    boolean isSymmetric(long address, long length) {
        return isIn(address, length, segments.data(), segments.dataEnd())
                || isIn(address, length, segments.heap(), segments.heap() + segments.heapBytes());
    }

    private static boolean isIn(long address, long length, long first, long end) {
        return address >= first && address < end && length <= end - address;
    }

    /** Returns the bytes from an address to the end of its page. */
    public static int left(long address) {
        return BYTES - (int) (address & BYTES - 1);
    }

    /** Returns the address E of a symmetric address. */
    int symmetric(long address) {
        Integer frame = symmetric.get(address >> BITS);
        if (frame == null) {
            frame = OF_SOFTWARE + symmetric.size();
            if (frame >= lowestPrivate) {
                throw full();
            }
            symmetric.put(address >> BITS, frame);
            if (address < SOFTWARE) {
                pages.put(frame, address >> BITS);
            }
        }
        return frame << BITS | (int) (address & BYTES - 1);
    }

    /** Returns the address of memory of the software that is used for nothing else, in words. */
    long reserve(long bytes) {
        long at = reserved;
        reserved += (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        return at;
    }

    private NativeException full() {
        return NativeException.run("the program uses more than the " + (long) count * BYTES
                + " bytes that machine.memory_bytes leaves for frames of 64 KiB; give more, as in --set"
                + " machine.memory_bytes=" + Math.min(1L << 28, (count + 1L) * BYTES * 4));
    }

    /** The private pages of one node. */
    final class Private {
        private final Map<Long, Integer> frames = new HashMap<>();
        private final Map<Integer, Long> of = new HashMap<>();
        private final TreeSet<Integer> free = new TreeSet<>(); // among those that were used
        private final Set<Long> kept = new TreeSet<>(); // pages that others access
        private int lowest = count;

        /** Gives the frames back when there are many, except kept ones; no operation of this node may be open. */
        boolean trim() {
            if (frames.size() <= MANY + kept.size()) {
                return false;
            }
            return frames.entrySet().removeIf(entry -> {
                boolean released = !kept.contains(entry.getKey());
                if (released) {
                    free.add(entry.getValue());
                    of.remove(entry.getValue());
                }
                return released;
            });
        }

        /** Lets a page have its frame until {@link #keepOnly}. */
        void keep(long address) {
            kept.add(address >> BITS);
        }

        /** Forgets the kept pages without this property of their first addresses. */
        void keepOnly(LongPredicate which) {
            kept.removeIf(page -> !which.test(page << BITS));
        }

        /** Returns the address E of an address. */
        int at(long address) {
            if (address >= SOFTWARE || isSymmetric(address, 1)) {
                return symmetric(address);
            }
            Integer frame = frames.get(address >> BITS);
            if (frame == null) {
                frame = free.isEmpty() ? --lowest : free.pollLast();
                if (frame <= OF_SOFTWARE + symmetric.size()) {
                    throw full();
                }
                lowestPrivate = Math.min(lowestPrivate, frame);
                frames.put(address >> BITS, frame);
                of.put(frame, address >> BITS);
            }
            return frame << BITS | (int) (address & BYTES - 1);
        }

        /** Returns the address P of an address E, or 0 if no page of the process is there. */
        long back(int address) {
            int frame = address >> BITS;
            Long page = of.getOrDefault(frame, pages.get(frame));
            return page == null ? 0 : page << BITS | address & BYTES - 1;
        }
    }
}
