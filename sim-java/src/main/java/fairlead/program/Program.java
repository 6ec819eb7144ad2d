// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

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
        Pairs pairs) {
    public static final int MESSAGE_SLOT = HwLayout.RECEPTION_SLOT;
    public static final int MESSAGE_BYTES = HwLayout.MAX_PAYLOAD;
    public static final int INLINE_BYTES = HwLayout.DLA_INLINE_BYTES;

    /** The contents of a part of one node's memory before cycle 0. */
    public record Load(int node, int address, byte[] data) {}

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
}
