// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.run.report.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Draws mutants by yosys's `mutate -list`, which spreads them evenly over modules, cells, wires and lines of source.
 * Clocks and resets are left out, and what only assertions read.
 */
final class MutantDraw {
    private static final Pattern CLOCK = Pattern.compile("(?i).*(clock|reset|clk)(/.*)?");
    private static final int SPARE = 20; // drawn more, for those that are left out

    private final TileNetlist netlist;
    private final long seed;

    MutantDraw(final TileNetlist netlist, final long seed) {
        this.netlist = netlist;
        this.seed = seed;
    }

    /** Draws `count` mutants of each unit. */
    List<Mutant> ofEach(final List<String> units, final int count) throws IOException {
        return draw(units.stream().map(List::of).toList(), count);
    }

    /** Draws `count` mutants of all these units together. */
    List<Mutant> sample(final List<String> units, final int count) throws IOException {
        return draw(List.of(units), count);
    }

    private List<Mutant> draw(final List<List<String>> groups, final int count) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("mutants")) {
            final List<String> commands = new ArrayList<>(List.of("read_rtlil " + netlist.bare()));
            for (int k = 0; k < groups.size(); k++) {
                commands.add("mutate -list " + (count + count / 4 + SPARE) + " -seed " + (seed & Integer.MAX_VALUE)
                        + " -o list" + k + ".txt " + String.join(" ", groups.get(k)));
            }
            TileNetlist.yosys(scratch.place(), commands);
            final List<Mutant> drawn = new ArrayList<>();
            for (int k = 0; k < groups.size(); k++) {
                final int end = drawn.size() + count;
                for (final String line : Files.readAllLines(scratch.place().resolve("list" + k + ".txt"))) {
                    final Mutant mutant = Mutant.of(drawn.size() + 1, line);
                    final boolean isData = !CLOCK.matcher(mutant.pin()).matches()
                            && !CLOCK.matcher(mutant.wire()).matches();
                    if (drawn.size() < end && isData && !netlist.isSet(mutant)) {
                        drawn.add(mutant);
                    }
                }
            }
            return drawn;
        }
    }
}
