// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

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
public final class TaskBuilder {
    /** The operations to one target since the last fence, flush or quiet, and the id of that operation. */
    private static final class Since {
        private IntStream.Builder ids = IntStream.builder();
        private int order = -1;

        private void add(int id) {
            ids.add(id);
        }

        private int[] take() {
            int[] all = ids.build().toArray();
            ids = IntStream.builder();
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
                Since members = epochs.get(op.epoch());
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
