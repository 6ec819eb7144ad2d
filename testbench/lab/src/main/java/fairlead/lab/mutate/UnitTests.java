// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.mutate.MutantFate.MutantRung;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fast tests that play a mutant of a unit: those that drive the unit, or a unit around it, pin by pin or command by
 * command. The list unit-tests.txt has them.
 */
final class UnitTests {
    /** Behind the name of a class, and a colon: only the tests that do not compare with the twin. */
    static final String PAGE = "page";

    private static final Set<String> PLACES = Set.of("unit", "tile");

    /**
     * @param alone whether the test drives the unit alone
     * @param top the unit whose mutants the test plays, and those of the units in it
     * @param test the class, perhaps with {@link #PAGE}
     */
    private record Line(MutantRung rung, boolean alone, String top, String test) {}

    private final TileNetlist netlist;
    private final List<Line> lines = new ArrayList<>();

    UnitTests(TileNetlist netlist) throws IOException {
        this.netlist = netlist;
        for (String line : VerdictRuns.lines("unit-tests.txt")) {
            String[] words = line.split(" +");
            boolean isPart = words.length == 5 && words[4].equals(PAGE);
            if (words.length != 4 && !isPart
                    || !PLACES.contains(words[1])
                    || !netlist.units().contains(words[2])) {
                throw new IllegalStateException("unit-tests.txt: " + line);
            }
            MutantRung rung = MutantRung.valueOf(words[0].toUpperCase(Locale.ROOT));
            lines.add(new Line(rung, words[1].equals("unit"), words[2], words[3] + (isPart ? ":" + PAGE : "")));
        }
    }

    List<String> tops(List<Mutant> mutants) {
        TreeSet<String> tops = new TreeSet<>();
        for (Line line : lines) {
            if (line.alone && mutants.stream().anyMatch(m -> reaches(line, m))) {
                tops.add(line.top);
            }
        }
        return List.copyOf(tops);
    }

    /** Writes the tests of each mutant, and of none all that are there, for {@link MutantProcess#tests}. */
    void write(Path file, List<Mutant> mutants) throws IOException {
        List<String> text = new ArrayList<>();
        for (MutantRung rung : List.of(MutantRung.PAGES, MutantRung.TESTS)) {
            Set<String> all = new LinkedHashSet<>();
            for (Mutant mutant : mutants) {
                List<String> own = lines.stream()
                        .filter(l -> l.rung == rung && reaches(l, mutant))
                        .map(Line::test)
                        .toList();
                all.addAll(own);
                text.add(rung + " " + mutant.number() + " " + String.join(" ", own));
            }
            text.add(rung + " 0 " + String.join(" ", all));
        }
        Files.write(file, text);
    }

    private boolean reaches(Line line, Mutant mutant) {
        return netlist.within(line.top).contains(mutant.unit());
    }
}
