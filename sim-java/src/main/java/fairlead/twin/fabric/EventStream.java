// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.twin.router.Apart;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The events of one batch of the nodes of a part: 40-byte records in the order (cycle, node, unit, sequence), in whole
 * cycles. Within a cycle the nodes emit their events in ascending order, except for the hops, which the routers report
 * at the end of the cycle ({@link HopRecords}). The memory grows when necessary.
 */
final class EventStream extends Apart {
    static final int BYTES = EventRecord.BYTES;

    private static final int FIRST_RECORDS = 1 << 12;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int UNIT_SHIFT = 8 * (EventRecord.UNIT_OFFSET - EventRecord.NODE_OFFSET);
    private static final int KIND_SHIFT = 8 * (EventRecord.KIND_OFFSET - EventRecord.NODE_OFFSET);
    private static final int SEQUENCE_SHIFT = 8 * (EventRecord.SEQUENCE_OFFSET - EventRecord.NODE_OFFSET);

    private final Clock clock;
    private transient byte[] records; // of one batch
    private transient ByteBuffer view;
    private int end;
    private int cycleStart;
    long firstReactive = Long.MAX_VALUE; // cycle of the first reactive event of the batch, or Long.MAX_VALUE
    long total; // number of events since cycle 0

    EventStream(Clock clock) {
        this.clock = clock;
        use(new byte[FIRST_RECORDS * BYTES]);
    }

    private void use(byte[] memory) {
        records = memory;
        view = ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN);
    }

    void begin() {
        end = 0;
        cycleStart = 0;
        firstReactive = Long.MAX_VALUE;
    }

    void beginCycle() {
        cycleStart = end;
    }

    void emit(int node, int unit, int kind, int seq, long a, long b, long c) {
        if (end == records.length) {
            grow();
        }
        if (firstReactive == Long.MAX_VALUE && EventKind.isReactive(kind)) {
            firstReactive = clock.now;
        }
        total++;
        write(end, key(node, unit) | (long) kind << KIND_SHIFT | (long) seq << SEQUENCE_SHIFT, a, b, c);
        end += BYTES;
    }

    private static long key(int node, int unit) {
        return node | (long) unit << UNIT_SHIFT;
    }

    private void write(int at, long word, long a, long b, long c) {
        LONGS.set(records, at + EventRecord.CYCLE_OFFSET, clock.now);
        LONGS.set(records, at + EventRecord.NODE_OFFSET, word);
        LONGS.set(records, at + EventRecord.A_OFFSET, a);
        LONGS.set(records, at + EventRecord.B_OFFSET, b);
        LONGS.set(records, at + EventRecord.C_OFFSET, c);
    }

    private void grow() {
        use(Arrays.copyOf(records, 2 * records.length));
    }

    /** Returns whether a record of the cycle must follow the hops of a node. */
    private boolean isBehindHops(int at, int node) {
        int other = view.getShort(at + EventRecord.NODE_OFFSET) & 0xFFFF;
        return other > node || other == node && (records[at + EventRecord.UNIT_OFFSET] & 0xFF) > EventUnit.LINK;
    }

    // ---- the batch

    int count() {
        return end / BYTES;
    }

    /** Returns the cycle of a record of the batch, or Long.MAX_VALUE after the last one. */
    long cycleAt(int index) {
        return index * BYTES == end
                ? Long.MAX_VALUE
                : (long) LONGS.get(records, index * BYTES + EventRecord.CYCLE_OFFSET);
    }

    /** Copies records `from` to `to` - 1 to the array `into`, from index `place` on. */
    void copy(int from, int to, byte[] into, int place) {
        System.arraycopy(records, from * BYTES, into, place * BYTES, (to - from) * BYTES);
    }

    /**
     * The hops of one cycle, which the routers report after all other events; {@link #merge} inserts each after the
     * memory events of its node.
     */
    static final class HopRecords implements PartitionPorts.HopSink {
        private static final int LINK_SHIFT = HopEvent.LINK_LSB;
        private static final int NODE_MASK = 0xFFFF;
        private static final int SEQUENCE = 1 << 16;
        private static final int WORDS = 3;
        private static final int PLACE_SHIFT = 32;

        private final Packets packets;
        private long[] words = new long[64 * WORDS]; // node | sequence << 16 | place << 32; the words of the header
        private int count;

        HopRecords(Packets packets) {
            this.packets = packets;
        }

        @Override
        public void hop(int from, int link, int vc, int packet) {
            int at = count++ * WORDS;
            if (at == words.length) {
                words = Arrays.copyOf(words, 2 * at);
            }
            int before = at == 0 ? -1 : (int) words[at - WORDS];
            int key = at > 0 && (before & NODE_MASK) == from ? before + SEQUENCE : from;
            words[at] = (long) (link << LINK_SHIFT | vc) << PLACE_SHIFT | Integer.toUnsignedLong(key);
            words[at + 1] = packets.header0(packet);
            words[at + 2] = packets.header1(packet);
        }

        /** Ends the cycle: inserts the hops from the back, so that every record moves once. */
        void merge(EventStream events) {
            int other = events.end - BYTES;
            int to = other + count * BYTES;
            while (to >= events.records.length) {
                events.grow();
            }
            events.end += count * BYTES;
            events.total += count;
            for (int hop = (count - 1) * WORDS; hop >= 0; to -= BYTES) {
                int node = (int) words[hop] & NODE_MASK;
                if (other >= events.cycleStart && events.isBehindHops(other, node)) {
                    System.arraycopy(events.records, other, events.records, to, BYTES);
                    other -= BYTES;
                    continue;
                }
                long word = key(node, EventUnit.LINK)
                        | (long) EventKind.HOP << KIND_SHIFT
                        | (words[hop] >>> 16 & NODE_MASK) << SEQUENCE_SHIFT;
                events.write(to, word, words[hop + 1], words[hop + 2], words[hop] >>> PLACE_SHIFT);
                hop -= WORDS;
            }
            count = 0;
        }
    }

    /**
     * The events of one batch of all parts, in the order (cycle, node, unit, sequence), in whole cycles. With a single
     * part, the events are not copied.
     */
    static final class EventBatch {
        private final EventStream[] parts;
        private final int[] next; // by part: its first record that is not yet in the order
        private final int fullAt;
        final EventCursor cursor = new EventCursor();
        private byte[] records;
        private ByteBuffer view;

        /**
         * Makes the batch.
         *
         * @param parts streams of the parts, in ascending order of their nodes
         * @param fullAt number of records at which a batch ends
         */
        EventBatch(EventStream[] parts, int fullAt) {
            this.parts = parts;
            this.fullAt = fullAt;
            next = new int[parts.length];
            room(0);
            cursor.wrap(view, 0);
        }

        private void room(int count) {
            if (records == null || records.length < count * EventStream.BYTES) {
                records = new byte[2 * count * EventStream.BYTES];
                view = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
            }
        }

        void begin() {
            for (EventStream part : parts) {
                part.begin();
            }
        }

        /** Returns the cycle of the first reactive event of the batch, or Long.MAX_VALUE. */
        long firstReactive() {
            long first = Long.MAX_VALUE;
            for (EventStream part : parts) {
                first = Math.min(first, part.firstReactive);
            }
            return first;
        }

        private int count() {
            int count = 0;
            for (EventStream part : parts) {
                count += part.count();
            }
            return count;
        }

        boolean isNearlyFull() {
            return count() >= fullAt;
        }

        long total() {
            return Arrays.stream(parts).mapToLong(part -> part.total).sum();
        }

        void finish() {
            if (parts.length == 1) {
                cursor.wrap(parts[0].view, parts[0].count());
                return;
            }
            int count = count();
            room(count);
            Arrays.fill(next, 0);
            for (int at = 0; at < count; ) {
                at = append(at, firstCycle());
            }
            cursor.wrap(view, count);
        }

        private long firstCycle() {
            long cycle = Long.MAX_VALUE;
            for (int part = 0; part < parts.length; part++) {
                cycle = Math.min(cycle, parts[part].cycleAt(next[part]));
            }
            return cycle;
        }

        /** Copies the records of one cycle to index `at` and returns the index after them. */
        private int append(int at, long cycle) {
            int to = at;
            for (int part = 0; part < parts.length; part++) {
                int from = next[part];
                int end = from;
                while (parts[part].cycleAt(end) == cycle) {
                    end++;
                }
                parts[part].copy(from, end, records, to);
                next[part] = end;
                to += end - from;
            }
            return to;
        }
    }
}
