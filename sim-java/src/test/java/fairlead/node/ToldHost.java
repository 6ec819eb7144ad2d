// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

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

    ToldHost(final Program program) {
        this(program, new ArrayList<>());
    }

    private ToldHost(final Program program, final List<String> told) {
        super(
                new Progress(program, 16) {
                    @Override
                    void tagged(final int id, final int tag, final long cycle) {
                        told.add("given " + id + " " + tag);
                    }

                    @Override
                    void entered(final int id, final long cycle) {}

                    @Override
                    void finished(final int id, final long cycle, final Result result, final long value) {
                        told.add(cycle + " " + id + " " + result);
                    }

                    @Override
                    void complain(final int id, final long cycle, final String what) {
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
    int takeTag(final int id, final long cycle) {
        return id;
    }

    @Override
    int command(
            final long cycle,
            final int task,
            final int op,
            final long w0,
            final long w1,
            final long w2,
            final long w3) {
        given.add(new Given(op, w0));
        return 0;
    }
}
