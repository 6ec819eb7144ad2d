// SPDX-License-Identifier: Apache-2.0
package fairlead.strength;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.management.OperatingSystemMXBean;
import fairlead.engine.api.Capabilities;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.StopReason;
import fairlead.engine.lockstep.CaseOutcome;
import fairlead.engine.lockstep.CaseRun;
import fairlead.engine.lockstep.DifferenceException;
import fairlead.engine.lockstep.LockstepEngine;
import fairlead.engine.lockstep.LockstepFactory;
import fairlead.engine.lockstep.Monitor;
import fairlead.engine.lockstep.RawRun;
import fairlead.engine.lockstep.RawWatch;
import fairlead.engine.lockstep.cases.Case;
import fairlead.engine.lockstep.cases.CaseDraw;
import fairlead.engine.lockstep.cases.EdgeDraw;
import fairlead.engine.lockstep.cases.Focus;
import fairlead.engine.lockstep.cases.RawDraw;
import fairlead.engine.model.ModelEngineFactory;
import fairlead.engine.rtl.FabricLibrary;
import fairlead.engine.rtl.NativeLibraries;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import fairlead.support.EventBytes;
import fairlead.support.UnitCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * `RtlLadder EDITS OUT PLAN`: plays the cases of PLAN, in lockstep with the twin, on a library whose edits are chosen at run time (scripts/lib/rtl-strength.sh), for each edit of EDITS up to the
 * first that finds it. A line of OUT: edit, what found it or `alive`, milliseconds of CPU time. What has a line is passed over, so a run goes on where it ended.
 *
 * <p>PLAN is a list as `none:60000:1-24,units:0-29,edges:1-18,raw:1-5`: a focus of {@link CaseDraw} with its budget, or another generator, and seeds. What the fast tests play is in LockstepTest,
 * UnitCommandsTest, EdgesTest and RawTest.
 */
final class RtlLadder {
    private static final Capabilities LIMITS = FabricLibrary.variant("product").capabilities();
    private static final Monitor NONE = new Monitor() {};
    private static final int RAW_WORDS = 1000;
    private static final long UNITS_END = 60_000;
    private static final long LONGEST = 150_000_000_000L; // ns of CPU time for one edit: it hangs
    private static final int HANGS = 3; // exit code

    private final Path out;
    private final String[] plan;
    private volatile long since;
    private volatile String current;

    private RtlLadder(final Path out, final String plan) {
        this.out = out;
        this.plan = plan.split(",");
    }

    public static void main(final String[] args) throws IOException {
        final RtlLadder ladder = new RtlLadder(Path.of(args[1]), args[2]);
        final Function choose = NativeLibrary.getInstance(
                        NativeLibraries.path("product").toString())
                .getFunction("fl_choose");
        final Set<String> done = new HashSet<>();
        if (Files.exists(ladder.out)) {
            Files.readAllLines(ladder.out).forEach(line -> done.add(line.split("\t")[0]));
        }
        ladder.watch();
        for (final String line : Files.readAllLines(Path.of(args[0]))) {
            final String id = line.split("\t")[0];
            if (!done.contains(id)) {
                choose.invokeVoid(new Object[] {Integer.parseInt(id)});
                ladder.judge(id);
            }
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Ends the process when an edit takes too long; the script starts it again behind it. */
    private void watch() {
        final Thread thread = new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(1000);
                } catch (final InterruptedException e) {
                    return;
                }
                if (current != null && cpu() - since > LONGEST) {
                    tell(current + "\thang\t" + LONGEST / 1_000_000);
                    Runtime.getRuntime().halt(HANGS);
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void tell(final String line) {
        try {
            Files.writeString(out, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void judge(final String id) {
        since = cpu();
        current = id;
        final String found = found();
        current = null;
        tell(id + "\t" + found + "\t" + (cpu() - since) / 1_000_000);
    }

    private String found() {
        for (final String rung : plan) {
            final String[] words = rung.split(":");
            final String[] seeds = words[words.length - 1].split("-");
            for (long seed = Long.parseLong(seeds[0]); seed <= Long.parseLong(seeds[seeds.length - 1]); seed++) {
                final String how = differs(words, seed);
                if (how != null) {
                    return words[0] + " " + seed + how;
                }
            }
        }
        return "alive";
    }

    /** Null, or what there is to say beside that it differs. An engine that throws fails a test too. */
    private static String differs(final String[] words, final long seed) {
        try {
            final boolean found =
                    switch (words[0]) {
                        case "edges" -> edges(seed);
                        case "raw" -> raw(seed);
                        case "units" -> units(seed);
                        default -> drawn(
                                seed, Long.parseLong(words[1]), Focus.valueOf(words[0].toUpperCase(Locale.ROOT)));
                    };
            return found ? "" : null;
        } catch (final RuntimeException | AssertionError e) {
            return " " + e.getClass().getSimpleName();
        }
    }

    private static LockstepFactory engines(final long period) {
        return new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory())
                .watched(period, NONE);
    }

    private static boolean drawn(final long seed, final long budget, final Focus focus) {
        final CaseOutcome outcome = new CaseRun(engines(61), 61, LIMITS.maxLinkDepth())
                .play(new CaseDraw(LIMITS, budget, focus).draw(seed));
        return outcome.differs() || !outcome.failure().isEmpty();
    }

    private static boolean edges(final long seed) {
        final Case one = new EdgeDraw(LIMITS).draw(seed);
        try (LockstepEngine engine = engines(1009).open(one.machine(), one.options())) {
            return !one.play(engine).equals(StopReason.IDLE.name())
                    || !engine.failure().isEmpty();
        } catch (final DifferenceException e) {
            return true;
        }
    }

    private static boolean raw(final long seed) {
        final RawRun run = new RawRun(engines(61), false, EnumSet.allOf(RawWatch.Kind.class));
        return !run.play(RawDraw.draw(seed, RAW_WORDS, LIMITS)).isSound();
    }

    private static boolean units(final long seed) {
        final UnitCommands load = new UnitCommands(seed);
        final byte[][] left = new byte[load.config().nodes()][];
        final byte[][] right = new byte[load.config().nodes()][];
        final EventBytes rtl = run(new RtlEngineFactory(), load, left);
        final EventBytes model = run(new ModelEngineFactory(), load, right);
        return !model.difference(rtl).isEmpty() || !Arrays.deepEquals(left, right);
    }

    private static EventBytes run(final EngineFactory factory, final UnitCommands load, final byte[][] memories) {
        final EventBytes events = new EventBytes();
        try (Engine engine = factory.open(load.config(), EngineOptions.DEFAULT)) {
            engine.submit(load.commands());
            StopReason stop;
            do {
                stop = engine.run(UNITS_END);
                events.events(engine.events());
            } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
            if (!engine.failure().isEmpty()) {
                throw new IllegalStateException(engine.failure());
            }
            for (int node = 0; node < memories.length; node++) {
                engine.memory(node).get(memories[node] = new byte[load.config().memoryBytes()]);
            }
        }
        return events;
    }
}
