// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.cases.RawDraw.RawCase;
import fairlead.lab.lockstep.RawWatch.Kind;
import fairlead.lockstep.Difference;
import fairlead.lockstep.DifferenceException;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Unsafe;
import fairlead.rtl.RtlEngineFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A player of raw commands on a single engine or on two engines in lockstep, judged by {@link RawWatch}. */
public final class RawRun {
    private static final int CONTENT = 23;
    private static final long QUANTUM = 4096;

    /**
     * The number of cycles without an event after which no further event is possible; it is far more than the sum of
     * all latencies of a machine.
     */
    private static final long SILENCE = 1 << 16;

    private final EngineFactory engines;
    private final boolean faults;
    private final Set<RawWatch.Kind> judged;

    /**
     * @param faults whether to use the faults build of the RTL, in which a flaw may be enabled and the assertions about
     *      hosts are muted
     * @param judged the kinds of violation that end a run
     */
    public RawRun(EngineFactory engines, boolean faults, Set<RawWatch.Kind> judged) {
        this.engines = engines;
        this.faults = faults;
        this.judged = judged;
    }

    /**
     * @param difference the difference of two engines, or null
     * @param violation the first violation, or null
     */
    public record Result(RawCase played, Difference difference, RawWatch.Violation violation, RawWatch watch) {
        public boolean isSound() {
            return difference == null && violation == null;
        }
    }

    /**
     * Returns the cycle by which a machine without deadlock has finished: each flit passes each of its hops alone, with
     * all latencies in between.
     */
    static long bound(MachineConfig machine, RawCase.Life life) {
        Latency latency = machine.latency();
        long hops = machine.shape().kx() / 2
                + machine.shape().ky() / 2
                + machine.shape().kz() / 2
                + 2;
        long turn = latency.link() + latency.credit() + machine.linkPeriod();
        return life.last() + 10_000 + life.flits() * (hops * turn + latency.memory() + latency.jitter());
    }

    public Result play(RawCase one) {
        return play(one, one.machine());
    }

    /** Plays the case on the given machine, which may have a flaw. */
    public Result play(RawCase one, MachineConfig machine) {
        RawWatch watch = new RawWatch(machine, judged);
        Difference difference = null;
        try (Engine engine = engines.open(machine, new EngineOptions(true, one.skips(), 1, faults))) {
            for (RawCase.Life life : one.lives()) {
                if (life != one.lives().get(0)) {
                    engine.reset();
                }
                watch.begin(life.first());
                live(engine, watch, one, life);
                if (watch.violation() != null) {
                    break;
                }
            }
        } catch (DifferenceException e) {
            difference = e.difference();
        }
        return new Result(one, difference, watch.violation(), watch);
    }

    private void live(Engine engine, RawWatch watch, RawCase one, RawCase.Life life) {
        MachineConfig machine = engine.config();
        for (int node = 0; node < machine.nodes(); node++) {
            engine.loadMemory(node, 0, content(one.seed(), node, machine.memoryBytes()));
        }
        if (faults) {
            engine.submit(unmindful(machine.nodes()));
        }
        engine.submit(life.commands());
        StopReason stop = run(engine, watch, life.isLast() ? bound(machine, life) : life.reset());
        if (life.isLast() || stop == StopReason.FAILED) {
            watch.end(engine, stop);
        }
        watch.ran(engine.stats());
    }

    /**
     * Returns commands that mute two groups of assertions: those about the rules of hosts, which raw commands break,
     * and those of the flawed unit, because another check must find the flaw.
     */
    private static CommandBuffer unmindful(int nodes) {
        CommandBuffer commands = new CommandBuffer();
        for (int node = 0; node < nodes; node++) {
            commands.add(0, node, 0, TileCommand.FAULT_ARM, MuteId.HOST_RULES, 0, 0, 0, -2);
            commands.add(0, node, 0, TileCommand.FAULT_ARM, MuteId.OWN_UNIT, 0, 0, 0, -1);
        }
        return commands;
    }

    private static StopReason run(Engine engine, RawWatch watch, long end) {
        StopReason stop;
        long heard = 0;
        do {
            stop = engine.run(Math.min(end, engine.cycle() + QUANTUM));
            heard = engine.events().count() > 0 ? engine.cycle() : heard;
            watch.events(engine.events());
        } while (stop != StopReason.IDLE
                && stop != StopReason.FAILED
                && engine.cycle() < end
                && engine.cycle() < heard + SILENCE
                && watch.violation() == null);
        return stop;
    }

    private static byte[] content(long seed, int node, int bytes) {
        ByteBuffer words = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long state = Mix.seed(seed, CONTENT + node);
        while (words.remaining() >= Long.BYTES) {
            state += Mix.GOLDEN;
            words.putLong(Mix.mix64(state));
        }
        return words.array();
    }

    /**
     * A mended hole of the machine that the faults build reopens, and the search for it by raw commands. The search
     * runs on the RTL alone, because the twin does not have the hole.
     *
     * @param variant a value of HwLayout.UnsafeVariant
     * @param kinds the kinds of violation by each of which the hole must be found
     */
    public record RawHole(int variant, List<Kind> kinds) {
        public static final List<RawHole> ALL = List.of(
                new RawHole(UnsafeVariant.EPOCH_ANY_TARGET, List.of(Kind.ASTRAY, Kind.OUTLIVES)),
                new RawHole(UnsafeVariant.DLA_ANY_TARGET, List.of(Kind.ASTRAY, Kind.OUTLIVES)),
                new RawHole(UnsafeVariant.DLA_ANY_LANDING, List.of(Kind.OUTSIDE)),
                new RawHole(UnsafeVariant.SUM_WRAPS, List.of(Kind.OUTSIDE)),
                new RawHole(UnsafeVariant.ANY_LENGTH, List.of(Kind.ILLEGAL)),
                new RawHole(UnsafeVariant.EPOCH_ANY_NODE, List.of(Kind.HANG)),
                new RawHole(UnsafeVariant.REFUSED_LOST, List.of(Kind.HANG)),
                new RawHole(UnsafeVariant.MESSAGE_WAITS, List.of(Kind.HANG)),
                new RawHole(UnsafeVariant.RESET_KEEPS, List.of(Kind.STALE)),
                new RawHole(UnsafeVariant.DRAIN_ANYWHERE, List.of(Kind.OUTSIDE)));

        /**
         * @param violation the violation that was found, or null
         * @param words the number of words in all cases, including the case with the violation
         * @param cases the number of cases
         * @param muted the number of failed assertions that did not end a run
         */
        public record Search(RawWatch.Violation violation, long words, long cases, long muted) {}

        public String name() {
            return UnsafeVariant.name(variant);
        }

        /**
         * Plays cases from a seed on, until the hole is found by one of these kinds or `most` words have been given.
         *
         * @param as the kinds of violation that count
         * @param from the first seed
         * @param words the number of words of one case
         * @param most the number of words after which the search ends
         */
        public Search find(Set<Kind> as, long from, int words, long most, Capabilities limits) {
            RawRun run = new RawRun(new RtlEngineFactory(), true, EnumSet.copyOf(as));
            long given = 0;
            long muted = 0;
            long cases = 0;
            while (given < most) {
                RawCase one = RawDraw.draw(from + cases, words, limits);
                RawRun.Result result = run.play(
                        one,
                        one.machine()
                                .change()
                                .unsafe(Unsafe.everywhere(variant))
                                .build());
                given += one.words();
                muted += result.watch().counts().get("muted");
                cases++;
                if (result.violation() != null) {
                    return new Search(result.violation(), given, cases, muted);
                }
            }
            return new Search(null, given, cases, muted);
        }
    }
}
