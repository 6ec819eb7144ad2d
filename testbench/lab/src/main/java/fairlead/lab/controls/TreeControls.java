// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.program.ElementType;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import java.util.List;
import java.util.stream.IntStream;

/** The controls of the collective network: flaws with which its nodes wait for each other for ever. */
final class TreeControls {
    private static final long MAX_CYCLES = 20_000;
    private static final int NODES = 5;
    private static final int CALLS = 4;
    private static final int BYTES = 1024;

    private TreeControls() {}

    static List<Control> all() {
        return List.of(
                control(
                        "N37",
                        "on the collective network, what comes down waits for what goes up",
                        5,
                        "deadlock",
                        testbed().unsafe(UnsafeVariant.TREE_TURN)),
                control(
                        "N38",
                        "a buffer of the collective network loses one credit in 4",
                        0,
                        "credit_leak",
                        testbed().unsafe(UnsafeVariant.TREE_CREDIT_LEAK, -1, 2)));
    }

    private static Testbed testbed() {
        return new Testbed(NODES, 1, 1).classRoute();
    }

    private static Control control(
            final String id, final String text, final int cycle, final String kind, final Testbed machine) {
        final Program program = allreduces(machine);
        return new Control(
                id,
                text,
                "run",
                cycle,
                kind,
                machine.config().withMessageBase(program.messageBase()),
                program,
                EngineOptions.DEFAULT,
                MAX_CYCLES);
    }

    /** Returns a program in which all nodes perform allreduces on one class route, one after the other. */
    private static Program allreduces(final Testbed machine) {
        final ProgramBuilder program = machine.program("allreduces");
        final int operand = program.windows().everywhere("operand", BYTES);
        program.classRoute(IntStream.range(0, NODES).boxed().toList());
        for (int node = 0; node < NODES; node++) {
            int last = -1;
            for (int call = 0; call < CALLS; call++) {
                last = program.task(node, 0)
                        .add(Ops.tree(operand, BYTES, 0, call, ReduceFunction.SUM, ElementType.U64, true, true, 1)
                                .requires(last));
            }
        }
        return program.build();
    }
}
