// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.script.DrawScript;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws legal words for a machine, as words.yaml and tree.yaml say. The profile of the case decides which kinds of
 * words are frequent, where traffic goes, how long transfers are and how fast words follow.
 */
final class WordDraw {
    private static final List<String> KINDS =
            List.of("transfers", "epochs", "store_path", "message", "host", "orders", "packet");
    private static final int SHARES = 16; // of the epoch indices of a node, one for each task that it may have
    private static final int MOST_TASKS = 4; // of a node in the barrier of a class route

    private final SplittableRandom random;
    private final long seed;
    private final MachineConfig machine;
    private final CollectiveNetwork network;
    private final WordSheet sheet;
    private final DrawScript script;
    private final int[] weights; // of the kinds, in percent
    private final int hot; // the node to which much traffic goes in some cases
    private final boolean crowd; // true if all epochs go to one node and many stay open
    private final int[] barriers; // number of joins of each task, by barrier
    private final int[][] given; // by node and class route: number of combines so far
    private SplittableRandom common; // of what the members of a combine agree in

    WordDraw(SplittableRandom random, long seed, MachineConfig machine, Focus focus) {
        this.random = random;
        this.seed = seed;
        this.machine = machine;
        sheet = new WordSheet(machine);
        network = machine.collective();
        given = new int[machine.nodes()][HwLayout.CLASS_ROUTES];
        script = RawDraw.script("sheet.yaml words.yaml", random, machine, sheet)
                .with("own", this)
                .with("legal", true)
                .with("focus", focus.name())
                .with("put_counters", (long) WordPlayer.PUT_COUNTERS)
                .with("has_barrier", OptionalUnit.BARRIER.isHere())
                .with("left", 0L);
        script.run("profile");
        weights = numbers("weights");
        barriers = numbers("joins");
        hot = (int) script.number("hot");
        crowd = script.number("crowd") != 0;
    }

    private int[] numbers(String name) {
        return ((List<?>) script.named(name))
                .stream().mapToInt(n -> ((Long) n).intValue()).toArray();
    }

    /** Returns whether this is a command of the shared device. */
    static boolean isOfDevice(int op) {
        return op >= TileCommand.DEVICE_LOCK && op < TileCommand.DEVICE_LOCK + 4;
    }

    /** @param perNode approximate number of words of each node */
    List<Word> draw(int perNode) {
        for (int node = 0; node < machine.nodes(); node++) {
            int tasks = machine.tasks(node);
            for (int task = 0; task < tasks; task++) {
                sheet.turn(node, task);
                script.with("node", (long) node).with("task", (long) task).run("begin");
                task(Math.max(2, perNode / tasks));
            }
        }
        return sheet.words();
    }

    /**
     * Draws the words of the present task. Spread over them are as many joins of each barrier as all its tasks have.
     */
    private void task(int count) {
        for (int i = 0; i < count; i++) {
            int first = sheet.words.size();
            one();
            if (weights.length <= 6 && network.isUsed()) {
                script.run("packet"); // in addition to what the profile draws
            }
            int done = Math.min(count, i + sheet.words.size() - first);
            for (int barrier = 0; barrier < barriers.length; barrier++) {
                int due = barriers[barrier] * done / count - barriers[barrier] * i / count;
                for (int left = isIn(barrier) ? due : 0; left > 0; left--) {
                    script.with("barrier", (long) barrier).run("join");
                }
            }
            i = done - 1;
        }
    }

    private boolean isIn(int barrier) {
        return barrier == 0
                || barriers[barrier] > 0
                        && network.groups().get(barrier - 1).contains(sheet.node)
                        && sheet.task < MOST_TASKS;
    }

    private void one() {
        int draw = random.nextInt(100);
        int which = 0;
        while (draw >= weights[which]) {
            draw -= weights[which++];
        }
        script.run(KINDS.get(which == 2 && !OptionalUnit.DLA.isHere() ? 0 : which));
    }

    /** Returns the number of tasks of each member in the barriers of each class route that words join. */
    static List<List<Integer>> tasks(MachineConfig machine, List<Word> words) {
        List<List<Integer>> groups = machine.collective().groups();
        int[][] most = new int[groups.size()][machine.nodes()];
        for (Word word : words) {
            int route = (int) HwLayout.BarrierCommand.barrier(word.w0()) - 1;
            if (word.op() == TileCommand.BAR_ENTER && route >= 0 && route < most.length) {
                most[route][word.node()] = Math.max(most[route][word.node()], word.task() + 1);
            }
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int route = 0; route < most.length; route++) {
            int[] of = most[route];
            all.add(groups.get(route).stream()
                    .map(member -> Math.max(1, of[member]))
                    .toList());
        }
        return all;
    }

    // ---- for the script

    /** Returns the first of the epoch indices of a task; few tasks use high indices too. */
    int share(int task) {
        int share = (task + (int) Long.remainderUnsigned(Mix.mix64(seed), SHARES)) % SHARES;
        return share * (HwLayout.ORIGIN_EPOCHS / SHARES);
    }

    int epochTarget(int node, int index) {
        long draw = Mix.mix64(seed + Mix.GOLDEN * (node * (long) HwLayout.ORIGIN_EPOCHS + index + 1));
        return crowd || (draw & 0xFF) < 64 ? hot : (int) Long.remainderUnsigned(draw >>> 8, machine.nodes());
    }

    /** Returns the number of combines that a node has given to a class route, and counts one more of them. */
    int given(int node, int route, boolean more) {
        int number = given[node][route];
        given[node][route] += more ? 1 : 0;
        return number;
    }

    /** Lets the next packet agree with those that have the same number, or with none. */
    void agree(boolean agrees, long number) {
        common = agrees ? new SplittableRandom(Mix.seed(seed, number)) : random;
    }

    int common(int bound) {
        return common.nextInt(bound);
    }
}
