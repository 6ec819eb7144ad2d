// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.live.Commit;
import fairlead.live.LiveTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * The memory of one process P and what its node's memory E has of it. Where the NIC has written, P is patched while the
 * process is in a call; so a byte of P that differs from E was stored by the program, and goes to E when an operation
 * that may read or change it is begun.
 */
public final class PeMemory {
    private static final long BYTE = 0xFF;
    private static final long COPIES = Frames.SOFTWARE >> 1; // no process has memory there
    private static final int MOST_COPIED = 4 * Frames.BYTES;

    private final LiveTask task;
    private final PeLink link;
    private final CallLog log; // or null
    private final Frames frames;
    private final Frames.Private own;
    private final Map<Integer, Long> words =
            new HashMap<>(); // what P knows of E where atomics were begun, by address E
    private long copied; // bytes in the place of copies that are in use
    private boolean gone;

    PeMemory(LiveTask task, PeLink link, Frames frames, CallLog log) {
        this.log = log;
        this.task = task;
        this.link = link;
        this.frames = frames;
        own = frames.new Private();
    }

    /** The process has ended: what E has is the memory of its node. */
    public void end() {
        gone = true;
    }

    public boolean isSymmetric(long address, long length) {
        return frames.isSymmetric(address, length);
    }

    /** Returns the address E of a symmetric address P, or of one of the software. */
    public int symmetric(long address) {
        return frames.symmetric(address);
    }

    /** Returns the address E of any address P of this process. */
    public int at(long address) {
        return own.at(address);
    }

    /** Reserves memory of the software at the same address of all nodes, forever. */
    public long reserve(long bytes) {
        return frames.reserve(bytes);
    }

    /** Lets the page of a private address keep its frame. */
    public void keep(long address) {
        own.keep(address);
    }

    /** Forgets the kept pages without this property of their first addresses. */
    public void keepOnly(LongPredicate which) {
        own.keepOnly(which);
    }

    /** Begins a call, before which no operation is open. */
    void trim() {
        copied = 0;
        if (own.trim()) { // a frame may get another page
            words.keySet().removeIf(at -> own.back(at) == 0);
        }
    }

    public boolean canCopy(long bytes) {
        return copied + bytes <= MOST_COPIED;
    }

    /** Returns how many bytes the next copy may have. */
    public int copyLeft() {
        return Frames.left(COPIES + copied);
    }

    /** Copies bytes to a place that the program does not know, and returns its address E. */
    public int copy(long address, int length) throws IOException {
        int at = own.at(COPIES + copied);
        task.store(at, link.read(address, length));
        copied += length;
        return at;
    }

    /** Returns bytes of P. */
    public byte[] read(long address, int length) throws IOException {
        byte[] all = new byte[length];
        for (int done = 0; done < length; done += Frames.BYTES) {
            int part = Math.min(length - done, Frames.BYTES);
            System.arraycopy(link.read(address + done, part), 0, all, done, part);
        }
        if (log != null) {
            log.read(address, all);
        }
        return all;
    }

    /** Writes bytes of P. */
    public void write(long address, byte[] bytes) throws IOException {
        for (int done = 0; done < bytes.length; done += Frames.BYTES) {
            int part = Math.min(bytes.length - done, Frames.BYTES);
            link.write(address + done, part == bytes.length ? bytes : Arrays.copyOfRange(bytes, done, done + part));
        }
    }

    public void combine(long into, long with, long what) throws IOException {
        link.combine(into, with, what);
    }

    /** Lets the process apply a function of the program to two of its arrays; see fl_command. */
    public void apply(long in, long inout, long what, long function) throws IOException {
        link.apply(in, inout, what, function);
    }

    /** Brings what the NIC has written into P. */
    public void patch() throws IOException {
        for (Commit commit : task.commits()) {
            int end = commit.address() + commit.length();
            for (int at = commit.address(); at < end; ) {
                int part = Math.min(end - at, Frames.left(at));
                long address = own.back(at);
                if (address != 0 && !gone) {
                    patch(address, at, part);
                }
                at += part;
            }
        }
    }

    private void patch(long address, int at, int length) throws IOException {
        byte[] now = task.read(at, length);
        if (words.isEmpty()) {
            link.write(address, now);
            return;
        }
        for (int i = 0; i < length; ) { // words of atomics apart
            int word = at + i & -Long.BYTES;
            int part = Math.min(length - i, word + Long.BYTES - (at + i));
            Long known = words.get(word);
            if (known == null) {
                int next = i + part;
                while (next < length && !words.containsKey(at + next)) {
                    next = Math.min(length, next + Long.BYTES);
                }
                link.write(address + i, Arrays.copyOfRange(now, i, next));
                i = next;
            } else {
                words.put(word, patchWord(address + i, now, i, part, known, at + i - word));
                i += part;
            }
        }
    }

    /**
     * Patches bytes of a word and returns what P knows of it then. An atomic on half of a word writes the other half as
     * it found it, which the program may have changed in P since: only what has changed in E goes into P.
     *
     * @param offset place of the first byte in the word
     */
    private long patchWord(long address, byte[] now, int from, int length, long known, int offset) throws IOException {
        long knows = known;
        for (int i = 0; i < length; i++) {
            int shift = Byte.SIZE * (offset + i);
            long value = now[from + i] & BYTE;
            if (length < Long.BYTES || value != (known >>> shift & BYTE)) {
                link.write(address + i, new byte[] {now[from + i]});
            }
            knows = knows & ~(BYTE << shift) | value << shift;
        }
        return knows;
    }

    /** Returns the 8 bytes at an address E. */
    public long word(int at) {
        return ByteBuffer.wrap(task.read(at, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /** Stores in E what the program has changed in a range of P, which may lie in several pages. */
    public void push(long address, long length) throws IOException {
        if (gone) {
            return;
        }
        patch();
        for (long at = address; at < address + length; ) {
            int part = (int) Math.min(address + length - at, Frames.left(at));
            pushPart(at, own.at(at), part);
            at += part;
        }
    }

    private void pushPart(long address, int at, int length) throws IOException {
        byte[] mine = link.read(address, length);
        byte[] machine = task.read(at, length);
        int first = Arrays.mismatch(mine, machine);
        if (first < 0) {
            return;
        }
        int end = length;
        while (mine[end - 1] == machine[end - 1]) {
            end--;
        }
        BitSet changed = new BitSet(end - first);
        for (int i = first; i < end; i++) {
            if (mine[i] != machine[i]) {
                changed.set(i - first);
            }
        }
        byte[] bytes = Arrays.copyOfRange(mine, first, end);
        if (log != null) {
            log.stored(address + first, bytes, changed);
        }
        task.store(at + first, bytes, changed);
        for (int i = changed.nextSetBit(0); i >= 0 && !words.isEmpty(); i = changed.nextSetBit(i + 1)) {
            words.computeIfPresent(at + first + i & -Long.BYTES, (place, known) -> word(place));
        }
    }

    /** Pushes the word of an atomic and returns its address E. */
    public int pushWord(long address) throws IOException {
        long word = address & -Long.BYTES;
        push(word, Long.BYTES);
        int at = own.at(word);
        words.put(at, word(at));
        return at;
    }
}
