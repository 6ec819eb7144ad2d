// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePolling;
import fairlead.program.Program;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.verdict.DeviceBounds;
import fairlead.verdict.DeviceDelivery;
import fairlead.verdict.Verdict;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.DeviceMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The rows of R-SND-1 to R-SND-11, from seed US 8,166,146: receivers that share one network device. Every row checks
 * all conditions of the verdict device_delivery, and its control breaks one of them.
 */
final class SharedDeviceRows {
    private static final int MESSAGES = 150;
    private static final int TIMEOUT = 60;
    private static final int LONG_TIMEOUT = 600;
    private static final int SOFTWARE = 16;
    private static final int IO_RATIO = 4;
    private static final int QUANTUM = 256;
    private static final long MOST_CYCLES = 4_000_000;
    private static final String WAIT = "software_wait";
    private static final String LONGEST = "longest_delay";
    private static final int PAIRS = 4; // runs in pairs of a short and a long time-out, in both modes
    private static final String BOTH = "2 I/O nodes send " + MESSAGES + " messages of 8 to 1792 bytes to the threads of"
            + " 6 nodes, once in SMP mode and once in dual mode";

    private SharedDeviceRows() {}

    static List<RequirementRow> all() {
        return Stream.concat(messages().stream(), threads().stream()).toList();
    }

    /** What a message is, and how its header and payload are taken. */
    private static List<RequirementRow> messages() {
        return List.of(
                row("R-SND-1", "one header packet a message, with its thread and its length")
                        .control(of(DeviceFlaw.NO_LENGTH), "contiguous", () -> runs(DeviceFlaw.NO_LENGTH), "whole"),
                row("R-SND-2", "packets of two messages to one node never interleave")
                        .control(of(DeviceFlaw.INTERLEAVED), "contiguous", () -> runs(DeviceFlaw.INTERLEAVED), "whole")
                        .control(
                                "variant path_freed: a sender gives up its path after every packet",
                                "contiguous",
                                () -> runs(DeviceFlaw.NONE, UnsafeVariant.PATH_FREED, TIMEOUT),
                                "whole",
                                "header_once"),
                row("R-SND-3", "a header is consumed once and kept in shared memory with the slot")
                        .control(of(DeviceFlaw.NO_HEADER), "header_saved", () -> runs(DeviceFlaw.NO_HEADER)),
                row("R-SND-4", "payload goes to the user's buffer without a copy between")
                        .control(of(DeviceFlaw.BOUNCED), "no_copy", () -> runs(DeviceFlaw.BOUNCED)),
                row("R-SND-5", "the lock is held over the check, the header and the whole drain")
                        .control(of(DeviceFlaw.EARLY_UNLOCK), "lock_held", () -> runs(DeviceFlaw.EARLY_UNLOCK)),
                row("R-SND-6", "the slot has three states; the claim's literal reading mis-frames")
                        .control(of(DeviceFlaw.LITERAL), "header_once", () -> runs(DeviceFlaw.LITERAL)));
    }

    /** How threads wait for each other. */
    private static List<RequirementRow> threads() {
        return List.of(
                new RequirementRow(
                                "R-SND-7",
                                "timeout and retry: wasted lock acquisitions and the longest delay; its bound where"
                                        + " threads look at the slot before they ask for the lock",
                                BOTH + ", with time-outs of " + TIMEOUT + " and of " + LONG_TIMEOUT
                                        + " cycles, and all of it again with threads that look at the slot first",
                                () -> tries(DeviceFlaw.NONE, LONG_TIMEOUT, DevicePolling.SLOT),
                                SharedDeviceRows::timeouts)
                        .control(
                                "threads that wait " + TIMEOUT + " cycles in place of " + LONG_TIMEOUT,
                                "fewer_locks",
                                () -> tries(DeviceFlaw.NONE, TIMEOUT, DevicePolling.SLOT),
                                "longer_delay")
                        .control(
                                "threads that ask for the lock without a look at the slot",
                                "bounded_delay",
                                () -> tries(DeviceFlaw.NONE, LONG_TIMEOUT, DevicePolling.LOCK))
                        .control(
                                of(DeviceFlaw.BARGES),
                                "starvation",
                                () -> runs(DeviceFlaw.BARGES, 0, TIMEOUT, TIMEOUT),
                                "fewer_locks",
                                "longer_delay"),
                row("R-SND-8", "every addressed thread is, or will be, in the receive loop")
                        .control(of(DeviceFlaw.ABSENT), WAIT, () -> runs(DeviceFlaw.ABSENT)),
                row("R-SND-9", "only the addressee clears the slot, under the lock")
                        .control(of(DeviceFlaw.CLEARED), "slot_owner", () -> runs(DeviceFlaw.CLEARED)),
                row("R-SND-10", "one process with threads on other cores, and two processes of two threads")
                        .control(
                                "a main process or thread of each mode stays away",
                                WAIT,
                                () -> runs(DeviceFlaw.ABSENT)),
                row("R-SND-11", "the lock is held no longer than the drain of one message")
                        .control(of(DeviceFlaw.POLLS), "lock_bound", () -> runs(DeviceFlaw.POLLS)));
    }

    private static String of(final DeviceFlaw flaw) {
        return "software: " + flaw.text();
    }

    private static RequirementRow row(final String id, final String rule) {
        return new RequirementRow(id, rule, BOTH, () -> runs(DeviceFlaw.NONE), SharedDeviceRows::conditions);
    }

    private static List<SeedRun> runs(final DeviceFlaw flaw) {
        return runs(flaw, 0, TIMEOUT);
    }

    /** Returns the runs with the short time-out and another one, and then those of threads that ask otherwise. */
    private static List<SeedRun> tries(final DeviceFlaw flaw, final int other, final DevicePolling polling) {
        final List<SeedRun> runs = runs(flaw, 0, TIMEOUT, other);
        runs.addAll(runs(flaw, 0, polling, TIMEOUT, LONG_TIMEOUT));
        return runs;
    }

    private static List<SeedRun> runs(final DeviceFlaw flaw, final int unsafe, final int... timeouts) {
        return runs(flaw, unsafe, DevicePolling.LOCK, timeouts);
    }

    private static List<SeedRun> runs(
            final DeviceFlaw flaw, final int unsafe, final DevicePolling polling, final int... timeouts) {
        final List<SeedRun> runs = new ArrayList<>();
        for (final DeviceMode mode : DeviceMode.values()) {
            for (final int timeout : timeouts) {
                final DeviceMessages messages = new DeviceMessages(
                        mode.threads(), IO_RATIO, MESSAGES, DeviceMessage.MOST_BYTES, 0, timeout, polling, flaw, null);
                final MachineConfig config =
                        messages.machine(new Shape(2, 2, 2), SOFTWARE, 1).withUnsafe(Unsafe.everywhere(unsafe));
                runs.add(play(messages.build(config, 1), config));
            }
        }
        return runs;
    }

    private static SeedRun play(final Program program, final MachineConfig config) {
        final List<ExecutorOptions.Fault> mutes = SeedMachine.mutes(config);
        final RunPlan plan = new RunPlan(
                program.name(),
                program,
                config,
                SeedEngines.of(config, false),
                new EngineOptions(false, true, 1, !mutes.isEmpty()),
                new ExecutorOptions(QUANTUM, MOST_CYCLES, false, 1, mutes),
                "");
        final RunResult result = new Session(plan, true).run(executor -> {});
        final boolean besideTwin = SeedEngines.hasTwin(config, false);
        return new SeedRun(
                config, new Events(), result, Map.of(), "", result.report().assertionsMuted(), besideTwin);
    }

    private static Verdict verdict(final SeedRun run) {
        return run.verdict("device_delivery");
    }

    private static long figure(final SeedRun run, final String name) {
        return ((Number) verdict(run).extra().get(name)).longValue();
    }

    private static long figures(final List<SeedRun> runs, final String name) {
        return runs.stream().mapToLong(run -> figure(run, name)).sum();
    }

    private static void conditions(final List<SeedRun> runs, final Finding into) {
        for (final SeedRun run : runs) {
            final Map<?, ?> broken = (Map<?, ?>) verdict(run).extra().get("broken");
            DeviceDelivery.CONDITIONS.forEach(name ->
                    into.need(name, !broken.containsKey(name), "%s", broken.containsKey(name) ? broken.get(name) : ""));
        }
        into.say(
                "%d messages and %d bytes in the buffers of their threads, %d copies; a lock was held for at most %d"
                        + " cycles",
                runs.stream().mapToLong(run -> verdict(run).checked()).sum(),
                figures(runs, "bytes"),
                figures(runs, "copies"),
                runs.stream()
                        .mapToLong(run -> figure(run, "longest_hold"))
                        .max()
                        .orElse(0));
    }

    private static long inVain(final SeedRun run) {
        return figure(run, "locks_wasted") + figure(run, "locks_refused");
    }

    /**
     * Of each two runs the second has the longer time-out. The runs behind the first four have a bound of the delay.
     */
    private static void timeouts(final List<SeedRun> runs, final Finding into) {
        conditions(runs, into);
        for (int i = 0; i < runs.size(); i += 2) {
            final SeedRun often = runs.get(i);
            final SeedRun seldom = runs.get(i + 1);
            final long soon = figure(often, LONGEST);
            final long late = figure(seldom, LONGEST);
            into.say(
                    "wasted locks %d and %d, refused %d and %d, longest delay %d and %d cycles",
                    figure(often, "locks_wasted"),
                    figure(seldom, "locks_wasted"),
                    figure(often, "locks_refused"),
                    figure(seldom, "locks_refused"),
                    soon,
                    late);
            if (i >= PAIRS) {
                bounded(often, TIMEOUT, into);
                bounded(seldom, LONG_TIMEOUT, into);
                continue;
            }
            into.need(
                    "fewer_locks",
                    2 * inVain(seldom) < inVain(often),
                    "%d locks asked for in vain and %d",
                    inVain(often),
                    inVain(seldom));
            into.need("longer_delay", late > soon, "delays of %d and %d cycles", soon, late);
        }
    }

    private static void bounded(final SeedRun run, final int timeout, final Finding into) {
        final long bound = DeviceBounds.delay(run.machine(), timeout);
        final long longest = figure(run, LONGEST);
        into.say("time-out %d: longest delay %d cycles, bound %d", timeout, longest, bound);
        into.need(
                "bounded_delay",
                longest <= bound,
                "time-out %d: a delay of %d cycles, bound %d",
                timeout,
                longest,
                bound);
    }
}
