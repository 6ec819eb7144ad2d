// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.live.LiveBody;
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
import fairlead.program.GrowingProgram;
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
 * One run of a native program.
 *
 * @param program what its PEs have done, as a program for any engine; null if it is only known to who plays it
 * @param races what was found, or null
 * @param exitCode the first exit code of a PE that is not 0, in the order of (cycle, PE), or that of
 *     shmem_global_exit or MPI_Abort
 * @param cycles cycles until the last PE has ended
 * @param ending what has ended the program before its end, or null
 * @param isExit whether shmem_global_exit or MPI_Abort has
 */
public record NativeRun(
        Program program,
        DataRaces races,
        int exitCode,
        long calls,
        long cycles,
        NativeException ending,
        boolean isExit) {
    private static final int QUANTUM = 64;
    private static final int DIFFERS = 3; // exit codes of runs that differ
    private static final int CUT_OFF = 4; // and of a run that ended before its program

    /** Plays the PEs of a program. */
    interface Stage {
        LiveRun play(List<LiveBody> bodies);
    }

    NativeRun with(DataRaces found) {
        return new NativeRun(
                program == null ? null : program.with(found),
                found,
                exitCode,
                calls,
                cycles,
                ending == null ? null : ending.with(found.lines()),
                isExit);
    }

    /** Plays a program twice, the second time on the twin; a NativeException also tells their first difference. */
    static NativeRun twice(NativeProgram program, MachineConfig machine, NativeOutput output, Stage stage) {
        List<CallLog> first = CallLog.of(program.ranks());
        List<CallLog> second = CallLog.of(program.ranks());
        LiveRun[] live = {null};
        NativeRun run = on(bodies -> live[0] = stage.play(bodies), program, machine, output, first, Variation.PLAIN);
        if (live[0].execution().reason() != EndReason.COMPLETED) {
            return run;
        }
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
     * Plays a program on the twin; a NativeException says why it cannot be started, or what ended it.
     *
     * @param logs empty, or one for each PE
     */
    static NativeRun of(
            NativeProgram program,
            MachineConfig machine,
            NativeOutput output,
            List<CallLog> logs,
            Variation variation) {
        try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
            LiveRun[] live = {null};
            NativeRun run = on(
                    bodies -> live[0] = LiveRun.play(
                            engine,
                            new GrowingProgram(program.kind(), machine),
                            bodies,
                            new ExecutorOptions(QUANTUM, program.maxCycles(), false, 1, List.of()),
                            executor -> {}),
                    program,
                    machine,
                    output,
                    logs,
                    variation);
            if (run.ending != null) {
                throw run.ending;
            }
            return new NativeRun(live[0].program(), null, run.exitCode, run.calls, run.cycles, null, false);
        } catch (ProgramException e) {
            throw uncaught(e);
        }
    }

    private static NativeException uncaught(ProgramException e) {
        return NativeException.crash("what the program does cannot be captured: " + e.getMessage(), CUT_OFF);
    }

    /** Plays a program somewhere; a NativeException says why it cannot be started. */
    static NativeRun on(
            Stage stage,
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
            return play(stage, program, machine, launch, job);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NativeRun play(
            Stage stage, NativeProgram program, MachineConfig machine, Launch launch, NativeJob job) {
        List<LiveBody> bodies = new ArrayList<>(Collections.nCopies(machine.nodes(), task -> {}));
        List<PeBody> pes = new ArrayList<>();
        for (int i = 0; i < program.ranks(); i++) {
            pes.add(new PeBody(job, i, launch.processes().get(i)));
            bodies.set(job.shared.node(i), pes.get(i));
        }
        LiveRun run = stage.play(bodies);
        NativeException ending = run.failure() == null ? ending(run, program, job, pes) : failed(run.failure());
        return new NativeRun(
                null, null, job.exitCode(), job.calls(), run.execution().cycles(), ending, job.isExiting());
    }

    private static NativeException failed(RuntimeException failure) {
        if (failure instanceof ProgramException e) {
            return uncaught(e);
        }
        if (failure.getCause() instanceof NativeException cause) {
            return cause;
        }
        throw failure;
    }

    private static NativeException ending(LiveRun run, NativeProgram program, NativeJob job, List<PeBody> pes) {
        EndReason reason = run.execution().reason();
        String all = pes.stream().map(PeBody::state).collect(Collectors.joining("; "));
        if (reason == EndReason.MAX_CYCLES) {
            return NativeException.crash(
                    "not ended after workload.max_cycles = " + program.maxCycles() + " cycles: " + all, CUT_OFF);
        }
        if (reason != EndReason.STUCK) {
            return null;
        }
        return job.isExiting()
                ? NativeException.crash(
                        job.exit() + " has ended the program while others waited, so that what it did is not judged: "
                                + all,
                        job.exitCode())
                : NativeException.run("nothing moves any more: " + all);
    }
}
