// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import fairlead.engine.Mix;
import fairlead.flow.MemoryPorts;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory of one node behind its two read and two write ports: every request is served exactly `latency` cycles after it was made, writes by {@link #commit} before
 * host commands act, reads by {@link #reply} after (docs/spec/fabric.md, rule 1). A cycle in which something is due begins with {@link #begin}.
 */
final class NodeMemory implements MemoryPorts {
    private static final int PORTS = HwLayout.LOCAL_PORTS;
    private static final int FIRST_READ = PORTS; // kinds: write ports, then read ports, then the status of the DLA
    private static final int STATUS = 2 * PORTS;
    private static final int KINDS = STATUS + 1;
    private static final int STATUS_BYTES = 16;
    private static final int WORD = Long.BYTES;
    private static final int BYTES_FIELD = CommitEvent.BYTES_LSB;
    private static final int PORT_FIELD = CommitEvent.PORT_LSB;
    private static final int OPERATION_FIELD = CommitEvent.OPERATION_LSB;
    private static final int EVENT_WORDS = 3;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int node;
    private final int latency;
    private final Clock clock;
    private final Polls polls;
    private final Failure failure;
    private final byte[] bytes;
    private final RequestRing requests; // of all nodes with this latency
    private final RequestRing[] held; // DLA_BYPASS: by kind, requests behind a store that waits; else null
    private final Service service;

    /** What one node serves in its turn; all nodes use one, as they take turns. */
    static final class Service {
        private final int[] place = new int[KINDS]; // of the requests, by kind
        private final long[] committed = new long[(PORTS + 1) * EVENT_WORDS];
        private int due; // kinds
        private int commits;
    }

    NodeMemory(
            final int node,
            final int size,
            final int latency,
            final Clock clock,
            final RequestRing requests,
            final Service service,
            final Polls polls,
            final Failure failure,
            final boolean bypass) {
        this.node = node;
        this.latency = latency;
        this.clock = clock;
        this.requests = requests;
        this.service = service;
        this.polls = polls;
        this.failure = failure;
        bytes = new byte[size];
        held = bypass ? new RequestRing[KINDS] : null;
        for (int kind = 0; bypass && kind < KINDS; kind++) {
            held[kind] = new RequestRing();
        }
    }

    ByteBuffer view() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    void load(final int address, final byte[] data) {
        System.arraycopy(data, 0, bytes, address, data.length);
    }

    boolean contains(final long address, final long length) {
        return address >= 0 && length >= 0 && address <= bytes.length && length <= bytes.length - address;
    }

    // ---- requests of the tile

    @Override
    public void read(final int port, final int ctx, final int address, final int length) {
        requests.add(clock.now() + latency, node, FIRST_READ + port, address, length, ctx, 0, 0);
    }

    @Override
    public void write(final int port, final int op, final int address, final int length, final long d0, final long d1) {
        requests.add(clock.now() + latency, node, port, address, length, op, d0, d1);
    }

    @Override
    public void status(final int address, final long d0, final long d1) {
        requests.add(clock.now() + latency, node, STATUS, address, STATUS_BYTES, WRITE, d0, d1);
    }

    // ---- service

    /**
     * Takes what is due in cycle t.
     *
     * @param stalled a store waits at the host interface: it all stays where it is. Afterwards one request of each port a cycle is served
     */
    void begin(final long t, final boolean stalled) {
        while (requests.isDue(t, node)) {
            final int at = requests.take();
            final int kind = requests.kind(at);
            if (held == null) {
                serves(kind, at);
            } else {
                held[kind].add(
                        t,
                        node,
                        kind,
                        requests.address(at),
                        requests.length(at),
                        requests.code(at),
                        requests.d0(at),
                        requests.d1(at));
            }
        }
        for (int kind = 0; held != null && !stalled && kind < KINDS; kind++) {
            if (!held[kind].isEmpty()) {
                serves(kind, held[kind].take());
            }
        }
    }

    private void serves(final int kind, final int at) {
        service.place[kind] = at;
        service.due |= 1 << kind;
    }

    /** Requests wait that were due in an earlier cycle. */
    boolean isHolding() {
        for (int kind = 0; held != null && kind < KINDS; kind++) {
            if (!held[kind].isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private RequestRing ring(final int kind) {
        return held == null ? requests : held[kind];
    }

    /** Writes of the cycle: port 0, then port 1; acknowledged in it. True when there was one. */
    boolean commit(final Replies tile) {
        service.commits = 0;
        for (int port = 0; port < PORTS; port++) {
            if ((service.due >> port & 1) != 0) {
                commit(port, ring(port), service.place[port], tile);
            }
        }
        if ((service.due >> STATUS & 1) != 0) {
            commit(PORTS, ring(STATUS), service.place[STATUS], tile);
        }
        return service.commits > 0;
    }

    private void commit(final int port, final RequestRing from, final int at, final Replies tile) {
        final int op = from.code(at);
        final int address = from.address(at);
        final int length = op == WRITE ? from.length(at) : WORD;
        final int event = service.commits++ * EVENT_WORDS;
        final long[] committed = service.committed;
        if (!contains(address, length)) {
            failure.fail(node, beyond("a write", length, address));
            committed[event] = 0;
            committed[event + 1] = 0;
            committed[event + 2] = 0;
            return;
        }
        long old = 0;
        long w0 = from.d0(at);
        long w1 = 0;
        int written = length;
        if (op == WRITE) {
            w0 &= mask(length);
            w1 = from.d1(at) & mask(length - WORD);
            storeWord(address, length, w0);
            storeWord(address + WORD, length - WORD, w1);
        } else {
            old = load64(address);
            if (op == FETCH_ADD) {
                w0 += old;
            } else if (old != from.d1(at)) {
                w0 = 0;
                written = 0;
            }
            storeWord(address, written, w0);
        }
        polls.written(node, address, written);
        if (port < PORTS) {
            tile.writeAck(port, old);
        } else {
            tile.statusAck();
        }
        committed[event] =
                address | (long) written << BYTES_FIELD | (long) port << PORT_FIELD | (long) op << OPERATION_FIELD;
        committed[event + 1] = w0;
        committed[event + 2] = w1;
    }

    /** The COMMITTED events of the last {@link #commit}; they stand behind those of host commands. */
    void emitCommitted(final EventStream events) {
        final long[] committed = service.committed;
        for (int i = 0; i < service.commits; i++) {
            final int event = i * EVENT_WORDS;
            events.emit(
                    node,
                    EventUnit.MEMORY,
                    EventKind.COMMITTED,
                    i,
                    committed[event],
                    committed[event + 1],
                    committed[event + 2]);
        }
    }

    /** Reads of the cycle sample memory, which ends its service. True when there was one. */
    boolean reply(final Replies tile) {
        final int reads = service.due >> FIRST_READ & (1 << PORTS) - 1;
        service.due = 0;
        for (int port = 0; port < PORTS; port++) {
            if ((reads >> port & 1) != 0) {
                reply(port, ring(FIRST_READ + port), service.place[FIRST_READ + port], tile);
            }
        }
        return reads != 0;
    }

    private void reply(final int port, final RequestRing from, final int at, final Replies tile) {
        final int address = from.address(at);
        final int length = from.length(at);
        if (!contains(address, length)) {
            failure.fail(node, beyond("a read", length, address));
            return;
        }
        tile.readReply(port, from.code(at), word(address, length), word(address + WORD, length - WORD));
    }

    private String beyond(final String what, final int length, final int address) {
        return what + " of " + length + " bytes at " + address + " is beyond the " + bytes.length + " bytes of memory";
    }

    // ---- bytes

    private static long mask(final int length) {
        return length >= WORD ? -1L : length <= 0 ? 0 : (1L << 8 * length) - 1;
    }

    private long word(final int address, final int length) {
        if (length <= 0) {
            return 0;
        }
        if (address <= bytes.length - WORD) {
            return load64(address) & mask(length);
        }
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << 8 | bytes[address + i] & 0xFF;
        }
        return word;
    }

    private void storeWord(final int address, final int length, final long word) {
        if (length >= WORD) {
            store64(address, word);
            return;
        }
        for (int i = 0; i < length; i++) {
            bytes[address + i] = (byte) (word >>> 8 * i);
        }
    }

    long load64(final int address) {
        return (long) LONGS.get(bytes, address);
    }

    void store64(final int address, final long value) {
        LONGS.set(bytes, address, value);
    }

    /** Byte i becomes byte i & 7 of mix64(key + (i >> 3) * GOLDEN). */
    void fill(final int address, final int length, final long key) {
        long seed = key;
        for (int i = 0; i < length; i += WORD, seed += Mix.GOLDEN) {
            storeWord(address + i, length - i, Mix.mix64(seed));
        }
    }
}
