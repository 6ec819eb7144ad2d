// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.device.DeviceFlaw;
import fairlead.device.DeviceMode;
import fairlead.device.DeviceOutcome;
import fairlead.device.DeviceRun;
import fairlead.device.DeviceSetup;
import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.Shape;
import fairlead.run.plan.Plans;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `fairlead device`: messages of I/O nodes to threads that share the network device of their node. */
@Command(
        name = "device",
        mixinStandardHelpOptions = true,
        description = "Sends messages of I/O nodes to threads that share the network device of their node, judges their"
                + " delivery, and tells what the time-out costs. 1: the verdict device_delivery fails.")
final class DeviceCommand implements Callable<Integer> {
    private static final int MOST_MESSAGES = 1 << 22;
    private static final int MOST_CYCLES = 1 << 20;
    private static final int WORD = 8;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            split = ",",
            description = "smp, dual (${DEFAULT-VALUE})",
            defaultValue = "smp,dual")
    private List<String> modes;

    @Option(
            names = "--shape",
            paramLabel = "KXxKYxKZ",
            description = "machine (${DEFAULT-VALUE})",
            defaultValue = "2x2x2")
    private String shape;

    @Option(
            names = "--io-ratio",
            paramLabel = "N",
            description = "every N-th rank is an I/O node, from rank 0 on (${DEFAULT-VALUE})",
            defaultValue = "4")
    private int ratio;

    @Option(names = "--messages", paramLabel = "N", description = "(${DEFAULT-VALUE})", defaultValue = "1000")
    private int messages;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            description = "longest payload (${DEFAULT-VALUE})",
            defaultValue = "" + DeviceSetup.MOST_BYTES)
    private int bytes;

    @Option(
            names = "--timeout",
            paramLabel = "N",
            split = ",",
            description = "cycles until a thread tries again (${DEFAULT-VALUE})",
            defaultValue = "100")
    private List<Integer> timeouts;

    @Option(
            names = "--software",
            paramLabel = "N",
            description = "software latency in cycles (${DEFAULT-VALUE})",
            defaultValue = "16")
    private int software;

    @Option(names = "--seed", paramLabel = "N", description = "(${DEFAULT-VALUE})", defaultValue = "1")
    private long seed;

    @Option(
            names = "--flaw",
            paramLabel = "FLAW",
            description = "what the software does wrong (${DEFAULT-VALUE})",
            defaultValue = "none")
    private String flaw;

    @Option(
            names = "--story",
            paramLabel = "N",
            description = "print the answers of the device until N messages are drained (${DEFAULT-VALUE})",
            defaultValue = "0")
    private int story;

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "rtl, model or lockstep (${DEFAULT-VALUE})",
            defaultValue = "model")
    private String engine;

    private static <E extends Enum<E>> E named(final String option, final String word, final E[] all) {
        final List<String> names =
                Stream.of(all).map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
        final int at = names.indexOf(word);
        if (at < 0) {
            final String near = Nearest.to(word, names);
            throw new BadInput(option + " " + word + ": must be one of " + String.join(", ", names)
                    + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        }
        return all[at];
    }

    @Override
    public Integer call() {
        OptionRange.shapes("--shape", List.of(shape));
        final int[] k =
                Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).toArray();
        final Shape machine = new Shape(k[0], k[1], k[2]);
        if (machine.nodes() < 2) {
            throw new BadInput("--shape " + shape + ": there must be at least 2 ranks");
        }
        OptionRange.between("--io-ratio", ratio, 2, machine.nodes());
        OptionRange.between("--messages", messages, 1, MOST_MESSAGES);
        OptionRange.between("--bytes", bytes, WORD, DeviceSetup.MOST_BYTES);
        OptionRange.between("--software", software, 1, MOST_CYCLES);
        OptionRange.between("--story", story, 0, MOST_MESSAGES);
        timeouts.forEach(timeout -> OptionRange.between("--timeout", timeout, 1, MOST_CYCLES));
        final DeviceFlaw wrong = named("--flaw", flaw, DeviceFlaw.values());
        final List<DeviceMode> asked = modes.stream()
                .map(mode -> named("--mode", mode, DeviceMode.values()))
                .toList();
        final EngineFactory factory = Plans.engine(engine);
        boolean holds = true;
        System.out.printf(
                "%-5s %8s %9s %9s %8s %9s %9s %9s %9s %7s%n",
                "mode", "timeout", "messages", "cycles", "locks", "held", "wasted", "delay", "longest", "copies");
        for (final DeviceMode mode : asked) {
            for (final int timeout : timeouts) {
                final DeviceSetup setup =
                        new DeviceSetup(machine, mode, ratio, messages, bytes, timeout, software, seed, wrong);
                holds &= row(setup, new DeviceRun(setup, story).play(factory));
            }
        }
        return holds ? ExitCode.OK : ExitCode.FAILS;
    }

    private static boolean row(final DeviceSetup setup, final DeviceOutcome outcome) {
        System.out.printf(
                Locale.ROOT,
                "%-5s %8d %9d %9d %8d %9d %9d %9.1f %9d %7d%n",
                setup.mode().name().toLowerCase(Locale.ROOT),
                setup.timeout(),
                outcome.delivered(),
                outcome.cycles(),
                outcome.costs().granted(),
                outcome.costs().held(),
                outcome.costs().wasted(),
                outcome.costs().meanDelay(),
                outcome.costs().longestDelay(),
                outcome.copies());
        outcome.story().forEach(System.out::println);
        System.out.println("device_delivery "
                + (outcome.broken().isEmpty() ? "true" : "false") + "  "
                + outcome.verdict().detail() + ", " + outcome.bytes() + " bytes; a lock was held for at most "
                + outcome.longestHold() + " cycles");
        outcome.broken()
                .forEach((name, what) ->
                        System.out.println("  " + name + " after " + outcome.firstBroken() + " messages: " + what));
        return outcome.broken().isEmpty();
    }
}
