// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** fairlead check --relation: the examples, pictures, JSON, and what is refused. */
@Tag("M-307")
class RelationCommandTest {
    private static final Path EXAMPLES = Path.of("../examples/relations");
    private static final String GRAPH = "<graphml><key id=\"k\" for=\"node\" attr.name=\"inject\"/><graph>";

    private static final String BOOLS =
            "<graphml><key id=\"k\" for=\"node\" attr.name=\"inject\" attr.type=\"boolean\"/><graph>";
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
    void examples(final String name, final int code, final int cycle, final int flaws, final String theorem)
            throws Exception {
        final Path json = folder.resolve("check.json");
        final Path svg = folder.resolve("check.svg");
        final Captured answer =
                Captured.of("check", "--relation", EXAMPLES.resolve(name), "--json", json, "--picture", svg);
        assertEquals(code, answer.code(), answer.all());
        final JsonNode verdict = Captured.json(json);
        assertEquals(code == 0, verdict.get("safe").asBoolean());
        assertEquals(cycle, verdict.get("cycle").size(), verdict.toString());
        assertEquals(flaws, verdict.get("flaws").size(), verdict.toString());
        assertTrue(verdict.get("theorem").asText().startsWith(theorem), verdict.toString());
        for (final JsonNode step : verdict.get("cycle")) {
            answer.says(step.get("holder").asText() + "  waits for  ");
        }
        assertEquals(cycle, red(svg));
    }

    /** Counts the lines of the cycle in a picture, which must be XML and name every channel of the cycle. */
    private static int red(final Path svg) throws Exception {
        final NodeList lines = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getElementsByTagName("line");
        int red = 0;
        for (int i = 0; i < lines.getLength(); i++) {
            red += "#d00".equals(((Element) lines.item(i)).getAttribute("stroke")) ? 1 : 0;
        }
        return red;
    }

    @Test
    void aPictureInDotHasTheCycleInRed() throws IOException {
        final Path dot = folder.resolve("check.dot");
        Captured.of("check", "--relation", EXAMPLES.resolve("ring-one-vc.csv"), "--picture", dot);
        final String text = Files.readString(dot);
        assertTrue(text.startsWith("digraph relation {") && text.endsWith("}\n"), text);
        assertEquals(
                6,
                text.lines()
                        .filter(l -> l.matches("  \"c\\d.0\" -> \"c\\d.0\" \\[color=red.*"))
                        .count(),
                text);
    }

    @Test
    void csvAndGraphMlOfOneRelationHaveOneVerdict() throws IOException {
        final Path csv = Files.writeString(
                folder.resolve("a.csv"),
                "kind,from,to,class,mark,send,receive,depth,ring\nchannel,a,,,escape,packet,,3,\nchannel,b,,,,packet,,,\n"
                        + "inject,a,,x,,,,,\ninject,a,,y,,,,,\neject,b,,x,,,,,\nfollow,a,b,x,,,,,\nfollow,b,a,y,,,,,\n"
                        + "follow,a,b,y,,,,,\n");
        final Path xml = Files.writeString(
                folder.resolve("a.graphml"),
                "<graphml><key id=\"0\" for=\"node\" attr.name=\"mark\"/><key id=\"1\" for=\"node\" attr.name=\"send\"/>"
                        + "<key id=\"2\" for=\"node\" attr.name=\"inject\"/><key id=\"3\" for=\"node\" attr.name=\"eject\"/>"
                        + "<key id=\"4\" for=\"edge\" attr.name=\"class\"/><key id=\"5\" for=\"node\" attr.name=\"x-colour\"/>"
                        + "<graph edgedefault=\"directed\"><node id=\"a\"><data key=\"0\">escape</data><data key=\"1\">packet</data>"
                        + "<data key=\"2\">x y</data><data key=\"5\">red</data></node><node id=\"b\"><data key=\"1\">packet</data>"
                        + "<data key=\"3\">x</data></node><edge source=\"a\" target=\"b\"><data key=\"4\">x y</data></edge>"
                        + "<edge source=\"b\" target=\"a\"><data key=\"4\">y</data></edge></graph></graphml>");
        final Captured one = Captured.of("check", "--relation", csv);
        final Captured two = Captured.of("check", "--relation", xml);
        assertEquals(one.out().replace("a.csv", ""), two.out().replace("a.graphml", ""));
        assertEquals(ExitCode.FAILS, one.code(), one.all());
        one.says("a: packets of class x have no escape channel among their choices");
    }

    /** Each literal of a boolean, each default and each type means in GraphML what its specification says. */
    @ParameterizedTest
    @CsvSource({"boolean,true,false", "boolean,1,0", "boolean,True,False", "string,true,false", "string,True,False"})
    void oneRingIsUnsafeInEveryNotation(final String type, final String yes, final String no) throws IOException {
        final Path file = Files.writeString(
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
    @CsvSource(
            delimiter = '|',
            value = {
                "csv | '' | there is nothing in it",
                "csv | # nothing | there is nothing in it",
                "csv | kind,from,to | has no channel",
                "csv | kind,form,to~channel,a, | line 1: no such column: form; did you mean from?",
                "csv | kind,form,to~channel,a, | line 1: the column from is missing",
                "csv | kind,from,to,to~channel,a,, | line 1: a column is there twice",
                "csv | kind,from,to~chanel,a, | line 2: kind = chanel: must be one of channel, follow, inject, eject; did you mean channel?",
                "csv | kind,from,to~,a, | line 2: kind = : must be one of",
                "csv | kind,from,to~channel,, | line 2: a channel has a name of 1 to 80 characters",
                "csv | kind,from,to~channel,a,~channel,a, | line 3: a: the channel is there twice",
                "csv | kind,from,to~channel,a,b | line 2: to = b: a row channel has none",
                "csv | kind,from,to~channel,a,~inject,a,a | line 3: to = a: a row inject has none",
                "csv | kind,from,to~channel,a,~eject,a,a | line 3: to = a: a row eject has none",
                "csv | kind,from,to~channel,a,,x,y | line 2: has 5 cells; the head has 3",
                "csv | kind,from,to~channel,north,~follow,north,nort | line 3: follow nort: no such channel; did you mean north?",
                "csv | kind,from,to~channel,a,~inject,b, | line 3: inject b: no such channel",
                "csv | kind,from,to~channel,a,~inject,a,~eject,c, | line 4: eject c: no such channel",
                "csv | kind,from,to~channel,a, | injects nowhere, so no packet is ever in the network",
                "csv | kind,from,to,mark~channel,a,,escap | line 2: mark = escap: must be escape or empty; did you mean escape?",
                "csv | kind,from,to,send~channel,a,,buble | line 2: send = buble: must be one of flit, packet, bubble; did you mean bubble?",
                "csv | kind,from,to,receive~channel,a,,credit | line 2: receive = credit: must be one of flit, packet, bubble",
                "csv | kind,from,to,depth~channel,a,,0 | line 2: depth = 0: must be an integer from 1 to 1048576",
                "csv | kind,from,to,depth~channel,a,,two | line 2: depth = two: must be an integer",
                "csv | kind,from,to,depth~channel,a,~follow,a,a,2 | line 3: depth = 2: a row follow has none",
                "csv | kind,from,to~\"channel,a, | not CSV",
                "csv | kind,from,to~\"channel\"x,a, | not CSV",
                "txt | kind,from,to | a relation is a file that ends with .csv, .graphml or .xml",
                "graphml | <graphml> | line 1: not XML",
                "graphml | kind,from,to | not XML",
                "graphml | <graphml/> | has no element graph, so it is no GraphML",
                "graphml | <graphml><graph/></graphml> | has no channel",
                "graphml | GRAPH<node/></graph></graphml> | line 1: <node>: the attribute id is missing",
                "graphml | GRAPH~<node id=\"a\"/><edge source=\"a\"/></graph></graphml> | line 2: <edge>: the attribute target is missing",
                "graphml | GRAPH<node id=\"a\"/><edge source=\"a\" target=\"b\"/></graph></graphml> | follow b: no such channel",
                "graphml | GRAPH<node id=\"a\"><data key=\"l\">true</data></node></graph></graphml> | data key = l: no such key; did you mean k?",
                "graphml | GRAPH<node id=\"a\"><data>true</data></node></graph></graphml> | <data>: the attribute key is missing",
                "graphml | GRAPH</graph><graph/></graphml> | only one graph is read",
                "graphml | <graphml><graph edgedefault=\"undirected\"></graph></graphml> | edgedefault = undirected: what may follow what has a direction",
                "csv | kind,from,to~channel,a,~inject,a,~eject,a, | line 3: inject a: class all goes on nowhere, so it has no wait",
                "csv | kind,from,to~channel,a,~channel,b,~channel,c,~inject,a,~follow,a,b~follow,c,c~eject,b, | line 7: follow c: no packet of the class gets there",
                "csv | RINGx,~follow,b,a,,to1 | line 9: follow b: class to1 is injected nowhere; did you mean to_1?",
                "csv | RINGx,~eject,b,,,to1 | line 9: eject b: class to1 is injected nowhere; did you mean to_1?",
                "csv | RINGx,~inject,a,,,to1 | line 9: inject a: class to1 goes on nowhere, so it has no wait; did you mean to_1?",
                "csv | RINGy, | line 2: channel a: ring = x: its 1 channels do not follow each other in one ring",
                "csv | RINGx,~channel,c,,x,~follow,b,c,,~follow,c,a,, | line 2: channel a: ring = x: its 3 channels do not follow",
                "graphml | GRAPH~<node id=\"a\"><data key=\"k\">TRUE</data></node></graph></graphml> | line 2: inject = TRUE, of attr.type string: must be true, false, 1, 0, True or False",
                "graphml | BOOLS~<node id=\"a\"><data key=\"k\">yes</data></node></graph></graphml> | line 2: inject = yes, of attr.type boolean: must be true,",
                "graphml | BOOLS~<node id=\"a\"><data key=\"k\"/></node></graph></graphml> | line 2: inject = , of attr.type boolean",
                "graphml | <graphml><key id=\"k\" attr.name=\"inject\" attr.type=\"int\"/><graph>~<node id=\"a\"><data key=\"k\">1</data></node></graph></graphml> | line 2: inject = 1, of attr.type int",
                "graphml | BOOLS~<node id=\"a\"><data key=\"k\">1</data><data key=\"k\">0</data></node></graph></graphml> | line 2: inject = 0: is there twice",
                "graphml | BOOLS~<edge source=\"a\" target=\"a\"><data key=\"k\">1</data></edge></graph></graphml> | line 2: inject = 1: <edge> has none",
                "graphml | BOOLS~<edge source=\"a\" target=\"a\" directed=\"false\"/></graph></graphml> | line 2: directed = false: what may follow what",
                "graphml | BOOLS~<hyperedge/></graph></graphml> | line 2: <hyperedge>: is not read",
                "graphml | BOOLS~<node id=\"a\"><port name=\"p\"/></node></graph></graphml> | line 2: <port> in <node>: is not read",
                "graphml | <graphml>~<key id=\"k\" attr.name=\"recieve\"/><graph/></graphml> | line 2: attr.name = recieve: did you mean receive?",
                "graphml | <graphml><key id=\"k\" attr.name=\"a\"/>~<key id=\"k\" attr.name=\"b\"/><graph/></graphml> | line 2: key k: is there twice",
                "xml | <!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><graphml><graph><node id=\"&b;\"/></graph></graphml> | line 1: ",
            })
    void aMistakeIsReportedWithItsPlace(final String ending, final String text, final String message)
            throws IOException {
        final Path file = Files.writeString(
                folder.resolve("r." + ending),
                text.replace("GRAPH", GRAPH)
                        .replace("BOOLS", BOOLS)
                        .replace("RING", RING)
                        .replace('~', '\n'));
        final Path picture = folder.resolve("p.svg");
        final Captured answer = Captured.of("check", "--relation", file, "--picture", picture)
                .exits(ExitCode.BAD_INPUT)
                .complains(message);
        assertTrue(answer.err().lines().allMatch(l -> l.startsWith("fairlead: " + file)), answer.err());
        assertFalse(answer.err().contains("Exception") || Files.exists(picture), answer.err());
    }

    @Test
    void optionsThatDoNotFitAreRefused() {
        final String file = EXAMPLES.resolve("ring-one-vc.csv").toString();
        for (final String[] more : new String[][] {
            {"--shape", "2,2,2"},
            {"--rtl"},
            {"--vc-rule", "static"},
            {"--routing", "adaptive"},
            {"--set", "seed=1"},
            {"--picture", folder.resolve("p.png").toString()}
        }) {
            final String[] words = new String[3 + more.length];
            System.arraycopy(new String[] {"check", "--relation", file}, 0, words, 0, 3);
            System.arraycopy(more, 0, words, 3, more.length);
            assertEquals(ExitCode.BAD_INPUT, Captured.of(words).code(), String.join(" ", words));
        }
        assertEquals(
                ExitCode.BAD_INPUT,
                Captured.of("check", "--shape", "2,2,2", "--picture", folder.resolve("p.svg"))
                        .code());
        Captured.of("check", "--relation", "none.csv").exits(ExitCode.BAD_INPUT);
    }
}
