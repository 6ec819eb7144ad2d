// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.support.FstSignals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** fairlead regress: results, files and exit codes. Every case is a process of its own. */
@Tag("M-301")
@Tag("M-303")
class RegressCommandTest {
    private static final String RING = "schema: fairlead.scenario/1\nmachine: {shape: [2, 1, 1], memory_bytes: 16384}\n"
            + "workload: {kind: ring, iterations: 1, bytes: 64}\nengine: model\n";
    private static final String HEAD =
            "schema: fairlead.suite/1\nbaseline: base.json\nlimits: {seconds: 100}\ncases:\n";

    @TempDir
    private Path folder;

    private Path out;

    @BeforeEach
    void scenario() throws IOException {
        out = folder.resolve("out");
        Files.writeString(folder.resolve("ring.yaml"), RING);
    }

    private Captured regress(String cases, String... more) throws IOException {
        Path suite = Files.writeString(folder.resolve("mine.yaml"), HEAD + cases);
        return Captured.of("regress", suite, "--jobs", "2", "--no-progress", "--out", out, more);
    }

    private Element junit() throws IOException, ParserConfigurationException, SAXException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(out.resolve("TEST-mine.xml").toFile())
                .getDocumentElement();
    }

    private static String attribute(NodeList list, String name) {
        return ((Element) list.item(0)).getAttribute(name);
    }

    /** One case of each kind, and one that ends before a packet arrives, differ in every file and in the exit code. */
    @Test
    void whatPassesFailsAndCannotBeJudgedIsToldApart() throws Exception {
        Files.writeString(
                folder.resolve("weak.litmus"), Files.readString(Path.of("../examples/litmus/L02-mp-fence.litmus")));
        Captured answer = regress(
                        "- {name: good, scenario: ring.yaml, seeds: [1, 2]}\n"
                                + "- {name: wrong, scenario: ring.yaml, expect: {verdicts: {fence_ordering: false}, exit: 0}}\n"
                                + "- {name: cut, scenario: ring.yaml, set: {run.max_cycles: 50}}\n"
                                + "- {name: early, scenario: ring.yaml, set: {run.max_cycles: 5}, expect: {exit: 4}}\n"
                                + "- {name: short, scenario: ring.yaml, set: {run.max_cycles: 50}, expect: {exit: 4}}\n"
                                + "- {name: refused, scenario: ring.yaml, set: {machine.buffers.local: 99}}\n"
                                + "- {litmus: weak.litmus, engines: [model], schedules: 5}\n"
                                + "- {name: never, litmus: weak.litmus, engines: [model], schedules: 5, expect: {outcome: fails}}\n")
                .exits(ExitCode.FAILS);
        assertEquals(
                "{cut=failed, early=passed, good/seed-1=passed, good/seed-2=passed, never/model=failed, refused=error, short=passed,"
                        + " weak/model=passed, wrong=failed}",
                Captured.statuses(out).toString());
        answer.says("9 cases: 5 passed, 3 failed, 1 errors").complains("fence_ordering is true: expected false");
        Element suite = junit();
        assertEquals("9", suite.getAttribute("tests"));
        assertEquals("3", suite.getAttribute("failures"));
        assertEquals("1", suite.getAttribute("errors"));
        assertEquals(9, suite.getElementsByTagName("testcase").getLength());
        assertEquals(3, suite.getElementsByTagName("failure").getLength());
        assertEquals("exit code 2: expected 0", attribute(suite.getElementsByTagName("error"), "message"));
        String repeat = suite.getElementsByTagName("failure").item(1).getTextContent();
        assertTrue(repeat.contains("ring.yaml --set run.max_cycles=50"), repeat);
        assertTrue(Files.readString(out.resolve("cases/refused/output.txt")).contains("machine.buffers.local = 99"));
        assertTrue(Files.readString(out.resolve("cases/cut/effective.yaml")).contains("max_cycles: 50"));
        assertTrue(Files.exists(out.resolve("cases/cut/run/summary.json")));
        assertFalse(Files.exists(out.resolve("cases/good")), "a case that passed leaves nothing");
        String html = Files.readString(out.resolve("index.html"));
        assertFalse(html.contains("http"), "the index needs no network");
        assertTrue(html.contains("cases/wrong/repro.txt") && html.contains("class=\"failed\""), html);
    }

    /** The line that is said to repeat a case does: the same exit code and the same reason. */
    @Test
    void theLineThatRepeatsACaseDoesSo() throws Exception {
        regress(
                "- {name: cut, scenario: ring.yaml, set: {run.max_cycles: 50, machine.shape: [3, 1, 1]}, seeds: [5]}\n");
        String line =
                Files.readString(out.resolve("cases/cut/seed-5/repro.txt")).strip();
        List<String> words = new ArrayList<>();
        for (String word : line.replaceFirst("scripts/fairlead ", "").split(" ")) {
            words.add(word.replace("'", ""));
        }
        words.addAll(List.of("--no-progress", "--out", folder.resolve("again").toString()));
        Captured.of(words).exits(ExitCode.PARTIAL);
        ObjectMapper json = new ObjectMapper();
        assertEquals(
                json.readTree(out.resolve("cases/cut/seed-5/run/summary.json").toFile())
                        .get("event_sha256"),
                json.readTree(folder.resolve("again/summary.json").toFile()).get("event_sha256"));
    }

    @Test
    void aBaselineIsProposedAndNeverWritten() throws Exception {
        Path stored = folder.resolve("base.json");
        String cases = "- {name: a, scenario: ring.yaml, bands: {cycles: 0, events: same}}\n"
                + "- {name: b, scenario: ring.yaml, set: {workload.bytes: 8}, bands: {cycles: 1%}}\n";
        regress(cases).exits(ExitCode.FAILS);
        Captured first = regress(cases, "--update-baseline", "--force").exits(ExitCode.OK);
        assertFalse(Files.exists(stored), "the stored baseline stays as it is");
        first.says("cp " + out.resolve("baseline.json") + " " + stored);
        Files.copy(out.resolve("baseline.json"), stored);
        regress(cases, "--force").exits(ExitCode.OK);
        String moved = Files.readString(stored).replaceFirst("\"cycles\": \\d", "\"cycles\": 9");
        Files.writeString(stored, moved);
        Captured third = regress(cases, "--update-baseline", "--force").exits(ExitCode.OK);
        assertEquals(moved, Files.readString(stored));
        third.complains("failed a: cycles ");
        assertEquals(
                2, third.out().lines().filter(l -> l.matches("[-+]\"[ab]\".*")).count(), third.out());
        Captured fourth = regress(cases, "--force");
        assertEquals("{a=failed, b=passed}", Captured.statuses(out).toString(), fourth.all());
    }

    @Test
    void shardsTogetherAreTheSuite() throws IOException {
        String cases = "- {name: all, scenario: ring.yaml, seeds: 1..7}\n";
        List<String> seen = new ArrayList<>();
        for (int part = 1; part <= 3; part++) {
            seen.addAll(regress(cases, "--list", "--shard", part + "/3")
                    .out()
                    .lines()
                    .toList());
        }
        assertEquals(
                regress(cases, "--list").out().lines().sorted().toList(),
                seen.stream().sorted().toList());
        assertEquals(7, seen.size());
    }

    /** A fault of the lab library: the verdict fails, and the waveform of FailureRepeatTest is with the case. */
    @Test
    void aFailedVerdictComesWithAWaveformOfItsCycle() throws Exception {
        Path fault = Path.of("../examples/broken_flush.yaml").toAbsolutePath();
        regress("- {name: flush, scenario: " + fault + "}\n").exits(ExitCode.FAILS);
        Path artefacts = out.resolve("cases/flush");
        Path wave = artefacts.resolve("run/failure.fst");
        assertTrue(FstSignals.widths(wave).keySet().stream().anyMatch(s -> s.contains("fence")));
        String failure = junit().getElementsByTagName("failure").item(0).getTextContent();
        assertTrue(failure.contains("repeat with: scripts/fairlead run "), failure);
        assertTrue(junit().getTextContent().contains("[[ATTACHMENT|" + wave + "]]"), junit().getTextContent());
    }

    @Test
    void onlyResultsOfASuiteAreReplaced() throws IOException {
        Files.createDirectory(out);
        Files.writeString(out.resolve("mine.txt"), "x");
        regress("- {scenario: ring.yaml}\n").exits(ExitCode.BAD_INPUT);
        regress("- {scenario: ring.yaml}\n", "--force").exits(ExitCode.BAD_INPUT);
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(
                    "[mine.yaml, out, ring.yaml]",
                    left.map(p -> p.getFileName().toString()).sorted().toList().toString());
        }
        assertEquals("x", Files.readString(out.resolve("mine.txt")));
    }
}
