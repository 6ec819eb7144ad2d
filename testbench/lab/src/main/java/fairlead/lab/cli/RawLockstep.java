// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.cases.RawDraw.RawCase;
import fairlead.lab.lockstep.RawRun;
import fairlead.lab.lockstep.RawRun.RawHole;
import fairlead.lab.lockstep.RawWatch;
import fairlead.lockstep.LockstepFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The command `scripts/lab lockstep --raw`. This command plays random raw commands at the host ports of two engines and
 * checks what must hold for every command stream (docs/lab/lockstep.md).
 */
final class RawLockstep {
    private static final long MOST_HOLE_WORDS = 100_000;

    private final RawRun engines;
    private final Capabilities limits;
    private final String against;
    private final String options; // further words of a command that repeats a case
    private final int words;

    private final Map<RawWatch.Kind, Long> violations = new EnumMap<>(RawWatch.Kind.class);
    private final Map<String, Long> answers = new TreeMap<>();
    private final List<Long> wrong = new ArrayList<>();
    private final Map<String, Long> drawn = new TreeMap<>(); // number of raw words for each shape
    private final Map<String, Long> counts = new LinkedHashMap<>(); // by their names in the JSON, in its order

    RawLockstep(LockstepFactory engines, Capabilities limits, String against, String options, int words) {
        this.engines = new RawRun(engines, false, EnumSet.allOf(RawWatch.Kind.class));
        this.limits = limits;
        this.against = against;
        this.options = options;
        this.words = words;
        for (RawWatch.Kind kind : RawWatch.Kind.values()) {
            violations.put(kind, 0L);
        }
        // bypass: in these cases DLA_BYPASS permits a deadlock
        Stream.of(("cases words resets tile_cycles_evaluated epochs_ended bypass_cases bypass_words"
                                + " bypass_deadlocks packets most_hops differing")
                        .split(" "))
                .forEach(name -> counts.put(name, 0L));
    }

    void play(long from, long count, BooleanSupplier inTime) {
        for (long seed = from; seed < from + count && inTime.getAsBoolean(); seed++) {
            play(seed);
        }
    }

    private RawRun.Result result(long seed, int count) {
        return engines.play(RawDraw.draw(seed, count, limits));
    }

    private void play(long seed) {
        RawRun.Result result = result(seed, words);
        RawCase played = result.played();
        RawWatch watch = result.watch();
        long given = played.words();
        drawn.merge(played.machine().shape().toString(), given, Long::sum);
        count("cases", 1);
        count("words", given);
        if (played.mayStall()) {
            count("bypass_cases", 1);
            count("bypass_words", given);
            count("bypass_deadlocks", watch.stalled() != null ? 1 : 0);
        }
        watch.counts().forEach((name, times) -> counts.computeIfPresent(name, (key, sum) -> sum + times));
        counts.merge("most_hops", (long) watch.mostHops(), Math::max);
        watch.answers().forEach((name, times) -> answers.merge(name, times, Long::sum));
        if (!result.isSound()) {
            if (result.difference() != null) {
                count("differing", 1);
            } else {
                violations.merge(result.violation().kind(), 1L, Long::sum);
            }
            wrong.add(seed);
            tell(seed, result);
        }
    }

    private void count(String name, long more) {
        counts.merge(name, more, Long::sum);
    }

    /**
     * Prints the shortest failing case of the seed. The length of this case is found by bisection, because a case of n
     * words is the beginning of every longer case of the same seed.
     */
    private void tell(long seed, RawRun.Result result) {
        System.err.println("fairlead: seed " + seed + ": " + text(result));
        int sound = 0;
        int unsound = words;
        RawRun.Result shortest = result;
        while (unsound - sound > 1) {
            int middle = (sound + unsound) / 2;
            RawRun.Result half = result(seed, middle);
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
     * Prints the last random words after the last reset, without the words that bring the machine to rest at the end.
     */
    private static void lastWords(RawCase one) {
        CommandBuffer commands = one.lastLife().commands();
        int end = Math.min(
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

    private String text(RawRun.Result result) {
        return result.difference() != null
                ? "differs: " + result.difference().text("rtl", against)
                : result.violation().toString();
    }

    int report(JsonOption json, double seconds) throws IOException {
        if (!json.takesStdout()) {
            print(seconds);
        }
        json.write(() -> LabMain.json(json(seconds)));
        return counts.get("differing") > 0 ? ExitCode.DIFFERS : wrong.isEmpty() ? ExitCode.OK : ExitCode.FAILS;
    }

    private void print(double seconds) {
        json(seconds).forEach((name, value) -> {
            if (value instanceof Map<?, ?> parts) {
                parts.forEach((part, times) -> System.out.printf("%-40s %10s%n", name + ": " + part, times));
            } else {
                System.out.printf("%-40s %10s%n", name, value);
            }
        });
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(time -> time.toMillis() * 1e-3)
                .orElse(0.0);
    }

    private Map<String, Object> json(double seconds) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("against", against);
        counts.forEach((name, count) -> {
            root.put(name, count);
            if (name.equals("words")) {
                root.put("words_by_shape", drawn);
            }
        });
        root.put("violations", small(violations));
        root.put("answers", small(answers));
        root.put("seeds", wrong);
        root.put("seconds", seconds);
        root.put("cpu_seconds", cpuSeconds());
        return root;
    }

    private static Map<String, Long> small(Map<?, Long> numbers) {
        Map<String, Long> small = new LinkedHashMap<>();
        numbers.forEach((name, times) -> small.put(String.valueOf(name).toLowerCase(Locale.ROOT), times));
        return small;
    }

    /**
     * The command `scripts/lab lockstep --raw --hole NAME|all`. This command reopens each mended hole in the faults
     * build and counts the raw words until the hole is found (docs/lab/lockstep.md). It prints one line for each hole
     * and kind of violation, and returns {@link ExitCode#OK} only if every hole is found.
     */
    static int holes(String name, long from, int words, Capabilities limits) {
        List<String> known = new ArrayList<>(List.of("all"));
        RawHole.ALL.forEach(hole -> known.add(hole.name()));
        LabMain.require("--hole", List.of(name), known, "hole");
        boolean all = true;
        for (RawHole hole : RawHole.ALL) {
            boolean isAsked = name.equals("all") || name.equals(hole.name());
            for (RawWatch.Kind kind : isAsked ? hole.kinds() : List.<RawWatch.Kind>of()) {
                RawHole.Search search = hole.find(Set.of(kind), from, words, MOST_HOLE_WORDS, limits);
                String as = search.violation() == null
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
