// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep.cases;

import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;
import fairlead.hw.HwLayout;
import fairlead.program.Program;
import fairlead.scenario.Scenario;
import fairlead.software.ExecutionReport;
import fairlead.software.Executor;
import fairlead.software.Observer;
import java.util.List;
import java.util.Map;

/**
 * A machine and what runs on it, ready to be opened and played on any engine.
 *
 * @param keys machine, workload and run as keys of a scenario; for a case of steps the workload is not played
 * @param scenario the same, read
 * @param steps what is played, or null
 * @param items of the program that is played ({@link ProgramDraw}), or null; without either it is the workload
 * @param closed see {@link StepPlayer}
 */
public record Case(Map<String, Object> keys, Scenario scenario, List<Step> steps, boolean closed, List<Integer> items) {

    /** The workload of a scenario. */
    public Case(final Map<String, Object> keys, final Scenario scenario) {
        this(keys, scenario, null, false, null);
    }

    public boolean hasSteps() {
        return steps != null;
    }

    public boolean hasItems() {
        return items != null;
    }

    private Program program() {
        return hasItems() ? ProgramDraw.program(scenario.machine(), seed(), items) : scenario.program();
    }

    public long seed() {
        return scenario.seed();
    }

    /** The machine as it is opened. */
    public MachineConfig machine() {
        final MachineConfig machine = scenario.machine();
        if (!hasSteps()) {
            return scenario.machineFor(program());
        }
        return usesMessages() ? machine.withMessageBase(messageBase(machine)) : machine;
    }

    private boolean usesMessages() {
        return steps.stream().anyMatch(step -> step.kind() == StepKind.MSG);
    }

    /** Reception FIFOs of a case of steps are at the end of memory. */
    static int messageBase(final MachineConfig machine) {
        final int slots = HwLayout.RECEPTION_FIFOS * machine.buffers().reception();
        return (machine.memoryBytes() / HwLayout.RECEPTION_SLOT - slots) * HwLayout.RECEPTION_SLOT;
    }

    public EngineOptions options() {
        return scenario.engineOptions();
    }

    /** Plays it to its end on a machine out of reset; how it ended, in a word. Observers watch programs. */
    public String play(final Engine engine, final Observer... observers) {
        final int quantum = scenario.run().quantum();
        final long maxCycles = scenario.run().maxCycles();
        if (hasSteps()) {
            return new StepPlayer(engine, steps, closed, quantum).run(maxCycles).name();
        }
        final ExecutionReport report = new Executor(engine, program(), scenario.executorOptions(), observers).run();
        return report.reason().name();
    }

    /** How many things it does: steps, or operations of a program. */
    public int size() {
        return hasSteps() ? steps.size() : program().size();
    }
}
