// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static fairlead.program.ProgramException.refusal;
import static fairlead.program.ProgramException.require;

import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.machine.MachineStructure;
import fairlead.machine.OptionalUnit;
import fairlead.machine.Shape;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Refuses programs that no machine, or not this one, can serve. */
final class MachineRules {
    private static final int PROCESSORS = 1 << DeviceCommand.PROCESSOR_WIDTH;
    private static final List<OptionalUnit> ABSENT = OptionalUnit.absentFrom(MachineStructure.loaded());
    private static final Set<OpKind> OF_THE_TORUS = EnumSet.of(
            OpKind.RECV,
            OpKind.QUIET,
            OpKind.EPOCH_OPEN,
            OpKind.EPOCH_CLOSE,
            OpKind.EPOCH_TRIAL,
            OpKind.EPOCH_AWAIT,
            OpKind.DLA_ALLOC,
            OpKind.DLA_END,
            OpKind.DLA_MARK,
            OpKind.DLA_RELEASE);

    private MachineRules() {}

    /**
     * Refuses programs whose use of the shared network device no machine can serve: a message for no thread, one that
     * nobody receives, and a node that uses the collective network in another way too.
     */
    static void devices(Program program) {
        List<Operation> uses =
                program.operations().stream().filter(op -> op.kind().isDevice()).toList();
        if (uses.isEmpty()) {
            return;
        }
        Map<String, Integer> due = new TreeMap<>(); // messages less receives, by thread
        Map<Integer, Integer> slots = new TreeMap<>(); // by node
        Set<Integer> daemons = new HashSet<>();
        for (Operation op : uses) {
            boolean sends = op.kind() == OpKind.DEVICE_SEND;
            if (sends) {
                send(program, op);
                daemons.add(op.node());
            } else {
                require(op.task() < PROCESSORS, op, "device_task", PROCESSORS - 1);
                require(slots.computeIfAbsent(op.node(), node -> op.source()) == op.source(), op, "device_slot");
            }
            int node = sends ? op.target() : op.node();
            due.merge("thread " + (sends ? op.thread() : op.task()) + " of node " + node, sends ? 1 : -1, Integer::sum);
        }
        due.forEach((thread, difference) -> {
            if (difference != 0) {
                throw new ProgramException(thread + " has " + Math.abs(difference)
                        + (difference > 0 ? " messages more than receives" : " receives more than messages"));
            }
        });
        apart(program, daemons, slots.keySet());
    }

    private static void send(Program program, Operation op) {
        List<List<Integer>> routes = program.classRoutes();
        boolean other = op.target() >= 0 && op.target() < program.nodes() && op.target() != op.node();
        require(other, op, "device_target", op.target(), program.nodes());
        boolean thread = op.thread() >= 0 && op.thread() < Math.min(PROCESSORS, program.tasks(op.target()));
        require(thread, op, "device_thread", op.target(), op.thread());
        int bytes = op.length();
        boolean fits = bytes >= Long.BYTES && bytes <= DeviceMessage.MOST_BYTES && bytes % Long.BYTES == 0;
        require(fits, op, "device_bytes", DeviceMessage.MOST_BYTES, bytes);
        boolean isRoute = op.classRoute() >= 0 && op.classRoute() < routes.size();
        boolean both = isRoute && routes.get(op.classRoute()).containsAll(List.of(op.node(), op.target()));
        require(both, op, "device_route", op.classRoute());
    }

    /** A node has one injection port and one message channel, so that its software uses them for one purpose. */
    private static void apart(Program program, Set<Integer> daemons, Set<Integer> receivers) {
        for (Operation op : program.operations()) {
            boolean daemon = daemons.contains(op.node());
            boolean shares = daemon || receivers.contains(op.node());
            require(op.kind() != OpKind.TREE || !shares, op, "device_tree");
            require(op.kind() != OpKind.DEVICE_RECEIVE || !daemon, op, "device_daemon");
        }
    }

    /** Throws a ProgramException for an operation on the torus that an I/O tile begins or that names one. */
    static void ioTiles(Program program) {
        if (program.shape().ioTiles() > 0) {
            program.operations().forEach(op -> ioTile(program.shape(), op));
        }
    }

    static void ioTile(Shape shape, Operation op) {
        boolean onTorus = op.kind().isNetwork() || OF_THE_TORUS.contains(op.kind());
        boolean ofAll = op.kind() == OpKind.BARRIER && op.classRoute() < 0;
        require(shape.isOnTorus(op.node()) || !(onTorus || ofAll), op, "io_tile", op.node());
        require(!onTorus || shape.isOnTorus(op.target()), op, "io_target", op.target(), shape.torusNodes() - 1);
    }

    static void absentUnits(Program program) {
        program.operations().forEach(MachineRules::absentUnit);
    }

    static void absentUnit(Operation op) {
        OptionalUnit unit = ABSENT.isEmpty() ? null : unit(op);
        if (unit != null && ABSENT.contains(unit)) {
            throw refusal(op, "unit", unit.refusal());
        }
    }

    /** Returns the unit without which an operation cannot be done, or null. */
    private static OptionalUnit unit(Operation op) {
        if (op.kind() == OpKind.TREE || op.kind().isDevice()) {
            return OptionalUnit.COLLECTIVE;
        }
        if (op.kind() == OpKind.BARRIER) {
            boolean needsBoth = op.classRoute() >= 0 && OptionalUnit.BARRIER.isHere();
            return needsBoth ? OptionalUnit.COLLECTIVE : OptionalUnit.BARRIER;
        }
        return op.isOfDla() ? OptionalUnit.DLA : null;
    }
}
