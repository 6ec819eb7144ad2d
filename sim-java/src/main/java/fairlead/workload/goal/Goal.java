// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.workload.pattern.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A program in the GOAL text format (docs/use/workload-files.md). Rank r of the program is rank r of the torus; nodes
 * after the last rank do nothing.
 *
 * @param text the program
 * @param rma true for the RMA dialect
 * @param eagerBytes greatest size of a message that is sent before the receive asks for it
 * @param cyclesPerNanosecond frequency in GHz, for the times of calc
 */
public record Goal(String text, boolean rma, long eagerBytes, double cyclesPerNanosecond) implements Workload {
    /** Greatest message that LogGOPSim sends eagerly by default. */
    public static final int EAGER_BYTES = 65535;

    /**
     * What a reader of the program wants to know before it runs.
     *
     * @param ranks number of ranks
     * @param tasks processors that a rank uses at most
     * @param nanoseconds time of the program on a machine on which only computation takes time
     * @param bytes bytes of all messages and accesses
     * @param notes what has no effect or is bound before the run, one line each
     */
    public record Summary(int ranks, int tasks, long nanoseconds, long bytes, List<String> notes) {}

    private GoalFile file() {
        return new GoalParser(text, rma).parse();
    }

    /** Returns the number of ranks; 0 if the program is wrong, of which `wrong` then gets the line and the reason. */
    public int ranks(BiConsumer<Integer, String> wrong) {
        try {
            return check().ranks();
        } catch (GoalException e) {
            wrong.accept(e.line(), e.what());
            return 0;
        }
    }

    /** Reads the program and shows that it ends; a GoalException names the line that is wrong. */
    public Summary check() {
        GoalFile file = file();
        GoalRun run = GoalRun.of(file, eagerBytes);
        List<GoalRun.Step> steps = run.steps();
        List<String> notes = new ArrayList<>(file.notes());
        for (GoalRun.Step step : steps) {
            if (step.send() != null && step.send().bytes != step.op().bytes) {
                notes.add(
                        "line " + step.op().line + ": this recv of " + step.op().bytes + " bytes takes the message of "
                                + step.send().bytes + " bytes of line " + step.send().line + "; all of them move");
            }
        }
        long wild =
                steps.stream().filter(s -> s.send() != null && s.op().isWild()).count();
        if (wild > 0) {
            notes.add(wild + " receives name any rank or any tag: each is bound now, to the first message " + run.rule()
                    + " if only calc takes time");
        }
        return new Summary(
                file.ranks(),
                Math.max(1, file.cpus().size()),
                run.end(),
                file.ops().stream().mapToLong(op -> op.bytes).sum(),
                notes);
    }

    @Override
    public Program build(MachineConfig machine, long seed) {
        GoalFile file = file();
        if (file.ranks() > machine.nodes()) {
            throw new ProgramException(
                    "the program has " + file.ranks() + " ranks, and the machine has " + machine.nodes() + " nodes");
        }
        ProgramBuilder program = new ProgramBuilder(kind(), machine.shape(), machine.tasks(), machine.memoryBytes());
        GoalRun run = GoalRun.of(file, eagerBytes);
        new GoalCompiler(program, file, run, eagerBytes, cyclesPerNanosecond, seed).compile(run.steps());
        return program.build();
    }
}
