// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no plain file of text where one is read, and no plain place where one is written. */
@Tag("M-120")
class StrangeFileTest {
    private static final Path ABUSE = Path.of("src/test/resources/abuse");
    private static final String LITMUS =
            "litmus m\nnodes A=0 T=far\nwords x@T\nprogram A {\n put x = 1\n}\nseen x = 1\n";

    @TempDir
    private Path folder;

    private String[] words(String command, String in) {
        return Stream.of(command.split(" "))
                .map(word -> switch (word) {
                    case "IN" -> in;
                    case "OUT" -> folder.resolve("out").toString();
                    case "TINY" -> ABUSE.resolve("tiny.yaml").toString();
                    default -> word;
                })
                .toArray(String[]::new);
    }

    private List<Path> places() throws IOException {
        Path folderHere = Files.createDirectory(folder.resolve("a folder"));
        Path empty = Files.createFile(folder.resolve("empty"));
        Path line = Files.writeString(folder.resolve("two\nlines"), "\0");
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));
        return List.of(
                folderHere,
                empty,
                line,
                dangling,
                loop,
                folder.resolve("missing"),
                empty.resolve("below"),
                Path.of("/dev/null"),
                Path.of("/dev/zero"),
                Path.of("/dev/full"),
                Path.of("/proc/self/mem"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "validate IN",
                "run IN --engine model --out OUT --no-progress",
                "check IN",
                "traffic IN",
                "area IN",
                "area --timing --liberty IN",
                "area --timing --tile --macros IN",
                "sweep IN --over seed=1,2",
                "search IN --out OUT --ask-tell",
                "eval --point IN --out OUT",
                "litmus IN --engine model --schedules 1",
            })
    void isRefusedInOneLineThatNamesIt(String command) throws IOException {
        List<Path> places = places();
        List<String> before = Captured.names(folder);
        for (Path place : places) {
            Captured answer = Captured.of(words(command, place.toString()));
            assertEquals(ExitCode.BAD_INPUT, answer.code(), place + "\n" + answer.all());
            answer.complains(place.toString().replace("\n", "\\u000a"));
            assertFalse(answer.err().contains("Exception"), answer.err());
            answer.complainsOnce();
            assertEquals(before, Captured.names(folder));
        }
    }

    /** A pipe gives its text once, and whoever opens it a second time waits for ever. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tiny.yaml|validate IN",
                "tiny.yaml|run IN --out OUT --no-progress",
                "tiny.yaml|check IN",
                "study.yaml|search IN --out OUT --ask-tell",
                "point|eval --point IN --out OUT",
                "litmus|litmus IN --engine model --schedules 1",
            })
    void aPipeIsReadOnce(String line) throws IOException, InterruptedException {
        String[] parts = line.split("\\|");
        String text =
                switch (parts[0]) {
                    case "litmus" -> LITMUS;
                    case "point" -> "{\"scenario\": \"tiny.yaml\"}";
                    default -> Files.readString(ABUSE.resolve(parts[0]));
                };
        Files.copy(ABUSE.resolve("tiny.yaml"), folder.resolve("tiny.yaml"));
        Path plain = Files.writeString(folder.resolve("plain"), text);
        int expected = Captured.of(words(parts[1], plain.toString())).code();
        if (Files.exists(folder.resolve("out"))) {
            fairlead.run.WholeFile.deleteFolder(folder.resolve("out"));
        }
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Thread writer = new Thread(() -> {
            try {
                Files.write(pipe, text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.setDaemon(true);
        writer.start();
        Captured answer = Captured.of(words(parts[1], pipe.toString()));
        assertEquals(expected, answer.code(), answer.all());
        writer.join(TimeUnit.SECONDS.toMillis(60));
        assertFalse(writer.isAlive(), "the pipe was not read");
    }

    @Test
    void aPipeThatManyProcessesWouldReadIsRefused() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Captured.of("sweep", pipe, "--over", "seed=1,2")
                .exits(ExitCode.BAD_INPUT)
                .complains("must be a regular file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run TINY --out OUT --no-progress --json IN",
                "run TINY --engine rtl --out OUT --no-progress --record IN",
                "run TINY --engine rtl --out OUT --no-progress --wave IN",
                "check TINY --json IN",
                "sweep TINY --over seed=1,2 --csv IN",
                "litmus none.litmus --json IN",
            })
    void aPlaceThatTakesNoFileIsRefusedBeforeTheWork(String command) throws IOException {
        List<Path> places = places();
        List<String> before = Captured.names(folder);
        for (Path place : Stream.concat(
                        places.stream().filter(p -> List.of("a folder", "loop", "below")
                                .contains(p.getFileName().toString())),
                        Stream.of(
                                folder.resolve("no/such/folder"), Path.of("/proc/x"), folder.resolve("x".repeat(300))))
                .toList()) {
            Captured answer = Captured.of(words(command, place.toString()));
            assertEquals(ExitCode.BAD_INPUT, answer.code(), place + "\n" + answer.all());
            answer.complainsOnce();
            assertEquals(before, Captured.names(folder));
        }
    }

    /** No result is written over the file that it comes from, or over another result of the same command. */
    @Test
    void whatIsReadIsNotWrittenAndNoPlaceIsWrittenTwice() throws IOException {
        Path in = folder.resolve("s.yaml");
        Files.copy(ABUSE.resolve("tiny.yaml"), in);
        Path link = Files.createSymbolicLink(folder.resolve("link.yaml"), in);
        Path result = folder.resolve("r.json");
        String out = folder.resolve("out").toString();
        for (String[] command : new String[][] {
            {"run", in.toString(), "--out", out, "--json", in.toString()},
            {"run", in.toString(), "--out", out, "--json", link.toString()},
            {"run", "--json", folder.resolve("x/../s.yaml").toString(), "--out", out, in.toString()},
            {"run", in.toString(), "--out", out, "--json", result.toString(), "--record", result.toString()},
            {"check", in.toString(), "--json", in.toString()},
            {"sweep", in.toString(), "--over", "seed=1,2", "--csv", in.toString()},
            {"litmus", in.toString(), "--json", in.toString()},
        }) {
            Captured answer = Captured.of(command).exits(ExitCode.BAD_INPUT);
            assertTrue(
                    answer.err().contains(": is the file of ") || answer.err().contains("there is no folder"),
                    answer.err());
            assertEquals(Files.readString(ABUSE.resolve("tiny.yaml")), Files.readString(in));
            assertFalse(Files.exists(result));
        }
        Captured.of("run", in, "--out", out, "--no-progress", "--json", "-").exits(ExitCode.OK);
    }
}
