// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import java.util.HashMap;
import java.util.Map;

/**
 * Where pages of 64 KiB of the processes are in the memories of their nodes. A page of a symmetric segment is in the
 * same frame of all nodes, from its first access on. A private page has a frame on its own node. Frame 0 belongs to the
 * software of the nodes. The last frame, at whose end the DLA may write its state, is not used.
 */
final class Frames {
    static final int BITS = 16;
    static final int BYTES = 1 << BITS;
    private static final int OF_SOFTWARE = 1;
    private static final int MANY = 16; // private frames of a node

    private final int count;
    private final PeLink.Hello segments;
    private final Map<Long, Integer> symmetric = new HashMap<>(); // frames by page
    private final Map<Integer, Long> pages = new HashMap<>(); // the reverse
    private int lowestPrivate; // of all nodes

    Frames(int memoryBytes, PeLink.Hello segments) {
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
    static int left(long address) {
        return BYTES - (int) (address & BYTES - 1);
    }

    /** Returns the address E of a symmetric address P. */
    int symmetric(long address) {
        Integer frame = symmetric.get(address >> BITS);
        if (frame == null) {
            frame = OF_SOFTWARE + symmetric.size();
            if (frame >= lowestPrivate) {
                throw full();
            }
            symmetric.put(address >> BITS, frame);
            pages.put(frame, address >> BITS);
        }
        return frame << BITS | (int) (address & BYTES - 1);
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

        /** Gives the frames back when there are many; no operation may be open. */
        void trim() {
            if (frames.size() > MANY) {
                frames.clear();
                of.clear();
            }
        }

        /** Returns the address E of an address P. */
        int at(long address) {
            if (isSymmetric(address, 1)) {
                return symmetric(address);
            }
            Integer frame = frames.get(address >> BITS);
            if (frame == null) {
                frame = count - 1 - frames.size();
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
