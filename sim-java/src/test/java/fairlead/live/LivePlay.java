// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.run.TwinRun;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.EventHash;
import java.util.Collections;
import java.util.List;

/** Live tasks on the twin, and the play of what was captured. */
final class LivePlay {
    static final ExecutorOptions OPTIONS = ExecutorOptions.of(64, 1_000_000);

    final LiveRun run;
    final String hash;
    private final MachineConfig machine;
    private final ExecutorOptions options;

    LivePlay(MachineConfig machine, ExecutorOptions options, List<LiveBody> bodies) {
        this.machine = machine;
        this.options = options;
        EventHash events = new EventHash();
        try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
            run = LiveRun.capture(engine, "test", bodies, options, new Observer() {
                @Override
                public void events(EventCursor batch) {
                    events.add(batch);
                }
            });
        }
        hash = events.finish();
    }

    /** Plays one body in every task. */
    static LivePlay of(MachineConfig machine, LiveBody body) {
        int tasks = machine.tasks().stream().mapToInt(each -> each).sum();
        return new LivePlay(machine, OPTIONS, Collections.nCopies(tasks, body));
    }

    LivePlay ends(EndReason reason) {
        assertEquals(reason, run.execution().reason(), () -> run.waiting().toString());
        return this;
    }

    /** The captured program gives the same events as the tasks, and no verdict about it is false. */
    TwinRun again() {
        return same().holds();
    }

    /** The captured program gives the same events as the tasks. */
    TwinRun same() {
        TwinRun again = new TwinRun(run.program(), machine, options);
        assertEquals(run.execution().reason(), again.execution().reason());
        assertEquals(run.execution().cycles(), again.report().cycles());
        assertEquals(hash, again.report().eventSha256());
        return again;
    }
}
