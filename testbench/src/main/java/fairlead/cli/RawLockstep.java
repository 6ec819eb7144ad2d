// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.engine.Capabilities;
import fairlead.generate.RawCase;
import fairlead.generate.RawDraw;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.RawRun;
import fairlead.lockstep.RawWatch;
import fairlead.report.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** fairlead lockstep --raw: raw commands at the host ports of two engines, and what may never come of them (docs/lockstep.md). */
final class RawLockstep {
    private final RawRun engines;
    private final Capabilities limits;
    private final String against;
    private final int words;

    private final Map<RawWatch.Kind, Long> violations = new EnumMap<>(RawWatch.Kind.class);
    private final Map<String, Long> answers = new TreeMap<>();
    private final List<Long> wrong = new ArrayList<>();
    private long cases;
    private long drawn;
    private long packets;
    private long differences;
    private int mostHops;

    RawLockstep(final LockstepFactory engines, final Capabilities limits, final String against, final int words) {
        this.engines = new RawRun(engines, false, EnumSet.allOf(RawWatch.Kind.class));
        this.limits = limits;
        this.against = against;
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
        drawn += result.played().words();
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

    /** The shortest case of the seed that is wrong: a case of fewer words is the beginning of one of more. */
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
        System.err.println("fairlead: repeat with: scripts/fairlead lockstep --raw --seed " + seed + " --words "
                + unsound + ("model".equals(against) ? "" : " --against " + against));
        System.err.println(
                "fairlead: with these, on " + shortest.played().machine().shape() + ": " + text(shortest));
        lastWords(shortest.played());
    }

    private static void lastWords(final RawCase one) {
        final int cleanup = one.machine().nodes() << fairlead.hw.HwLayout.DlaCommand.CHANNEL_WIDTH;
        final int end = one.commands().count() - cleanup;
        for (int i = Math.max(0, end - 6); i < end; i++) {
            System.err.printf(
                    "    cycle %d node %d %s %x %x %x %x%n",
                    one.commands().cycle(i),
                    one.commands().node(i),
                    TileCommand.name(one.commands().op(i)),
                    one.commands().word(i, 0),
                    one.commands().word(i, 1),
                    one.commands().word(i, 2),
                    one.commands().word(i, 3));
        }
    }

    private String text(final RawRun.Result result) {
        return result.difference() != null
                ? "differs: " + result.difference().text("rtl", against)
                : result.violation().toString();
    }

    int report(final String json, final double seconds) throws IOException {
        if ("-".equals(json)) {
            System.out.println(jsonText(seconds));
        } else {
            System.out.printf(
                    Locale.ROOT,
                    "%d raw words in %d cases on rtl and %s: %d differ; %d packets, at most %d hops; %.1f s%n",
                    drawn,
                    cases,
                    against,
                    differences,
                    packets,
                    mostHops,
                    seconds);
            violations.forEach((kind, times) -> System.out.printf("%-10s %8d%n", kind, times));
            answers.forEach((name, times) -> System.out.printf("%-20s %10d%n", name.toLowerCase(Locale.ROOT), times));
            if (json != null) {
                WholeFile.write(Path.of(json), jsonText(seconds) + "\n");
            }
        }
        return differences > 0 ? ExitCode.DIFFERS : wrong.isEmpty() ? ExitCode.OK : ExitCode.FAILS;
    }

    private String jsonText(final double seconds) throws IOException {
        final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        final ObjectNode root = mapper.createObjectNode();
        root.put("against", against);
        root.put("cases", cases);
        root.put("words", drawn);
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
        return mapper.writeValueAsString(root);
    }
}
