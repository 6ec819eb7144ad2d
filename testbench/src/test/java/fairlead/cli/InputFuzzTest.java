// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Changed inputs of every class through the command line's own entry. Each must end within ten seconds of CPU with a documented exit code that is no internal error; a refusal names the file and
 * a line or key; no stack trace; no file is lost, and none is left behind by a refusal. One input again: {@code scripts/test -Dtest=InputFuzzTest -Dfairlead.fuzz=scenario:17:1}, which is
 * class, first seed and count.
 */
class InputFuzzTest {
    private static final long MOST_CPU_NANOS = 10_000_000_000L;
    private static final long MOST_WALL_NANOS = 300_000_000_000L; // for commands that wait: nothing here does
    private static final long POLL_MILLIS = 200;
    private static final Pattern CLASS = Pattern.compile(
            "\\b(java\\.(lang|util|io|nio)|org\\.yaml|com\\.fasterxml|picocli|fairlead)\\.[a-zA-Z.]*[A-Z]");
    private static final String MINE = "mine.txt";

    /** Inputs of the fast tier, by their cost. */
    private static final TreeMap<FuzzTarget, Integer> FEW = new TreeMap<>(java.util.Map.of(
            FuzzTarget.SCENARIO, 250,
            FuzzTarget.SET, 250,
            FuzzTarget.LITMUS, 60,
            FuzzTarget.STUDY, 60,
            FuzzTarget.POINT, 60,
            FuzzTarget.ASK_TELL, 60,
            FuzzTarget.REFERENCE, 60,
            FuzzTarget.STEPS, 25,
            FuzzTarget.OPTIONS, 150));

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(FuzzTarget.class)
    void fewInputs(final FuzzTarget target) throws Exception {
        final String asked = System.getProperty("fairlead.fuzz");
        if (asked == null) {
            run(target, 1, FEW.get(target), Long.MAX_VALUE);
        } else if (asked.startsWith(target.name().toLowerCase(Locale.ROOT) + ":")) {
            final String[] parts = asked.split(":");
            run(target, Long.parseLong(parts[1]), Integer.parseInt(parts[2]), Long.MAX_VALUE);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(FuzzTarget.class)
    void manyInputs(final FuzzTarget target) throws Exception {
        run(target, 1_000_000, 20_000, System.nanoTime() + 60_000_000_000L);
    }

    /** Inputs of so many seeds, or until the time is over. */
    private void run(final FuzzTarget target, final long first, final int count, final long end) throws Exception {
        final List<String> corpus = target.corpus();
        final TreeMap<String, Integer> codes = new TreeMap<>();
        final List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (long seed = first; seed < first + count && System.nanoTime() < end; seed++) {
            final Path here = Files.createDirectory(folder.resolve(Long.toString(seed)));
            codes.merge(one(target, seed, corpus, here, wrong), 1, Integer::sum);
            fairlead.report.FolderTree.delete(here);
            seen++;
        }
        System.out.println("fuzz " + target + ": " + seen + " inputs from seed " + first + ", by exit code " + codes
                + ", wrong " + wrong.size());
        if (!wrong.isEmpty()) {
            fail(wrong.size() + " of " + seen + " inputs\n"
                    + String.join("\n\n", wrong.subList(0, Math.min(5, wrong.size()))));
        }
    }

    private String one(
            final FuzzTarget target,
            final long seed,
            final List<String> corpus,
            final Path here,
            final List<String> all)
            throws Exception {
        final Path abuse = Path.of("src/test/resources/abuse");
        Files.copy(abuse.resolve("tiny.yaml"), here.resolve("tiny.yaml"));
        Files.copy(abuse.resolve("study.yaml"), here.resolve("study-good.yaml"));
        Files.writeString(here.resolve(MINE), "mine");
        final FuzzTarget.Input input = target.input(seed, corpus, here);
        if (input.skipped()) {
            return "not run: long";
        }
        final List<String> before = names(here);
        final Captured answer = watched(target, seed, input);
        final String wrong = judge(target, answer, before, here);
        if (!wrong.isEmpty()) {
            all.add(wrong + "\nrepeat with: " + repro(target, seed) + "\ncommand: "
                    + shortened(String.join(" ", input.words())) + "\n"
                    + (input.file() == null ? "" : "file: " + shortened(new String(input.file(), "UTF-8")) + "\n")
                    + shortened(answer.all()));
        }
        return Integer.toString(answer.code());
    }

    private static String repro(final FuzzTarget target, final long seed) {
        return "scripts/test -Dtest=InputFuzzTest -Dfairlead.fuzz="
                + target.name().toLowerCase(Locale.ROOT) + ":" + seed + ":1";
    }

    private static String shortened(final String text) {
        return text.length() <= 3000 ? text : text.substring(0, 3000) + "...";
    }

    /** Runs on a thread of its own, whose CPU time is looked at: the machine may be busy. */
    private static Captured watched(final FuzzTarget target, final long seed, final FuzzTarget.Input input)
            throws InterruptedException {
        final InputStream in = System.in;
        final Captured[] answer = new Captured[1];
        final Throwable[] escaped = new Throwable[1];
        System.setIn(new ByteArrayInputStream(input.stdin()));
        final Thread thread = new Thread(() -> {
            try {
                answer[0] = Captured.of(input.words().toArray(new String[0]));
            } catch (final Throwable e) {
                escaped[0] = e;
            }
        });
        thread.setDaemon(true);
        final long begin = System.nanoTime();
        thread.start();
        while (thread.isAlive()) {
            thread.join(POLL_MILLIS);
            final long cpu = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
            if (cpu > MOST_CPU_NANOS || System.nanoTime() - begin > MOST_WALL_NANOS) {
                final String where = Arrays.toString(thread.getStackTrace()).replace(", ", "\n  at ");
                fail("no answer within 10 s\nrepeat with: " + repro(target, seed) + "\ncommand: "
                        + shortened(String.join(" ", input.words())) + "\n" + shortened(where));
            }
        }
        System.setIn(in);
        if (escaped[0] != null) {
            fail("escaped: " + escaped[0] + "\nrepeat with: " + repro(target, seed), escaped[0]);
        }
        return answer[0];
    }

    private static String judge(
            final FuzzTarget target, final Captured answer, final List<String> before, final Path here)
            throws IOException {
        final boolean environment = answer.code() == ExitCode.ENVIRONMENT && target != FuzzTarget.OPTIONS;
        if (answer.code() < 0 || answer.code() > ExitCode.ENVIRONMENT || environment) {
            return "exit code " + answer.code();
        }
        if ((answer.out() + answer.err()).contains("\tat ")
                || CLASS.matcher(answer.err()).find()) {
            return "a stack trace, or the name of a class";
        }
        if (!"mine".equals(Files.readString(here.resolve(MINE)))) {
            return "a file is lost";
        }
        final List<String> after = names(here);
        if (after.stream().anyMatch(name -> name.startsWith(".")) || !after.containsAll(before)) {
            return "files are " + after;
        }
        if (answer.code() == ExitCode.BAD_INPUT) {
            return after.equals(before) ? target.complaint(answer.err()) : "a refusal left " + after;
        }
        return "";
    }

    private static List<String> names(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }
}
