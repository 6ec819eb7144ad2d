// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.machine.MachineStructure;
import fairlead.machine.OptionalUnit;
import java.util.List;

/** What no operation may need: a unit that the structure of this process leaves out (decision 18). */
final class AbsentUnitRules {
    private AbsentUnitRules() {}

    /** Throws a ProgramException for an operation of a unit that the structure leaves out. */
    static void check(final Program program) {
        final List<OptionalUnit> absent = OptionalUnit.absentFrom(MachineStructure.loaded());
        if (absent.isEmpty()) {
            return;
        }
        for (final Operation op : program.operations()) {
            final OptionalUnit unit = unit(op);
            if (absent.contains(unit)) {
                throw new ProgramException(op, unit.refusal());
            }
        }
    }

    /** Returns the unit without which an operation cannot be done, or null. */
    private static OptionalUnit unit(final Operation op) {
        if (op.kind() == OpKind.TREE || op.kind().isDevice()) {
            return OptionalUnit.COLLECTIVE;
        }
        if (op.kind() == OpKind.BARRIER) {
            final boolean needsBoth = op.classRoute() >= 0 && OptionalUnit.BARRIER.isHere();
            return needsBoth ? OptionalUnit.COLLECTIVE : OptionalUnit.BARRIER;
        }
        return op.kind().isDla() || op.path() != Path.DESCRIPTOR ? OptionalUnit.DLA : null;
    }
}
