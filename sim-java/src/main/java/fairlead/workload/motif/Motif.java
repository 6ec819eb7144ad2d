// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Program;
import fairlead.workload.goal.Goal;
import fairlead.workload.pattern.Workload;
import java.util.List;

/** A motif: it writes a GOAL program for all nodes of a torus. */
public interface Motif extends Workload {
    /** Writes the program of a rank; what is drawn follows from the seed. */
    void write(MotifScript script, Shape shape, long seed, int rank);

    /** Returns an upper estimate of the operations of the GOAL program. */
    double statements(Shape shape);

    @Override
    default double operations(final MachineConfig machine) {
        return 4 * statements(machine.shape());
    }

    @Override
    default Program build(final MachineConfig machine, final long seed) {
        final Shape shape = machine.shape();
        final StringBuilder text = new StringBuilder("num_ranks " + shape.nodes() + "\n");
        for (int rank = 0; rank < shape.nodes(); rank++) {
            final MotifScript script = new MotifScript();
            write(script, shape, seed, rank);
            text.append("rank ").append(rank).append(" {\n").append(script.text).append("}\n");
        }
        return new Goal(text.toString(), true, Goal.EAGER_BYTES, 1).build(machine, seed);
    }

    /** The program of one rank; its operations are numbered from 0. */
    final class MotifScript {
        private final StringBuilder text = new StringBuilder();
        private int count;

        /** Adds a statement that requires operations of its rank; -1 stands for none. Returns its number. */
        int add(final String statement, final int... before) {
            final String label = "o" + count;
            text.append(label).append(": ").append(statement).append('\n');
            for (final int other : before) {
                if (other >= 0) {
                    text.append(label).append(" requires o").append(other).append('\n');
                }
            }
            return count++;
        }

        int add(final String statement, final List<Integer> before) {
            return add(statement, before.stream().mapToInt(Integer::intValue).toArray());
        }
    }
}
