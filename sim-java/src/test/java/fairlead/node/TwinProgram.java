// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.Machines;
import fairlead.run.TwinRun;
import java.util.List;

/** A test writes a program, by itself for two nodes of one task, and runs it on the twin. */
abstract class TwinProgram {
    static final Shape PAIR = new Shape(2, 1, 1);

    MachineConfig machine;
    ProgramBuilder program;
    TaskBuilder task; // of node 0
    int word; // address of a window of 1024 bytes on each node
    TwinRun run;

    TwinProgram() {
        on(Machines.of(PAIR, 1));
    }

    final void on(MachineConfig other) {
        machine = other;
        program = new ProgramBuilder("test", machine.shape(), machine.tasks(), machine.memoryBytes());
        task = program.task(0, 0);
        word = program.windows().everywhere("word", 1024);
    }

    final ExecutionReport run(boolean persistent, long maxCycles) {
        run = new TwinRun(program.build(), machine, new ExecutorOptions(64, maxCycles, persistent, 1, List.of()));
        return run.execution();
    }

    final ExecutionReport run(boolean persistent) {
        return run(persistent, 100_000);
    }

    final OpTable runClean() {
        run(false);
        return run.isClean().execution().table();
    }
}
