// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.engine.Capabilities;
import fairlead.lab.lockstep.RawHole;
import fairlead.lab.lockstep.RawWatch;
import fairlead.scenario.BadInput;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The command `scripts/lab lockstep --raw --hole NAME|all`. This command reopens each mended hole in the faults build
 * and
 * counts the raw words until the hole is found (docs/lab/lockstep.md).
 */
final class RawHoles {
    private static final long MOST_WORDS = 100_000;

    private final List<RawHole> holes;

    RawHoles(final String name) {
        holes = "all".equals(name)
                ? RawHole.ALL
                : RawHole.ALL.stream().filter(hole -> hole.name().equals(name)).collect(Collectors.toList());
        if (holes.isEmpty()) {
            throw new BadInput("--hole " + name + ": no such hole; known: all, "
                    + RawHole.ALL.stream().map(RawHole::name).collect(Collectors.joining(", ")));
        }
    }

    /** Prints one line for each hole and kind of violation; returns {@link ExitCode#OK} only if every hole is found. */
    int find(final long from, final int words, final Capabilities limits) {
        boolean all = true;
        for (final RawHole hole : holes) {
            for (final RawWatch.Kind kind : hole.kinds()) {
                final RawHole.Search search = hole.find(Set.of(kind), from, words, MOST_WORDS, limits);
                final String as = search.violation() == null
                        ? "not found"
                        : search.violation().toString();
                System.out.printf(
                        "%-18s %-8s %6d words, %3d cases, %d assertions on hosts muted; %s%n",
                        hole.name(), kind, search.words(), search.cases(), search.muted(), as);
                all &= search.violation() != null;
            }
        }
        return all ? ExitCode.OK : ExitCode.FAILS;
    }
}
