// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Mix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws scripts of the collective network: contributions to combines, which mostly agree at all members of a class
 * route, broadcasts, messages, and packets that must be refused.
 */
final class TreeDraw {
    private static final int SIZES = Integer.numberOfTrailingZeros(HwLayout.TREE_PAYLOAD) - 1; // 4 bytes to a packet
    private static final int CHANNEL_NUMBERS = 8; // three of them name no channel

    private static final int DRAW = 31;

    private final StepSheet sheet;
    private final SplittableRandom random; // separate generator, so that all other draws stay as they are
    private final CollectiveNetwork network;
    private final long seed;
    private final boolean device; // whether messages and commands of the shared device are drawn
    private final int[][] given; // by node and class route: number of combines so far

    TreeDraw(final StepSheet sheet, final long seed, final boolean device) {
        this.sheet = sheet;
        this.seed = seed;
        this.device = device;
        random = new SplittableRandom(Mix.seed(seed, DRAW));
        network = sheet.machine.collective();
        given = new int[sheet.nodes][HwLayout.CLASS_ROUTES];
    }

    private boolean chance(final int percent) {
        return random.nextInt(100) < percent;
    }

    private int between(final int low, final int high) {
        return low + random.nextInt(high - low + 1);
    }

    private int gap() {
        return chance(5) ? between(0, 400) : between(0, 4);
    }

    void packets() {
        if (device && chance(80)) {
            if (chance(70)) {
                message();
            } else {
                command();
            }
            return;
        }
        for (int left = between(1, 4); left > 0; left--) {
            final int draw = random.nextInt(100);
            if (draw < 4) {
                give(random.nextLong(), random.nextLong(), between(0, HwLayout.TREE_PAYLOAD));
            } else if (draw < 8) {
                sheet.step(StepKind.TREE_READ, gap()).fifo(random.nextInt(CHANNEL_NUMBERS));
            } else if (draw < 65) {
                combine();
            } else if (draw < 75) {
                broadcast();
            } else {
                message();
            }
        }
    }

    private void command() {
        final int limit =
                chance(50) ? HwLayout.TREE_PACKETS * HwLayout.TREE_PAYLOAD : between(0, HwLayout.TREE_PAYLOAD);
        final int room = sheet.machine.memoryBytes() - limit; // the last place of the buffer within memory
        sheet.step(StepKind.DEVICE, gap())
                .fifo(random.nextInt(DeviceSteps.COMMANDS))
                .remote(random.nextInt(DeviceSteps.PROCESSORS))
                .length(limit)
                .local(chance(4) ? room + 1 + random.nextInt(limit + 1) : random.nextInt(room + 1));
    }

    /** Returns a class route of which the node is a member, or sometimes any class route. */
    private int route() {
        final List<Integer> own = java.util.stream.IntStream.range(
                        0, network.groups().size())
                .filter(r -> network.groups().get(r).contains(sheet.node()))
                .boxed()
                .toList();
        return own.isEmpty() || chance(3) ? random.nextInt(HwLayout.CLASS_ROUTES) : own.get(random.nextInt(own.size()));
    }

    private void combine() {
        final int route = route();
        final int number = given[sheet.node()][route]++;
        final SplittableRandom common = chance(95) ? new SplittableRandom(Mix.seed(seed, number * 31 + route)) : random;
        final int size = common.nextInt(SIZES);
        final int bytes = 4 << size;
        final int operands = 1 + common.nextInt(common.nextInt(HwLayout.TREE_PAYLOAD / bytes) + 1);
        final long mode = common.nextBoolean() ? CollectiveMode.ALLREDUCE : CollectiveMode.COMBINE;
        final long header = mode << CollectiveHeader.MODE_LSB
                | (long) size << CollectiveHeader.SIZE_LSB
                | (long) common.nextInt(CollectiveOp.XOR + 1) << CollectiveHeader.OP_LSB
                | (common.nextBoolean() ? 1L << CollectiveHeader.IS_SIGNED_LSB : 0);
        give(header(header, route, operands * bytes), number, operands * bytes);
    }

    private void broadcast() {
        final int length = length();
        give(
                header((long) CollectiveMode.BROADCAST << CollectiveHeader.MODE_LSB, route(), length),
                random.nextInt(100),
                length);
    }

    /**
     * Draws a message of one to three packets. The last packet is marked as the last, but seldom the mark is missing.
     */
    private void message() {
        final int route = route();
        final int packets = chance(60) ? 1 : between(2, 3);
        final boolean ends = !chance(3);
        long way = 0;
        if (route < network.groups().size() && network.groups().get(route).contains(sheet.node())) {
            final List<Integer> members = network.groups().get(route);
            way = network.way(route, sheet.node(), members.get(random.nextInt(members.size())));
        }
        way ^= chance(4) ? 1L << random.nextInt(CollectiveHeader.LENGTH_LSB) : 0;
        for (int i = 1; i <= packets; i++) {
            final int length = length();
            final long header = way
                    | (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB
                    | (ends && i == packets ? 1L << CollectiveHeader.LAST_LSB : 0);
            give(header(header, route, length), random.nextInt(100), length);
        }
    }

    private int length() {
        return chance(20) ? HwLayout.TREE_PAYLOAD : between(0, Math.min(80, HwLayout.TREE_PAYLOAD));
    }

    private static long header(final long rest, final int route, final int length) {
        return rest | (long) route << CollectiveHeader.ROUTE_LSB | (long) length << CollectiveHeader.LENGTH_LSB;
    }

    /** Adds a packet. Seldom its payload has another length than its head says. */
    private void give(final long header, final long tag, final int length) {
        sheet.step(StepKind.TREE_GIVE, gap())
                .length(chance(2) ? between(0, HwLayout.TREE_PAYLOAD) : length)
                .value(header)
                .compare(tag);
    }
}
