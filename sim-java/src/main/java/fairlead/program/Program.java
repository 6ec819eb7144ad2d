// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static fairlead.program.ProgramException.require;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import fairlead.program.Windows.Window;
import java.util.ArrayList;
import java.util.List;

/**
 * A workload as a graph of operations for each task (D9). Operation ids are numbered from 0 in the order in which the
 * operations were added.
 *
 * @param tasks number of tasks, by node
 * @param loads memory contents before cycle 0
 * @param messageBase address of reception FIFO 0 on every node; 0 if the program sends no message
 * @param collectives collective operations that operations of this program perform
 * @param classRoutes members of each class route of the collective network that the machine must have
 * @param deviceFlaw what the software of the shared network device does wrong
 * @param devicePolling what threads that share a network device ask for at each try
 * @param races data races of the native program that was captured; null if nobody looked for them
 */
public record Program(
        String name,
        Shape shape,
        List<Integer> tasks,
        List<Operation> operations,
        List<Window> windows,
        List<Load> loads,
        int memoryBytes,
        int messageBase,
        List<CollectiveCall> collectives,
        List<List<Integer>> classRoutes,
        DeviceFlaw deviceFlaw,
        DevicePolling devicePolling,
        Successors successors,
        DataRaces races) {
    public static final int MESSAGE_SLOT = HwLayout.RECEPTION_SLOT;
    public static final int MESSAGE_BYTES = HwLayout.MAX_PAYLOAD;
    public static final int INLINE_BYTES = HwLayout.DLA_INLINE_BYTES;

    /** The contents of a part of one node's memory before cycle 0. */
    public record Load(int node, int address, byte[] data) {}

    /** Returns the same program, in which these races were found. */
    public Program with(DataRaces found) {
        return with(operations, successors, found);
    }

    /** Returns a program on the same machine with other operations, whose order nobody asks for; they may grow. */
    public Program over(List<Operation> others) {
        return with(others, new Successors(List.of()), races);
    }

    private Program with(List<Operation> others, Successors next, DataRaces found) {
        return new Program(
                name,
                shape,
                tasks,
                others,
                windows,
                loads,
                memoryBytes,
                messageBase,
                collectives,
                classRoutes,
                deviceFlaw,
                devicePolling,
                next,
                found);
    }

    public int nodes() {
        return tasks.size();
    }

    public int tasks(int node) {
        return tasks.get(node);
    }

    public int size() {
        return operations.size();
    }

    public Operation operation(int id) {
        return operations.get(id);
    }

    /**
     * Returns the number of tasks of each member in the barriers of each class route, in the order of {@link
     * #classRoutes}; 1 for a class route without barriers. Empty if no class route has one.
     */
    public List<List<Integer>> routeTasks() {
        int[][] most = new int[classRoutes.size()][nodes()];
        boolean any = false;
        for (Operation op : operations) {
            if (op.kind() == OpKind.BARRIER && op.classRoute() >= 0) {
                most[op.classRoute()][op.node()] = Math.max(most[op.classRoute()][op.node()], 1 + op.task());
                any = true;
            }
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int route = 0; any && route < most.length; route++) {
            int[] ofRoute = most[route];
            all.add(classRoutes.get(route).stream()
                    .map(node -> Math.max(1, ofRoute[node]))
                    .toList());
        }
        return all;
    }

    /** Programs are different, as the operations that they consist of are. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * The operations that wait for each operation of a program: the inverse of `requires` and `after`, as flat lists by
     * operation id. The lists are made once and shared by all runs of the program.
     */
    public static final class Successors {
        private final int[] needs;
        private final int[] first; // index into `next`, by 2 * operation, plus 1 for those that wait for its end
        private final int[] next;

        Successors(List<Operation> operations) {
            int size = operations.size();
            needs = new int[size];
            first = new int[2 * size + 1];
            for (Operation op : operations) {
                needs[op.id()] = op.requires().length + op.after().length;
                for (int id : op.requires()) {
                    require(id < size && id != op.id(), op, "exists", id);
                    first[onDone(id) + 1]++;
                }
                for (int id : op.after()) {
                    require(id < size && id != op.id(), op, "exists", id);
                    first[onPost(id) + 1]++;
                }
            }
            for (int list = 0; list < 2 * size; list++) {
                first[list + 1] += first[list];
            }
            next = new int[first[2 * size]];
            int[] free = first.clone();
            for (Operation op : operations) {
                for (int id : op.after()) {
                    next[free[onPost(id)]++] = op.id();
                }
                for (int id : op.requires()) {
                    next[free[onDone(id)]++] = op.id();
                }
            }
        }

        /** Returns the number of entries in the operation's `requires` and `after`. */
        public int needs(int id) {
            return needs[id];
        }

        /** Returns the number of the list of operations that start after `id` has been handed over. */
        public static int onPost(int id) {
            return 2 * id;
        }

        /** Returns the number of the list of operations that start after `id` has completed. */
        public static int onDone(int id) {
            return 2 * id + 1;
        }

        /** Returns the index of a list's first entry; the list ends before index {@code first(list + 1)}. */
        public int first(int list) {
            return first[list];
        }

        /** Returns the operation at an index. */
        public int at(int place) {
            return next[place];
        }
    }
}
