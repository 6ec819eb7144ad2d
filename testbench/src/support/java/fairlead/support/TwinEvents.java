// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.machine.MachineConfig;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.List;

/** The events of a twin to which a test gives commands. */
public final class TwinEvents {
    /** One event. */
    public record Event(int unit, long cycle, int node, int kind, long a, long b) {}

    private TwinEvents() {}

    /** Runs the commands until the twin is idle, which must be before the cycle `end`. */
    public static List<Event> of(MachineConfig machine, CommandBuffer commands, long end) {
        List<Event> all = new ArrayList<>();
        try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(end);
                EventCursor e = engine.events();
                while (e.next()) {
                    all.add(new Event(e.unit(), e.cycle(), e.node(), e.kind(), e.a(), e.b()));
                }
                if (stop != StopReason.IDLE && engine.cycle() >= end) {
                    throw new IllegalStateException("not idle in cycle " + end);
                }
            } while (stop != StopReason.IDLE);
        }
        return all;
    }
}
