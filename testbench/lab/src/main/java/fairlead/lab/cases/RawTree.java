// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import java.util.List;
import java.util.SplittableRandom;

/** Draws raw commands for the collective network, for its shared device and for the performance counters. */
final class RawTree {
    private static final int PROCESSORS = 1 << DeviceCommand.PROCESSOR_WIDTH;
    private static final int SIZES = 7; // operands of 4 to 256 bytes

    private final SplittableRandom random;
    private final RawFields fields;
    private final MachineConfig machine;
    private final CollectiveNetwork network;

    RawTree(SplittableRandom random, RawFields fields, MachineConfig machine) {
        this.random = random;
        this.fields = fields;
        this.machine = machine;
        network = machine.collective();
    }

    boolean exists() {
        return !network.groups().isEmpty();
    }

    int op() {
        int draw = random.nextInt(100);
        if (draw < 45) {
            return TileCommand.TREE_GIVE;
        } else if (draw < 65) {
            return TileCommand.TREE_READ;
        } else if (draw < 94) {
            return TileCommand.DEVICE_LOCK + random.nextInt(4);
        }
        return fields.chance(30) ? TileCommand.COUNT_CONTROL : TileCommand.COUNT_READ;
    }

    /** Returns the first word of a command of this op code. */
    long word(int op) {
        return switch (op) {
            case TileCommand.TREE_GIVE -> header();
            case TileCommand.TREE_READ -> fields.field(3, random.nextInt(HwLayout.TREE_CHANNELS)) | fields.spare(3);
            case TileCommand.COUNT_CONTROL -> fields.field(CounterControl.WIDTH, fields.chance(80) ? 1 : 0)
                    | fields.spare(CounterControl.WIDTH);
            case TileCommand.COUNT_READ -> random.nextInt(1 << CounterIndex.WIDTH) | fields.spare(CounterIndex.WIDTH);
            default -> device();
        };
    }

    /** Returns the number of TREE_BODY commands that should follow a head. */
    int following(long header) {
        int length = (int) CollectiveHeader.length(header);
        int wanted = (Math.min(length, HwLayout.TREE_PAYLOAD) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        return fields.chance(95) ? wanted : random.nextInt(wanted + 2);
    }

    private long header() {
        List<List<Integer>> routes = network.groups();
        int route = routes.isEmpty() ? 0 : random.nextInt(routes.size());
        return header(route, fields.chance(45), -1, random);
    }

    /**
     * Returns a head.
     *
     * @param agreed the node, if the packet agrees with those of other members, or -1
     * @param common gives what all members of a combine agree in
     */
    long header(int route, boolean message, int agreed, SplittableRandom common) {
        int size = common.nextInt(SIZES);
        int operand = 4 << size;
        int few = agreed < 0 ? 2 : 1 + common.nextInt(HwLayout.TREE_PAYLOAD / 4);
        int length = message
                ? random.nextInt(fields.chance(70) ? 41 : HwLayout.TREE_PAYLOAD + 1)
                : operand * (1 + common.nextInt(Math.max(1, Math.min(few, HwLayout.TREE_PAYLOAD / operand))));
        int mode = message ? CollectiveMode.MESSAGE : common.nextInt(CollectiveMode.MESSAGE);
        long header = fields.field(CollectiveHeader.LENGTH_WIDTH, length) << CollectiveHeader.LENGTH_LSB
                | fields.field(CollectiveHeader.ROUTE_WIDTH, route) << CollectiveHeader.ROUTE_LSB
                | fields.field(CollectiveHeader.MODE_WIDTH, mode) << CollectiveHeader.MODE_LSB
                | fields.field(CollectiveHeader.OP_WIDTH, common.nextInt(CollectiveOp.XOR + 1))
                        << CollectiveHeader.OP_LSB
                | fields.field(CollectiveHeader.SIZE_WIDTH, size) << CollectiveHeader.SIZE_LSB
                | (common.nextInt(100) < 50 ? 1L << CollectiveHeader.IS_SIGNED_LSB : 0)
                | (fields.chance(70) && agreed < 0 ? 1L << CollectiveHeader.LAST_LSB : 0)
                | (fields.chance(3) && agreed < 0 ? 1L << CollectiveHeader.MIXED_LSB : 0);
        return message ? header | way(network.groups(), route) : header;
    }

    private long way(List<List<Integer>> routes, int route) {
        if (route >= routes.size() || fields.chance(10)) {
            return random.nextLong() & (1L << CollectiveHeader.LENGTH_LSB) - 1;
        }
        List<Integer> members = routes.get(route);
        return network.way(
                route, members.get(random.nextInt(members.size())), members.get(random.nextInt(members.size())));
    }

    /**
     * Returns a DeviceCommand. One buffer in eight ends at the end of memory, or up to two bytes before or after it.
     */
    private long device() {
        int memory = machine.memoryBytes();
        int limit = random.nextInt(fields.chance(80) ? HwLayout.TREE_PAYLOAD + 1 : 1 << DeviceCommand.LIMIT_WIDTH);
        long inside = random.nextInt(Math.max(1, memory - limit));
        long address = fields.chance(12) ? memory - limit + random.nextInt(5) - 2L : inside;
        return fields.field(DeviceCommand.ADDRESS_WIDTH, address) << DeviceCommand.ADDRESS_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | (long) random.nextInt(PROCESSORS) << DeviceCommand.PROCESSOR_LSB
                | fields.spare(DeviceCommand.WIDTH);
    }

    /** Draws the fields of raw commands: useful values, limits of their ranges and random values. */
    static final class RawFields {
        private static final int FIELD_RANDOM = 4; // in percent of the fields
        private static final int FIELD_EDGE = 5;

        private final SplittableRandom random;
        private final boolean legal; // whether every field has its useful value

        RawFields(SplittableRandom random, boolean legal) {
            this.random = random;
            this.legal = legal;
        }

        boolean chance(int percent) {
            return random.nextInt(100) < percent;
        }

        /**
         * Returns a field of the given width in bits: usually `value`, otherwise a limit of the range, a neighbour of
         * the value or a random value.
         */
        long field(int bits, long value) {
            long mask = (1L << bits) - 1;
            if (legal) {
                return value & mask;
            }
            int draw = random.nextInt(100);
            if (draw < FIELD_RANDOM) {
                return random.nextLong() & mask;
            }
            if (draw < FIELD_RANDOM + FIELD_EDGE) {
                long[] edges = {0, 1, mask, mask - 1, value + 1, value - 1};
                return edges[random.nextInt(edges.length)] & mask;
            }
            return value & mask;
        }

        /** Returns random values for the bits above a layout of `used` bits, which no unit reads, or 0. */
        long spare(int used) {
            return used < Long.SIZE && chance(10) ? random.nextLong() << used : 0;
        }
    }
}
