// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.RawDraw.RawCase;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.lockstep.RawRun.RawHole;
import fairlead.lab.lockstep.RawRun;
import fairlead.lab.lockstep.RawWatch;
import fairlead.lockstep.LockstepFactory;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The command `scripts/lab lockstep --raw`. This command plays random raw commands at the host ports of two engines and
 * checks what must hold for every command stream (docs/lab/lockstep.md).
 */
final class RawLockstep {
    private final RawRun engines;
    private final Capabilities limits;
    private final String against;
    private final String options; // further words of a command that repeats a case
    private final int words;

    private final Map<RawWatch.Kind, Long> violations = new EnumMap<>(RawWatch.Kind.class);
    private final Map<String, Long> answers = new TreeMap<>();
    private final List<Long> wrong = new ArrayList<>();
    private final Map<String, Long> drawn = new TreeMap<>(); // number of raw words for each shape
    private long cases;
    private long mayStall; // number of cases in which DLA_BYPASS permits a deadlock
    private long mayStallWords;
    private long stalled; // number of those cases that ended in this deadlock
    private long resets;
    private long epochs;
    private long evaluated;
    private long packets;
    private long differences;
    private int mostHops;

    RawLockstep(
            final LockstepFactory engines,
            final Capabilities limits,
            final String against,
            final String options,
            final int words) {
        this.engines = new RawRun(engines, false, EnumSet.allOf(RawWatch.Kind.class));
        this.limits = limits;
        this.against = against;
        this.options = options;
        this.words = words;
        for (final RawWatch.Kind kind : RawWatch.Kind.values()) {
            violations.put(kind, 0L);
        }
    }

    void play(final long from, final long count, final BooleanSupplier inTime) {
        for (long seed = from; seed < from + count && inTime.getAsBoolean(); seed++) {
            play(seed);
        }
    }

    private RawRun.Result result(final long seed, final int count) {
        return engines.play(RawDraw.draw(seed, count, limits));
    }

    private void play(final long seed) {
        final RawRun.Result result = result(seed, words);
        cases++;
        final RawCase played = result.played();
        drawn.merge(played.machine().shape().toString(), (long) played.words(), Long::sum);
        if (played.mayStall()) {
            mayStall++;
            mayStallWords += played.words();
            stalled += result.watch().stalled() != null ? 1 : 0;
        }
        resets += result.watch().resets();
        epochs += result.watch().epochs();
        evaluated += result.watch().evaluated();
        packets += result.watch().packets();
        mostHops = Math.max(mostHops, result.watch().mostHops());
        result.watch().answers().forEach((name, times) -> answers.merge(name, times, Long::sum));
        if (!result.isSound()) {
            if (result.difference() != null) {
                differences++;
            } else {
                violations.merge(result.violation().kind(), 1L, Long::sum);
            }
            wrong.add(seed);
            tell(seed, result);
        }
    }

    /**
     * Prints the shortest failing case of the seed. The length of this case is found by bisection, because a case of n
     * words is the beginning of every longer case of the same seed.
     */
    private void tell(final long seed, final RawRun.Result result) {
        System.err.println("fairlead: seed " + seed + ": " + text(result));
        int sound = 0;
        int unsound = words;
        RawRun.Result shortest = result;
        while (unsound - sound > 1) {
            final int middle = (sound + unsound) / 2;
            final RawRun.Result half = result(seed, middle);
            if (half.isSound()) {
                sound = middle;
            } else {
                unsound = middle;
                shortest = half;
            }
        }
        System.err.println("fairlead: repeat with: scripts/lab lockstep --raw --seed " + seed + " --words " + unsound
                + options + ("model".equals(against) ? "" : " --against " + against));
        System.err.println(
                "fairlead: with these, on " + shortest.played().machine().shape() + ": " + text(shortest));
        lastWords(shortest.played());
    }

    /**
     * Prints the last random words behind the last reset, without the words that bring the machine to rest at the end.
     */
    private static void lastWords(final RawCase one) {
        final CommandBuffer commands = one.lastLife().commands();
        final int end = Math.min(
                commands.count(),
                one.machine().nodes() * one.machine().nodes() + one.lastLife().words());
        for (int i = Math.max(0, end - 6); i < end; i++) {
            System.err.printf(
                    "    cycle %d node %d %s %x %x %x %x%n",
                    commands.cycle(i),
                    commands.node(i),
                    TileCommand.name(commands.op(i)),
                    commands.word(i, 0),
                    commands.word(i, 1),
                    commands.word(i, 2),
                    commands.word(i, 3));
        }
    }

    private String text(final RawRun.Result result) {
        return result.difference() != null
                ? "differs: " + result.difference().text("rtl", against)
                : result.violation().toString();
    }

    int report(final JsonOption json, final double seconds) throws IOException {
        if (!json.takesStdout()) {
            print(seconds);
        }
        json.write(() -> jsonText(seconds) + "\n");
        return differences > 0 ? ExitCode.DIFFERS : wrong.isEmpty() ? ExitCode.OK : ExitCode.FAILS;
    }

    private void print(final double seconds) {
        System.out.printf(
                Locale.ROOT,
                "%d raw words in %d cases on rtl and %s: %d differ; %d packets, at most %d hops; %.1f s, %.1f s of CPU%n",
                words(),
                cases,
                against,
                differences,
                packets,
                mostHops,
                seconds,
                cpuSeconds());
        drawn.forEach((shape, words) -> System.out.printf("%-10s %10d words%n", shape, words));
        System.out.printf(
                "%d resets, %d tile-cycles evaluated by the RTL, %d epochs that had to end%n",
                resets, evaluated, epochs);
        System.out.printf(
                "%d cases with DLA_BYPASS of %d words: %d end in the deadlock that it allows%n",
                mayStall, mayStallWords, stalled);
        violations.forEach((kind, times) -> System.out.printf("%-10s %8d%n", kind, times));
        answers.forEach((name, times) -> System.out.printf("%-20s %10d%n", name.toLowerCase(Locale.ROOT), times));
    }

    /** Returns the CPU time of this process in seconds, including the start of the Java virtual machine. */
    private static double cpuSeconds() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(time -> time.toMillis() * 1e-3)
                .orElse(0.0);
    }

    private long words() {
        return drawn.values().stream().mapToLong(Long::longValue).sum();
    }

    private String jsonText(final double seconds) throws IOException {
        final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        final ObjectNode root = mapper.createObjectNode();
        root.put("against", against);
        root.put("cases", cases);
        root.put("words", words());
        final ObjectNode shapes = root.putObject("words_by_shape");
        drawn.forEach(shapes::put);
        root.put("resets", resets);
        root.put("tile_cycles_evaluated", evaluated);
        root.put("epochs_ended", epochs);
        root.put("bypass_cases", mayStall);
        root.put("bypass_words", mayStallWords);
        root.put("bypass_deadlocks", stalled);
        root.put("packets", packets);
        root.put("most_hops", mostHops);
        root.put("differing", differences);
        final ObjectNode found = root.putObject("violations");
        violations.forEach((kind, times) -> found.put(kind.name().toLowerCase(Locale.ROOT), times));
        final ObjectNode told = root.putObject("answers");
        answers.forEach((name, times) -> told.put(name.toLowerCase(Locale.ROOT), times));
        final ArrayNode seeds = root.putArray("seeds");
        wrong.forEach(seeds::add);
        root.put("seconds", seconds);
        root.put("cpu_seconds", cpuSeconds());
        return mapper.writeValueAsString(root);
    }

    /**
     * The command `scripts/lab lockstep --raw --hole NAME|all`. This command reopens each mended hole in the faults
     * build
     * and
     * counts the raw words until the hole is found (docs/lab/lockstep.md).
     */
    static final class RawHoles {
        private static final long MOST_WORDS = 100_000;

        private final List<RawHole> holes;

        RawHoles(final String name) {
            holes = "all".equals(name)
                    ? RawHole.ALL
                    : RawHole.ALL.stream()
                            .filter(hole -> hole.name().equals(name))
                            .collect(Collectors.toList());
            if (holes.isEmpty()) {
                throw new BadInput("--hole " + name + ": no such hole; known: all, "
                        + RawHole.ALL.stream().map(RawHole::name).collect(Collectors.joining(", ")));
            }
        }

        /**
         * Prints one line for each hole and kind of violation; returns {@link ExitCode#OK} only if every hole is found.
         */
        int find(final long from, final int words, final Capabilities limits) {
            boolean all = true;
            for (final RawHole hole : holes) {
                for (final RawWatch.Kind kind : hole.kinds()) {
                    final RawHole.Search search = hole.find(Set.of(kind), from, words, MOST_WORDS, limits);
                    final String as = search.violation() == null
                            ? "not found"
                            : search.violation().toString();
                    System.out.printf(
                            "%-18s %-8s %6d words, %3d cases, %d assertions on hosts muted; %s%n",
                            hole.name(), kind, search.words(), search.cases(), search.muted(), as);
                    all &= search.violation() != null;
                }
            }
            return all ? ExitCode.OK : ExitCode.FAILS;
        }
    }
}
