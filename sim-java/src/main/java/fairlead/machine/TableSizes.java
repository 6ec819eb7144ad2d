// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.NicSizes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How many places of each table of the NIC are used. A machine has all places of a table whose size is not given.
 *
 * @param given number of places of each table, in the order of {@link Table}; 0 if it is not given
 */
public record TableSizes(List<Integer> given) {
    /** A table or queue of the NIC, with the number of places that the product has. */
    public enum Table {
        COMMIT_SLOTS(HwLayout.COMMIT_SLOTS, NicSizes.COMMIT_SLOTS_LSB),
        /** Packets that a packetiser may prepare ahead. */
        HEADER_QUEUE(HwLayout.HEADER_QUEUE, NicSizes.HEADER_QUEUE_LSB),
        /** Flits of read data that a packetiser may have asked for and not sent. */
        READ_WINDOW(HwLayout.READ_WINDOW, NicSizes.READ_WINDOW_LSB),
        FENCE_ENTRIES(HwLayout.FENCE_ENTRIES, NicSizes.FENCE_ENTRIES_LSB),
        ACK_COUNTERS(HwLayout.ACK_COUNTERS, NicSizes.ACK_COUNTERS_LSB);

        private final int most;
        private final int lsb;

        Table(int most, int lsb) {
            this.most = most;
            this.lsb = lsb;
        }

        public int most() {
            return most;
        }
    }

    private static final int TABLES = Table.values().length;

    public static final TableSizes ALL = new TableSizes(Collections.nCopies(TABLES, 0));

    public TableSizes {
        given = List.copyOf(given);
        MachineConfig.require(given.size() == TABLES, "there are " + TABLES + " sizes, not " + given.size());
    }

    public int of(Table table) {
        return isGiven(table) ? given.get(table.ordinal()) : table.most;
    }

    public boolean isGiven(Table table) {
        return given.get(table.ordinal()) != 0;
    }

    public TableSizes with(Table table, int size) {
        List<Integer> other = new ArrayList<>(given);
        other.set(table.ordinal(), size);
        return new TableSizes(other);
    }

    public long register() {
        long value = 0;
        for (Table table : Table.values()) {
            value |= (long) of(table) << table.lsb;
        }
        return value;
    }
}
