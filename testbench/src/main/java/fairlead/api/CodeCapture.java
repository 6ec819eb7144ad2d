// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.live.LiveBody;
import fairlead.live.LiveException;
import fairlead.live.LiveRun;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the code of all tasks has done on the twin.
 *
 * @param program what any engine can play
 * @param waiting what each task waits for that has not ended
 */
record CodeCapture(Program program, List<String> waiting) {
    static CodeCapture of(Scenario scenario, String name, TaskCode code) {
        Shape shape = scenario.machine().shape();
        List<LiveBody> bodies = new ArrayList<>();
        for (int node = 0; node < shape.nodes(); node++) {
            LiveBody body = shape.isOnTorus(node) ? task -> code.run(new RunningTask(task)) : task -> {};
            bodies.addAll(Collections.nCopies(scenario.machine().tasks(node), body));
        }
        ExecutorOptions asked = scenario.executorOptions();
        ExecutorOptions sound = new ExecutorOptions(
                        asked.quantum(), asked.maxCycles(), asked.persistent(), asked.seed(), List.of())
                .counting(asked.counts());
        try (Engine twin = new ModelEngineFactory().open(scenario.machine(), EngineOptions.DEFAULT)) {
            LiveRun run = LiveRun.capture(twin, name, bodies, sound);
            List<String> waiting = run.waiting().stream()
                    .map(task -> task.outside(RunningTask.class, RunningStep.class))
                    .toList();
            return new CodeCapture(program(run, waiting), waiting);
        } catch (LiveException e) {
            throw new RunException(e.getMessage(), e.getCause());
        } catch (ProgramException e) {
            throw new ConfigurationException("program " + name, "", e.getMessage());
        }
    }

    private static Program program(LiveRun run, List<String> waiting) {
        try {
            return run.program();
        } catch (ProgramException e) {
            throw waiting.isEmpty()
                    ? e
                    : new RunException(
                            "the code of the tasks has not come to its end:"
                                    + waiting.stream()
                                            .map(task -> System.lineSeparator() + task)
                                            .collect(Collectors.joining()),
                            e);
        }
    }
}
