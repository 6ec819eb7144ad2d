// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.engine.EngineOptions;
import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A small machine of known latencies for programs that a test writes itself. A test sets the fields and then makes and
 * runs programs.
 */
public final class TestMachine {
    public final Shape shape;
    public int link = 2;
    public int credit = 2;
    public int memory = 20;
    public int software = 16;
    public int barrier = 8;
    public int jitter;
    public int linkInterval = 1;
    public Buffers buffers = new Buffers(8, 8, 16, 64, 64, 8);
    public int localPorts = 2;
    public int memoryBytes = 1 << 16;
    public DlaLimits dla = DlaLimits.of(64);
    public List<Integer> tasks;
    public int barrierWidth = 8;
    public long maxCycles = 200_000;
    public int quantum = 64;
    public boolean persistent;
    public String library = "product";
    public Unsafe unsafe = Unsafe.NONE;
    public CollectiveNetwork collective = CollectiveNetwork.UNUSED;
    public Routing routing = Routing.DIMENSION_ORDER;
    public boolean hops;
    public Arbitration arbitration = Arbitration.AGE;
    public final List<ExecutorOptions.Fault> faults = new ArrayList<>();

    public TestMachine(int kx, int ky, int kz, int tasks) {
        shape = new Shape(kx, ky, kz);
        this.tasks = Collections.nCopies(shape.nodes(), tasks);
    }

    public ProgramBuilder program(String name) {
        return new ProgramBuilder(name, shape, tasks, memoryBytes);
    }

    public void fault(int id, int node, long cycle) {
        library = "lab";
        faults.add(new ExecutorOptions.Fault(id, node, cycle, 0));
    }

    public MachineConfig config() {
        return MachineConfig.of(shape)
                .latency(new Latency(link, credit, memory, software, barrier, jitter))
                .buffers(buffers)
                .linkInterval(linkInterval)
                .localPorts(localPorts)
                .arbitration(arbitration)
                .memoryBytes(memoryBytes)
                .dla(dla)
                .tasks(tasks)
                .barrierWidth(barrierWidth)
                .routing(routing)
                .unsafe(unsafe)
                .collective(collective)
                .build();
    }

    public RunPlan plan(Program program) {
        return new RunPlan(
                program.name(),
                program,
                config().withMessageBase(program.messageBase()),
                new RtlEngineFactory(RtlOptions.of(library)),
                new EngineOptions(hops, true, 1, !faults.isEmpty()),
                new ExecutorOptions(quantum, maxCycles, persistent, 1, faults),
                "");
    }

    public RunResult run(Program program, Observer... observers) {
        return Runs.run(plan(program), observers);
    }
}
