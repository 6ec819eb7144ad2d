// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Verb;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Traffic beside the test: puts of whole packets into a separate window. With `traffic=uniform | hot_spot`, all nodes
 * outside the test send such puts. In about half of the schedules, an additional task on each node of the test sends
 * them as well; the task shares the injection FIFO of the node's first task, or fills the DLA.
 */
final class CompetingTraffic {
    private static final int PUTS = 12;
    // number of puts by each other node; it is small, so that a hot spot drains well before the limit
    private static final int OUTSIDE_PUTS = 3;
    private static final int PHASE = 128; // in cycles; the background puts begin within this time
    private static final int STEP = 16;

    private final LitmusTest test;
    private final AxisPoint point;
    private final Placement placement;
    private final Draws draws;
    private final boolean neighbours;

    CompetingTraffic(LitmusTest test, AxisPoint point, Placement placement, Draws draws) {
        this.test = test;
        this.point = point;
        this.placement = placement;
        this.draws = draws;
        // a node refuses puts of other nodes while an epoch is open on it, so tests with epochs get no such traffic
        neighbours = draws.once(2) && !test.uses(Verb.EPOCH_OPEN);
    }

    boolean neighbours() {
        return neighbours;
    }

    void add(ProgramBuilder program, MemoryPlan memory) {
        List<Integer> outside = new ArrayList<>();
        for (int rank = 0; rank < program.nodes(); rank++) {
            if (!placement.uses(rank)) {
                outside.add(rank);
            }
        }
        if (!point.is("traffic", "none") && outside.size() > 1) {
            int hot = outside.get(draws.upTo(outside.size() - 1));
            for (int rank : outside) {
                puts(program.task(rank, 0), memory, program, outside, point.is("traffic", "hot_spot") ? hot : -1);
            }
        }
        if (neighbours) {
            List<Integer> ranks = test.nodes().stream()
                    .map(n -> placement.rank(n.name()))
                    .distinct()
                    .toList();
            for (int rank : ranks) {
                puts(program.task(rank, program.tasks(rank) - 1), memory, program, ranks, -1);
            }
        }
    }

    private void puts(TaskBuilder task, MemoryPlan memory, ProgramBuilder program, List<Integer> to, int hot) {
        memory.loadNoise(task.node());
        int begin = draws.upTo(PHASE);
        boolean inline = draws.once(3) && placement.uses(task.node()) && !test.uses(Verb.DLA_ALLOC);
        boolean outside = !placement.uses(task.node());
        for (int i = 0; i < (outside ? OUTSIDE_PUTS : PUTS); i++) {
            int target = hot >= 0 ? hot : to.get(draws.upTo(to.size() - 1));
            int length = inline ? Program.INLINE_BYTES : 256 << draws.upTo(outside ? 1 : 3);
            task.add(Ops.put(target, memory.noiseSource(), memory.noiseLanding(), length, task.node())
                    .path(inline ? Path.INLINE : Path.DESCRIPTOR)
                    .notBefore(begin + (inline ? 0 : i * STEP)));
        }
    }
}
