// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import fairlead.engine.Engine;
import fairlead.program.ProgramException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** One node's memory as its tasks see it, with the stores of the present cycle, and what the NIC has written. */
final class NodeView {
    private record Stored(int address, byte[] bytes, BitSet written) {}

    private final Engine engine;
    private final int node;
    private final List<Stored> stored = new ArrayList<>(); // in cycle `now`
    private long now = -1;
    private int[] commits = new int[64]; // address and length, two words each
    private int count;
    private int told; // commits before this one have been told to a task and do not change

    NodeView(Engine engine, int node) {
        this.engine = engine;
        this.node = node;
    }

    byte[] read(int address, int length, long cycle) {
        requireInside(address, length);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; ) {
            int at = (address + i) % Engine.PAGE_BYTES;
            int part = Math.min(length - i, Engine.PAGE_BYTES - at);
            ByteBuffer page = engine.page(node, (address + i) / Engine.PAGE_BYTES);
            if (page != null) {
                page.get(at, bytes, i, part);
            }
            i += part;
        }
        for (Stored one : cycle == now ? stored : List.<Stored>of()) {
            int from = Math.max(address, one.address);
            int to = Math.min(address + length, one.address + one.bytes.length);
            int at = from < to ? one.written.nextSetBit(from - one.address) : -1;
            while (at >= 0 && at < to - one.address) {
                int end = Math.min(one.written.nextClearBit(at), to - one.address);
                System.arraycopy(one.bytes, at, bytes, one.address + at - address, end - at);
                at = one.written.nextSetBit(end);
            }
        }
        return bytes;
    }

    void requireInside(int address, int length) {
        int size = engine.config().memoryBytes();
        if (address < 0 || length < 0 || length > size - address) {
            throw new ProgramException(length + " bytes at address " + address + " are not inside the " + size
                    + " bytes of the memory of node " + node);
        }
    }

    void store(int address, byte[] bytes, BitSet written, long cycle) {
        if (cycle != now) {
            stored.clear();
            now = cycle;
        }
        stored.add(new Stored(address, bytes.clone(), (BitSet) written.clone()));
    }

    void committed(int address, int length) {
        int last = 2 * count - 2;
        if (count > told && commits[last] + commits[last + 1] == address) {
            commits[last + 1] += length;
            return;
        }
        if (2 * count == commits.length) {
            commits = Arrays.copyOf(commits, 4 * count);
        }
        commits[2 * count] = address;
        commits[2 * count + 1] = length;
        count++;
    }

    /** Returns the commits from this one on, and tells them. */
    List<Commit> commits(int from) {
        List<Commit> list = new ArrayList<>(count - from);
        for (int i = from; i < count; i++) {
            list.add(new Commit(commits[2 * i], commits[2 * i + 1]));
        }
        told = count;
        return list;
    }

    int commits() {
        return count;
    }
}
