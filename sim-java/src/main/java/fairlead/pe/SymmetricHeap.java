// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import java.util.Map;
import java.util.TreeMap;

/** The blocks of one PE's symmetric heap: first fit, so that equal calls give equal addresses on all PEs. */
public final class SymmetricHeap {
    private static final long GRAIN = 16;

    private final long first;
    private final long end;
    private final TreeMap<Long, Long> blocks = new TreeMap<>(); // bytes by address

    public SymmetricHeap(long first, long bytes) {
        this.first = first;
        end = first + bytes;
    }

    /** Returns the address of a new block; 0 if there is no room, no size or an alignment that is no power of two. */
    public long allocate(long bytes, long alignment) {
        if (bytes <= 0 || bytes > end - first || Long.bitCount(alignment) != 1) {
            return 0;
        }
        long rounded = (bytes + GRAIN - 1) / GRAIN * GRAIN;
        long at = first;
        for (Map.Entry<Long, Long> block : blocks.entrySet()) {
            long aligned = aligned(at, alignment);
            if (aligned + rounded <= block.getKey()) {
                break;
            }
            at = block.getKey() + block.getValue();
        }
        at = aligned(at, alignment);
        if (at + rounded > end) {
            return 0;
        }
        blocks.put(at, rounded);
        return at;
    }

    private static long aligned(long address, long alignment) {
        long grain = Math.max(alignment, GRAIN);
        return (address + grain - 1) & -grain;
    }

    /** Returns the bytes of a block; a program that names another address is wrong. */
    public long size(long address) {
        Long bytes = blocks.get(address);
        if (bytes == null) {
            throw NativeException.run(String.format("0x%x is no block of the symmetric heap", address));
        }
        return bytes;
    }

    public void free(long address) {
        size(address);
        blocks.remove(address);
    }
}
