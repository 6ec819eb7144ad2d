// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.node.Descriptors;
import java.util.Map;

/**
 * Raw commands for the host ports, for requests that no program can make. Commands go to node 0 unless a node is given.
 * A run of raw commands has events only.
 */
final class RawCommands {
    static final int DATA = 4;
    private static final long LAST_CYCLE = 20_000;

    private final CommandBuffer commands = new CommandBuffer();
    private int seq;

    RawCommands command(final long cycle, final int op, final long word) {
        return command(cycle, op, word, 0, 0);
    }

    private RawCommands command(final long cycle, final int op, final long word0, final long word1, final long word3) {
        commands.add(cycle, 0, 0, op, word0, word1, 0, word3, seq++);
        return this;
    }

    /** Adds a command by which a task joins its node's barrier. */
    RawCommands enter(final long cycle, final int node, final int task, final boolean master) {
        commands.add(cycle, node, 0, TileCommand.BAR_ENTER, Descriptors.barrier(task, master), 0, 0, 0, seq++);
        return this;
    }

    /** Adds a task's command BAR_ADD with summand k, or its command BAR_READ. */
    RawCommands count(final long cycle, final int op, final int task, final int k) {
        return command(cycle, op, (long) k << BarrierCount.K_LSB | (long) task << BarrierCount.TASK_LSB);
    }

    /** Adds an allocation with these scheme bits. */
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

    /** Adds the end of a transaction, which closes its allocation. */
    RawCommands end(final long cycle, final int channel) {
        return command(cycle, TileCommand.DLA_END, Descriptors.dla(channel, false, false, true, 0, 0));
    }

    RawCommands release(final long cycle, final int channel) {
        return command(cycle, TileCommand.DLA_RELEASE, Descriptors.dla(channel, false, false, false, 0, 0));
    }

    /**
     * Adds a transaction under controlled discard with one put of 64 bytes and its end; `block` is both the block
     * number and the tag.
     */
    RawCommands block(final long cycle, final int channel, final int block) {
        return command(
                        cycle,
                        TileCommand.DLA_ALLOC,
                        Descriptors.dla(channel, false, false, false, DlaPrograms.CREDITS, block))
                .put(cycle, channel, block, DATA)
                .command(cycle, TileCommand.DLA_END, Descriptors.dla(channel, false, false, true, 0, block));
    }

    /**
     * Adds a put of 64 bytes to node 1.
     *
     * @param data the number of data commands, at most four; fewer leave the put incomplete
     */
    RawCommands put(final long cycle, final int channel, final int tag, final int data) {
        final long word0 = (long) OpKind.PUT << Descriptor0.KIND_LSB
                | 1L << Descriptor0.TARGET_LSB
                | (long) tag << Descriptor0.TAG_LSB
                | (long) DlaPrograms.BYTES << Descriptor0.LENGTH_LSB;
        command(cycle, TileCommand.DLA_REQUEST, word0, (long) Script.LANDING << Descriptor1.REMOTE_LSB, channel);
        for (int i = 0; i < data; i++) {
            command(cycle, TileCommand.DLA_DATA, tag, i, channel);
        }
        return this;
    }

    /** Adds the command that clears a channel whose process has died. */
    RawCommands clear(final long cycle, final int channel, final boolean purge) {
        return command(cycle, TileCommand.DLA_CLEAR, Descriptors.dla(channel, false, false, purge, 0, 0));
    }

    RawCommands post(final long cycle, final long descriptor) {
        return command(cycle, TileCommand.POST, descriptor);
    }

    SeedRun run(final SeedMachine machine) {
        final MachineConfig config = machine.config();
        final Events events = new Events();
        final String failure;
        final long muted;
        final EngineOptions options = new EngineOptions(false, true, 1, machine.isAsserted());
        SeedMachine.mutes(config)
                .forEach(mute -> commands.add(0, mute.node(), 0, TileCommand.FAULT_ARM, mute.id(), 0, 0, 0, seq++));
        try (Engine engine = SeedEngines.of(config, false).open(config, options)) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(LAST_CYCLE);
                events.events(engine.events());
            } while (stop != StopReason.IDLE && stop != StopReason.FAILED && engine.cycle() < LAST_CYCLE);
            failure = engine.failure();
            muted = engine.stats().assertionsMuted();
        }
        return new SeedRun(config, events, null, Map.of(), failure, muted, SeedEngines.hasTwin(config, false));
    }
}
