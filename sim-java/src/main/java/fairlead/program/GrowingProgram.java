// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.machine.MachineConfig;
import fairlead.program.Program.Successors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A program to which operations are added while it runs. Each is checked when it is added, as far as it can be known
 * then; {@link #captured} checks the whole. One window covers the memory of each node. After a ProgramException the
 * program must not be used any more.
 */
public final class GrowingProgram {
    private final ProgramBuilder builder;
    private final List<Operation> operations = new ArrayList<>();
    private final Program program;
    private final ProgramValidator validator;

    public GrowingProgram(String name, MachineConfig machine) {
        builder = new ProgramBuilder(name, machine.shape(), machine.tasks(), machine.memoryBytes());
        builder.windows().everywhere("memory", machine.memoryBytes());
        program = new Program(
                name,
                machine.shape(),
                machine.tasks(),
                Collections.unmodifiableList(operations),
                builder.windows().within(machine.memoryBytes()),
                List.of(),
                machine.memoryBytes(),
                0, // it has no messages
                List.of(),
                List.of(),
                DeviceFlaw.NONE,
                DevicePolling.LOCK,
                new Successors(List.of()),
                null);
        validator = new ProgramValidator(program);
    }

    /** Returns the program as it grows, without the lists of {@link Successors}. */
    public Program program() {
        return program;
    }

    /** Adds an operation at the end of a task, in the order of {@link ProgramBuilder.TaskBuilder}. */
    public void add(int node, int task, Operation op) {
        builder.task(node, task).add(op);
        validator.checkGrown(op);
        operations.add(op);
    }

    /**
     * Returns the program with all that was added until now. It does the same on a machine of the same configuration.
     *
     * @throws ProgramException if the parts do not fit, such as unequal numbers of barriers
     */
    public Program captured() {
        return builder.build();
    }

    /** Returns the program with all that was added until now, which may end before its last barrier. */
    public Program part() {
        return builder.part();
    }
}
