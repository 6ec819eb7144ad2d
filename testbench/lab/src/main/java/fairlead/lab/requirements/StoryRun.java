// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.litmus.compile.AxisPoint;
import fairlead.litmus.compile.Compiler;
import fairlead.litmus.compile.Ready;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run of a litmus file's undisturbed schedule on the RTL with batches of one cycle. The run inspects the DLA of one
 * node in every cycle, until SETTLES cycles after the DLA's last event.
 */
final class StoryRun {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int POOLS = 3; // low CD, high CD and PR, whose credits the DLA counts apart

    /**
     * The number of cycles of inspection after an event. An inspection takes far more time than a cycle, and no word
     * enters or leaves long before or after an event.
     */
    private static final long SETTLES = 32;

    /** The credits that all channels hold, and the pointers of the DLA FIFO. */
    record Dla(long held, long write, long read) {
        boolean isAtRest() {
            return held == 0 && write == read;
        }
    }

    private final Ready ready;
    private final SeedRun run;
    private final TreeMap<Long, Dla> dla = new TreeMap<>(); // the key is the first cycle that is not yet executed

    StoryRun(final Path file) {
        this(file, Unsafe.NONE);
    }

    /**
     * Runs the litmus file on a machine with a flaw.
     *
     * @param unsafe the flaw; assertions of the flawed unit do not end the run
     */
    StoryRun(final Path file, final Unsafe unsafe) {
        ready = Compiler.compile(LitmusParser.read(file, 1), AxisPoint.base(), 1, 0);
        final Engine[] engine = new Engine[1];
        final RunPlan plan = new RunPlan(
                file.toString(),
                ready.program(),
                ready.machine().withUnsafe(unsafe),
                (config, options) -> {
                    engine[0] = SeedEngines.of(config, false).open(config, options);
                    return engine[0];
                },
                EngineOptions.DEFAULT,
                new ExecutorOptions(
                        1,
                        ready.options().maxCycles(),
                        false,
                        1,
                        SeedMachine.mutes(ready.machine().withUnsafe(unsafe))),
                "",
                false);
        final Events events = new Events();
        final Observer sampler = new Observer() {
            private long until = SETTLES;

            @Override
            public void events(final EventCursor batch) {
                batch.rewind();
                while (batch.next()) {
                    if (batch.kind() >= EventKind.DLA_GRANTED && batch.kind() <= EventKind.DLA_CLEARED) {
                        until = batch.cycle() + SETTLES;
                    }
                }
                batch.rewind();
            }

            @Override
            public void batch(final long cycle, final int openOperations) {
                if (engine[0].cycle() <= until) {
                    dla.put(engine[0].cycle(), sample(engine[0].inspect(rank("One", 0))));
                }
            }
        };
        final RunResult result =
                ready.ranks().containsKey("One") ? session(plan, events, sampler) : session(plan, events);
        run = new SeedRun(
                ready.machine(), events, result, Map.of(), "", result.report().assertionsMuted(), true);
    }

    private static RunResult session(final RunPlan plan, final Observer... observers) {
        return new Session(plan).keepGoing().run(executor -> {}, observers);
    }

    private static Dla sample(final String inspection) {
        try {
            final JsonNode state = JSON.readTree(inspection);
            long held = 0;
            for (int i = 0; i < POOLS; i++) {
                held += register(state, "pool.held_" + i);
            }
            return new Dla(held, register(state, "fifo.write"), register(state, "fifo.read"));
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("an inspection is no JSON", e);
        }
    }

    private static long register(final JsonNode state, final String name) {
        final JsonNode value = state.findValue(name);
        if (value == null) {
            throw new IllegalStateException("an inspection has no register " + name);
        }
        return value.longValue();
    }

    private int rank(final String node, final int missing) {
        return ready.ranks().getOrDefault(node, missing);
    }

    int rank(final String node) {
        return rank(node, -1);
    }

    SeedRun run() {
        return run;
    }

    Events events() {
        return run.events();
    }

    /** Returns the state of the DLA after this cycle. */
    Dla after(final long cycle) {
        final Map.Entry<Long, Dla> entry = dla.floorEntry(cycle + 1);
        return entry == null ? new Dla(0, 0, 0) : entry.getValue();
    }

    /**
     * Returns the cycle in which this many credits in all had returned to the pool, or -1 if this never happens. This
     * cycle is computed from the held credits in each cycle.
     */
    long home(final long credits) {
        long before = 0;
        long home = 0;
        for (final Map.Entry<Long, Dla> entry : dla.entrySet()) {
            home += Math.max(0, before - entry.getValue().held());
            before = entry.getValue().held();
            if (home >= credits) {
                return entry.getKey() - 1;
            }
        }
        return -1;
    }

    Dla atEnd() {
        return dla.isEmpty() ? new Dla(0, 0, 0) : dla.lastEntry().getValue();
    }

    /**
     * Returns the operations of a kind that the litmus file itself has on a node, in file order.
     *
     * @param task the task, or -1 for all tasks
     */
    List<Operation> ops(final String node, final int task, final OpKind kind) {
        final List<Operation> found = new ArrayList<>();
        for (final Operation op : ready.program().operations()) {
            if (ready.places()[op.id()] != null
                    && op.node() == rank(node)
                    && op.kind() == kind
                    && (task < 0 || op.task() == task)) {
                found.add(op);
            }
        }
        return found;
    }

    long posted(final Operation op) {
        return run.result().report().operations().get(op.id()).posted();
    }

    long done(final Operation op) {
        return run.result().report().operations().get(op.id()).completed();
    }

    long lastCommit(final Operation op) {
        return run.result().report().operations().get(op.id()).lastCommit();
    }
}
