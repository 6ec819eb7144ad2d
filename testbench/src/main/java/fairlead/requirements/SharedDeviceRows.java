// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import fairlead.check.DeviceDelivery;
import fairlead.device.DeviceFlaw;
import fairlead.device.DeviceMode;
import fairlead.device.DeviceOutcome;
import fairlead.device.DeviceRun;
import fairlead.device.DeviceSetup;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private static final String WAIT = "software_wait";
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
                        .control(of(DeviceFlaw.INTERLEAVED), "contiguous", () -> runs(DeviceFlaw.INTERLEAVED), "whole"),
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
                                "timeout and retry: wasted lock acquisitions and the longest delay",
                                BOTH + ", with time-outs of " + TIMEOUT + " and of " + LONG_TIMEOUT + " cycles",
                                () -> runs(DeviceFlaw.NONE, TIMEOUT, LONG_TIMEOUT),
                                SharedDeviceRows::timeouts)
                        .control(
                                "threads that wait " + TIMEOUT + " cycles in place of " + LONG_TIMEOUT,
                                "fewer_locks",
                                () -> runs(DeviceFlaw.NONE, TIMEOUT, TIMEOUT),
                                "longer_delay")
                        .partial("the delay is measured and has no bound: a thread that finds the lock taken waits for"
                                + " another time-out"),
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
        return runs(flaw, TIMEOUT);
    }

    private static List<SeedRun> runs(final DeviceFlaw flaw, final int... timeouts) {
        final List<SeedRun> runs = new ArrayList<>();
        for (final DeviceMode mode : DeviceMode.values()) {
            for (final int timeout : timeouts) {
                final DeviceSetup setup = new DeviceSetup(
                        new Shape(2, 2, 2), mode, 4, MESSAGES, DeviceSetup.MOST_BYTES, timeout, SOFTWARE, 1, flaw);
                final MachineConfig config = setup.machine();
                final DeviceOutcome outcome = new DeviceRun(setup, 0).play(SeedEngines.of(config, false));
                runs.add(new SeedRun(config, new Events(), null, Map.of(), "", 0, true, outcome));
            }
        }
        return runs;
    }

    private static void conditions(final List<SeedRun> runs, final Finding into) {
        for (final SeedRun run : runs) {
            final DeviceOutcome outcome = run.device();
            final Map<String, String> broken = outcome.broken();
            Stream.concat(DeviceDelivery.CONDITIONS.stream(), Stream.of(WAIT))
                    .forEach(name -> into.need(name, !broken.containsKey(name), "%s", broken.getOrDefault(name, "")));
        }
        into.say(
                "%d messages and %d bytes in the buffers of their threads, %d copies; a lock was held for at most %d"
                        + " cycles",
                sum(runs, true),
                sum(runs, false),
                runs.stream().mapToLong(run -> run.device().copies()).sum(),
                runs.stream().mapToLong(run -> run.device().longestHold()).max().orElse(0));
    }

    private static long sum(final List<SeedRun> runs, final boolean messages) {
        return runs.stream()
                .mapToLong(run ->
                        messages ? run.device().delivered() : run.device().bytes())
                .sum();
    }

    private static long inVain(final DeviceOutcome outcome) {
        return outcome.costs().wasted() + outcome.costs().held();
    }

    /** Of each two runs the second has the longer time-out. */
    private static void timeouts(final List<SeedRun> runs, final Finding into) {
        conditions(runs, into);
        for (int i = 0; i < runs.size(); i += 2) {
            final DeviceOutcome often = runs.get(i).device();
            final DeviceOutcome seldom = runs.get(i + 1).device();
            into.say(
                    "%s",
                    String.format(
                            Locale.ROOT,
                            "wasted locks %d and %d, refused %d and %d, longest delay %d and %d cycles",
                            often.costs().wasted(),
                            seldom.costs().wasted(),
                            often.costs().held(),
                            seldom.costs().held(),
                            often.costs().longestDelay(),
                            seldom.costs().longestDelay()));
            into.need(
                    "fewer_locks",
                    2 * inVain(seldom) < inVain(often),
                    "%d locks asked for in vain and %d",
                    inVain(often),
                    inVain(seldom));
            into.need(
                    "longer_delay",
                    seldom.costs().longestDelay() > often.costs().longestDelay(),
                    "delays of %d and %d cycles",
                    often.costs().longestDelay(),
                    seldom.costs().longestDelay());
        }
    }
}
