// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.CollectiveNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random commands for the barriers of four class routes that overlap. Each member has 1 to 16 tasks, the master differs
 * from instance to instance, adds between instances take the counters to any value, and some joins are those of tasks
 * that should not join.
 */
final class RouteJoins {
    private static final int MOST_TASKS = HwLayout.Product.MAX_TASKS;
    private static final int ROUNDS = 8;
    private static final int SPREAD = 100; // cycles between the first node of a round and the last

    /** What takes the commands. */
    interface Sink {
        void add(long cycle, int node, int op, long word);
    }

    private final SplittableRandom random;
    private final List<List<Integer>> groups = new ArrayList<>();
    private final List<List<Integer>> tasks = new ArrayList<>();

    /** @param width number of bits of the barrier counters */
    RouteJoins(SplittableRandom random, int nodes, int width) {
        this.random = random;
        int most = Math.min(MOST_TASKS, 1 << width - 1);
        for (int route = 0; route < HwLayout.CLASS_ROUTES; route++) {
            int always = random.nextInt(nodes);
            List<Integer> members = new ArrayList<>();
            List<Integer> each = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                if (node == always || random.nextInt(4) > 0) {
                    members.add(node);
                    each.add(random.nextInt(3) == 0 ? most : 1 + random.nextInt(most));
                }
            }
            groups.add(members);
            tasks.add(each);
        }
    }

    /** Returns the class routes and the number of tasks of their members. */
    CollectiveNetwork network() {
        return CollectiveNetwork.UNUSED.withGroups(groups).withTasks(tasks);
    }

    /** Gives the commands of the first `stretch` cycles. */
    void give(int stretch, Sink sink) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int route = 0; route < groups.size(); route++) {
                for (int i = 0; i < groups.get(route).size(); i++) {
                    long cycle = (long) stretch / ROUNDS * round + random.nextInt(SPREAD);
                    round(
                            cycle,
                            groups.get(route).get(i),
                            1 + route,
                            tasks.get(route).get(i),
                            sink);
                }
            }
        }
    }

    private void round(long cycle, int node, int barrier, int count, Sink sink) {
        long name = (long) barrier << BarrierCommand.BARRIER_LSB;
        add(cycle, node, name, sink);
        int first = random.nextInt(count);
        int master = random.nextInt(count);
        int stray = random.nextInt(10 * MOST_TASKS); // a task that joins next to the others, or none
        if (stray < MOST_TASKS) {
            sink.add(cycle, node, TileCommand.BAR_ENTER, name | stray << BarrierCommand.TASK_LSB);
        }
        for (int i = 0; i < count; i++) {
            int task = (first + i) % count;
            long mark = task == master ? 1L << BarrierCommand.MASTER_LSB : 0;
            sink.add(cycle, node, TileCommand.BAR_ENTER, name | mark | task << BarrierCommand.TASK_LSB);
        }
        if (random.nextBoolean()) { // answered, an add with a refusal, in the cycle in which the gate opens
            int late = random.nextBoolean() ? TileCommand.BAR_READ : TileCommand.BAR_ADD;
            sink.add(cycle, node, late, name | random.nextInt(MOST_TASKS) << BarrierCount.TASK_LSB);
        }
    }

    /** Adds a multiple of every P to the counter, or two numbers of such a sum; both are refused during an instance. */
    private void add(long cycle, int node, long name, Sink sink) {
        int multiple = MOST_TASKS * random.nextInt(1 << BarrierCount.K_WIDTH - 4);
        int low = random.nextInt(3) == 0 ? random.nextInt(1 << BarrierCount.K_WIDTH) : 0;
        long task = name | random.nextInt(MOST_TASKS) << BarrierCount.TASK_LSB;
        if (low != 0) {
            sink.add(cycle, node, TileCommand.BAR_ADD, task | (long) low << BarrierCount.K_LSB);
        }
        long rest = multiple - low & BarrierCount.K_MASK;
        sink.add(cycle, node, TileCommand.BAR_ADD, task | rest << BarrierCount.K_LSB);
    }
}
