// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePolling;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.verdict.Verdict;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import fairlead.workload.pattern.Traffic.Background;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `fairlead device`: messages of I/O nodes to threads that share the network device of their node. */
@Command(name = "device", mixinStandardHelpOptions = true)
final class DeviceCommand implements Callable<Integer> {
    private static final int MOST_MESSAGES = 1 << 22;
    private static final int MOST_CYCLES = 1 << 20;
    private static final int MOST_LOAD = 1 << 24;
    private static final int WORD = 8;
    private static final int LOAD_FLITS = 5; // of a packet of the background traffic
    private static final int QUANTUM = 64; // cycles

    @Option(names = "--mode", paramLabel = "MODE", split = ",", defaultValue = "smp,dual")
    private List<String> modes;

    @Option(names = "--shape", paramLabel = "KXxKYxKZ")
    private String shape = "2x2x2";

    @Option(names = "--io-ratio", paramLabel = "N")
    private int ratio = 4;

    @Option(names = "--io-tiles")
    private boolean ioTiles;

    @Option(names = "--messages", paramLabel = "N")
    private int messages = 1000;

    @Option(names = "--bytes", paramLabel = "N")
    private int bytes = 1792;

    @Option(names = "--timeout", paramLabel = "N", split = ",", defaultValue = "100")
    private List<Integer> timeouts;

    @Option(names = "--polling", paramLabel = "WHAT")
    private String polling = "lock";

    @Option(names = "--load", paramLabel = "X", defaultValue = "0")
    private double load;

    @Option(names = "--load-cycles", paramLabel = "N")
    private int loadCycles = 10000;

    @Option(names = "--software", paramLabel = "N")
    private int software = 16;

    @Option(names = "--seed", paramLabel = "N")
    private long seed = 1;

    @Option(names = "--flaw", paramLabel = "FLAW")
    private String flaw = "none";

    @Option(names = "--story", paramLabel = "N")
    private int story;

    @Option(names = "--engine", paramLabel = "ENGINE")
    private String engine = "model";

    private static <E extends Enum<E>> E named(String option, String word, E[] all) {
        List<String> names =
                Stream.of(all).map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
        OptionRange.oneOf(option, word, names);
        return all[names.indexOf(word)];
    }

    @Override
    public Integer call() {
        Shape machine = machine(OptionRange.shape("--shape", shape));
        OptionRange.between("--messages", messages, 1, MOST_MESSAGES);
        OptionRange.between("--bytes", bytes, WORD, DeviceMessage.MOST_BYTES);
        OptionRange.between("--load-cycles", loadCycles, 1, MOST_LOAD);
        if (load != 0) {
            OptionRange.shares("--load", List.of(load));
        }
        OptionRange.between("--software", software, 1, MOST_CYCLES);
        OptionRange.between("--story", story, 0, MOST_MESSAGES);
        timeouts.forEach(timeout -> OptionRange.between("--timeout", timeout, 1, MOST_CYCLES));
        DevicePolling asks = named("--polling", polling, DevicePolling.values());
        DeviceFlaw wrong = named("--flaw", flaw, DeviceFlaw.values());
        List<DeviceMode> asked = modes.stream()
                .map(mode -> named("--mode", mode, DeviceMode.values()))
                .toList();
        EngineFactory factory = Plans.engine(engine);
        boolean holds = true;
        System.out.println(
                "mode   timeout  messages    cycles    locks      held    wasted     delay   longest  copies");
        for (DeviceMode mode : asked) {
            for (int timeout : timeouts) {
                Background beside = load == 0 ? null : new Background(load, LOAD_FLITS, loadCycles);
                DeviceMessages workload =
                        new DeviceMessages(mode.threads(), ratio, messages, bytes, 0, timeout, asks, wrong, beside);
                DeviceStory told = new DeviceStory(story);
                RunResult result = play(workload, workload.machine(machine, software, seed), factory, told);
                holds &= row(mode.word(), timeout, result, told);
            }
        }
        return holds ? ExitCode.OK : ExitCode.FAILS;
    }

    /** Returns the shape with its I/O tiles, if it is to have any. */
    private Shape machine(Shape torus) {
        if (ioTiles) {
            OptionRange.between("--io-ratio", ratio, 1, torus.nodes());
            int most = Shape.mostIoTiles(torus.kx(), torus.ky(), torus.kz());
            if (torus.nodes() % ratio != 0 || torus.nodes() / ratio > most) {
                throw new BadInput("--io-ratio " + ratio + ": must divide the " + torus.nodes() + " nodes of --shape "
                        + shape + ", which leaves coordinates for " + most + " I/O tiles");
            }
            return torus.withIoTiles(torus.nodes() / ratio);
        }
        if (torus.nodes() < 2) {
            throw new BadInput("--shape " + shape + ": there must be at least 2 ranks");
        }
        OptionRange.between("--io-ratio", ratio, 2, torus.nodes());
        return torus;
    }

    private RunResult play(DeviceMessages workload, MachineConfig machine, EngineFactory factory, DeviceStory told) {
        RunPlan plan = new RunPlan(
                DeviceMessages.KIND,
                workload.build(machine, seed),
                machine,
                factory,
                EngineOptions.DEFAULT,
                ExecutorOptions.of(QUANTUM, Long.MAX_VALUE),
                Map.of());
        return new Session(plan).run(executor -> {}, told);
    }

    private static boolean row(String mode, int timeout, RunResult result, DeviceStory told) {
        List<Verdict> verdicts = result.report().verdicts();
        Verdict verdict = verdicts.get(verdicts.size() - 1);
        Map<String, Object> extra = verdict.extra();
        System.out.printf(
                Locale.ROOT,
                "%-5s %8d %9d %9d %8d %9d %9d %9.1f %9d %7d%n",
                mode,
                timeout,
                verdict.checked(),
                result.execution().cycles(),
                extra.get("locks_granted"),
                extra.get("locks_refused"),
                extra.get("locks_wasted"),
                extra.get("mean_delay"),
                extra.get("longest_delay"),
                extra.get("copies"));
        told.lines().forEach(System.out::println);
        System.out.println(verdict.name() + " " + verdict.holds() + "  " + verdict.detail() + ", " + extra.get("bytes")
                + " bytes; a lock was held for at most " + extra.get("longest_hold") + " cycles, bound "
                + extra.get("hold_bound")
                + ("".equals(extra.get("lock_waiter"))
                        ? ""
                        : "; an addressee waited for it for at most " + extra.get("longest_lock_wait") + " cycles ("
                                + extra.get("lock_waiter") + ")"));
        ((Map<?, ?>) extra.get("broken"))
                .forEach((name, what) -> System.out.println(
                        "  " + name + " after " + extra.get("delivered_before") + " messages: " + what));
        verdicts.stream()
                .filter(v -> v != verdict && Boolean.FALSE.equals(v.holds()))
                .forEach(v -> System.out.println(v.name() + " false  " + v.detail()));
        return result.report().holds();
    }

    /** The answers of the device, as lines with cycles, until so many messages have been drained. */
    private static final class DeviceStory implements Observer {
        private final List<String> lines = new ArrayList<>();
        private int left;

        DeviceStory(int messages) {
            left = messages;
        }

        @Override
        public void events(EventCursor batch) {
            while (left > 0 && batch.next()) {
                event(batch);
            }
            batch.rewind();
        }

        private void event(EventCursor e) {
            if (left == 0 || e.kind() != EventKind.DEVICE_ANSWER) {
                return;
            }
            int command = (int) DeviceEvent.command(e.b());
            int result = (int) DeviceEvent.result(e.b());
            String what = "";
            if (result == DeviceResult.DONE && command == TileCommand.DEVICE_READ_HEADER) {
                what = ": a message of " + DeviceMessage.bytesOf(e.a()) + " bytes for thread "
                        + DeviceMessage.threadOf(e.a());
            } else if (result == DeviceResult.DONE && command == TileCommand.DEVICE_DRAIN) {
                what = ": " + e.a() + " bytes in memory";
                left--;
            }
            lines.add(String.format(
                    Locale.ROOT,
                    "%8d  node %d thread %d  %-18s %s%s",
                    e.cycle(),
                    e.node(),
                    DeviceEvent.processor(e.b()),
                    TileCommand.name(command),
                    DeviceResult.name(result),
                    what));
        }

        List<String> lines() {
            return lines;
        }
    }
}
