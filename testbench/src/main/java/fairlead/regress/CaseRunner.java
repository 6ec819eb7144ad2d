// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.regress.CaseProcess.Ending;
import fairlead.regress.CaseResult.Status;
import fairlead.run.report.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs one case in its folder, judges it, and leaves artefacts there if it did not pass. */
final class CaseRunner {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double NANO = 1e-9;

    private final CaseProcess processes;
    private final Baseline baseline;
    private final Path results;

    /** @param results folder of all results */
    CaseRunner(final CaseProcess processes, final Baseline baseline, final Path results) {
        this.processes = processes;
        this.baseline = baseline;
        this.results = results;
    }

    static CaseResult notRun(final SuiteCase one) {
        return new CaseResult(
                one,
                Status.NOT_RUN,
                List.of("interrupted"),
                CaseProcess.NO_CODE,
                0,
                Map.of(),
                Map.of(),
                List.of(),
                one.repro());
    }

    CaseResult run(final SuiteCase one) throws IOException {
        final Path folder = Files.createDirectories(results.resolve(CaseResult.folder(one)));
        final Path written = folder.resolve(one.litmus() ? "litmus.json" : "run/summary.json");
        final List<String> words = new ArrayList<>(one.words());
        words.addAll(
                one.litmus()
                        ? List.of("--json", written.toString())
                        : List.of("--out", written.getParent().toString(), "--no-progress"));
        final long begin = System.nanoTime();
        final Ending ending = processes.run(words, folder, one.limits());
        if (processes.isStopped()) {
            WholeFile.deleteFolder(folder);
            return notRun(one);
        }
        final JsonNode result = parsed(written);
        final CaseJudge judge = new CaseJudge(one, ending, result);
        final Status status = judge.judge(baseline.of(one.id()));
        if (status != Status.PASSED) {
            keep(one, folder);
        }
        final List<String> files = status == Status.PASSED ? List.of() : files(folder);
        if (status == Status.PASSED) {
            WholeFile.deleteFolder(folder);
        }
        return new CaseResult(
                one,
                status,
                judge.reasons(),
                ending.code(),
                (System.nanoTime() - begin) * NANO,
                judge.metrics(),
                judge.verdicts(),
                files,
                one.litmus() ? litmusRepro(one, result) : one.repro());
    }

    private static JsonNode parsed(final Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? JSON.readTree(file.toFile()) : null;
        } catch (final JsonProcessingException e) {
            return null; // the process ended while it wrote
        }
    }

    /**
     * Returns the command of the first schedule that showed a forbidden outcome or an error, otherwise that of the
     * case.
     */
    private static String litmusRepro(final SuiteCase one, final JsonNode result) {
        for (final String kind : List.of("forbidden", "errors")) {
            final JsonNode repro = result == null ? null : result.at("/tests/0/" + kind + "/0/repro");
            if (repro != null && repro.asText().startsWith("scripts/")) {
                return repro.asText();
            }
        }
        return one.repro();
    }

    private void keep(final SuiteCase one, final Path folder) throws IOException {
        Files.writeString(folder.resolve("repro.txt"), one.repro() + "\n");
        if (!one.effective().isEmpty()) {
            Files.writeString(folder.resolve("effective.yaml"), one.effective());
        }
        WholeFile.deleteFolder(folder.resolve("tmp"));
    }

    private static List<String> files(final Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(f -> folder.relativize(f).toString())
                    .sorted()
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
