// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.CollectiveNetwork;
import fairlead.support.TestMachine;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes commands that fill the FIFOs and buffers of the collective network, and the shared device, as {@link Fills}
 * does for other parts.
 */
final class TreeFills {
    private static final int PACKETS = HwLayout.TREE_PACKETS;
    private static final int MORE = 6 * PACKETS; // packets that fill reception, link buffers and injection
    private static final int FLITS_OF_LONG = 1 + HwLayout.TREE_PAYLOAD / HwLayout.FLIT_BYTES;
    private static final int PACE = 8;
    private static final int WORD = 8;
    private static final int INSTANCE = 60; // cycles; the tasks of an instance are released after this time

    private TreeFills() {}

    private static Fills fill(Capabilities limits, long seed, int memory, int memoryBytes) {
        Fills fill = new Fills(limits, seed);
        TestMachine machine = fill.machine(2, 1, 1);
        machine.memory = memory;
        machine.memoryBytes = memoryBytes;
        fill.config = machine.config()
                .change()
                .collective(new CollectiveNetwork(
                        2,
                        HwLayout.TREE_LINK_DEPTH,
                        PACKETS,
                        PACKETS,
                        Collections.nCopies(HwLayout.CLASS_ROUTES, List.of(0, 1))))
                .build();
        return fill;
    }

    /** A packet at the pace of one flit a cycle; returns the cycle after it. */
    private static long packet(Fills fill, long cycle, int node, long header, int route, int length) {
        long rest = (long) route << CollectiveHeader.ROUTE_LSB | (long) length << CollectiveHeader.LENGTH_LSB | header;
        long at = cycle;
        fill.add(at++, node, TileCommand.TREE_GIVE, rest, fill.random.nextLong());
        for (int sent = 0; sent < length; sent += HwLayout.FLIT_BYTES) {
            fill.add(at++, node, TileCommand.TREE_BODY, fill.random.nextLong(), fill.random.nextLong());
        }
        return at;
    }

    private static long message(Fills fill, boolean last) {
        return (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB
                | (last ? 1L << CollectiveHeader.LAST_LSB : 0)
                | fill.config.collective().way(0, 0, 1);
    }

    /**
     * Two nodes contribute to combines of each class route, and one sends messages, until all places are full; then
     * both read.
     */
    static Fills.Fill full(Capabilities limits) {
        Fills fill = fill(limits, 110, 20, Fills.MEMORY);
        long combine = (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB;
        int rounds = 2;
        long cycle = 10;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < MORE; i++) {
                for (int route = 0; route < HwLayout.CLASS_ROUTES; route++) {
                    for (int node = 0; node < 2; node++) {
                        packet(fill, cycle, node, combine, route, WORD);
                    }
                    cycle += PACE;
                    if (round > 0) { // one node reads, so that what comes down waits for the other one alone
                        fill.add(cycle++, 0, TileCommand.TREE_READ, route);
                        fill.add(cycle++, 0, TileCommand.TREE_READ, route);
                    }
                }
                cycle = packet(fill, cycle, 0, message(fill, true), 0, WORD) + PACE;
            }
            for (int i = 0; i < 2 * MORE; i++) {
                for (int channel = 0; channel <= HwLayout.CLASS_ROUTES; channel++) {
                    for (int node = 0; node < 2; node++) {
                        fill.add(cycle, node, TileCommand.TREE_READ, channel);
                    }
                    cycle++;
                }
            }
            cycle += PACE;
        }
        return fill.named("full tree");
    }

    /**
     * Barriers of four class routes of all nodes, with 16 tasks at most nodes. Additions between them bring the
     * counters near each power of two, and a command comes in each cycle in which a gate opens.
     */
    static Fills.Fill barriers(Capabilities limits) {
        Fills fill = new Fills(limits, 112);
        TestMachine machine = fill.machine(7, 1, 1); // a root, two nodes with three links and four leaves
        machine.barrierWidth = BarrierCount.K_WIDTH;
        int nodes = machine.shape.nodes();
        int most = limits.maxTasks();
        List<Integer> all = IntStream.range(0, nodes).boxed().toList();
        List<Integer> tasks = all.stream()
                .map(node -> node == nodes - 1 ? most / 2 + 1 : most)
                .toList();
        machine.collective = CollectiveNetwork.UNUSED
                .withGroups(Collections.nCopies(HwLayout.CLASS_ROUTES, all))
                .withTasks(Collections.nCopies(HwLayout.CLASS_ROUTES, tasks));
        fill.config = machine.config();
        long cycle = 10;
        for (int bit = 4; bit <= BarrierCount.K_WIDTH; bit++) {
            for (int turn = 0; turn < 2; turn++) { // to one step below the power of two, then beyond it
                long k = turn == 0 ? (1L << bit) - 3L * most : -(1L << bit) - most;
                for (int instance = 0; instance < 3; instance++) {
                    for (int route = 0; route < HwLayout.CLASS_ROUTES; route++) {
                        for (int node = 0; node < nodes; node++) {
                            long name = 1L + route << BarrierCommand.BARRIER_LSB;
                            if (instance == 0) {
                                long sum = (k & BarrierCount.K_MASK) << BarrierCount.K_LSB;
                                fill.add(cycle, node, TileCommand.BAR_ADD, name | sum | bit - 1 & most - 1);
                            }
                            joins(fill, cycle + 1, node, name, tasks.get(node), instance);
                        }
                        cycle += most + PACE;
                    }
                    cycle += INSTANCE;
                }
            }
        }
        return fill.named("barriers of class routes");
    }

    /** All tasks of a node join, and the gate opens while a read or an addition, which is refused, comes. */
    private static void joins(Fills fill, long cycle, int node, long name, int tasks, int instance) {
        int master = instance % tasks;
        for (int task = 0; task < tasks; task++) {
            long mark = task == master ? 1L << BarrierCommand.MASTER_LSB : 0;
            fill.add(cycle + task, node, TileCommand.BAR_ENTER, name | mark | task);
        }
        int late = instance == 0 ? TileCommand.BAR_READ : TileCommand.BAR_ADD;
        fill.add(cycle + tasks, node, late, name | 1L << BarrierCount.K_LSB);
    }

    private static void drain(Fills fill, long cycle, int processor, int limit, int address) {
        fill.add(
                cycle,
                1,
                TileCommand.DEVICE_DRAIN,
                (long) processor << DeviceCommand.PROCESSOR_LSB
                        | (long) limit << DeviceCommand.LIMIT_LSB
                        | (long) address << DeviceCommand.ADDRESS_LSB);
    }

    /**
     * The longest messages go through the shared device to all places of the largest memory, which is slow; then as
     * many of the shortest as fit.
     */
    static Fills.Fill device(Capabilities limits) {
        int memory = 1 << HwLayout.ADDRESS_BITS;
        int most = (1 << DeviceCommand.LIMIT_WIDTH) - 1;
        Fills fill = fill(limits, 111, 300, memory);
        long cycle = 10;
        fill.add(cycle, 1, TileCommand.DEVICE_LOCK, 0);
        for (int round = 0; round < 4; round++) {
            for (int i = 1; i <= PACKETS; i++) {
                cycle = packet(fill, cycle, 0, message(fill, i == PACKETS), 0, HwLayout.TREE_PAYLOAD);
            }
            cycle += 2L * PACKETS * FLITS_OF_LONG;
            if (round > 1) { // else all packets go to memory
                fill.add(cycle, 1, TileCommand.DEVICE_READ_HEADER, 0);
            }
            drain(
                    fill,
                    cycle + FLITS_OF_LONG + PACE,
                    0,
                    round % 2 == 0 ? most : 0,
                    round % 2 == 0 ? memory - most - 1 : 0);
            cycle += 10L * PACKETS * FLITS_OF_LONG;
        }
        for (int i = 0; i < PACKETS; i++) {
            cycle = packet(fill, cycle, 0, message(fill, true), 0, WORD) + PACE;
        }
        cycle += 100;
        for (int i = 0; i < PACKETS; i++) {
            long processor = (long) (i % 4) << DeviceCommand.PROCESSOR_LSB;
            long before = (long) ((i + 3) % 4) << DeviceCommand.PROCESSOR_LSB;
            fill.add(cycle - 20, 1, TileCommand.DEVICE_UNLOCK, i == 0 ? 0 : before);
            fill.add(cycle - 10, 1, TileCommand.DEVICE_LOCK, processor);
            drain(fill, cycle, i % 4, most, 0);
            cycle += 1000;
        }
        return fill.named("device");
    }
}
