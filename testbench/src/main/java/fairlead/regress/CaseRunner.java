// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.evaluate.Workers;
import fairlead.regress.Metric.Band;
import fairlead.regress.Suite.Case;
import fairlead.regress.Suite.Expectation;
import fairlead.regress.Suite.Limits;
import fairlead.regress.Suite.Result;
import fairlead.regress.Suite.Status;
import fairlead.run.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs each case as a command line of this program in a process and a folder of its own, judges it, and leaves
 * artefacts there if it did not pass. Whatever happens to a process, a crash in native code, a full memory or a hang,
 * is the trouble of its case, and the others go on.
 */
final class CaseRunner {
    static final String OUTPUT = "output.txt";
    static final String CRASH = "crash.txt";

    /** The exit code of a process that did not end by itself. */
    static final int NO_CODE = -1;

    /** The exit codes of a command that has reached a judgement; other codes mean that it could not. */
    static final List<Integer> JUDGED = List.of(0, 1, 3, 4);

    /** The exit codes with which a command has written its result. */
    private static final List<Integer> WRITTEN = List.of(0, 1, 4);

    private static final double NANO = 1e-9;
    private static final int SIGNALS = 128; // an exit code above this value means that a signal ended the process
    private static final int SIGABRT = 134;
    private static final long POLL_MILLIS = 50;
    private static final long GRACE_SECONDS = 5; // time from SIGTERM, after which a run writes its results, to SIGKILL
    private static final Map<Integer, String> NAMES = Map.of(
            129, "SIGHUP", 130, "SIGINT", 131, "SIGQUIT", 132, "SIGILL", 134, "SIGABRT", 135, "SIGBUS", 136, "SIGFPE",
            137, "SIGKILL", 139, "SIGSEGV", 143, "SIGTERM");
    private static final Pattern REPORTED =
            Pattern.compile("(?m)^#\\s+(SIG[A-Z]+|Internal Error|There is insufficient)");

    /** The exit code of a process, and what ended it in place of its own end, or an empty text. */
    private record Ending(int code, String trouble) {}

    private final List<String> java;
    private final Baseline baseline;
    private final List<Process> alive = new ArrayList<>(); // guards itself and `stopped`
    private boolean stopped;

    /** @param java the command that starts this program, with the class path and without arguments */
    CaseRunner(List<String> java, Baseline baseline) {
        this.java = List.copyOf(java);
        this.baseline = baseline;
    }

    /** Ends all processes; none is started any more. */
    void stop() {
        synchronized (alive) {
            stopped = true;
            alive.forEach(Process::destroy);
        }
    }

    private boolean isStopped() {
        synchronized (alive) {
            return stopped;
        }
    }

    /** @param results folder of all results */
    Result run(Case one, Path results) throws IOException {
        if (isStopped()) {
            return Result.notRun(one);
        }
        Path folder = Files.createDirectories(results.resolve(one.folder()));
        Path written = folder.resolve(one.litmus() ? "litmus.json" : "run/summary.json");
        List<String> words = new ArrayList<>(one.words());
        words.addAll(
                one.litmus()
                        ? List.of("--json", written.toString())
                        : List.of("--out", written.getParent().toString(), "--no-progress"));
        long begin = System.nanoTime();
        Ending ending = run(words, folder, one.limits());
        double seconds = (System.nanoTime() - begin) * NANO;
        if (isStopped()) {
            WholeFile.deleteFolder(folder);
            return Result.notRun(one);
        }
        JsonNode result = parsed(written);
        Map<Metric, String> metrics = new EnumMap<>(Metric.class);
        if (result != null && !one.litmus()) {
            Stream.of(Metric.values())
                    .filter(metric -> !metric.in(result).isEmpty()) // no packet arrived: there is no latency
                    .forEach(metric -> metrics.put(metric, metric.in(result)));
        }
        Map<String, String> verdicts = result == null ? Map.of() : verdicts(one, result);
        List<String> reasons = new ArrayList<>();
        Status status = judge(one, ending, result != null, metrics, verdicts, reasons);
        String repro = one.litmus() ? litmusRepro(one, result) : one.repro();
        List<String> files = List.of();
        if (status == Status.PASSED) {
            WholeFile.deleteFolder(folder);
        } else {
            files = kept(one, folder);
        }
        return new Result(one, status, reasons, ending.code(), seconds, metrics, verdicts, files, repro);
    }

    private static JsonNode parsed(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? new ObjectMapper().readTree(file.toFile()) : null;
        } catch (JsonProcessingException e) {
            return null; // the process ended while it wrote
        }
    }

    /** Returns the command of the first schedule with a forbidden outcome or an error, or that of the case. */
    private static String litmusRepro(Case one, JsonNode result) {
        for (String kind : List.of("forbidden", "errors")) {
            JsonNode repro = result == null ? null : result.at("/tests/0/" + kind + "/0/repro");
            if (repro != null && repro.asText().startsWith("scripts/")) {
                return repro.asText();
            }
        }
        return one.repro();
    }

    /** Adds what repeats the case, and returns all files of its folder. */
    private static List<String> kept(Case one, Path folder) throws IOException {
        Files.writeString(folder.resolve("repro.txt"), one.repro() + "\n");
        if (!one.effective().isEmpty()) {
            Files.writeString(folder.resolve("effective.yaml"), one.effective());
        }
        WholeFile.deleteFolder(folder.resolve("tmp"));
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(f -> folder.relativize(f).toString())
                    .sorted()
                    .toList();
        }
    }

    // ---- the process

    /** Runs one command line to its end in a working folder, which receives all output and the report of a crash. */
    private Ending run(List<String> words, Path folder, Limits limits) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.add(1, "-XX:ErrorFile=" + folder.resolve(CRASH));
        command.add(2, "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")));
        command.addAll(words);
        Process process;
        synchronized (alive) {
            if (stopped) {
                return new Ending(NO_CODE, "not started");
            }
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve(OUTPUT).toFile()))
                    .start();
            alive.add(process);
        }
        try {
            return await(process, folder, limits);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ending(NO_CODE, "interrupted");
        } finally {
            process.destroyForcibly();
            synchronized (alive) {
                alive.remove(process);
            }
        }
    }

    private static Ending await(Process process, Path folder, Limits limits) throws InterruptedException, IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(limits.seconds());
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            String excess = System.nanoTime() > end
                    ? "hang: no end within the limit of " + limits.seconds() + " s"
                    : Workers.megabytes(process) > limits.megabytes()
                            ? "out of memory: it held more than the limit of " + limits.megabytes() + " MB"
                            : "";
            if (!excess.isEmpty()) {
                process.destroy();
                process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly().waitFor();
                return new Ending(NO_CODE, excess);
            }
        }
        int code = process.exitValue();
        Path crash = folder.resolve(CRASH); // the report of the virtual machine, which names the signal
        Matcher name = Files.exists(crash) ? REPORTED.matcher(Files.readString(crash)) : null;
        String signal = NAMES.getOrDefault(code, "signal " + (code - SIGNALS));
        if (name != null || code == SIGABRT) {
            String what = name == null ? signal : (name.find() ? name.group(1) : "unknown") + ", report in " + CRASH;
            return new Ending(code, "crash in native code: " + what);
        }
        return new Ending(code, code > SIGNALS ? "ended by " + signal : "");
    }

    // ---- the judgement

    /** Returns the verdicts of summary.json, or the outcome of a litmus test. */
    private static Map<String, String> verdicts(Case one, JsonNode result) {
        Map<String, String> verdicts = new TreeMap<>();
        if (one.litmus()) {
            JsonNode test = result.at("/tests/0");
            boolean bad = Stream.of("forbidden", "missing_seen", "errors")
                    .anyMatch(kind -> test.path(kind).size() > 0);
            boolean ran = test.path("schedules").asInt() != 0;
            verdicts.put("outcome", bad ? "fails" : ran ? "holds" : "not_run");
        } else {
            result.path("verdicts").fields().forEachRemaining(v -> {
                JsonNode holds = v.getValue().path("holds");
                verdicts.put(v.getKey(), holds.isNull() ? "not_exercised" : Boolean.toString(holds.asBoolean()));
            });
        }
        return verdicts;
    }

    /** Compares the end of a case with the expectations and the baseline; says why it did not pass. */
    private Status judge(
            Case one,
            Ending ending,
            boolean written,
            Map<Metric, String> metrics,
            Map<String, String> verdicts,
            List<String> reasons) {
        int code = ending.code();
        Expectation expect = one.expect();
        if (!ending.trouble().isEmpty() || !written && WRITTEN.contains(code)) {
            String silent = "exit code " + code + " without a result; what it said is in " + OUTPUT;
            reasons.add(ending.trouble().isEmpty() ? silent : ending.trouble());
            return Status.ERROR;
        }
        if (code != expect.exit()) {
            reasons.add("exit code " + code + ": expected " + expect.exit());
        }
        Map<String, String> wanted = new LinkedHashMap<>(expect.verdicts());
        if (one.litmus() && code == expect.exit() && JUDGED.contains(code)) {
            wanted.put("outcome", expect.outcome());
        }
        wanted.forEach((name, truth) -> {
            String is = verdicts.getOrDefault(name, "without a result");
            reasons.addAll(is.equals(truth) ? List.of() : List.of(name + " is " + is + ": expected " + truth));
        });
        Map<Metric, String> had = baseline.of(one.id());
        if (had == null && !one.bands().isEmpty() && !metrics.isEmpty()) {
            reasons.add("the baseline has no such case; --update-baseline proposes it");
        } else {
            one.bands().forEach((metric, band) -> {
                String why = compared(metric, band, metrics.getOrDefault(metric, ""), had);
                reasons.addAll(why.isEmpty() ? List.of() : List.of(why));
            });
        }
        return reasons.isEmpty() ? Status.PASSED : JUDGED.contains(code) ? Status.FAILED : Status.ERROR;
    }

    private static String compared(Metric metric, Band band, String is, Map<Metric, String> had) {
        if (is.isEmpty()) {
            return metric.word() + ": the run wrote none";
        }
        return had.containsKey(metric)
                ? band.outside(metric.word(), is, had.get(metric))
                : metric.word() + " " + is + ": the baseline has none; --update-baseline proposes it";
    }
}
