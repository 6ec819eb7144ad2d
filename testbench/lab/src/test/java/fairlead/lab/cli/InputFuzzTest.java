// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.fail;

import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import fairlead.scenario.StructureFile.OtherStructure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Changed inputs of every class through the command line's own entry. Each must end within ten seconds of CPU with a
 * documented exit code that is no internal error; a refusal names the file and a line or key; no stack trace; no file
 * is lost, and none is left behind by a refusal. One input again: {@code scripts/lab test -Dtest=InputFuzzTest
 * -Dfairlead.fuzz=scenario:17:1}, which is class, first seed and count; {@code all:900000:45} is a round of more than
 * 20,000 inputs of all classes from that seed on.
 */
@Tag("M-77")
class InputFuzzTest {
    private static final long MOST_CPU_NANOS = 10_000_000_000L;
    private static final long MOST_WALL_NANOS = 300_000_000_000L; // for commands that wait: nothing here does
    private static final int SHARE = 3; // of other threads, the compiler's and the collector's among them
    private static final long POLL_MILLIS = 200;
    private static final Pattern CLASS = Pattern.compile(
            "\\b(java\\.(lang|util|io|nio)|org\\.yaml|com\\.fasterxml|picocli|fairlead\\.[a-z]+)\\.[a-zA-Z.]*[A-Z]");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(FuzzTarget.class)
    void fewInputs(FuzzTarget target) throws Exception {
        String asked = System.getProperty("fairlead.fuzz");
        if (asked == null) {
            run(target, 1, target.few(), Long.MAX_VALUE);
        } else if (asked.startsWith("all:")) {
            String[] parts = asked.split(":");
            run(target, Long.parseLong(parts[1]), Integer.parseInt(parts[2]) * target.few(), Long.MAX_VALUE);
        } else if (asked.startsWith(target.name().toLowerCase(Locale.ROOT) + ":")) {
            String[] parts = asked.split(":");
            run(target, Long.parseLong(parts[1]), Integer.parseInt(parts[2]), Long.MAX_VALUE);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(FuzzTarget.class)
    void manyInputs(FuzzTarget target) throws Exception {
        run(target, 1_000_000, 20_000, System.nanoTime() + 60_000_000_000L);
    }

    /** Inputs of so many seeds, or until the time is over. */
    private void run(FuzzTarget target, long first, int count, long end) throws Exception {
        List<String> corpus = target.corpus();
        TreeMap<String, Integer> codes = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (long seed = first; seed < first + count && System.nanoTime() < end; seed++) {
            FuzzFolder here = new FuzzFolder(folder.resolve(Long.toString(seed)));
            codes.merge(one(target, seed, corpus, here, wrong), 1, Integer::sum);
            here.delete();
            seen++;
        }
        System.out.println("fuzz " + target + ": " + seen + " inputs from seed " + first + ", by exit code " + codes
                + ", wrong " + wrong.size());
        if (!wrong.isEmpty()) {
            fail(wrong.size() + " of " + seen + " inputs\n"
                    + String.join("\n\n", wrong.subList(0, Math.min(5, wrong.size()))));
        }
    }

    private String one(FuzzTarget target, long seed, List<String> corpus, FuzzFolder here, List<String> all)
            throws Exception {
        FuzzTarget.Input input = target.input(seed, corpus, here.place());
        if (input.skipped()) {
            return "not run: long";
        }
        here.remember();
        Captured answer = watched(target, seed, input);
        String wrong = judge(target, answer, input, here);
        if (!wrong.isEmpty()) {
            System.out.println("fuzz " + target + " seed " + seed + ": " + wrong); // a round is long
            all.add(wrong + "\nrepeat with: " + repro(target, seed) + "\ncommand: "
                    + shortened(String.join(" ", input.words())) + "\n"
                    + (input.file() == null ? "" : "file: " + shortened(new String(input.file(), "UTF-8")) + "\n")
                    + shortened(answer.all()));
        }
        return Integer.toString(answer.code());
    }

    private static String repro(FuzzTarget target, long seed) {
        return "scripts/lab test -Dtest=InputFuzzTest -Dfairlead.fuzz="
                + target.name().toLowerCase(Locale.ROOT) + ":" + seed + ":1";
    }

    private static String shortened(String text) {
        return text.length() <= 3000 ? text : text.substring(0, 3000) + "...";
    }

    /** Runs on a thread of its own, whose CPU time is looked at: the machine may be busy. */
    private static Captured watched(FuzzTarget target, long seed, FuzzTarget.Input input) throws InterruptedException {
        InputStream in = System.in;
        Captured[] answer = new Captured[1];
        Throwable[] escaped = new Throwable[1];
        System.setIn(new ByteArrayInputStream(input.stdin()));
        Thread thread = new Thread(() -> {
            try {
                answer[0] = Captured.of(FuzzTarget::execute, input.words().toArray(new String[0]));
            } catch (OtherStructure e) {
                answer[0] = new Captured(ExitCode.OK, "", ""); // the input is sound, and another process would run it
            } catch (Throwable e) {
                escaped[0] = e;
            }
        });
        thread.setDaemon(true);
        long begin = System.nanoTime();
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpuBefore = system.getProcessCpuTime();
        thread.start();
        while (thread.isAlive()) {
            thread.join(POLL_MILLIS);
            long cpu = Math.max(
                    ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()),
                    (system.getProcessCpuTime() - cpuBefore) / SHARE);
            if (cpu > MOST_CPU_NANOS || System.nanoTime() - begin > MOST_WALL_NANOS) {
                String where = Arrays.toString(thread.getStackTrace()).replace(", ", "\n  at ");
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

    private static String judge(FuzzTarget target, Captured answer, FuzzTarget.Input input, FuzzFolder here)
            throws IOException {
        boolean environment = answer.code() == ExitCode.ENVIRONMENT && target != FuzzTarget.OPTIONS;
        if (answer.code() < 0 || answer.code() > ExitCode.ENVIRONMENT || environment) {
            return "exit code " + answer.code();
        }
        if ((answer.out() + answer.err()).contains("\tat ")
                || CLASS.matcher(answer.err()).find()) {
            return "a stack trace, or the name of a class";
        }
        if (answer.code() == ExitCode.OK && !target.broken(answer.out()).isEmpty()) {
            return target.broken(answer.out());
        }
        String files = here.complaint(answer.code(), input.words(), target.owned());
        return files.isEmpty() && answer.code() == ExitCode.BAD_INPUT ? target.complaint(answer.err()) : files;
    }

    /** The folder of one input, as it was before: what a command may not touch, and what it may not leave. */
    static final class FuzzFolder {
        private static final Path ABUSE = Path.of("src/test/resources/abuse");
        private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

        private final Path place;
        private Map<String, Integer> before = Map.of();
        private TreeSet<String> scratch = new TreeSet<>();

        FuzzFolder(Path place) throws IOException {
            this.place = Files.createDirectory(place);
            Files.copy(ABUSE.resolve("tiny.yaml"), place.resolve("tiny.yaml"));
            Files.copy(ABUSE.resolve("study.yaml"), place.resolve("study-good.yaml"));
            Files.writeString(place.resolve("mine.txt"), "mine");
        }

        Path place() {
            return place;
        }

        void remember() throws IOException {
            before = files();
            scratch = scratch();
        }

        void delete() throws IOException {
            fairlead.run.WholeFile.deleteFolder(place);
        }

        /** Files with a hash of their bytes; folders with 0. */
        private Map<String, Integer> files() throws IOException {
            Map<String, Integer> all = new TreeMap<>();
            Files.walkFileTree(place, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    all.put(place.relativize(folder).toString(), 0);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    all.put(
                            place.relativize(file).toString(),
                            attributes.isRegularFile() ? Arrays.hashCode(Files.readAllBytes(file)) : 1);
                    return FileVisitResult.CONTINUE;
                }
            });
            return all;
        }

        /** Scratch folders and reports of this process. */
        private static TreeSet<String> scratch() throws IOException {
            String mine = "-" + ProcessHandle.current().pid() + "-";
            try (Stream<Path> files = Files.list(TEMPORARY)) {
                return new TreeSet<>(files.map(f -> f.getFileName().toString())
                        .filter(name -> name.startsWith("fairlead-")
                                && (name.contains(mine) || name.startsWith("fairlead-internal-error-")))
                        .toList());
            }
        }

        /**
         * What is wrong with the folder now, or an empty string.
         *
         * @param owned what the name of a file begins with that the command may write, although it was there
         */
        String complaint(int code, List<String> words, String owned) throws IOException {
            Map<String, Integer> after = files();
            for (Map.Entry<String, Integer> old : before.entrySet()) {
                boolean mayChange = !owned.isEmpty() && old.getKey().startsWith(owned)
                        || code != ExitCode.BAD_INPUT && OptionDraw.isWritten(place.resolve(old.getKey()), words);
                if (!mayChange && !old.getValue().equals(after.get(old.getKey()))) {
                    return "lost or changed: " + old.getKey();
                }
            }
            TreeSet<String> fresh = new TreeSet<>(after.keySet());
            fresh.removeAll(before.keySet());
            if (fresh.stream().anyMatch(name -> name.contains(".fairlead-"))) {
                return "half a file is left: " + fresh;
            }
            if (code == ExitCode.BAD_INPUT && !fresh.isEmpty()) {
                return "a refusal left " + fresh;
            }
            TreeSet<String> left = scratch();
            left.removeAll(scratch);
            if (!left.isEmpty()) {
                return "left in " + TEMPORARY + ": " + left;
            }
            return processes() == 0 ? "" : processes() + " processes are left";
        }

        /** A process that was told to end may need a moment, and on a busy machine a minute. */
        private static long processes() {
            for (int i = 0; i < 1200 && alive() > 0; i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            return alive();
        }

        private static long alive() {
            return ProcessHandle.current()
                    .children()
                    .filter(ProcessHandle::isAlive)
                    .count();
        }
    }
}
