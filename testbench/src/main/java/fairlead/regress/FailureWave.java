// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.regress.CaseProcess.Ending;
import fairlead.run.report.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repeats a run whose verdict failed on the lab library, up to a little behind the first violation, and writes a
 * waveform of the cycles before it. A run is deterministic and the twin is exact, so the repeat has the same events.
 */
final class FailureWave {
    static final String FILE = "wave.fst";

    /** The cycles of the waveform before the first violation: a fault is often older than the event that shows it. */
    private static final long BEFORE = 1000;

    private static final long AFTER = 50;
    private static final int MOST_NODES = 8;
    private static final int JUDGED_FALSE = 1;
    private static final int CUT = 4;
    private static final Pattern NODE = Pattern.compile("\\bnode (\\d{1,4})\\b");

    private final CaseProcess processes;
    private final SuiteCase one;
    private final Path folder;

    FailureWave(final CaseProcess processes, final SuiteCase one, final Path folder) {
        this.processes = processes;
        this.one = one;
        this.folder = folder;
    }

    /** Writes wave.fst and returns an empty text, or returns the reason why there is none. */
    String write(final JsonNode summary) throws IOException {
        final JsonNode violation = summary.path("first_violation");
        final long at = violation.isNumber()
                ? violation.asLong()
                : summary.path("cycles").asLong();
        final Path again = folder.resolve("again");
        final List<String> words = new ArrayList<>(one.words());
        for (int i = words.indexOf("--library"); i >= 0; i = words.indexOf("--library")) {
            words.subList(i, i + 2).clear();
        }
        for (int i = words.indexOf("--engine"); i >= 0; i = words.indexOf("--engine")) {
            words.subList(i, i + 2).clear();
        }
        words.addAll(List.of("--engine", "rtl", "--library", "lab", "--no-progress", "--out", again.toString()));
        words.addAll(List.of("--set", "run.max_cycles=" + Math.max(1, at + AFTER)));
        words.addAll(List.of("--wave", folder.resolve(FILE).toString(), "--wave-nodes", nodes(summary)));
        words.addAll(List.of(
                "--wave-from", Long.toString(Math.max(0, at - BEFORE)), "--wave-to", Long.toString(at + AFTER)));
        final Path place = Files.createDirectories(folder.resolve("wave"));
        final Ending ending = processes.run(words, place, one.limits());
        final boolean written = Files.exists(folder.resolve(FILE));
        final String said = Files.readString(place.resolve(CaseProcess.OUTPUT)).strip();
        FolderTree.delete(place);
        if (Files.exists(again)) {
            FolderTree.delete(again);
        }
        if (written && (ending.code() == JUDGED_FALSE || ending.code() == CUT || ending.code() == 0)) {
            return "";
        }
        return "no waveform: "
                + (ending.trouble().isEmpty()
                        ? said.lines().findFirst().orElse("exit code " + ending.code())
                        : ending.trouble());
    }

    /** Returns the nodes that the false verdicts name, or node 0 where they name none. */
    private static String nodes(final JsonNode summary) {
        final TreeSet<Integer> nodes = new TreeSet<>();
        summary.path("verdicts").forEach(verdict -> {
            if (verdict.path("holds").isBoolean() && !verdict.path("holds").asBoolean()) {
                final Matcher named = NODE.matcher(verdict.path("detail").asText());
                while (named.find() && nodes.size() < MOST_NODES) {
                    nodes.add(Integer.parseInt(named.group(1)));
                }
            }
        });
        nodes.removeIf(n -> n >= summary.path("nodes").asInt());
        return nodes.isEmpty()
                ? "0"
                : String.join(",", nodes.stream().map(String::valueOf).toList());
    }
}
