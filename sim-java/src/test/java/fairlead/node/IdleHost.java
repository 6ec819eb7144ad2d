// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.List;

/** Node 0 with the operations of a list, on which nothing happens. A test overrides the methods that it observes. */
class IdleHost implements NodeHost {
    private final List<Operation> operations;

    IdleHost(final List<Operation> operations) {
        this.operations = operations;
    }

    @Override
    public int latency() {
        return 16;
    }

    @Override
    public int node() {
        return 0;
    }

    @Override
    public Operation operation(final int id) {
        return operations.get(id);
    }

    @Override
    public long operand(final Operation op) {
        return op.operand();
    }

    @Override
    public long compare(final Operation cas) {
        return cas.compare();
    }

    @Override
    public int coord(final int rank) {
        return rank;
    }

    @Override
    public int command(
            final long cycle,
            final int task,
            final int op,
            final long w0,
            final long w1,
            final long w2,
            final long w3) {
        return 0;
    }

    @Override
    public void load(final long cycle, final int task, final int address, final int mark) {}

    @Override
    public int takeTag(final int id, final long cycle) {
        return id;
    }

    @Override
    public int takeCounter(final int id) {
        return 1;
    }

    @Override
    public void given(final int id, final int tag, final long cycle) {}

    @Override
    public void entered(final int id, final long cycle) {}

    @Override
    public void finished(final int id, final long cycle, final Result result, final long value) {}

    @Override
    public void complain(final int id, final long cycle, final String what) {}

    @Override
    public void progressed(final long cycle) {}

    @Override
    public boolean stands(final long cycle) {
        return false;
    }
}
