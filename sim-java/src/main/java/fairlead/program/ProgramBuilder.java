// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import fairlead.program.Program.Successors;
import fairlead.program.ProgramException.Excess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects tasks, operations and windows; {@link #build} validates them. */
public final class ProgramBuilder {
    /** Greatest number of operations of a program. A larger program takes gigabytes to build and hours to run. */
    public static final int MOST_OPERATIONS = 1_000_000;

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

    /** Refuses a program of which it is known that it has so many operations, before they are made. */
    public static void requireLength(int operations) {
        if (operations > MOST_OPERATIONS) {
            throw ProgramException.of(
                    Excess.OPERATIONS, "the program has more than " + MOST_OPERATIONS + " operations");
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
                        + " groups, and the program needs more");
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
        requireLength(id + 1);
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
        Program program = part();
        ProgramValidator.check(program);
        return program;
    }

    /** Returns the program as far as it goes, of which each operation has been checked. */
    Program part() {
        return new Program(
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
                null);
    }

    /**
     * Takes the operations of one task in program order and adds the order that follows from their kinds (D12):
     * <ul>
     * <li>a fence or flush is after all earlier operations of the task to its target and before all later ones to that
     * target; a quiet does the same for all targets;
     * <li>an operation on the store path requires the last fence to its target, because the fence delays only its own
     * injection FIFO;
     * <li>a barrier requires the task's previous barrier of all nodes, or of the same class route;
     * <li>a DEVICE_RECEIVE requires the task's previous one, and a DEVICE_SEND is after the previous one;
     * <li>an operation in an epoch requires its EPOCH_OPEN, and the EPOCH_CLOSE is after the operation.
     * </ul>
     * All other operations are concurrent unless `requires` or `after` order them.
     */
    public static final class TaskBuilder {
        /** The operations to one target since the last fence, flush or quiet, and the id of that operation. */
        private static final class Since {
            private int[] ids = new int[8];
            private int count;
            private int order = -1;

            private void add(int id) {
                ids = count < ids.length ? ids : Arrays.copyOf(ids, 2 * count);
                ids[count++] = id;
            }

            private int[] take() {
                int[] all = Arrays.copyOf(ids, count);
                count = 0;
                return all;
            }
        }

        private final ProgramBuilder program;
        private final int node;
        private final int task;
        private final Map<Integer, Since> targets = new HashMap<>();
        private final Map<Integer, Since> epochs = new HashMap<>();
        private final Map<Integer, Integer> fences = new HashMap<>(); // id of the last fence, by target
        private final int[] lastBarriers = new int[HwLayout.BARRIERS]; // 1 + id, by barrier
        private int lastDevice = -1; // DEVICE_SEND or DEVICE_RECEIVE
        private int lastQuiet = -1;

        TaskBuilder(ProgramBuilder program, int node, int task) {
            this.program = program;
            this.node = node;
            this.task = task;
        }

        public int node() {
            return node;
        }

        public int task() {
            return task;
        }

        public int add(Operation op) {
            order(op, program.size());
            return program.add(op, node, task);
        }

        /** Gives an operation that gets this id its place in the order. */
        private void order(Operation op, int id) {
            if (op.epoch() >= 0 && op.kind() != OpKind.EPOCH_CLOSE) {
                op.requires(op.epoch());
            }
            switch (op.kind()) {
                case FENCE, FLUSH -> {
                    Since since = since(op.target());
                    op.after(since.take()).after(since.order, lastQuiet);
                    since.order = id;
                    if (op.kind() == OpKind.FENCE) {
                        fences.put(op.target(), id);
                    }
                }
                case QUIET -> {
                    targets.values().forEach(s -> op.after(s.take()).after(s.order));
                    op.after(lastQuiet);
                    targets.clear();
                    lastQuiet = id;
                }
                case BARRIER -> {
                    op.requires(lastBarriers[op.barrier()] - 1);
                    lastBarriers[op.barrier()] = id + 1;
                }
                case DEVICE_SEND -> {
                    op.after(lastDevice);
                    lastDevice = id;
                }
                case DEVICE_RECEIVE -> {
                    op.requires(lastDevice);
                    lastDevice = id;
                }
                case EPOCH_CLOSE -> {
                    op.requires(op.epoch());
                    Since members = epochs.remove(op.epoch());
                    if (members != null) {
                        op.after(members.take());
                    }
                }
                default -> {
                    if (op.kind().isNetwork()) {
                        Since since = since(op.target());
                        op.after(since.order, lastQuiet);
                        since.add(id);
                        if (op.path() != Path.DESCRIPTOR) {
                            awaitFence(op);
                        }
                    }
                    if (op.kind().isTransfer() && op.epoch() >= 0) {
                        epochs.computeIfAbsent(op.epoch(), e -> new Since()).add(id);
                    }
                }
            }
        }

        private void awaitFence(Operation op) {
            int fence = fences.getOrDefault(op.target(), -1);
            op.requires(fence);
            program.awaitFence(fence);
        }

        private Since since(int target) {
            return targets.computeIfAbsent(target, t -> new Since());
        }
    }
}
