// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects tasks, operations and windows; {@link #build} validates them. */
public final class ProgramBuilder {
    private static final long MOST_LOADED = 256L << 20;

    private final String name;
    private final Shape shape;
    private final TaskBuilder[][] tasks;
    private final int memoryBytes;
    private final Windows windows;
    private final List<Operation> operations = new ArrayList<>();
    private final List<Program.Load> loads = new ArrayList<>();
    private final List<CollectiveCall> collectives = new ArrayList<>();
    private final List<List<Integer>> classRoutes = new ArrayList<>();
    private int messageBase;
    private DeviceFlaw deviceFlaw = DeviceFlaw.NONE;
    private DevicePolling devicePolling = DevicePolling.LOCK;
    private long loaded;

    public ProgramBuilder(String name, Shape shape, List<Integer> tasksPerNode, int memoryBytes) {
        this.name = name;
        this.shape = shape;
        this.memoryBytes = memoryBytes;
        windows = new Windows(shape.nodes());
        tasks = new TaskBuilder[shape.nodes()][];
        for (int node = 0; node < tasks.length; node++) {
            tasks[node] = new TaskBuilder[tasksPerNode.get(node)];
            for (int task = 0; task < tasks[node].length; task++) {
                tasks[node][task] = new TaskBuilder(this, node, task);
            }
        }
    }

    public int nodes() {
        return tasks.length;
    }

    public int tasks(int node) {
        return tasks[node].length;
    }

    public TaskBuilder task(int node, int task) {
        return tasks[node][task];
    }

    public Windows windows() {
        return windows;
    }

    public int memoryBytes() {
        return memoryBytes;
    }

    public void load(int node, int address, byte[] data) {
        loaded += data.length;
        if (loaded > MOST_LOADED) {
            throw new ProgramException("the memory contents before cycle 0 have more than " + MOST_LOADED
                    + " bytes on all nodes together");
        }
        loads.add(new Program.Load(node, address, data.clone()));
    }

    /** Reserves, on every node, the slots of the first `fifos` reception FIFOs of `depth` packets each. */
    public void messageSlots(int fifos, int depth) {
        messageBase = windows.everywhere("messages", (long) fifos * depth * Program.MESSAGE_SLOT, Program.MESSAGE_SLOT);
    }

    public void deviceFlaw(DeviceFlaw flaw) {
        deviceFlaw = flaw;
    }

    public void devicePolling(DevicePolling polling) {
        devicePolling = polling;
    }

    /** Announces a collective operation that added operations perform, so that its result is judged. */
    public void announce(CollectiveCall call) {
        collectives.add(call);
    }

    /**
     * Returns the number of the class route of the collective network with these members, in any order, and adds it if
     * there is none.
     */
    public int classRoute(List<Integer> members) {
        List<Integer> sorted = members.stream().sorted().toList();
        int number = classRoutes.indexOf(sorted);
        if (number < 0) {
            number = classRoutes.size();
            if (number == HwLayout.CLASS_ROUTES) {
                throw new ProgramException("the collective network has class routes for " + HwLayout.CLASS_ROUTES
                        + " groups, and the" + " program needs more");
            }
            classRoutes.add(sorted);
        }
        return number;
    }

    /** Returns whether {@link #classRoute} has a class route with these members, or can add it. */
    public boolean mayHaveClassRoute(List<Integer> members) {
        return classRoutes.size() < HwLayout.CLASS_ROUTES
                || classRoutes.contains(members.stream().sorted().toList());
    }

    int size() {
        return operations.size();
    }

    int add(Operation op, int node, int task) {
        int id = operations.size();
        op.place(id, node, task);
        operations.add(op);
        return id;
    }

    /**
     * Marks the FENCE `id`: an operation on the store path waits for its end, because the fence does not delay the
     * store path. The id -1 stands for no fence.
     */
    void awaitFence(int id) {
        if (id >= 0) {
            operations.get(id).await();
        }
    }

    public int taskOf(int id) {
        return operations.get(id).task();
    }

    /** Returns the program, or throws a ProgramException that names the error. */
    public Program build() {
        Program program = new Program(
                name,
                shape,
                Arrays.stream(tasks).map(each -> each.length).toList(),
                List.of(operations.toArray(new Operation[0])),
                windows.within(memoryBytes),
                List.copyOf(loads),
                memoryBytes,
                messageBase,
                List.copyOf(collectives),
                List.copyOf(classRoutes),
                deviceFlaw,
                devicePolling,
                new Successors(operations),
                new Pairs(operations));
        ProgramValidator.check(program);
        return program;
    }
}
