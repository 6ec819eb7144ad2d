// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import java.util.ArrayList;
import java.util.List;

/**
 * A program made in code for one shape, one number of tasks and one size of memory. {@link Machine#program} makes it.
 * It may run any number of times and on any machine with these, and takes no more steps once it has run. Messages,
 * collective operations and the store path are not part of it; the workloads have them. Not thread-safe.
 */
public final class RmaProgram {
    private final MachineConfig machine;
    private final ProgramBuilder builder;
    private final List<RmaStep> steps = new ArrayList<>();
    private final String name;
    private long keys;
    private Program built;
    private ConfigurationException refusal;

    RmaProgram(String name, MachineConfig machine) {
        this.name = name;
        this.machine = machine;
        builder = new ProgramBuilder(name, machine.shape(), machine.tasks(), machine.memoryBytes());
    }

    /** Returns the name for reports. */
    public String name() {
        return name;
    }

    /** Returns the number of steps so far. */
    public int size() {
        return steps.size();
    }

    /**
     * Reserves a region at the same address of every node, a multiple of 64, and returns the address. Operations may
     * touch regions only.
     *
     * @param label name for error messages
     * @param bytes length, at least 1
     */
    public int region(String label, int bytes) {
        requireOpen();
        if (bytes < 1) {
            throw new ConfigurationException("region " + label, Integer.toString(bytes), "must have at least 1 byte");
        }
        return builder.windows().everywhere(label, bytes);
    }

    /**
     * Returns a task, to which steps are added.
     *
     * @throws ConfigurationException if the machine has no such node or task
     */
    public RmaTask task(int node, int task) {
        requireRange("node", node, builder.nodes());
        requireRange("task", task, builder.tasks(node));
        return new RmaTask(this, node, task);
    }

    private static void requireRange(String key, int value, int end) {
        if (value < 0 || value >= end) {
            throw new ConfigurationException(key, Integer.toString(value), "must be an integer from 0 to " + (end - 1));
        }
    }

    void requireOpen() {
        if (built != null || refusal != null) {
            throw new IllegalStateException("program " + name + " has run; it takes no more steps");
        }
    }

    /** Returns a key that no other pattern of the program has. */
    long key() {
        return Mix.seed(machine.seed(), ++keys);
    }

    RmaStep add(Operation operation, int node, int task) {
        requireOpen();
        RmaStep step = new RmaStep(this, operation, steps.size(), node, task);
        steps.add(step);
        return step;
    }

    /** Returns the checked program for a machine. */
    Program on(MachineConfig other) {
        if (!other.shape().equals(machine.shape())
                || !other.tasks().equals(machine.tasks())
                || other.memoryBytes() != machine.memoryBytes()) {
            throw new ConfigurationException(
                    "",
                    "",
                    "program " + name + " was made for a machine of another shape, other tasks or other memory");
        }
        if (refusal != null) {
            throw refusal;
        }
        if (built == null) {
            try {
                steps.forEach(step -> builder.task(step.node(), step.task()).add(step.operation()));
                built = builder.build();
            } catch (ProgramException e) {
                boolean memory = e.excess() == ProgramException.Excess.MEMORY;
                refusal = new ConfigurationException(
                        memory ? "machine.memory_bytes" : "program " + name,
                        memory ? Integer.toString(machine.memoryBytes()) : "",
                        e.getMessage());
                throw refusal;
            }
        }
        return built;
    }
}
