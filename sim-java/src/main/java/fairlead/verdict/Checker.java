// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Operation;
import fairlead.program.Program;

/** What the checkers of one run share: what is judged, what is known of the operations, and the place for findings. */
abstract class Checker {
    /** A program on a machine; `times` and `tags` follow the run. */
    record Subject(Program program, MachineConfig config, OpTimes times, TagOwners tags) {}

    final Program program;
    final MachineConfig config;
    final Shape shape;
    final OpTimes times;
    final TagOwners tags;
    final Violations violations;

    Checker(final Subject of, final Violations violations) {
        program = of.program();
        config = of.config();
        shape = config.shape();
        times = of.times();
        tags = of.tags();
        this.violations = violations;
    }

    /** Returns the rank of a Coord, or -1 if it lies outside the torus. */
    final int rank(final long coord) {
        return Routes.rank(shape, coord);
    }

    /** Returns the operation that was last handed over under this tag of the node, or null. */
    final Operation operation(final int node, final long tag) {
        final int owner = tags.owner(node, (int) tag);
        return owner < 0 ? null : program.operation(owner);
    }

    /** Returns the begin of a finding about a node. */
    static String at(final long cycle, final int node) {
        return "cycle " + cycle + ": node " + node;
    }
}
