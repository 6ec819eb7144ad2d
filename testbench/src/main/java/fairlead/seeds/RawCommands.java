// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.MachineConfig;
import fairlead.engine.StopReason;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.software.Descriptors;
import java.util.Map;

/** Commands for the host port of node 0 without a program, for what no program can ask. Their run has events only. */
final class RawCommands {
    private static final long LAST_CYCLE = 20_000;

    private final CommandBuffer commands = new CommandBuffer();
    private int seq;

    private RawCommands command(final long cycle, final int op, final long word) {
        commands.add(cycle, 0, 0, op, word, 0, 0, 0, seq++);
        return this;
    }

    /** An allocation by these scheme bits. */
    RawCommands alloc(
            final long cycle,
            final int channel,
            final int credits,
            final boolean cd,
            final boolean pr,
            final boolean high) {
        final long schemes = (cd ? 1L << DlaCommand.CD_LSB : 0) | (pr ? 1L << DlaCommand.PR_LSB : 0);
        final long none = ~(1L << DlaCommand.CD_LSB | 1L << DlaCommand.PR_LSB);
        return command(
                cycle, TileCommand.DLA_ALLOC, Descriptors.dla(channel, pr, high, false, credits, seq) & none | schemes);
    }

    RawCommands cd(final long cycle, final int channel, final int credits) {
        return alloc(cycle, channel, credits, true, false, false);
    }

    RawCommands pr(final long cycle, final int channel, final int credits) {
        return alloc(cycle, channel, credits, false, true, false);
    }

    /** End of a transaction that closes its allocation. */
    RawCommands end(final long cycle, final int channel) {
        return command(cycle, TileCommand.DLA_END, Descriptors.dla(channel, false, false, true, 0, 0));
    }

    RawCommands release(final long cycle, final int channel) {
        return command(cycle, TileCommand.DLA_RELEASE, Descriptors.dla(channel, false, false, false, 0, 0));
    }

    SeedRun run(final SeedMachine machine) {
        final MachineConfig config = machine.config();
        final Events events = new Events();
        try (Engine engine = new RtlEngineFactory().open(config, EngineOptions.DEFAULT)) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(LAST_CYCLE);
                events.events(engine.events());
            } while (stop != StopReason.IDLE && stop != StopReason.FAILED && engine.cycle() < LAST_CYCLE);
        }
        return new SeedRun(config, events, null, Map.of());
    }
}
