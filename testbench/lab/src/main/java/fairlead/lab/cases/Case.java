// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.node.CounterReading;
import fairlead.node.ExecutionReport;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Program;
import fairlead.scenario.Scenario;
import java.util.List;
import java.util.Map;

/**
 * A machine and the traffic that it plays. The case can be opened and played on any engine.
 *
 * @param keys machine, workload and run as the keys of a scenario; a case of words does not play the workload
 * @param scenario the scenario that was read from the keys
 * @param words the words to play, in order, or null if this is not a case of words
 * @param items the item numbers of the program to play ({@link ProgramDraw}), or null; a case with neither words nor
 *     items plays the workload
 * @param closed whether a descriptor of a case of words waits for a place in its injection FIFO ({@link WordPlayer})
 */
public record Case(Map<String, Object> keys, Scenario scenario, List<Word> words, boolean closed, List<Integer> items) {

    /** Creates a case that plays the workload of a scenario. */
    public Case(Map<String, Object> keys, Scenario scenario) {
        this(keys, scenario, null, false, null);
    }

    public boolean hasWords() {
        return words != null;
    }

    public boolean hasItems() {
        return items != null;
    }

    /** Returns the program of a case without words. */
    public Program program() {
        return hasItems() ? ProgramDraw.program(scenario.machine(), seed(), items) : scenario.program();
    }

    /** Returns the program of a case of items, drawn so that its operations do not race and verdicts can judge it. */
    public Program programApart() {
        return ProgramDraw.apart(scenario.machine(), seed(), items);
    }

    /** Returns the program to be played beside strangers. */
    Program victim() {
        return ProgramDraw.victim(scenario.machine(), seed(), items);
    }

    public long seed() {
        return scenario.seed();
    }

    /** Returns the configuration with which the machine is opened. */
    public MachineConfig machine() {
        MachineConfig machine = scenario.machine();
        if (!hasWords()) {
            return scenario.machineFor(program());
        }
        MachineConfig routed = words.stream()
                        .anyMatch(word -> word.op() == TileCommand.BAR_ENTER && BarrierCommand.barrier(word.w0()) > 0)
                ? machine.change()
                        .collective(machine.collective().withTasks(WordDraw.tasks(machine, words)))
                        .build()
                : machine;
        return usesMessages() ? routed.withMessageBase(messageBase(routed)) : routed;
    }

    boolean usesMessages() {
        return hasWords() && words.stream().anyMatch(word -> word.isOf(OpKind.MSG));
    }

    /**
     * Returns the memory address of the reception FIFOs in a case of words: they fill the end of each node's memory.
     */
    static int messageBase(MachineConfig machine) {
        int slots = HwLayout.RECEPTION_FIFOS * machine.buffers().reception();
        return (machine.memoryBytes() / HwLayout.RECEPTION_SLOT - slots) * HwLayout.RECEPTION_SLOT;
    }

    public EngineOptions options() {
        return scenario.engineOptions();
    }

    /**
     * Plays the case to its end on a machine that has just been reset, and returns the name of the stop reason. The
     * observers watch programs and workloads; a case of words ignores them.
     */
    public String play(Engine engine, Observer... observers) {
        String ending = run(engine, observers);
        if (scenario.run().counters()) {
            CounterReading.of(engine);
        }
        return ending;
    }

    private String run(Engine engine, Observer... observers) {
        int quantum = scenario.run().quantum();
        long maxCycles = scenario.run().maxCycles();
        if (hasWords()) {
            return new WordPlayer(engine, words, closed, scenario.run().counters())
                    .run(maxCycles, quantum)
                    .name();
        }
        long others = engine.capabilities().asserts() ? 0 : scenario.run().strangers(); // they keep no rules of hosts
        ExecutorOptions options =
                scenario.executorOptions().beside(others == 0 ? null : ExecutorOptions.Drawn.unjudged(others));
        ExecutionReport report = new Executor(engine, program(), options, observers).run();
        return report.reason().name();
    }

    /** Returns the number of words, or the number of operations of the program. */
    public int size() {
        return hasWords() ? words.size() : program().size();
    }
}
