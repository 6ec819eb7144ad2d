// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.Latency;
import fairlead.engine.MachineConfig;
import fairlead.engine.Mix;
import fairlead.engine.StopReason;
import fairlead.generate.RawCase;
import fairlead.hw.HwLayout.TileCommand;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

/** Plays raw commands on an engine, on one alone or on two in lockstep, under {@link RawWatch}. */
public final class RawRun {
    private static final int CONTENT = 23;
    private static final long QUANTUM = 4096;

    private final EngineFactory engines;
    private final boolean faults;
    private final Set<RawWatch.Kind> judged;

    /**
     * @param faults the faults build of the RTL, in which a flaw may be on; the rules of its caller are no assertions then
     * @param judged what ends a run
     */
    public RawRun(final EngineFactory engines, final boolean faults, final Set<RawWatch.Kind> judged) {
        this.engines = engines;
        this.faults = faults;
        this.judged = judged;
    }

    /**
     * What came of a case.
     *
     * @param difference of two engines, or null
     * @param violation the first, or null
     */
    public record Result(RawCase played, Difference difference, RawWatch.Violation violation, RawWatch watch) {
        public boolean isSound() {
            return difference == null && violation == null;
        }
    }

    /** Cycle at which everything is over, if anything moves at all: each flit takes its turn alone on each of its hops, with all latencies before the next one. */
    static long bound(final RawCase one) {
        final MachineConfig machine = one.machine();
        final Latency latency = machine.latency();
        final long hops = machine.shape().kx() / 2
                + machine.shape().ky() / 2
                + machine.shape().kz() / 2
                + 2;
        final long turn = latency.link() + latency.credit() + machine.linkInterval();
        return one.last() + 10_000 + one.flits() * (hops * turn + latency.memory() + latency.jitter());
    }

    public Result play(final RawCase one) {
        return play(one, one.machine());
    }

    /** The case on this machine, which may have a flaw. */
    public Result play(final RawCase one, final MachineConfig machine) {
        final RawWatch watch = new RawWatch(machine, judged);
        Difference difference = null;
        try (Engine engine = engines.open(machine, new EngineOptions(true, one.skips(), 1, faults))) {
            for (int node = 0; node < machine.nodes(); node++) {
                engine.loadMemory(node, 0, content(one.seed(), node, machine.memoryBytes()));
            }
            if (faults) {
                engine.submit(unmindful(machine.nodes()));
            }
            engine.submit(one.commands());
            run(engine, watch, bound(one));
        } catch (final DifferenceException e) {
            difference = e.difference();
        }
        return new Result(one, difference, watch.violation(), watch);
    }

    /** FAULT_ARM of no fault: the host keeps no rules. */
    private static CommandBuffer unmindful(final int nodes) {
        final CommandBuffer commands = new CommandBuffer();
        for (int node = 0; node < nodes; node++) {
            commands.add(0, node, 0, TileCommand.FAULT_ARM, 0, 0, 0, 0, -1 - node);
        }
        return commands;
    }

    private static void run(final Engine engine, final RawWatch watch, final long end) {
        StopReason stop;
        do {
            stop = engine.run(Math.min(end, engine.cycle() + QUANTUM));
            watch.events(engine.events());
        } while (stop != StopReason.IDLE
                && stop != StopReason.FAILED
                && engine.cycle() < end
                && watch.violation() == null);
        watch.end(engine, stop);
    }

    private static byte[] content(final long seed, final int node, final int bytes) {
        final ByteBuffer words = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long state = Mix.seed(seed, CONTENT + node);
        while (words.remaining() >= Long.BYTES) {
            state += Mix.GOLDEN;
            words.putLong(Mix.mix64(state));
        }
        return words.array();
    }
}
