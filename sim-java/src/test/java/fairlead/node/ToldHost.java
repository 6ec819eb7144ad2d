// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.run.Machines;
import java.util.ArrayList;
import java.util.List;

/** The host of node 0 without a machine: it notes what modules report and the commands that they give. */
class ToldHost extends NodeHost {
    /** A command, with its first word. */
    record Given(int op, long word) {}

    final List<String> told;
    final List<Given> given = new ArrayList<>();

    ToldHost(Program program) {
        this(program, new ArrayList<>());
    }

    private ToldHost(Program program, List<String> told) {
        super(
                new Progress(program, 16) {
                    @Override
                    void tagged(Operation op, int tag, long cycle) {
                        told.add("given " + op.id() + " " + tag);
                    }

                    @Override
                    void entered(Operation op, long cycle) {}

                    @Override
                    void finished(Operation op, long cycle, Result result, long value) {
                        told.add(cycle + " " + op.id() + " " + result);
                    }

                    @Override
                    void complain(Operation op, long cycle, String what) {
                        told.add(what);
                    }
                },
                Machines.of(program.shape(), 1),
                0,
                null,
                1);
        this.told = told;
    }

    /** Tags are the ids of operations. */
    @Override
    int takeTag(Operation op, long cycle) {
        return op.id();
    }

    @Override
    int command(long cycle, int task, int owner, int op, long w0, long w1, long w2, long w3) {
        given.add(new Given(op, w0));
        return 0;
    }
}
