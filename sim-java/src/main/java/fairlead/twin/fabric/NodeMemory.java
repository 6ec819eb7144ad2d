// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.machine.Mix;
import fairlead.twin.nic.MemoryPorts;
import fairlead.twin.nic.Tile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory of one node behind its two read and two write ports. Every request is served exactly `latency` cycles
 * after it was made: writes by {@link #commit} before host commands act, reads by {@link #reply} after them
 * (docs/spec/fabric.md, rule 1). {@link MemoryService} makes these calls.
 */
final class NodeMemory implements MemoryPorts {
    private static final int STATUS_BYTES = 16;
    private static final int WORD = Long.BYTES;
    // in bytes; a larger memory consists of pages, so that untouched pages cost nothing
    private static final int MOST_FLAT = 1 << 22;
    private static final int BYTES_FIELD = CommitEvent.BYTES_LSB;
    private static final int PORT_FIELD = CommitEvent.PORT_LSB;
    private static final int OPERATION_FIELD = CommitEvent.OPERATION_LSB;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int node;
    private final int latency;
    private final Clock clock;
    private final int size;
    private final byte[] bytes; // null if `paged` holds the bytes
    private final PagedBytes paged;
    private final RequestRing writes; // writes to all nodes with this latency
    private final RequestRing reads;

    NodeMemory(int node, int size, int latency, Clock clock, RequestRing writes, RequestRing reads) {
        this.node = node;
        this.latency = latency;
        this.clock = clock;
        this.writes = writes;
        this.reads = reads;
        this.size = size;
        bytes = size <= MOST_FLAT ? new byte[size] : null;
        paged = bytes == null ? new PagedBytes(size) : null;
    }

    boolean isPaged() {
        return bytes == null;
    }

    /** Returns the contents as a buffer, which is a copy if the memory has pages. */
    ByteBuffer view() {
        return ByteBuffer.wrap(bytes == null ? paged.copy() : bytes)
                .asReadOnlyBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    ByteBuffer page(int number) {
        return paged.page(number);
    }

    void load(int address, byte[] data) {
        if (bytes != null) {
            System.arraycopy(data, 0, bytes, address, data.length);
            return;
        }
        for (int i = 0; i < data.length; i++) {
            paged.set(address + i, data[i]);
        }
    }

    boolean contains(long address, long length) {
        return address >= 0 && length >= 0 && address <= size && length <= size - address;
    }

    /** Returns a byte, or 0 for an address outside the memory. */
    int byteAt(int address) {
        return address < 0 || address >= size ? 0 : bytes == null ? paged.get(address) : bytes[address];
    }

    // ---- requests of the tile

    @Override
    public void read(int port, int ctx, int address, int length) {
        reads.read(clock.now + latency, node, port, address, length, ctx);
    }

    @Override
    public void write(int port, int op, int address, int length, long d0, long d1) {
        writes.write(clock.now + latency, node, port, address, length, op, d0, d1);
    }

    @Override
    public void status(int address, long d0, long d1) {
        writes.write(clock.now + latency, node, RequestRing.STATUS, address, STATUS_BYTES, WriteOp.WRITE, d0, d1);
    }

    @Override
    public void device(int address, int length, long d0, long d1) {
        writes.write(clock.now + latency, node, RequestRing.DEVICE, address, length, WriteOp.WRITE, d0, d1);
    }

    // ---- service

    /** Executes the write at this index of a ring and acknowledges it in the same cycle. */
    void commit(RequestRing from, int at, Tile tile, Polls polls, MemoryService.Commits commits) {
        int op = from.code(at);
        int address = from.address(at);
        int length = from.length(at);
        if (!contains(address, length)) {
            clock.fail(node, beyond("a write", length, address));
            commits.add(node, 0, 0, 0);
            return;
        }
        long old = 0;
        long w0 = from.d0(at);
        long w1 = 0;
        int written = length;
        if (op == WriteOp.WRITE) {
            w1 = from.d1(at);
            if (length == HwLayout.FLIT_BYTES) {
                store64(address, w0);
                store64(address + WORD, w1);
            } else {
                w0 &= mask(length);
                w1 &= mask(length - WORD);
                storeWord(address, length, w0);
                storeWord(address + WORD, length - WORD, w1);
            }
        } else {
            long mask = mask(length);
            old = word(address, length);
            if (op == WriteOp.COMPARE_SWAP && old != (from.d1(at) & mask)) {
                w0 = 0;
                written = 0;
            } else {
                w0 = left(op, old, w0) & mask;
            }
            storeWord(address, written, w0);
        }
        polls.written(node, address, written);
        int port = from.port(at);
        if (port < RequestRing.STATUS) {
            tile.writeAck(port, old);
        } else if (port == RequestRing.DEVICE) {
            tile.tree.deviceAck();
        } else {
            tile.statusAck();
        }
        commits.add(
                node,
                address | (long) written << BYTES_FIELD | (long) port << PORT_FIELD | (long) op << OPERATION_FIELD,
                w0,
                w1);
    }

    /** Returns what an atomic that writes leaves where it found `old`. */
    private static long left(int op, long old, long operand) {
        return switch (op) {
            case WriteOp.FETCH_ADD -> old + operand;
            case WriteOp.FETCH_AND -> old & operand;
            case WriteOp.FETCH_OR -> old | operand;
            case WriteOp.FETCH_XOR -> old ^ operand;
            default -> operand;
        };
    }

    /** Executes the read at this index of a ring. */
    void reply(RequestRing from, int at, Tile tile) {
        int address = from.address(at);
        int length = from.length(at);
        if (!contains(address, length)) {
            clock.fail(node, beyond("a read", length, address));
        } else if (length == HwLayout.FLIT_BYTES) {
            tile.readReply(from.port(at), from.code(at), load64(address), load64(address + WORD));
        } else {
            tile.readReply(from.port(at), from.code(at), word(address, length), word(address + WORD, length - WORD));
        }
    }

    private String beyond(String what, int length, int address) {
        return what + " of " + length + " bytes at " + address + " is beyond the " + size + " bytes of memory";
    }

    // ---- bytes

    private static long mask(int length) {
        return length >= WORD ? -1L : length <= 0 ? 0 : (1L << 8 * length) - 1;
    }

    private long word(int address, int length) {
        if (length <= 0) {
            return 0;
        }
        if (address <= size - WORD) {
            return load64(address) & mask(length);
        }
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << 8 | byteAt(address + i) & 0xFF;
        }
        return word;
    }

    void storeWord(int address, int length, long word) {
        if (length >= WORD) {
            store64(address, word);
            return;
        }
        for (int i = 0; i < length; i++) {
            byte value = (byte) (word >>> 8 * i);
            if (bytes == null) {
                paged.set(address + i, value);
            } else {
                bytes[address + i] = value;
            }
        }
    }

    long load64(int address) {
        return bytes == null ? paged.load64(address) : (long) LONGS.get(bytes, address);
    }

    void store64(int address, long value) {
        if (bytes == null) {
            paged.store64(address, value);
        } else {
            LONGS.set(bytes, address, value);
        }
    }

    /** Fills bytes with a pattern: byte i becomes byte i & 7 of mix64(key + (i >> 3) * GOLDEN). */
    void fill(int address, int length, long key) {
        long seed = key;
        for (int i = 0; i < length; i += WORD, seed += Mix.GOLDEN) {
            storeWord(address + i, length - i, Mix.mix64(seed));
        }
    }

    /** The bytes of a large memory. A page is allocated at its first write; until then all its bytes are 0. */
    static final class PagedBytes {
        private static final int PAGE = Engine.PAGE_BYTES;
        private static final int SHIFT = Integer.numberOfTrailingZeros(PAGE);

        private final int size;
        private final byte[][] pages;

        PagedBytes(int size) {
            this.size = size;
            pages = new byte[(size - 1 >>> SHIFT) + 1][];
        }

        private byte[] written(int address) {
            int number = address >>> SHIFT;
            if (pages[number] == null) {
                pages[number] = new byte[Math.min(PAGE, size - (number << SHIFT))];
            }
            return pages[number];
        }

        byte get(int address) {
            byte[] page = pages[address >>> SHIFT];
            return page == null ? 0 : page[address & PAGE - 1];
        }

        void set(int address, byte value) {
            written(address)[address & PAGE - 1] = value;
        }

        long load64(int address) {
            int at = address & PAGE - 1;
            if (at <= PAGE - Long.BYTES) {
                byte[] page = pages[address >>> SHIFT];
                return page == null ? 0 : (long) LONGS.get(page, at);
            }
            long word = 0;
            for (int i = Long.BYTES - 1; i >= 0; i--) {
                word = word << 8 | get(address + i) & 0xFF;
            }
            return word;
        }

        void store64(int address, long value) {
            int at = address & PAGE - 1;
            if (at <= PAGE - Long.BYTES) {
                LONGS.set(written(address), at, value);
                return;
            }
            for (int i = 0; i < Long.BYTES; i++) {
                set(address + i, (byte) (value >>> 8 * i));
            }
        }

        /** Returns a page, or null if it was never written. */
        ByteBuffer page(int number) {
            byte[] page = pages[number];
            return page == null
                    ? null
                    : ByteBuffer.wrap(page).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        }

        byte[] copy() {
            byte[] all = new byte[size];
            for (int number = 0; number < pages.length; number++) {
                if (pages[number] != null) {
                    System.arraycopy(pages[number], 0, all, number << SHIFT, pages[number].length);
                }
            }
            return all;
        }
    }
}
