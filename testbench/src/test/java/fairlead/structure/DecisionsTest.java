// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every decision in docs/decisions has a number, a status and the same four sections, and no section is empty. */
@Tag("M-172")
class DecisionsTest {
    private static final List<String> SECTIONS = List.of("## Context", "## Decision", "## Evidence", "## Consequences");
    private static final Pattern STATUS =
            Pattern.compile("Status: (accepted|replaced by \\[decision \\d+\\])[^\n]*\\.");
    private static final String SOUND = "# 0007 A title\n\nStatus: accepted.\n\n## Context\n\nWhy.\n\n## Decision\n\n"
            + "What.\n\n## Evidence\n\nFigures.\n\n## Consequences\n\nCost.\n";

    @Test
    void everyDecisionHasTheSameForm() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of("../docs/decisions"))) {
            files = all.sorted().toList();
        }
        assertTrue(files.size() > 15, "decisions seen: " + files.size());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            String name = files.get(i).getFileName().toString();
            if (!name.matches(String.format("%04d-[a-z0-9-]+\\.md", i))) {
                wrong.add(name + " is not decision " + i);
            }
            wrong.addAll(faults(name, Files.readString(files.get(i))));
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void aSoundDecisionHasNoFault() {
        assertEquals(List.of(), faults("0007-title.md", SOUND));
    }

    @ParameterizedTest
    @CsvSource({
        "# 0007 A title, # 7. A title, begins with # 0007",
        "Status: accepted., Accepted., has no status",
        "## Evidence, ## Figures, has the sections",
        "## Context, **Context.**, has the sections",
        "What., '', has nothing under ## Decision",
        "Cost., '', has nothing under ## Consequences",
        "Why., ## Consequences, has the sections",
    })
    void aDecisionOfAnotherFormIsSeen(String text, String seeded, String said) {
        List<String> faults = faults("0007-title.md", SOUND.replace(text, seeded));
        assertTrue(faults.stream().anyMatch(f -> f.contains(said)), faults.toString());
    }

    private static List<String> faults(String name, String text) {
        List<String> faults = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        if (!lines[0].matches("# " + name.substring(0, 4) + " \\S.*")) {
            faults.add(name + " begins with # " + name.substring(0, 4) + " and a title");
        }
        if (lines.length < 3 || !STATUS.matcher(lines[2]).matches()) {
            faults.add(name + " has no status in its third line");
        }
        List<String> found =
                Stream.of(lines).filter(line -> line.startsWith("## ")).toList();
        if (!found.equals(SECTIONS)) {
            faults.add(name + " has the sections " + found + " and not " + SECTIONS);
            return faults;
        }
        for (String section : SECTIONS) {
            String rest = text.substring(text.indexOf(section + "\n") + section.length());
            int next = rest.indexOf("\n## ");
            if ((next < 0 ? rest : rest.substring(0, next)).isBlank()) {
                faults.add(name + " has nothing under " + section);
            }
        }
        return faults;
    }
}
