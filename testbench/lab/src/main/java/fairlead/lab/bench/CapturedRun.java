// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import java.util.ArrayList;
import java.util.List;

/**
 * An engine that captures the commands of software with their cycles, so that they can be replayed without software.
 */
final class CapturedRun extends ForwardingEngine {
    /** The commands before one call of run, and the cycle in which this call returned. */
    record Step(CommandBuffer commands, long end) {}

    private final List<Step> steps = new ArrayList<>();
    private CommandBuffer pending = new CommandBuffer();

    CapturedRun(final Engine engine) {
        super(engine);
    }

    List<Step> steps() {
        return steps;
    }

    @Override
    public void submit(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            pending.add(
                    commands.cycle(i),
                    commands.node(i),
                    commands.task(i),
                    commands.op(i),
                    commands.word(i, 0),
                    commands.word(i, 1),
                    commands.word(i, 2),
                    commands.word(i, 3),
                    commands.seq(i));
        }
        super.submit(commands);
    }

    @Override
    public StopReason run(final long limitCycle) {
        final StopReason reason = super.run(limitCycle);
        steps.add(new Step(pending, cycle()));
        pending = new CommandBuffer();
        return reason;
    }
}
