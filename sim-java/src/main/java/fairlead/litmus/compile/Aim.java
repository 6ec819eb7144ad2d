// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import fairlead.machine.Draws;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What an aimed schedule delays. In about two of three schedules one operation of a task is late: it waits in the
 * injection FIFO after puts to a node outside the test, and what its task posts after it takes the other path. Only
 * an operation is late that does not block, that others race with, and that something follows in its task.
 */
final class Aim {
    private static final int MOST_LOADS = 6;

    private final Map<Task, Statement> late = new IdentityHashMap<>(); // by its task
    private final Placement placement;
    private final Draws draws;
    private int bystander = -1;
    private boolean throughDla; // whether the late operation takes the DLA and the others take descriptors

    /** @param aimed false for a schedule that delays nothing in particular, for which nothing is drawn */
    Aim(LitmusTest test, Placement placement, int nodes, Draws draws, boolean aimed) {
        this.placement = placement;
        this.draws = draws;
        if (aimed) {
            draw(test, nodes);
        }
    }

    private void draw(LitmusTest test, int nodes) {
        int from = draws.upTo(nodes - 1);
        bystander = IntStream.range(from, from + nodes)
                .map(rank -> rank % nodes)
                .filter(rank -> !placement.uses(rank))
                .findFirst()
                .orElse(-1);
        boolean some = draws.upTo(2) > 0;
        boolean all = draws.once(2);
        throughDla = draws.once(4);
        for (Task task : test.tasks()) {
            List<Statement> open = candidates(test, task);
            int chosen = draws.upTo(Math.max(0, open.size() - 1));
            boolean chosenTask = draws.once(2) || all;
            boolean possible = !open.isEmpty() && bystander >= 0 && !test.uses(Verb.DLA_ALLOC);
            // the bytes of two tasks of a node would be the same in the same place
            if (some
                    && chosenTask
                    && possible
                    && late.keySet().stream().noneMatch(o -> o.node().equals(task.node()))) {
                late.put(task, open.get(chosen));
            }
        }
    }

    private static List<Statement> candidates(LitmusTest test, Task task) {
        List<Statement> all = task.statements();
        return all.subList(0, Math.max(0, all.size() - 1)).stream()
                .filter(s -> s.verb == Verb.PUT || s.verb == Verb.GET || s.verb == Verb.ADD)
                .filter(s -> !s.attempt && s.remote.count() > 0 && isRaced(test, s))
                .toList();
    }

    /** Returns whether another statement touches a word of this one, and at least one of the two writes it. */
    private static boolean isRaced(LitmusTest test, Statement s) {
        return test.statements().filter(o -> o != s).anyMatch(o -> {
            boolean remotes = Ref.overlap(s.remote, o.remote) && (s.verb != Verb.GET || o.verb != Verb.GET);
            boolean atTarget = Ref.overlap(s.remote, o.local) && (s.verb != Verb.GET || writesLocally(o));
            boolean source = s.verb == Verb.PUT && Ref.overlap(s.local, o.local) && writesLocally(o);
            return remotes || atTarget || source;
        });
    }

    private static boolean writesLocally(Statement o) {
        return o.verb == Verb.STORE || o.verb == Verb.GET || o.verb.isCollective();
    }

    boolean isLate(Statement s) {
        return late.values().stream().anyMatch(o -> o == s);
    }

    boolean isAt(Task task) {
        return late.containsKey(task);
    }

    /**
     * Returns whether the operation goes through the DLA as far as it fits, or an empty value if the aim leaves it
     * open.
     */
    Optional<Boolean> isInline(Task task, Statement s) {
        if (isLate(s)) {
            return Optional.of(throughDla);
        }
        boolean isBehind = task.statements().stream().takeWhile(o -> o != s).anyMatch(this::isLate);
        return isBehind ? Optional.of(!isThroughDla(task)) : Optional.empty();
    }

    /** Returns whether the late operation of the task waits in the DLA: the draw says so, and it fits. */
    private boolean isThroughDla(Task task) {
        return throughDla && (!isAt(task) || RemoteOperations.fits(late.get(task)));
    }

    /** Returns the puts after which a late operation waits. */
    List<Operation> loads(MemoryPlan memory, Task task) {
        int rank = placement.rank(task.node());
        memory.loadNoise(rank);
        List<Operation> loads = new ArrayList<>();
        boolean inline = isThroughDla(task);
        int count = (inline ? MOST_LOADS : 1) + draws.upTo(MOST_LOADS - 1);
        for (int i = 0; i < count; i++) {
            int length = inline ? Program.INLINE_BYTES : 512 << draws.upTo(2);
            loads.add(Ops.put(bystander, memory.noiseSource(), memory.noiseLanding(), length, rank)
                    .path(inline ? Path.INLINE : Path.DESCRIPTOR));
        }
        return loads;
    }
}
