// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.ElementType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.program.Result;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Loads the torus and the collective network of one machine, each as fast as software can, and tells when each load is
 * done. On the torus each node puts blocks to the node half the ring away. On the collective network all nodes perform
 * allreduces on four class routes at once. Class route r has all nodes but the last r.
 */
public final class TwoNetworks {
    private static final int BYTES = 1024; // of a put and of an operand
    private static final int ROUTES = 4;

    public final Shape shape;
    public int puts = 64; // puts of a node
    public int calls = 16; // calls of a node on each class route
    public int absent = -1; // node that performs no calls, or -1
    public long late; // cycle in which the calls begin
    public boolean coupled; // whether the puts of a node begin when its first calls have ended
    public Unsafe flaw = Unsafe.NONE;
    public long maxCycles = 100_000;
    public boolean detect = true;

    /**
     * What has ended.
     *
     * @param puts number of puts that have ended
     * @param putsUntil cycle in which the last of them ended
     * @param calls number of calls of nodes that have ended
     * @param callsUntil cycle in which the last of them ended
     */
    public record Ended(RunResult result, int puts, long putsUntil, int calls, long callsUntil) {}

    private static final class Watcher implements Observer {
        private final int[] ended = new int[2];
        private final long[] until = new long[2];

        @Override
        public void finished(Operation op, Result result, long cycle) {
            int network = op.kind() == OpKind.PUT ? 0 : 1;
            if (op.kind() == OpKind.PUT || op.kind() == OpKind.TREE) {
                ended[network]++;
                until[network] = Math.max(until[network], cycle);
            }
        }
    }

    public TwoNetworks(Shape shape) {
        this.shape = shape;
    }

    private Program program() {
        int nodes = shape.nodes();
        List<Integer> tasks = IntStream.generate(() -> 2).limit(nodes).boxed().toList();
        ProgramBuilder program = new ProgramBuilder("two networks", shape, tasks, 1 << 20);
        List<Integer> all = IntStream.range(0, nodes).boxed().toList();
        int source = program.windows().everywhere("source", BYTES);
        int target = program.windows().everywhere("target", Math.max(1, puts) * BYTES);
        int operands = program.windows().everywhere("operands", ROUTES * BYTES);
        for (int route = 0; route < ROUTES && calls > 0; route++) {
            program.classRoute(all.subList(0, nodes - route));
        }
        for (int node = 0; node < nodes; node++) {
            int first = calls(program, node, operands);
            for (int put = 0; put < puts; put++) {
                program.task(node, coupled ? 0 : 1)
                        .add(Ops.putAny(opposite(node), source, target + put * BYTES, BYTES)
                                .requires(coupled ? first : -1));
            }
        }
        return program.build();
    }

    /** Adds the calls of a node, and returns the first of them, or -1. */
    private int calls(ProgramBuilder program, int node, int operands) {
        if (calls == 0 || node == absent) {
            return -1;
        }
        int first = -1;
        int begin = late > 0 ? program.task(node, 0).add(Ops.calc(late)) : -1;
        for (int route = 0; route < ROUTES && node < shape.nodes() - route; route++) {
            int last = begin;
            for (int call = 0; call < calls; call++) {
                last = program.task(node, 0)
                        .add(Ops.tree(
                                        operands + route * BYTES,
                                        BYTES,
                                        route,
                                        call,
                                        ReduceFunction.SUM,
                                        ElementType.U64,
                                        true,
                                        true,
                                        1)
                                .requires(last));
                first = first < 0 ? last : first;
            }
        }
        return first;
    }

    private int opposite(int node) {
        int x = (node % shape.kx() + shape.kx() / 2) % shape.kx();
        int y = (node / shape.kx() % shape.ky() + shape.ky() / 2) % shape.ky();
        int z = (node / shape.kx() / shape.ky() + shape.kz() / 2) % shape.kz();
        return (z * shape.ky() + y) * shape.kx() + x;
    }

    public Ended run(EngineFactory engine) {
        Program program = program();
        MachineConfig machine = MachineConfig.of(shape)
                .memoryBytes(1 << 20)
                .tasks(IntStream.generate(() -> 2).limit(shape.nodes()).boxed().toList())
                .collective(CollectiveNetwork.UNUSED.withGroups(program.classRoutes()))
                .unsafe(flaw)
                .build();
        Watcher watcher = new Watcher();
        RunResult result = new Session(
                        new RunPlan(
                                program.name(),
                                program,
                                machine,
                                engine,
                                EngineOptions.DEFAULT,
                                ExecutorOptions.of(64, maxCycles),
                                null,
                                detect),
                        true)
                .keepGoing()
                .run(executor -> {}, watcher);
        return new Ended(result, watcher.ended[0], watcher.until[0], watcher.ended[1], watcher.until[1]);
    }
}
