// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.program.Operation;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A program for a machine, with names for the operations that predicates refer to. Every node has a source window
 * filled with the node's own pattern, and a landing zone.
 */
final class Script {
    static final int SOURCE = 0;
    static final int LANDING = 8192;

    private final SeedMachine machine;
    private final ProgramBuilder program;
    private final Map<String, Integer> ops = new LinkedHashMap<>();

    Script(final SeedMachine machine) {
        this.machine = machine;
        program = new ProgramBuilder("seeds", machine.shape(), machine.tasks(), SeedMachine.MEMORY_BYTES);
        program.windows().everywhere("source", LANDING);
        program.windows().everywhere("landing", 4L * LANDING);
        for (int node = 0; node < program.nodes(); node++) {
            program.load(node, SOURCE, Payload.bytes(node, LANDING));
        }
    }

    /** Adds a window to every node and returns its address. */
    int window(final String name, final int bytes) {
        return program.windows().everywhere(name, bytes);
    }

    TaskBuilder task(final int node, final int task) {
        return program.task(node, task);
    }

    /** Adds an operation under a name and returns its id. */
    int add(final String name, final TaskBuilder task, final Operation op) {
        final int id = task.add(op);
        ops.put(name, id);
        return id;
    }

    SeedRun run() {
        return machine.run(program.build(), ops);
    }
}
