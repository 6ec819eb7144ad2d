// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.live.LiveBody;
import fairlead.live.LiveException;
import fairlead.live.LiveRun;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.pe.CallLog;
import fairlead.pe.NativeException;
import fairlead.pe.Pe;
import fairlead.pe.PeLink.Hello;
import fairlead.pe.Variation;
import fairlead.program.DataRaces;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One run of a native program on the twin.
 *
 * @param program what its PEs have done, as a program for any engine
 * @param exitCode the first exit code of a PE that is not 0, in the order of (cycle, PE), or that of
 *     shmem_global_exit or MPI_Abort
 * @param cycles cycles until the last PE has ended
 */
public record NativeRun(Program program, int exitCode, long calls, long cycles) {
    private static final int QUANTUM = 64;
    private static final int DIFFERS = 3; // exit codes of runs that differ
    private static final int CUT_OFF = 4; // and of a run that ended before its program

    NativeRun with(DataRaces races) {
        return new NativeRun(program.with(races), exitCode, calls, cycles);
    }

    /** Plays a program twice; a NativeException also tells the first difference of the runs. */
    static NativeRun twice(NativeProgram program, MachineConfig machine, NativeOutput output) {
        List<CallLog> first = CallLog.of(program.ranks());
        List<CallLog> second = CallLog.of(program.ranks());
        NativeRun run = of(program, machine, output, first, Variation.PLAIN);
        NativeException ending = null;
        try {
            of(program, machine, (pe, error, line) -> {}, second, Variation.PLAIN);
        } catch (NativeException e) {
            ending = e;
        }
        CallLog.difference(
                        first,
                        second,
                        request -> NativeJob.place(program.command().get(0), request))
                .ifPresent(what -> {
                    throw NativeException.crash("two runs of the program differ: " + what, DIFFERS);
                });
        if (ending != null) {
            throw ending;
        }
        return run;
    }

    /**
     * Plays a program; a NativeException says why it cannot be started, or what ended it.
     *
     * @param logs empty, or one for each PE
     */
    static NativeRun of(
            NativeProgram program,
            MachineConfig machine,
            NativeOutput output,
            List<CallLog> logs,
            Variation variation) {
        if (program.ranks() > machine.nodes()) {
            throw new ProgramException(
                    "the program has " + program.ranks() + " PEs, and the machine has " + machine.nodes() + " nodes");
        }
        if (Collections.max(machine.tasks()) > 1) {
            throw new ProgramException("a PE is the only task of its node: machine.tasks_per_node must be 1");
        }
        NativeOutput noting = logs.isEmpty()
                ? output
                : (pe, error, line) -> {
                    logs.get(pe).printed(line);
                    output.print(pe, error, line);
                };
        try (Launch launch = new Launch(program, noting, variation)) {
            List<Hello> hellos = launch.start();
            Hello first = hellos.get(0);
            for (Hello hello : hellos) {
                if (hello.data() != first.data()
                        || hello.dataEnd() != first.dataEnd()
                        || hello.heapBytes() != first.heapBytes()) {
                    throw NativeException.input("the PEs have their variables at different addresses: link the"
                            + " program with scripts/shmemcc, and without -pie");
                }
            }
            NativeJob job = new NativeJob(
                    program.command().get(0),
                    program.limit(),
                    machine.latency().software(),
                    first,
                    new Pe.Shared(machine.memoryBytes(), first, program.ranks(), logs, variation));
            return play(program, machine, launch, job);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NativeRun play(NativeProgram program, MachineConfig machine, Launch launch, NativeJob job) {
        List<LiveBody> bodies = new ArrayList<>(Collections.nCopies(machine.nodes(), task -> {}));
        List<PeBody> pes = new ArrayList<>();
        for (int i = 0; i < program.ranks(); i++) {
            pes.add(new PeBody(job, i, launch.processes().get(i)));
            bodies.set(job.shared.node(i), pes.get(i));
        }
        try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
            LiveRun run = LiveRun.capture(
                    engine,
                    program.kind(),
                    bodies,
                    new ExecutorOptions(QUANTUM, program.maxCycles(), false, 1, List.of()));
            EndReason reason = run.execution().reason();
            String all = pes.stream().map(PeBody::state).collect(Collectors.joining("; "));
            if (reason == EndReason.MAX_CYCLES) {
                throw NativeException.crash(
                        "not ended after workload.max_cycles = " + program.maxCycles() + " cycles: " + all, CUT_OFF);
            }
            if (reason != EndReason.COMPLETED && !job.isExiting()) {
                throw NativeException.run("nothing moves any more: " + all);
            }
            if (reason != EndReason.COMPLETED) {
                throw NativeException.crash(
                        job.exit() + " has ended the program while others waited, so that what it did is not judged: "
                                + all,
                        job.exitCode());
            }
            return new NativeRun(
                    run.program(), job.exitCode(), job.calls(), run.execution().cycles());
        } catch (ProgramException e) {
            throw NativeException.crash("what the program does cannot be captured: " + e.getMessage(), CUT_OFF);
        } catch (LiveException e) {
            if (e.getCause() instanceof NativeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
