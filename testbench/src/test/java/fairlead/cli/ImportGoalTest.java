// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** `fairlead import goal`: what is refused and why, and what runs with the bytes of its text. */
@Tag("M-350")
@Tag("M-351")
@Tag("M-352")
class ImportGoalTest {
    private static final Path EXAMPLES = Path.of("../examples/goal");
    private static final Path WRONG = Path.of("src/test/resources/goal/malformed.txt");
    private static final int EAGER = 65535;
    private static final int WORD = 8;
    private static final Pattern RANK = Pattern.compile("rank (\\d+) \\{");
    private static final Pattern SEND = Pattern.compile("(?:\\w+: *)?send (\\d+)b to (\\d+).*");

    @TempDir
    private Path folder;

    /** A text that is refused: line, reason, text, ending of the file's name. */
    record Case(int number, int line, String reason, String text, String ending) {
        @Override
        public String toString() {
            return number + " " + ending + " line " + line + ": " + reason;
        }
    }

    /** A case begins with a line `== ENDING LINE REASON`; the lines up to the next one are the file. */
    static Stream<Case> malformed() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String part : Files.readString(WRONG).split("(?m)^== ")) {
            if (!part.isEmpty()) {
                String[] head = part.lines().findFirst().orElseThrow().split(" ", 3);
                cases.add(new Case(
                        cases.size() + 1,
                        Integer.parseInt(head[1]),
                        head[2],
                        part.substring(part.indexOf('\n') + 1),
                        head[0]));
            }
        }
        return cases.stream();
    }

    private Captured imported(String name, String text, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Captured.of("import", "goal", file, more);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void aWrongFileIsRefusedWithItsLineAndTheReason(Case wrong) throws IOException {
        Captured answer = imported("wrong" + wrong.ending, wrong.text, "--out", folder + "/none.yaml")
                .exits(ExitCode.BAD_INPUT);
        String prefix =
                "fairlead: " + folder.resolve("wrong" + wrong.ending) + " line " + wrong.line + ": " + wrong.reason;
        assertEquals(
                prefix,
                answer.err().substring(0, Math.min(prefix.length(), answer.err().length())));
        answer.complainsOnce();
        assertEquals("", answer.out());
        assertFalse(Files.exists(folder.resolve("none.yaml")), "a file was left");
    }

    @Test
    void aCarriageReturnEndsNoComment() throws IOException {
        imported("ends.goal", "num_ranks 1\r\nrank 0 {\n// c\rcalc 5\n}\n")
                .exits(ExitCode.BAD_INPUT)
                .complains("ends.goal line 3: a carriage return alone ends no line");
    }

    private static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    /** Payload bytes that left for each other node, by source * nodes + destination; requests of gets carry none. */
    private static Map<Integer, Long> traffic(EventLog log, Shape shape) {
        Map<Integer, Long> bytes = new TreeMap<>();
        for (EventLog.Event e : log.ofKinds(EventKind.PACKET_DELIVERED)) {
            if (Header0.ptype(e.a()) == PacketType.PUT || Header0.ptype(e.a()) == PacketType.DATA) {
                int from = shape.rankOfCoord((int) Header0.src(e.a()));
                int to = shape.rankOfCoord((int) Header0.dst(e.a()));
                bytes.merge(from * shape.nodes() + to, Header0.length(e.a()), Long::sum);
            }
        }
        return bytes;
    }

    /**
     * The same of the text of a file of messages alone: for each send its bytes and the word that announces it, and for
     * a long one the word that answers.
     */
    private static Map<Integer, Long> expected(String text, int nodes) {
        Map<Integer, Long> bytes = new TreeMap<>();
        int rank = -1;
        for (String line : text.lines().toList()) {
            Matcher head = RANK.matcher(line);
            Matcher send = SEND.matcher(line);
            if (head.matches()) {
                rank = Integer.parseInt(head.group(1));
            } else if (send.matches()) {
                long size = Long.parseLong(send.group(1));
                int to = Integer.parseInt(send.group(2));
                bytes.merge(rank * nodes + to, size + WORD, Long::sum);
                if (size > EAGER) {
                    bytes.merge(to * nodes + rank, (long) WORD, Long::sum);
                }
            }
        }
        return bytes;
    }

    private RunResult play(Scenario scenario, Observer... observers) {
        RunPlan plan = Plans.of(scenario);
        RunResult result = Runs.run(plan, observers);
        Runs.assertHolds(result, scenario.name(), scenario.exercised());
        return result;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void bytesOfEachPairAreThoseOfTheTextOnBothEngines(Path file) throws IOException {
        Path made = folder.resolve("made.yaml");
        Captured.of("import", "goal", file, "--out", made).exits(ExitCode.OK);
        List<String> hashes = new ArrayList<>();
        for (String engine : List.of("model", "rtl")) {
            Scenario scenario = ScenarioReader.read(made, List.of("engine=" + engine));
            Shape shape = scenario.machine().shape();
            EventLog log = new EventLog();
            hashes.add(play(scenario, log).report().eventSha256());
            if (file.toString().endsWith(".goal")) {
                assertEquals(expected(Files.readString(file), shape.nodes()), traffic(log, shape), engine);
            }
        }
        assertEquals(hashes.get(0), hashes.get(1));
    }

    private long cycles(String text, String... more) throws IOException {
        Captured answer = imported("timed.goal", text, more).exits(ExitCode.OK);
        return play(Runs.scenario(answer.out(), "engine=model")).report().cycles();
    }

    /** What the format leaves to blanks, ends of lines and comments. */
    @Test
    void everyFormThatTheGrammarPermitsIsRead() throws IOException {
        String text = "/* one\n two */ num_ranks\t2 // two\r\nrank 0{ // first\r\n"
                + "a:send 8b to 1 tag 3 cpu 2 nic 1 \t\r\n\r\n send1 : recv 8bfrom-1 tag -1 nic 0 /* any */\r\n"
                + "send 16 b to1\n"
                + "send1 irequires a\n}rank 1 { recv 8b from 0 tag-1 cpu255\nsend8: send 8b to 0tag 7\n"
                + "recv 16b from 0 // last\n}\n\n";
        Captured answer = imported("forms.goal", text).exits(ExitCode.OK).complains("line 4: nic 1 has no effect");
        assertTrue(
                answer.err()
                        .contains("2 receives name any rank or any tag: each is bound now, to the first message of"
                                + " its own size if only calc takes time"),
                answer.err());
        play(Runs.scenario(answer.out(), "engine=model"));
    }

    @Test
    void textBehindTheLastRankIsNotReadAndSaid() throws IOException {
        imported("more.goal", "num_ranks 1\nrank 0 {\n}\nEnd of file.\n")
                .exits(ExitCode.OK)
                .complains("line 4: the text behind rank 0");
    }

    @Test
    void computationsOfOneProcessorFollowEachOtherAndThoseOfTwoDoNot() throws IOException {
        long one = cycles("num_ranks 1\nrank 0 {\ncalc 5000\ncalc 5000\n}\n");
        long two = cycles("num_ranks 1\nrank 0 {\ncalc 5000\ncalc 5000 cpu 1\n}\n");
        assertTrue(one >= 10_000 && one < 10_200, "one processor: " + one);
        assertTrue(two >= 5000 && two < 5200, "two processors: " + two);
        long fast = cycles("num_ranks 1\nrank 0 {\ncalc 5000\n}\n", "--gigahertz", "2.5");
        assertTrue(fast >= 12_500 && fast < 12_700, "at 2.5 GHz: " + fast);
    }

    /** The second computation of rank 0 lets rank 1 go on; were the first one first, both would wait for ever. */
    @Test
    void theOrderOfComputationsNeverStopsAProgram() throws IOException {
        cycles("num_ranks 2\nrank 0 {\na: calc 100\nr: recv 8b from 1\na requires r\nb: calc 100\n"
                + "s: send 8b to 1\ns requires b\n}\nrank 1 {\nr: recv 8b from 0\ns: send 8b to 0\ns requires r\n}\n");
    }

    @Test
    void irequiresWaitsForTheStartAndRequiresForTheEnd() throws IOException {
        String text = "num_ranks 2\nrank 0 {\ns: send 100000b to 1\nc: calc 20000\nc %s s\n}\n"
                + "rank 1 {\nw: calc 20000\nr: recv 100000b from 0\nr requires w\n}\n";
        long beside = cycles(String.format(text, "irequires"));
        long behind = cycles(String.format(text, "requires"));
        assertTrue(behind > beside + 15_000, "beside " + beside + ", behind " + behind);
    }

    @Test
    void aLongMessageWaitsForItsReceiveAndAShortOneDoesNot() throws IOException {
        String text = "num_ranks 2\nrank 0 {\ns: send 1000b to 1\nc: calc 20000\nc requires s\n}\n"
                + "rank 1 {\nw: calc 20000\nr: recv 1000b from 0\nr requires w\n}\n";
        long eager = cycles(text);
        long asks = cycles(text, "--eager", "999");
        assertTrue(asks > eager + 15_000, "eager " + eager + ", asks " + asks);
    }

    @Test
    void aMessageOfMoreBytesThanAnOperationTakesIsDivided() throws IOException {
        cycles("num_ranks 2\nrank 0 {\nsend 1200000b to 1\n}\nrank 1 {\nrecv 1200000b from 0\n}\n");
    }

    @Test
    void messagesOfOnePairAndTagMatchInTheirOrder() throws IOException {
        imported(
                        "order.goal",
                        "num_ranks 2\nrank 0 {\na: send 8b to 1 tag 1\nb: send 16b to 1 tag 1\nb requires a\n}\n"
                                + "rank 1 {\na: recv 16b from 0 tag 1\nb: recv 8b from 0 tag 1\nb requires a\n}\n")
                .exits(ExitCode.OK)
                .complains("line 8: this recv of 16 bytes takes the message of 8 bytes of line 3");
    }

    /** The message of 1 byte is there first, and another receive names it; without that, its size is free. */
    @Test
    void aReceiveWithAWildcardTakesAMessageOfItsSize() throws IOException {
        String trace = "num_ranks 3\nrank 0 {\na: recv 8b from -1 tag -1\nb: recv 1b from 2 tag 9\n}\n"
                + "rank 1 {\nc: calc 5000\nd: send 8b to 0 tag 4\nd requires c\n}\nrank 2 {\nsend 1b to 0 tag 9\n}\n";
        Captured both = imported("trace.goal", trace).exits(ExitCode.OK);
        assertTrue(!both.err().contains("takes the message of"), both.err());
        Captured one = imported(
                "short.goal", "num_ranks 2\nrank 0 {\nrecv 100b from -1 tag -1\n}\nrank 1 {\nsend 50b to 0 tag 9\n}\n");
        assertEquals(0, one.code(), one.all());
        one.complains("this recv of 100 bytes takes the message of 50 bytes of line 6");
        one.complains("to the first message of any size (with messages of their own size the program does not end)");
    }

    @Test
    void theScenarioNamesTheLineOfAProgramThatSomebodySpoilt() throws IOException {
        Captured answer = imported("fine.goal", "num_ranks 1\nrank 0 {\ncalc 5\n}\n");
        Path spoilt =
                Files.writeString(folder.resolve("spoilt.yaml"), answer.out().replace("calc 5", "calk 5"));
        Captured.of("validate", spoilt).exits(ExitCode.BAD_INPUT).complains("workload.program line 3: ");
    }
}
