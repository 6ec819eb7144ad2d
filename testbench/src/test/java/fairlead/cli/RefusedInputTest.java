// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Inputs that once hung, filled the memory, ended in an internal error or were taken for something else: each is
 * refused at once with its place.
 */
@Tag("M-77")
class RefusedInputTest {
    private static final Path CASES = Path.of("src/test/resources/abuse");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "validate ALIAS.yaml | alias.yaml line 4: *twin: aliases are not followed",
                "validate ANCHOR.yaml | anchor.yaml line 2: &m: anchors are not known",
                "validate DOTTED.yaml | dotted.yaml line 3: machine.shape: a key in a file has no dots",
                "validate OCTAL.yaml | octal.yaml line 2: 012: an integer is written as digits",
                "validate OCTAL.yaml | YAML would read this one as 10",
                "validate INDENT.yaml | indent.yaml line 4: not YAML",
                "validate HUGE-NUMBER.yaml | huge-number.yaml line 4: seed = Infinity",
                "validate TINY.yaml --set schema=/ | schema = /: must be fairlead.scenario/1",
                "validate TINY.yaml --set workload.iterations=60001 | workload.iterations = 60001: the program would have about",
                "validate TINY.yaml --set workload={\"kind\":\"traffic\",\"cycles\":1000000} --set machine.shape=[16,16,16] --set machine.memory_bytes=65536 | workload.cycles = 1000000: must be at most",
                "sweep TINY.yaml --over seed=1..9999 --over machine.latency.link=1..9999 --over run.quantum=1..9999 | 999700029999 simulations; must be at most 100000",
                "sweep TINY.yaml --over seed=1,2 --repeats 2000000000 | 4000000000 simulations; must be at most 100000",
                "sweep TINY.yaml --over seed=1,2 --workers 3000 | --workers 3000: must be 1 to 256",
                "litmus EMPTY-ROUNDS.litmus --engine model | empty-rounds.litmus:6: more than 200000 statements and rounds",
                "litmus MANY-WORDS.litmus --engine model | many-words.litmus:3: all words together are 200000; must be at most 131072",
                "litmus NO-EPOCH.litmus --engine model | no-epoch.litmus:5: node T opens no epoch 5 to this node",
                "sweep TINY.yaml --over seed=null,2 | --over seed=null: seed = null: must be an integer",
                "validate TINY.yaml --set workload={\"kind\":\"random\"} --set machine.dla.max_cd_alloc=4 | machine.dla.max_cd_alloc = 4: the DLA limits of node 0 leave 4 credits",
                "run TINY.yaml --set workload={\"kind\":\"random\"} --set machine.dla.scheme=pr --set machine.buffers.dla=4 | machine.buffers.dla = 4: the DLA limits of node 0 leave 4 credits",
                "run TINY.yaml --engine rtl --set machine.buffers.local=255 | machine.buffers.local = 255: must be at most 32 in this library",
                "run TINY.yaml --engine model --set machine.buffers.link_vc=65 | machine.buffers.link_vc = 65: must be at most 64 in this library",
                "run TINY.yaml --engine lockstep --set machine.buffers.injection=256 | machine.buffers.injection = 256: must be at most",
                "sweep TINY.yaml --over seed=\uFEFF1,2 | --over seed=\uFEFF1 line 1: character \\ufeff in column 1 is not text",
                "validate TINY.yaml --set machine.buffers.response=17 | machine.buffers.response = 17: must be at most 16 in this library",
                "sweep TINY.yaml --over machine.buffers.local=4,255 | machine.buffers.local = 255: must be at most 32 in this library",
                "eval --point POINT-EMPTY.json --out OUT | point-empty.json: scenario = \"\": is a folder",
                "eval --point POINT-NUL.json --out OUT | scenario = \"\\u0000\": cannot be a path",
                "eval --point POINT-TWO.json --out OUT | line 2: not JSON: there is more behind the object",
                "eval --point POINT-TWICE.json --out OUT | Duplicate field 'scenario'",
                "eval --point POINT-SET.json --out OUT | point-set.json: set: sed=1: sed = 1: unknown key; did you mean seed?",
                "run TINY.yaml --out EMPTY | an empty text is no path",
                "run TINY.yaml --out LONG | a name in it has more than 255 bytes",
                "run TINY.yaml --json LONG | a name in it has more than 255 bytes",
                "validate /dev/zero | has more than 4194304 bytes",
            })
    void isRefusedWithItsPlace(final String arguments, final String message) {
        final String[] words = arguments.split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = switch (words[i]) {
                case "OUT" -> folder.resolve("out").toString();
                case "EMPTY" -> "";
                case "LONG" -> folder.resolve("x".repeat(300)).toString();
                default -> words[i].matches("[A-Z].*\\.[a-z]+")
                        ? CASES.resolve(words[i].toLowerCase(java.util.Locale.ROOT))
                                .toString()
                        : words[i];
            };
        }
        assertRefused(message, words);
    }

    private static void assertRefused(final String message, final String... words) {
        final Captured answer = Captured.of(words).exits(ExitCode.BAD_INPUT).complains(message);
        assertEquals("", answer.out());
        assertFalse(answer.err().contains("\tat ") || answer.err().contains("Exception"), answer.err());
        answer.complainsOnce();
        assertTrue(answer.err().startsWith("fairlead: "), answer.err());
    }

    private String file(final String name, final String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void nestingAndLongLinesAreRefusedBeforeAParserMeetsThem() throws IOException {
        final StringBuilder nested = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            nested.append(" ".repeat(i)).append("a:\n");
        }
        assertRefused("line 33: nested more than 32 deep", "validate", file("nested.yaml", nested.toString()));
        assertRefused(
                "line 1: has more than 65536 characters", "validate", file("long.yaml", "#" + "x".repeat(1 << 17)));
        assertRefused("has more than 4194304 bytes", "validate", file("large.yaml", "#\n".repeat((4 << 20) / 2 + 1)));
        assertRefused(
                "nested more than 32 deep",
                "validate",
                CASES.resolve("tiny.yaml").toString(),
                "--set",
                "a.".repeat(30_000) + "b=1");
        final String head = "litmus n\nnodes A=0 T=far\nwords x@T\nprogram A {\n";
        for (final String condition : new String[] {"(".repeat(30_000) + "x = 1", "!".repeat(60_000) + "x = 1"}) {
            assertRefused(
                    "deep.litmus:7: nested more than 64 deep",
                    "litmus",
                    "--engine",
                    "model",
                    file("deep.litmus", head + "  put x = 1\n}\nforbidden " + condition + "\n"));
        }
        assertRefused(
                "blocks.litmus:68: blocks are nested more than 64 deep",
                "litmus",
                "--engine",
                "model",
                file("blocks.litmus", head + "repeat 1 {\n".repeat(20_000)));
    }

    @Test
    void aPlainValueIsNamedBesideTheOverrideThatWantsAKeyInIt() throws IOException {
        final String set = "run.max_cycles=5";
        assertRefused("s.yaml line 1: --set " + set, "validate", file("s.yaml", "schema:x\n"), "--set", set);
        final String text = "schema: fairlead.scenario/1\nrun: 7\nworkload: {kind: ring}\n";
        assertRefused("p.yaml line 2: --set " + set, "validate", file("p.yaml", text), "--set", set);
    }

    @Test
    void whatIsNoTextHasItsLine() throws IOException {
        assertRefused(
                "line 3: character \\u0000 in column 2 is not text", "validate", file("nul.yaml", "a: 1\n\nb\0: 1\n"));
        final Path file = folder.resolve("latin.yaml");
        Files.write(file, new byte[] {'a', ':', ' ', '1', '\n', 'b', ':', ' ', (byte) 0xFC, '\n'});
        assertRefused("latin.yaml line 2: not a text file in UTF-8", "validate", file.toString());
    }

    @Test
    void aByteOrderMarkIsSkippedEverywhere() throws IOException {
        final String mark = "\uFEFF";
        Files.copy(CASES.resolve("tiny.yaml"), folder.resolve("tiny.yaml"));
        final String yaml = file("mark.yaml", mark + Files.readString(CASES.resolve("tiny.yaml")));
        Captured.of("validate", yaml).exits(ExitCode.OK);
        final String point = file("mark.json", mark + "{\"scenario\": \"tiny.yaml\"}");
        assertEquals(
                ExitCode.OK,
                Captured.of("eval", "--point", point, "--out", folder.resolve("e"))
                        .code());
        final String litmus = file(
                "mark.litmus", mark + "litmus m\nnodes A=0 T=far\nwords x@T\nprogram A {\n put x = 1\n}\nseen x = 1\n");
        Captured.of("litmus", litmus, "--engine", "model", "--schedules", "1").exits(ExitCode.OK);
    }

    @Test
    void manyMistakesAreCutAndControlCharactersAreShown() throws IOException {
        final StringBuilder keys = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            keys.append("k").append(i).append(": 1\n");
        }
        final Captured answer =
                Captured.of("validate", file("keys.yaml", keys.toString())).exits(ExitCode.BAD_INPUT);
        assertEquals(21, answer.err().lines().count());
        assertTrue(answer.err().contains("and 19983 more") || answer.err().contains("and 199"), answer.err());
        final Captured escape = Captured.of("validate", file("escape.yaml", "\"\\e[31m\": 1\n"));
        assertFalse(escape.err().contains("\u001b"), escape.err());
        escape.complains("\\u001b[31m");
    }

    /** The oracle's work is bounded, and the run is judged by its conditions alone. */
    @Test
    void aTestWithTooManyOrdersIsNotJudgedByTheModel() {
        Captured.of("litmus", CASES.resolve("many-actions.litmus"), "--engine", "model", "--schedules", "1")
                .exits(ExitCode.OK)
                .says("conditions only: more than 300000 states");
    }

    @Test
    void askTellTakesNoHalfGeneNoUnknownGeneAndNoInfinity() throws IOException {
        final java.io.InputStream in = System.in;
        try {
            System.setIn(new java.io.ByteArrayInputStream(String.join(
                            "\n",
                            "{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 1.5, \"machine.buffers.local\": 1}}]}",
                            "{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 1, \"x\": 1}}]}",
                            "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 1},"
                                    + " \"values\": {\"completion_time\": 1e999, \"buffer_bits\": 1}}]}",
                            "{\"ask\": 1} {\"ask\": 1}",
                            "{\"front\": true}")
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            final Captured answer =
                    Captured.of("search", CASES.resolve("study.yaml"), "--out", folder.resolve("out"), "--ask-tell");
            final String[] lines = answer.out().split("\n");
            assertTrue(lines[0].contains("link_vc = 1.5: must be 1 to 2"), lines[0]);
            assertTrue(lines[1].contains("genes.x: unknown"), lines[1]);
            assertTrue(lines[2].contains("completion_time") && lines[2].contains("must be a finite number"), lines[2]);
            assertTrue(lines[3].contains("not JSON"), lines[3]);
            assertEquals("{\"front\":[]}", lines[4]);
            assertTrue(
                    Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals("search")),
                    "the session has left its thread");
        } finally {
            System.setIn(in);
        }
    }

    /** A wrong argument ends every command at once: one line that names it and what it may be. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rnu | rnu: no such command; did you mean run?",
                "run SCENARIO --json /nowhere/x.json | --json': /nowhere/x.json cannot be written: there is no folder /nowhere",
                "run SCENARIO --json . | is a folder",
                "run SCENARIO --out SCENARIO/x | is a file",
                "run SCENARIO --library labb | must be one of product, lab, small, one_clock; did you mean lab?",
                "run SCENARIO --library unit | must be one of product, lab, small, one_clock",
                "run SCENARIO --wave-nodes 64 | must be a rank from 0 to 63",
                "run SCENARIO --wave-from 5 --wave-to 2 | and rise",
                "run SCENARIO --wave x.fst --library product | library product writes no waveforms; lab does",
                "run SCENARIO --engine modle | did you mean model?",
                "check --shape 4,4,x | three sizes from 1 to 16",
                "litmus nowhere.litmus | nowhere.litmus: no such file",
                "sweep SCENARIO --over machine.latency.link=1,2 --repeats 0 | --repeats 0: must be at least 1",
                "sweep SCENARIO --over machine.latency.link=5..1:1 | the range must rise",
                "traffic SCENARIO | workload.at",
                "litmus SCENARIO --schedules 0 | --schedules 0: must be at least 1",
                "run . | .: is a folder, not a file",
                "validate SCENARIO --set schema=fairlead.study/1 | schema = fairlead.study/1: must be fairlead.scenario/1",
                "search SCENARIO --out /tmp/fairlead-no-study | schema = fairlead.scenario/1: must be fairlead.study/1",
                "search SCENARIO --out /proc/x | /proc/x cannot be written: permission denied in /proc",
                "search SCENARIO --out x --store SCENARIO | is a file",
                "sweep SCENARIO --over machine.latency.link=1,2 --store SCENARIO | is a file",
                "litmus . | no file ends with .litmus",
                "eval --point . --out x | .: is a folder, not a file",
                "eval --point SCENARIO --out SCENARIO | is a file",
                "traffic LOCAL --set workload.load=0 | workload.load = 0.0: must be more than 0",
            })
    void aWrongArgumentIsNamed(final String arguments, final String message) {
        final String examples = System.getenv().getOrDefault("FAIRLEAD_ROOT", "..") + "/examples";
        final String scenario = examples + "/halo3d.yaml";
        assertRefused(
                message,
                arguments
                        .replace("LOCAL", examples + "/traffic/uniform.yaml")
                        .replace("SCENARIO", scenario)
                        .split(" "));
    }
}
