// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** fairlead check --relation: the examples, pictures, JSON, and what is refused. */
@Tag("M-307")
class RelationCommandTest {
    private static final Path EXAMPLES = Path.of("../examples/relations");
    private static final String GRAPH =
            "<graphml><key id=\"k\" for=\"node\" attr.name=\"inject\"/><graph edgedefault=\"directed\">";

    private static final String BOOLS =
            "<graphml><key id=\"k\" for=\"node\" attr.name=\"inject\" attr.type=\"boolean\"/><graph edgedefault=\"directed\">";
    /** A bubble ring of two channels, of which the second has the ring that follows. */
    private static final String RING = "kind,from,to,ring,class~channel,a,,x,~inject,a,,,to_1~inject,b,,,to_1~"
            + "follow,a,b,,to_1~follow,b,a,,to_1~eject,a,,,~channel,b,,";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "mesh-west-first.csv, 0, 0, 0, Dally",
        "mesh-all-turns.csv, 1, 4, 0, Dally",
        "mesh-adaptive-escape.csv, 0, 0, 0, Duato",
        "ring-dateline.csv, 0, 0, 0, Dally",
        "ring-one-vc.csv, 1, 6, 0, Dally",
        "ring-bubble.csv, 0, 0, 0, Dally",
        "link-two-modes.csv, 1, 4, 1, Dally",
        "fat-tree.graphml, 0, 0, 0, Dally",
    })
    void examples(String name, int code, int cycle, int flaws, String theorem) throws Exception {
        Path json = folder.resolve("check.json");
        Path dot = folder.resolve("check.dot");
        Captured answer = Captured.of("check", "--relation", EXAMPLES.resolve(name), "--json", json, "--picture", dot);
        assertEquals(code, answer.code(), answer.all());
        JsonNode verdict = Captured.json(json);
        assertEquals(code == 0, verdict.get("safe").asBoolean());
        assertEquals(cycle, verdict.get("cycle").size(), verdict.toString());
        assertEquals(flaws, verdict.get("flaws").size(), verdict.toString());
        assertTrue(verdict.get("theorem").asText().startsWith(theorem), verdict.toString());
        for (JsonNode step : verdict.get("cycle")) {
            answer.says(step.get("holder").asText() + "  waits for  ");
        }
        assertEquals(cycle, red(Files.readString(dot)));
    }

    /** Counts the edges of the cycle in a picture. */
    private static long red(String dot) {
        assertTrue(dot.startsWith("digraph relation {") && dot.endsWith("}\n"), dot);
        return dot.lines()
                .filter(l -> l.contains(" -> ") && l.contains("[color=red"))
                .count();
    }

    @Test
    void aPictureNamesTheChannelsOfItsCycle() throws IOException {
        Path dot = folder.resolve("check.dot");
        Captured.of("check", "--relation", EXAMPLES.resolve("ring-one-vc.csv"), "--picture", dot);
        String text = Files.readString(dot);
        assertEquals(
                6,
                text.lines()
                        .filter(l -> l.matches("  \"c\\d.0\" -> \"c\\d.0\" \\[color=red.*"))
                        .count(),
                text);
    }

    @Test
    void csvAndGraphMlOfOneRelationHaveOneVerdict() throws IOException {
        Path csv = Files.writeString(
                folder.resolve("a.csv"),
                "kind,from,to,class,mark,send,receive,depth,ring\nchannel,a,,,escape,packet,,3,\nchannel,b,,,,packet,,,\n"
                        + "inject,a,,x,,,,,\ninject,a,,y,,,,,\neject,b,,x,,,,,\nfollow,a,b,x,,,,,\nfollow,b,a,y,,,,,\n"
                        + "follow,a,b,y,,,,,\n");
        Path xml = Files.writeString(
                folder.resolve("a.graphml"),
                "<graphml><key id=\"0\" for=\"node\" attr.name=\"mark\"/><key id=\"1\" for=\"node\" attr.name=\"send\"/>"
                        + "<key id=\"2\" for=\"node\" attr.name=\"inject\"/><key id=\"3\" for=\"node\" attr.name=\"eject\"/>"
                        + "<key id=\"4\" for=\"edge\" attr.name=\"class\"/><key id=\"5\" for=\"node\" attr.name=\"x-colour\"/>"
                        + "<graph edgedefault=\"directed\"><node id=\"a\"><data key=\"0\">escape</data><data key=\"1\">packet</data>"
                        + "<data key=\"2\">x y</data><data key=\"5\">red</data></node><node id=\"b\"><data key=\"1\">packet</data>"
                        + "<data key=\"3\">x</data></node><edge source=\"a\" target=\"b\"><data key=\"4\">x y</data></edge>"
                        + "<edge source=\"b\" target=\"a\"><data key=\"4\">y</data></edge></graph></graphml>");
        Captured one = Captured.of("check", "--relation", csv);
        Captured two = Captured.of("check", "--relation", xml);
        assertEquals(one.out().replace("a.csv", ""), two.out().replace("a.graphml", ""));
        assertEquals(ExitCode.FAILS, one.code(), one.all());
        one.says("a: packets of class x have no escape channel among their choices");
    }

    /** Each literal of a boolean, each default and each type means in GraphML what its specification says. */
    @ParameterizedTest
    @CsvSource({"boolean,true,false", "boolean,1,0", "boolean,True,False", "string,true,false", "string,True,False"})
    void oneRingIsUnsafeInEveryNotation(String type, String yes, String no) throws IOException {
        Path file = Files.writeString(
                folder.resolve("r.graphml"),
                ("<graphml><key id='i' for='node' attr.name='inject' attr.type='TYPE'><default>YES</default></key>"
                                + "<key id='e' for='node' attr.name='eject' attr.type='TYPE'/><graph edgedefault='directed'>"
                                + "<node id='a'><data key='e'>YES</data></node><node id='b'><data key='i'>NO</data>"
                                + "<data key='e'>NO</data></node><edge source='a' target='b'/>"
                                + "<edge source='b' target='a'/></graph></graphml>")
                        .replace("TYPE", type)
                        .replace("YES", yes)
                        .replace("NO", no));
        Captured.of("check", "--relation", file).exits(ExitCode.FAILS).says("UNSAFE, cycle of 2; 2 channels, 2 waits");
    }

    /** A tilde is the end of a line; GRAPH and BOOLS are the head of a GraphML file. */
    @ParameterizedTest
    @CsvFileSource(resources = "/refused/relations.txt", delimiter = '|', quoteCharacter = '\'')
    void aMistakeIsReportedWithItsPlace(String ending, String text, String message) throws IOException {
        Path file = Files.writeString(
                folder.resolve("r." + ending),
                text.replace("GRAPH", GRAPH)
                        .replace("BOOLS", BOOLS)
                        .replace("RING", RING)
                        .replace('~', '\n'));
        Path picture = folder.resolve("p.dot");
        Captured answer = Captured.of("check", "--relation", file, "--picture", picture)
                .exits(ExitCode.BAD_INPUT)
                .complains(message);
        assertTrue(answer.err().lines().allMatch(l -> l.startsWith("fairlead: " + file)), answer.err());
        assertFalse(answer.err().contains("Exception") || Files.exists(picture), answer.err());
    }

    @Test
    void optionsThatDoNotFitAreRefused() {
        String file = EXAMPLES.resolve("ring-one-vc.csv").toString();
        for (String[] more : new String[][] {
            {"--shape", "2,2,2"},
            {"--rtl"},
            {"--vc-rule", "static"},
            {"--routing", "adaptive"},
            {"--set", "seed=1"},
            {"--picture", folder.resolve("p.svg").toString()}
        }) {
            String[] words = new String[3 + more.length];
            System.arraycopy(new String[] {"check", "--relation", file}, 0, words, 0, 3);
            System.arraycopy(more, 0, words, 3, more.length);
            Captured.of(words).exits(ExitCode.BAD_INPUT);
        }
        Captured.of("check", "--shape", "2,2,2", "--picture", folder.resolve("p.dot"))
                .exits(ExitCode.BAD_INPUT);
        Captured.of("check", "--relation", "none.csv").exits(ExitCode.BAD_INPUT);
    }
}
