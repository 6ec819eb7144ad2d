// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.regress.CaseProcess.Ending;
import fairlead.regress.Suite.Case;
import fairlead.regress.Suite.Expectation;
import fairlead.regress.Suite.Result;
import fairlead.regress.Suite.Status;
import fairlead.run.report.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs one case in its folder, judges it, and leaves artefacts there if it did not pass. */
final class CaseRunner {
    /** The exit codes of a command that has reached a judgement; other codes mean that it could not. */
    static final List<Integer> JUDGED = List.of(0, 1, 3, 4);

    /** The exit codes with which a command has written its result. */
    private static final List<Integer> WRITTEN = List.of(0, 1, 4);

    private static final double NANO = 1e-9;

    private final CaseProcess processes;
    private final Baseline baseline;
    private final Path results;

    /** @param results folder of all results */
    CaseRunner(CaseProcess processes, Baseline baseline, Path results) {
        this.processes = processes;
        this.baseline = baseline;
        this.results = results;
    }

    Result run(Case one) throws IOException {
        Path folder = Files.createDirectories(results.resolve(one.folder()));
        Path written = folder.resolve(one.litmus() ? "litmus.json" : "run/summary.json");
        List<String> words = new ArrayList<>(one.words());
        words.addAll(
                one.litmus()
                        ? List.of("--json", written.toString())
                        : List.of("--out", written.getParent().toString(), "--no-progress"));
        long begin = System.nanoTime();
        Ending ending = processes.run(words, folder, one.limits());
        if (processes.isStopped()) {
            WholeFile.deleteFolder(folder);
            return Result.notRun(one);
        }
        JsonNode result = parsed(written);
        Judge judge = new Judge(one, ending, result);
        Status status = judge.judge(baseline.of(one.id()));
        List<String> files = new ArrayList<>();
        if (status == Status.PASSED) {
            WholeFile.deleteFolder(folder);
        } else {
            files.addAll(kept(one, folder));
        }
        return new Result(
                one,
                status,
                judge.reasons,
                ending.code(),
                (System.nanoTime() - begin) * NANO,
                judge.metrics,
                judge.verdicts,
                files,
                one.litmus() ? litmusRepro(one, result) : one.repro());
    }

    private static JsonNode parsed(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? new ObjectMapper().readTree(file.toFile()) : null;
        } catch (JsonProcessingException e) {
            return null; // the process ended while it wrote
        }
    }

    /**
     * Returns the command of the first schedule that showed a forbidden outcome or an error, otherwise that of the
     * case.
     */
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

    /** Compares the end of a case and its files with the expectations of the suite and with the baseline. */
    private static final class Judge {
        private final Case one;
        private final Ending ending;
        private final boolean written;
        private final Map<Metric, String> metrics = new EnumMap<>(Metric.class);
        private final Map<String, String> verdicts = new TreeMap<>();
        private final List<String> reasons = new ArrayList<>();

        /** @param written summary.json of a run or the result of litmus, or null if there is none */
        Judge(Case one, Ending ending, JsonNode written) {
            this.one = one;
            this.ending = ending;
            this.written = written != null;
            if (written != null && one.litmus()) {
                verdicts.put("outcome", outcome(written.at("/tests/0")));
            } else if (written != null) {
                for (Metric metric : Metric.values()) {
                    metrics.put(metric, metric.in(written));
                }
                written.path("verdicts").fields().forEachRemaining(v -> {
                    JsonNode holds = v.getValue().path("holds");
                    verdicts.put(v.getKey(), holds.isNull() ? "not_exercised" : Boolean.toString(holds.asBoolean()));
                });
            }
        }

        private static String outcome(JsonNode test) {
            boolean bad = Stream.of("forbidden", "missing_seen", "errors")
                    .anyMatch(kind -> test.path(kind).size() > 0);
            return bad ? "fails" : test.path("schedules").asInt() == 0 ? "not_run" : "holds";
        }

        /** Judges the case; `had` is its entry in the baseline, or null. */
        Status judge(Map<Metric, String> had) {
            Expectation expect = one.expect();
            if (!ending.trouble().isEmpty()) {
                reasons.add(ending.trouble());
                return Status.ERROR;
            }
            if (!written && WRITTEN.contains(ending.code())) {
                reasons.add(
                        "exit code " + ending.code() + " without a result; what it said is in " + CaseProcess.OUTPUT);
                return Status.ERROR;
            }
            if (ending.code() != expect.exit()) {
                reasons.add("exit code " + ending.code() + ": expected " + expect.exit());
            }
            expect.verdicts().forEach(this::require);
            if (one.litmus() && ending.code() == expect.exit() && JUDGED.contains(ending.code())) {
                require("outcome", expect.outcome());
            }
            if (had == null && !one.bands().isEmpty() && !metrics.isEmpty()) {
                reasons.add("the baseline has no such case; --update-baseline proposes it");
            } else {
                one.bands().forEach((metric, band) -> compare(metric, band, had));
            }
            return reasons.isEmpty() ? Status.PASSED : JUDGED.contains(ending.code()) ? Status.FAILED : Status.ERROR;
        }

        private void require(String name, String truth) {
            String is = verdicts.getOrDefault(name, "without a result");
            if (!is.equals(truth)) {
                reasons.add(name + " is " + is + ": expected " + truth);
            }
        }

        private void compare(Metric metric, Metric.Band band, Map<Metric, String> had) {
            String is = metrics.getOrDefault(metric, "");
            if (is.isEmpty()) {
                reasons.add(metric.word() + ": the run wrote none");
            } else if (!had.containsKey(metric)) {
                reasons.add(metric.word() + " " + is + ": the baseline has none; --update-baseline proposes it");
            } else {
                String outside = band.outside(metric.word(), is, had.get(metric));
                reasons.addAll(outside.isEmpty() ? List.of() : List.of(outside));
            }
        }
    }
}
