// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.CollectiveOp;
import fairlead.program.ElementType;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.run.Machines;
import fairlead.run.TwinRun;
import fairlead.verdict.Verdict;
import fairlead.workload.collective.Item.Collective;
import fairlead.workload.collective.Item.Group;
import fairlead.workload.collective.Schedule.Transfer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Collective calls on a small torus of the twin. */
final class CollectiveRuns {
    static final Shape SHAPE = new Shape(6, 3, 1);

    private static final int MEMORY = 1 << 20;
    private static final MachineConfig MACHINE = machine(SHAPE);

    private CollectiveRuns() {}

    static MachineConfig machine(Shape shape) {
        MachineConfig small = Machines.of(shape, 1);
        return MachineConfig.of(shape)
                .latency(small.latency())
                .buffers(small.buffers())
                .memoryBytes(MEMORY)
                .tasks(small.tasks())
                .build();
    }

    /** Returns a group of this size of ranks of {@link #SHAPE} in an order drawn from the seed. */
    static Group group(int size, long seed) {
        List<Integer> ranks =
                new ArrayList<>(IntStream.range(0, SHAPE.nodes()).boxed().toList());
        Collections.shuffle(ranks, new Random(seed));
        return new Group("g" + size, ranks.subList(0, size));
    }

    /** Returns the group with node 0, which is the root of every class route that it is a member of. */
    private static Group withRoot(Group group) {
        List<Integer> ranks = new ArrayList<>(group.ranks());
        if (!ranks.contains(0)) {
            ranks.set(ranks.size() / 2, 0);
        }
        return new Group(group.name(), ranks);
    }

    static Collective call(CollectiveOp op, Algorithm algorithm, int size, int bytes, long seed) {
        Random random = new Random(seed);
        boolean whole = bytes % Long.BYTES == 0;
        ReduceFunction function = bytes % Integer.BYTES != 0
                ? ReduceFunction.XOR
                : ReduceFunction.values()[random.nextInt(ReduceFunction.values().length)];
        ElementType element = ElementType.values()[whole ? random.nextInt(4) : 2 * random.nextInt(2)];
        Group drawn = group(size, seed);
        Group group = algorithm == Algorithm.ONE_WAY ? withRoot(drawn) : drawn;
        return new Collective(
                op,
                group,
                algorithm == Algorithm.ONE_WAY ? group.ranks().indexOf(0) : op.isRooted() ? random.nextInt(size) : 0,
                op == CollectiveOp.BARRIER ? 0 : bytes,
                algorithm,
                op.isReduction() ? function : null,
                op.isReduction() ? element : null);
    }

    static ProgramBuilder builder() {
        return new ProgramBuilder("collective", MACHINE.shape(), MACHINE.tasks(), MACHINE.memoryBytes());
    }

    static ApplicationMessagingModule module(ProgramBuilder builder, UnaryOperator<List<Transfer>> alteration) {
        return new ApplicationMessagingModule(builder, 1, 2, false, alteration);
    }

    static Program program(Collective call, UnaryOperator<List<Transfer>> alteration) {
        ProgramBuilder builder = builder();
        module(builder, alteration).collective(call);
        return builder.build();
    }

    static TwinRun run(Program program) {
        return new TwinRun(program, machine(program), ExecutorOptions.of(64, 2_000_000));
    }

    private static MachineConfig machine(Program program) {
        return MACHINE.change()
                .collective(MACHINE.collective().withGroups(program.classRoutes()))
                .build();
    }

    /** Returns a verdict of a run on the twin with the deadlock detector. */
    static Verdict verdict(Program program, String name) {
        return new TwinRun(program, machine(program), ExecutorOptions.of(64, 2_000_000), true).verdict(name);
    }
}
