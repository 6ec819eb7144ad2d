// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.machine.CollectiveNetwork;
import fairlead.program.Windows.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Refuses programs that no machine can run: missing or circular requirements, memory outside the windows, epochs that
 * do not match, and unequal numbers of barriers.
 */
final class ProgramValidator {
    private static final int MAX_LENGTH = (1 << HwLayout.LENGTH_BITS) - 1;
    private static final int MAX_EPOCH = (1 << HwLayout.EpochCommand.ID_WIDTH) - 1;

    private final Program program;
    private final List<List<Window>> windows = new ArrayList<>();

    private ProgramValidator(Program program) {
        this.program = program;
    }

    static void check(Program program) {
        ProgramValidator validator = new ProgramValidator(program);
        validator.checkWindows();
        program.operations().forEach(validator::checkOperation);
        validator.checkAcyclic();
        validator.checkBarriers();
        validator.checkEpochs();
        MachineRules.devices(program);
        MachineRules.ioTiles(program);
        MachineRules.absentUnits(program);
    }

    private static ProgramException error(Operation op, String what) {
        return new ProgramException(op, what);
    }

    private static void refuse(boolean broken, Operation op, Supplier<String> what) {
        if (broken) {
            throw error(op, what.get());
        }
    }

    private void checkWindows() {
        for (int node = 0; node < program.nodes(); node++) {
            windows.add(new ArrayList<>());
        }
        program.windows().forEach(w -> windows.get(w.node()).add(w));
        for (List<Window> list : windows) {
            list.sort(Comparator.comparingInt(Window::address));
            Window before = null;
            for (Window window : list) {
                if (before != null && before.end() > window.address()) {
                    throw new ProgramException("node " + window.node() + ": window " + window.name()
                            + " overlaps window " + before.name());
                }
                if (window.end() > program.memoryBytes()) {
                    throw new ProgramException("node " + window.node() + ": window " + window.name() + " ends at "
                            + window.end() + ", beyond memory_bytes = " + program.memoryBytes());
                }
                before = window;
            }
        }
    }

    private void checkInside(Operation op, int node, String what, int address, int length) {
        List<Window> list = windows.get(node);
        int low = 0;
        int high = list.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (list.get(middle).address() <= address) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        if (list.isEmpty() || !list.get(low).covers(address, length)) {
            throw error(
                    op,
                    what + " bytes " + address + " to " + (address + length - 1L) + " of node " + node
                            + " are in no window");
        }
    }

    private void checkOperation(Operation op) {
        checkRequirements(op, op.requires());
        checkRequirements(op, op.after());
        boolean anyTarget = op.kind() == OpKind.RECV;
        if ((op.kind().isNetwork() || op.kind() == OpKind.EPOCH_AWAIT || anyTarget)
                && (op.target() < (anyTarget ? -1 : 0) || op.target() >= program.nodes())) {
            throw error(op, "no node " + op.target() + " in a torus of " + program.nodes() + " nodes");
        }
        if (op.length() < 0 || op.length() > MAX_LENGTH) {
            throw error(op, "length must be 0 to " + MAX_LENGTH + ": " + op.length());
        }
        if (op.counter() >= HwLayout.COUNTERS) {
            throw error(op, "counter must be 0 to " + (HwLayout.COUNTERS - 1) + ": " + op.counter());
        }
        checkMemory(op);
        checkPath(op);
        checkDecision(op);
    }

    private void checkDecision(Operation op) {
        if (op.onlyIf() >= 0 && program.operation(op.onlyIf()).kind() != OpKind.TEST) {
            throw error(op, "operation " + op.onlyIf() + " tests nothing");
        }
        if (!isEarlier(op, op.decision()) || !isEarlier(op, op.compared())) {
            throw error(op, "decides by an operation that is no earlier one of its node");
        }
    }

    private boolean isEarlier(Operation op, Decision by) {
        return by == null || by.operations().allMatch(id -> id >= 0 && id < op.id() && nodeOf(id) == op.node());
    }

    private int nodeOf(int id) {
        return program.operation(id).node();
    }

    private void checkRequirements(Operation op, int[] ids) {
        for (int id : ids) {
            if (id >= program.size() || id == op.id()) {
                throw error(op, "requires operation " + id + ", which does not exist or is itself");
            }
            if (program.operation(id).node() != op.node()) {
                throw error(op, "requires " + program.operation(id) + " of another node");
            }
        }
    }

    private void checkMemory(Operation op) {
        boolean usesLocal = op.path() == Path.DESCRIPTOR || op.kind() == OpKind.GET;
        switch (op.kind()) {
            case PUT, GET -> {
                if (op.length() > 0) {
                    if (usesLocal) {
                        checkInside(op, op.node(), "local", op.local(), op.length());
                    }
                    checkInside(op, op.target(), "remote", op.remote(), op.length());
                }
            }
            case FADD, FAND, FOR, FXOR, SWAP, CAS -> {
                checkInside(op, op.target(), "remote", op.remote(), op.length());
                checkAligned(op, op.remote());
            }
            case SEND -> {
                if (op.length() < 8 || op.length() > Program.MESSAGE_BYTES) {
                    throw error(op, "a message has 8 to " + Program.MESSAGE_BYTES + " bytes: " + op.length());
                }
                checkInside(op, op.node(), "local", op.local(), op.length());
            }
            case LOAD, STORE, ADD_LOCAL, CAS_LOCAL, POLL -> {
                checkAligned(op, op.local());
                checkInside(op, op.node(), "local", op.local(), op.length());
            }
            case FILL -> checkInside(op, op.node(), "local", op.local(), op.length());
            case REDUCE, COPY -> checkWordLoop(op);
            case TREE -> checkTree(op);
            case BARRIER -> {
                if (op.classRoute() >= 0) {
                    checkRoute(op);
                }
            }
            case DEVICE_RECEIVE -> {
                checkAligned(op, op.source());
                checkAligned(op, op.local());
                checkInside(op, op.node(), "slot", op.source(), Long.BYTES);
                checkInside(op, op.node(), "buffer", op.local(), op.length());
            }
            default -> {}
        }
    }

    private void checkWordLoop(Operation op) {
        checkAligned(op, op.local());
        checkAligned(op, op.source());
        if ((op.length() & 7) != 0 || op.cycles() < 1) {
            throw error(op, "length must be a multiple of 8 and the cycles per word at least 1");
        }
        if (op.length() > 0) {
            checkInside(op, op.node(), "local", op.local(), op.length());
            checkInside(op, op.node(), "source", op.source(), op.length());
        }
    }

    private void checkTree(Operation op) {
        checkAligned(op, op.local());
        if ((op.length() & 7) != 0 || op.cycles() < 1) {
            throw error(op, "length must be a multiple of 8 and the cycles per word at least 1");
        }
        checkRoute(op);
        if (op.tree().mode() != CollectiveMode.ALLREDUCE) {
            int root = CollectiveNetwork.UNUSED
                    .withGroups(program.classRoutes())
                    .over(program.shape())
                    .root(op.classRoute());
            boolean gives = op.tree().mode() == CollectiveMode.COMBINE || op.node() == root;
            boolean takes = (op.tree().mode() == CollectiveMode.COMBINE) == (op.node() == root);
            if (op.tree().gives() != gives || op.tree().keeps() != takes) {
                throw error(op, "a one-way operation has its root at node " + root + ", the root of the class route");
            }
        }
        if (op.length() > 0) {
            checkInside(op, op.node(), "local", op.local(), op.length());
        }
    }

    private void checkRoute(Operation op) {
        boolean isRoute =
                op.classRoute() >= 0 && op.classRoute() < program.classRoutes().size();
        if (!isRoute || !program.classRoutes().get(op.classRoute()).contains(op.node())) {
            throw error(op, "the node is no member of class route " + op.classRoute());
        }
    }

    private static void checkAligned(Operation op, int address) {
        refuse((address & 7) != 0, op, () -> "address must be a multiple of 8: " + address);
    }

    private static void checkPath(Operation op) {
        if (op.path() == Path.DESCRIPTOR) {
            return;
        }
        if (!op.kind().isTransfer() || op.kind() == OpKind.CAS) {
            throw error(op, "only a put, get or fetch-and-op goes through the store path");
        }
        if (op.length() > Program.INLINE_BYTES) {
            throw error(op, "the store path takes at most " + Program.INLINE_BYTES + " bytes: " + op.length());
        }
        refuse(op.epoch() >= 0, op, () -> "the store path takes no operation of an epoch");
    }

    private void checkAcyclic() {
        int size = program.size();
        Successors next = program.successors();
        int[] open = new int[size];
        int[] ready = new int[size];
        int tail = 0;
        for (int i = 0; i < size; i++) {
            open[i] = next.needs(i);
            if (open[i] == 0) {
                ready[tail++] = i;
            }
        }
        for (int head = 0; head < tail; head++) {
            int id = ready[head];
            for (int i = next.first(Successors.onPost(id)); i < next.first(Successors.onDone(id) + 1); i++) {
                tail = met(next.at(i), open, ready, tail);
            }
        }
        if (tail < size) {
            for (int i = 0; i < size; i++) {
                if (open[i] > 0) {
                    throw error(program.operation(i), "its requirements form a cycle");
                }
            }
        }
    }

    private static int met(int id, int[] open, int[] ready, int tail) {
        if (--open[id] > 0) {
            return tail;
        }
        ready[tail] = id;
        return tail + 1;
    }

    private void checkBarriers() {
        List<Integer> onTorus =
                IntStream.range(0, program.shape().torusNodes()).boxed().toList();
        int[][] all = barriers(-1);
        checkEqual("barriers", all, onTorus, node -> all[node].length);
        List<List<Integer>> tasks = program.routeTasks();
        for (int route = 0; route < tasks.size(); route++) {
            List<Integer> members = program.classRoutes().get(route);
            List<Integer> each = tasks.get(route);
            checkEqual(
                    "barriers of class route " + route,
                    barriers(route),
                    members,
                    node -> each.get(members.indexOf(node)));
        }
    }

    private int[][] barriers(int classRoute) {
        int[][] counts = new int[program.nodes()][];
        Arrays.setAll(counts, node -> new int[program.tasks(node)]);
        program.operations().stream()
                .filter(op -> op.kind() == OpKind.BARRIER && op.classRoute() == classRoute)
                .forEach(op -> counts[op.node()][op.task()]++);
        return counts;
    }

    private static void checkEqual(String what, int[][] counts, List<Integer> nodes, IntUnaryOperator tasks) {
        int first = nodes.get(0);
        for (int node : nodes) {
            for (int task = 0; task < tasks.applyAsInt(node); task++) {
                if (counts[node][task] != counts[first][0]) {
                    throw new ProgramException("unequal " + what + ": node " + first + " task 0 has " + counts[first][0]
                            + ", node " + node + " task " + task + " has " + counts[node][task]);
                }
            }
        }
    }

    private void checkEpochs() {
        Set<Integer> closed = new HashSet<>();
        Set<List<Integer>> opened = new HashSet<>();
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.EPOCH_OPEN) {
                refuse(op.targets().length == 0, op, () -> "an epoch needs a target");
                if (op.epochId() < 0 || op.epochId() > MAX_EPOCH) {
                    throw error(op, "epoch id must be 0 to " + MAX_EPOCH + ": " + op.epochId());
                }
                for (int target : op.targets()) {
                    if (target < 0 || target >= program.nodes()) {
                        throw error(op, "no node " + target + " in a torus of " + program.nodes() + " nodes");
                    }
                    opened.add(List.of(op.node(), target, op.epochId()));
                }
            }
            if (op.epoch() >= 0) {
                checkMember(op, closed);
            }
        }
        for (Operation op : program.operations()) {
            refuse(op.kind() == OpKind.EPOCH_OPEN && !closed.contains(op.id()), op, () -> "the epoch is never closed");
            if (op.kind() == OpKind.EPOCH_AWAIT && !opened.contains(List.of(op.target(), op.node(), op.epochId()))) {
                throw error(op, "node " + op.target() + " opens no epoch " + op.epochId() + " to this node");
            }
        }
    }

    private void checkMember(Operation op, Set<Integer> closed) {
        Operation open = op.epoch() < program.size() ? program.operation(op.epoch()) : null;
        if (open == null || open.kind() != OpKind.EPOCH_OPEN || open.node() != op.node()) {
            throw error(op, "operation " + op.epoch() + " opens no epoch on this node");
        }
        if (op.kind() == OpKind.EPOCH_CLOSE) {
            refuse(!closed.add(open.id()), op, () -> "the epoch is closed twice");
        } else if (Arrays.binarySearch(open.targets(), op.target()) < 0) {
            throw error(op, "its epoch is not opened to node " + op.target());
        }
    }
}
