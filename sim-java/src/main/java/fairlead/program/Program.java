// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A workload as a graph of operations for each task (D9). Operation ids are numbered from 0 in the order in which the
 * operations were added.
 */
public final class Program {
    public static final int MESSAGE_SLOT = HwLayout.RECEPTION_SLOT;
    public static final int MESSAGE_BYTES = HwLayout.MAX_PAYLOAD;
    public static final int INLINE_BYTES = HwLayout.DLA_INLINE_BYTES;

    /** The contents of a part of one node's memory before cycle 0. */
    public record Load(int node, int address, byte[] data) {}

    private final String name;
    private final Shape shape;
    private final int[] tasks;
    private final Operation[] operations;
    private final List<Window> windows;
    private final List<Load> loads;
    private final int memoryBytes;
    private final int messageBase;
    private final List<CollectiveCall> collectives;
    private final List<List<Integer>> classRoutes;
    private final DeviceFlaw deviceFlaw;
    private final DevicePolling devicePolling;
    private Successors successors; // created on the first request
    private Pairs pairs; // created on the first request

    Program(
            final String name,
            final Shape shape,
            final int[] tasks,
            final Operation[] operations,
            final List<Window> windows,
            final List<Load> loads,
            final int memoryBytes,
            final int messageBase,
            final List<CollectiveCall> collectives,
            final List<List<Integer>> classRoutes,
            final DeviceFlaw deviceFlaw,
            final DevicePolling devicePolling) {
        this.name = name;
        this.shape = shape;
        this.tasks = tasks;
        this.operations = operations;
        this.windows = windows;
        this.loads = List.copyOf(loads);
        this.memoryBytes = memoryBytes;
        this.messageBase = messageBase;
        this.collectives = List.copyOf(collectives);
        this.classRoutes = List.copyOf(classRoutes);
        this.deviceFlaw = deviceFlaw;
        this.devicePolling = devicePolling;
    }

    public String name() {
        return name;
    }

    public Shape shape() {
        return shape;
    }

    public int nodes() {
        return tasks.length;
    }

    public int tasks(final int node) {
        return tasks[node];
    }

    public int size() {
        return operations.length;
    }

    public Operation operation(final int id) {
        return operations[id];
    }

    public List<Operation> operations() {
        return Collections.unmodifiableList(Arrays.asList(operations));
    }

    /** Returns the waiting operations of each operation; all operations that the requirements name must exist. */
    public synchronized Successors successors() {
        if (successors == null) {
            successors = new Successors(operations);
        }
        return successors;
    }

    public synchronized Pairs pairs() {
        if (pairs == null) {
            pairs = new Pairs(operations);
        }
        return pairs;
    }

    public List<Window> windows() {
        return windows;
    }

    public List<Load> loads() {
        return loads;
    }

    /** Returns the collective operations that operations of this program perform. */
    public List<CollectiveCall> collectives() {
        return collectives;
    }

    /** Returns the members of each class route of the collective network that the machine must have. */
    public List<List<Integer>> classRoutes() {
        return classRoutes;
    }

    /**
     * Returns the number of tasks of each member in the barriers of each class route, in the order of {@link
     * #classRoutes}; 1 for a class route without barriers. Empty if no class route has one.
     */
    public List<List<Integer>> routeTasks() {
        final int[][] most = new int[classRoutes.size()][nodes()];
        boolean any = false;
        for (final Operation op : operations) {
            if (op.kind() == OpKind.BARRIER && op.classRoute() >= 0) {
                most[op.classRoute()][op.node()] = Math.max(most[op.classRoute()][op.node()], 1 + op.task());
                any = true;
            }
        }
        final List<List<Integer>> all = new ArrayList<>();
        for (int route = 0; any && route < most.length; route++) {
            final int[] ofRoute = most[route];
            all.add(classRoutes.get(route).stream()
                    .map(node -> Math.max(1, ofRoute[node]))
                    .toList());
        }
        return all;
    }

    /** Returns what the software of the shared network device does wrong. */
    public DeviceFlaw deviceFlaw() {
        return deviceFlaw;
    }

    /** Returns what threads that share a network device ask for at each try. */
    public DevicePolling devicePolling() {
        return devicePolling;
    }

    public int memoryBytes() {
        return memoryBytes;
    }

    /** Returns the address of reception FIFO 0 on every node; 0 if the program sends no message. */
    public int messageBase() {
        return messageBase;
    }
}
