// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.live.Step;
import fairlead.pe.Frames;
import fairlead.pe.Pe;
import fairlead.pe.SymmetricHeap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the software of one node stores in its memory; addresses are the same on all nodes, from multiples of 8 on. */
final class SoftwareMemory {
    /** Most bytes of one transfer: what others wait for while a node serves it. */
    static final int PART = 8192;

    private static final int WORD = Long.BYTES;

    private final Pe pe;
    private final SymmetricHeap blocks;

    /** @param first address of an area for blocks */
    SoftwareMemory(Pe pe, long first) {
        this.pe = pe;
        blocks = new SymmetricHeap(first, MpiWorld.AREA);
    }

    /** Returns the address of a block of this node. */
    long allocate(long bytes) {
        long made = blocks.allocate(Math.max(bytes, WORD), WORD);
        if (made == 0) {
            throw new MpiError(ErrorClass.NO_MEM, "no room for " + bytes + " bytes of a message");
        }
        return made;
    }

    void free(long block) {
        blocks.free(block);
    }

    /** Stores the words that differ from what is there. */
    void store(long address, byte[] bytes) {
        for (int done = 0; done < bytes.length; ) {
            int part = Math.min(bytes.length - done, Frames.left(address + done));
            int at = pe.memory.symmetric(address + done);
            byte[] old = pe.task.read(at, part);
            int from = 0;
            while (from < part) {
                int differs = Arrays.mismatch(old, from, part, bytes, done + from, done + part);
                if (differs < 0) {
                    break;
                }
                int first = (from + differs) / WORD * WORD;
                int end = Math.min(first + WORD, part);
                pe.task.store(at + first, Arrays.copyOfRange(bytes, done + first, done + end));
                from = end;
            }
            done += part;
        }
    }

    void store(long address, long... words) {
        store(address, bytes(words));
    }

    static byte[] bytes(long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * WORD).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(words);
        return bytes.array();
    }

    static long word(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
    }

    byte[] load(long address, int length) {
        byte[] all = new byte[length];
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, Frames.left(address + done));
            System.arraycopy(pe.task.read(pe.memory.symmetric(address + done), part), 0, all, done, part);
            done += part;
        }
        return all;
    }

    long word(long address) {
        return pe.memory.word(pe.memory.symmetric(address));
    }

    /** Bytes to get of the memory of another node. */
    record Get(int from, long into, long source, int length) {}

    /** Gets bytes of other nodes, a part from each at a time, so that nobody waits for long. */
    void get(List<Get> gets) {
        int longest = gets.stream().mapToInt(Get::length).max().orElse(0);
        for (int first = 0; first < longest; first += PART) {
            List<Step> steps = new ArrayList<>();
            for (Get get : gets) {
                int part = Math.min(PART, get.length - first);
                pe.move(false, get.from, get.into + first, get.source + first, part, PART, 0, steps);
            }
            pe.await(steps);
        }
    }
}
