// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static fairlead.program.ProgramException.refusal;
import static fairlead.program.ProgramException.require;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.machine.CollectiveNetwork;
import fairlead.program.Program.Successors;
import fairlead.program.Windows.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Refuses programs that no machine can run: missing or circular requirements, memory outside the windows, epochs that
 * do not match, and unequal numbers of barriers.
 */
final class ProgramValidator {
    private static final int MAX_LENGTH = (1 << HwLayout.LENGTH_BITS) - 1;
    private static final int MAX_EPOCH = (1 << HwLayout.EpochCommand.ID_WIDTH) - 1;

    private final Program program;
    private final List<TreeMap<Integer, Window>> windows = new ArrayList<>(); // by address, by node

    ProgramValidator(Program program) {
        this.program = program;
        program.tasks().forEach(node -> windows.add(new TreeMap<>()));
        program.windows().forEach(w -> windows.get(w.node()).put(w.address(), w));
    }

    static void check(Program program) {
        ProgramValidator validator = new ProgramValidator(program);
        program.operations().forEach(validator::checkOperation);
        validator.checkAcyclic();
        validator.checkBarriers();
        validator.checkEpochs();
        TableRoom.check(program);
        MachineRules.devices(program);
        MachineRules.ioTiles(program);
        MachineRules.absentUnits(program);
    }

    /** Checks an operation that has been added to a growing program. */
    void checkGrown(Operation op) {
        checkOperation(op);
        MachineRules.ioTile(program.shape(), op);
        MachineRules.absentUnit(op);
    }

    private void checkInside(Operation op, int node, String what, int address, int length) {
        Map.Entry<Integer, Window> last = windows.get(node).floorEntry(address);
        boolean inside = last != null && last.getValue().covers(address, length);
        if (!inside) {
            throw refusal(op, "window", what, address, (long) address + length - 1, node);
        }
    }

    private void checkLocal(Operation op) {
        checkInside(op, op.node(), "local", op.local(), op.length());
    }

    private void checkOperation(Operation op) {
        checkRequirements(op, op.requires());
        checkRequirements(op, op.after());
        boolean anyTarget = op.kind() == OpKind.RECV;
        if (op.kind().isNetwork() || op.kind() == OpKind.EPOCH_AWAIT || anyTarget) {
            boolean isNode = op.target() >= (anyTarget ? -1 : 0) && op.target() < program.nodes();
            require(isNode, op, "node", op.target(), program.nodes());
        }
        require(op.length() >= 0 && op.length() <= MAX_LENGTH, op, "length", MAX_LENGTH, op.length());
        require(op.counter() < HwLayout.COUNTERS, op, "counter", HwLayout.COUNTERS - 1, op.counter());
        checkMemory(op);
        checkPath(op);
        boolean tests = op.onlyIf() < 0 || program.operation(op.onlyIf()).kind() == OpKind.TEST;
        require(tests, op, "test", op.onlyIf());
        require(isEarlier(op, op.decision()) && isEarlier(op, op.compared()), op, "earlier");
    }

    private boolean isEarlier(Operation op, Decision by) {
        return by == null || by.operations().allMatch(id -> id >= 0 && id < op.id() && isOn(op.node(), id));
    }

    private boolean isOn(int node, int id) {
        return program.operation(id).node() == node;
    }

    private void checkRequirements(Operation op, int[] ids) {
        for (int id : ids) {
            if (!isOn(op.node(), id)) {
                throw refusal(op, "own", program.operation(id));
            }
        }
    }

    private void checkMemory(Operation op) {
        switch (op.kind()) {
            case PUT, GET -> {
                if (op.length() > 0) {
                    if (op.path() == Path.DESCRIPTOR || op.kind() == OpKind.GET) {
                        checkLocal(op);
                    }
                    checkInside(op, op.target(), "remote", op.remote(), op.length());
                }
            }
            case FADD, FAND, FOR, FXOR, SWAP, CAS -> {
                checkInside(op, op.target(), "remote", op.remote(), op.length());
                require(op.remote() % op.length() == 0, op, "aligned", op.remote(), op.length());
            }
            case SEND -> {
                boolean fits = op.length() >= 8 && op.length() <= Program.MESSAGE_BYTES;
                require(fits, op, "message", Program.MESSAGE_BYTES, op.length());
                checkLocal(op);
            }
            case LOAD, STORE, ADD_LOCAL, CAS_LOCAL, POLL -> {
                boolean inWord = op.block() != null || (op.local() & 7) + op.length() <= Long.BYTES;
                require(inWord, op, op.length() < Long.BYTES ? "in_word" : "aligned", op.local(), op.length());
                checkLocal(op);
            }
            case FILL -> checkLocal(op);
            case REDUCE, COPY -> {
                checkAligned(op, op.local());
                checkAligned(op, op.source());
                checkWords(op);
                if (op.length() > 0) {
                    checkLocal(op);
                    checkInside(op, op.node(), "source", op.source(), op.length());
                }
            }
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

    private static void checkWords(Operation op) {
        require((op.length() & 7) == 0 && op.cycles() >= 1, op, "words");
    }

    private void checkTree(Operation op) {
        checkAligned(op, op.local());
        checkWords(op);
        checkRoute(op);
        if (op.tree().mode() != CollectiveMode.ALLREDUCE) {
            int root = CollectiveNetwork.UNUSED
                    .withGroups(program.classRoutes())
                    .over(program.shape())
                    .root(op.classRoute());
            boolean up = op.tree().mode() == CollectiveMode.COMBINE;
            boolean isRoot = op.node() == root;
            boolean oneWay = op.tree().gives() == (up || isRoot) && op.tree().keeps() == (up == isRoot);
            require(oneWay, op, "one_way", root);
        }
        if (op.length() > 0) {
            checkLocal(op);
        }
    }

    private void checkRoute(Operation op) {
        int route = op.classRoute();
        boolean isRoute = route >= 0 && route < program.classRoutes().size();
        require(isRoute && program.classRoutes().get(route).contains(op.node()), op, "member", route);
    }

    private static void checkAligned(Operation op, int address) {
        require((address & 7) == 0, op, "aligned", address, Long.BYTES);
    }

    private static void checkPath(Operation op) {
        if (op.path() != Path.DESCRIPTOR) {
            require(op.kind().isTransfer() && op.kind() != OpKind.CAS, op, "store_path");
            require(op.length() <= Program.INLINE_BYTES, op, "inline", Program.INLINE_BYTES, op.length());
            require(op.epoch() < 0, op, "inline_epoch");
        }
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
                require(open[i] == 0, program.operation(i), "cycle");
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
        BitSet closed = new BitSet();
        Set<List<Integer>> opened = new HashSet<>();
        boolean awaits = program.operations().stream().anyMatch(op -> op.kind() == OpKind.EPOCH_AWAIT);
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.EPOCH_OPEN) {
                require(op.targets().length > 0, op, "epoch_target");
                require(op.epochId() >= 0 && op.epochId() <= MAX_EPOCH, op, "epoch_id", MAX_EPOCH, op.epochId());
                for (int target : op.targets()) {
                    require(target >= 0 && target < program.nodes(), op, "node", target, program.nodes());
                    if (awaits) {
                        opened.add(List.of(op.node(), target, op.epochId()));
                    }
                }
            }
            if (op.epoch() >= 0) {
                checkMember(op, closed);
            }
        }
        for (Operation op : program.operations()) {
            require(op.kind() != OpKind.EPOCH_OPEN || closed.get(op.id()), op, "epoch_open");
            if (op.kind() == OpKind.EPOCH_AWAIT) {
                boolean opens = opened.contains(List.of(op.target(), op.node(), op.epochId()));
                require(opens, op, "epoch_await", op.target(), op.epochId());
            }
        }
    }

    private void checkMember(Operation op, BitSet closed) {
        Operation open = op.epoch() < program.size() ? program.operation(op.epoch()) : null;
        boolean opens = open != null && open.kind() == OpKind.EPOCH_OPEN && open.node() == op.node();
        require(opens, op, "epoch_here", op.epoch());
        if (op.kind() == OpKind.EPOCH_CLOSE) {
            require(!closed.get(open.id()), op, "epoch_twice");
            closed.set(open.id());
        } else {
            require(Arrays.binarySearch(open.targets(), op.target()) >= 0, op, "epoch_member", op.target());
        }
    }
}
