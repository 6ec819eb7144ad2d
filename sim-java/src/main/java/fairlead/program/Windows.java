// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.program.ProgramException.Excess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lays out each node's memory (source buffers, landing zones, flags, message slots). Regions start at multiples of 64
 * bytes and are never freed.
 */
public final class Windows {
    public static final int ALIGN = 64;

    private final long[] next;
    private final List<Window> windows = new ArrayList<>();

    public Windows(int nodes) {
        next = new long[nodes];
    }

    private static long aligned(long address, int align) {
        return (address + align - 1) / align * align;
    }

    /** Allocates a region of one node and returns its address. */
    public int on(int node, String name, long bytes) {
        return place(node, name, aligned(next[node], ALIGN), bytes);
    }

    /** Allocates a region at the same address of every node and returns the address. */
    public int everywhere(String name, long bytes) {
        return everywhere(name, bytes, ALIGN);
    }

    public int everywhere(String name, long bytes, int align) {
        long address = aligned(needed(), align);
        for (int node = 0; node < next.length; node++) {
            place(node, name, address, bytes);
        }
        return (int) Math.min(address, Integer.MAX_VALUE);
    }

    private int place(int node, String name, long address, long bytes) {
        next[node] = address + bytes;
        if (bytes > 0 && next[node] <= Integer.MAX_VALUE) {
            windows.add(new Window(node, name, (int) address, (int) bytes));
        }
        return (int) Math.min(address, Integer.MAX_VALUE);
    }

    public long needed() {
        return Arrays.stream(next).max().orElse(0);
    }

    List<Window> within(int memoryBytes) {
        requireRoom(needed(), memoryBytes);
        return List.copyOf(windows);
    }

    /** Refuses a program if a node has less memory than the given number of bytes. */
    public void requireRoom(long bytes, int memoryBytes) {
        if (bytes > memoryBytes) {
            throw ProgramException.of(
                    Excess.MEMORY,
                    "the program needs memory_bytes >= " + bytes + " on each node, and there are " + memoryBytes);
        }
    }

    /**
     * A named region of one node's memory that a program uses. Memory outside all windows keeps its initial contents.
     */
    public record Window(int node, String name, int address, int bytes) {
        public int end() {
            return address + bytes;
        }

        public boolean covers(int from, int length) {
            return from >= address && length <= end() - from;
        }
    }
}
