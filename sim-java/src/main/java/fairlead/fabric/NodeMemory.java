// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import fairlead.engine.Mix;
import fairlead.flow.MemoryPorts;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory of one node behind its two read and two write ports: every request is served exactly `latency` cycles after it was made, writes by {@link #commit} before
 * host commands act, reads by {@link #reply} after (docs/spec/fabric.md, rule 1).
 */
final class NodeMemory implements MemoryPorts {
    private static final int PORTS = HwLayout.LOCAL_PORTS;
    private static final int WORD = Long.BYTES;
    private static final int BYTES_FIELD = 32;
    private static final int PORT_FIELD = 40;
    private static final int OPERATION_FIELD = 48;

    private final int node;
    private final int latency;
    private final Clock clock;
    private final NodeWheel wheel;
    private final Failure failure;
    private final ByteBuffer bytes;
    private final int size;
    private final RequestQueue[] reads = new RequestQueue[PORTS];
    private final RequestQueue[] writes = new RequestQueue[PORTS];
    private final long[] committedA = new long[PORTS];
    private final long[] committedB = new long[PORTS];
    private final long[] committedC = new long[PORTS];
    private int committed;
    private long lastDue = -1;

    NodeMemory(
            final int node,
            final int size,
            final int latency,
            final Clock clock,
            final NodeWheel wheel,
            final Failure failure) {
        this.node = node;
        this.size = size;
        this.latency = latency;
        this.clock = clock;
        this.wheel = wheel;
        this.failure = failure;
        bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
        for (int port = 0; port < PORTS; port++) {
            reads[port] = new RequestQueue();
            writes[port] = new RequestQueue();
        }
    }

    ByteBuffer view() {
        return bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    void load(final int address, final byte[] data) {
        bytes.put(address, data);
    }

    boolean contains(final long address, final long length) {
        return address >= 0 && length >= 0 && address <= size && length <= size - address;
    }

    // ---- requests of the tile

    @Override
    public void read(final int port, final int ctx, final int address, final int length) {
        reads[port].add(due(), address, length, ctx, 0, 0);
    }

    @Override
    public void write(
            final int port, final int op, final int address, final int length, final long d0, final long d1) {
        writes[port].add(due(), address, length, op, d0, d1);
    }

    private long due() {
        final long due = clock.now() + latency;
        if (due != lastDue) {
            lastDue = due;
            wheel.add(due, node);
        }
        return due;
    }

    // ---- service

    /** Writes of cycle t: port 0, then port 1; acknowledged in t. True when there was one. */
    boolean commit(final long t, final Replies tile) {
        committed = 0;
        for (int port = 0; port < PORTS; port++) {
            if (writes[port].isDue(t)) {
                commit(port, tile);
                writes[port].remove();
            }
        }
        return committed > 0;
    }

    private void commit(final int port, final Replies tile) {
        final RequestQueue write = writes[port];
        final int op = write.code();
        final int address = write.address();
        final int length = op == WRITE ? write.length() : WORD;
        final int at = committed++;
        committedA[at] = 0;
        committedB[at] = 0;
        committedC[at] = 0;
        if (!contains(address, length)) {
            failure.fail(node, beyond("a write", length, address));
            return;
        }
        long old = 0;
        long w0 = write.d0();
        long w1 = 0;
        int written = length;
        if (op == WRITE) {
            w0 &= mask(length);
            w1 = write.d1() & mask(length - WORD);
            store(address, length, w0, w1);
        } else {
            old = bytes.getLong(address);
            if (op == FETCH_ADD) {
                w0 += old;
            } else if (old != write.d1()) {
                w0 = 0;
                written = 0;
            }
            if (written > 0) {
                bytes.putLong(address, w0);
            }
        }
        tile.writeAck(port, old);
        committedA[at] = address
                | (long) written << BYTES_FIELD
                | (long) port << PORT_FIELD
                | (long) op << OPERATION_FIELD;
        committedB[at] = w0;
        committedC[at] = w1;
    }

    /** The COMMITTED events of the last {@link #commit}; they stand behind those of host commands. */
    void emitCommitted(final EventStream events) {
        for (int i = 0; i < committed; i++) {
            events.emit(
                    node, EventUnit.MEMORY, EventKind.COMMITTED, i, committedA[i], committedB[i], committedC[i]);
        }
        committed = 0;
    }

    /** Reads of cycle t sample memory. True when there was one. */
    boolean reply(final long t, final Replies tile) {
        boolean any = false;
        for (int port = 0; port < PORTS; port++) {
            final RequestQueue read = reads[port];
            if (!read.isDue(t)) {
                continue;
            }
            final int address = read.address();
            final int length = read.length();
            if (contains(address, length)) {
                tile.readReply(port, read.code(), word(address, length), word(address + WORD, length - WORD));
                any = true;
            } else {
                failure.fail(node, beyond("a read", length, address));
            }
            read.remove();
        }
        return any;
    }

    private String beyond(final String what, final int length, final int address) {
        return what + " of " + length + " bytes at " + address + " is beyond the " + size + " bytes of memory";
    }

    // ---- bytes

    private static long mask(final int length) {
        return length >= WORD ? -1L : length <= 0 ? 0 : (1L << 8 * length) - 1;
    }

    private long word(final int address, final int length) {
        if (length <= 0) {
            return 0;
        }
        if (address + WORD <= size) {
            return bytes.getLong(address) & mask(length);
        }
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << 8 | bytes.get(address + i) & 0xFF;
        }
        return word;
    }

    private void store(final int address, final int length, final long w0, final long w1) {
        storeWord(address, length, w0);
        storeWord(address + WORD, length - WORD, w1);
    }

    private void storeWord(final int address, final int length, final long word) {
        if (length >= WORD) {
            bytes.putLong(address, word);
            return;
        }
        for (int i = 0; i < length; i++) {
            bytes.put(address + i, (byte) (word >>> 8 * i));
        }
    }

    long load64(final int address) {
        return bytes.getLong(address);
    }

    void store64(final int address, final long value) {
        bytes.putLong(address, value);
    }

    /** Byte i becomes byte i & 7 of mix64(key + (i >> 3) * GOLDEN). */
    void fill(final int address, final int length, final long key) {
        long seed = key;
        for (int i = 0; i < length; i += WORD, seed += Mix.GOLDEN) {
            storeWord(address + i, length - i, Mix.mix64(seed));
        }
    }
}
