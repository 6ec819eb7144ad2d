// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** How many statements there are and what is known of them, in a few sentences. */
public final class ProofCounts {
    private ProofCounts() {}

    public static String of(final List<Outcome> outcomes) {
        return String.format(
                Locale.ROOT,
                "The table has %d rows for %d distinct statements: %d safety, %d bounded response, %d liveness. "
                        + "%d are proved for all time, %d have no counterexample up to the bound that is told, %d are undecided. "
                        + "%d restate what the unit assigns. %d distinct mutants and %d distinct covers stand behind them; "
                        + "%d rows have a mutant of their own.",
                outcomes.size(),
                distinct(outcomes, o -> o.property().assertion()),
                kind(outcomes, Kind.SAFETY),
                kind(outcomes, Kind.BOUNDED),
                kind(outcomes, Kind.LIVENESS),
                verdict(outcomes, Verdict.PROVED),
                verdict(outcomes, Verdict.BOUNDED),
                verdict(outcomes, Verdict.UNDECIDED),
                outcomes.stream().filter(o -> o.property().restates()).count(),
                distinct(outcomes, o -> o.property().mutant()),
                distinct(outcomes, o -> o.property().cover()),
                outcomes.stream()
                        .filter(o -> outcomes.stream()
                                .noneMatch(other -> other != o
                                        && other.property()
                                                .mutant()
                                                .equals(o.property().mutant())))
                        .count());
    }

    private static long kind(final List<Outcome> outcomes, final Kind kind) {
        return outcomes.stream().filter(o -> o.property().kind() == kind).count();
    }

    private static long verdict(final List<Outcome> outcomes, final Verdict verdict) {
        return outcomes.stream().filter(o -> o.verdict() == verdict).count();
    }

    private static long distinct(final List<Outcome> outcomes, final Function<Outcome, Object> what) {
        return outcomes.stream().map(what).distinct().count();
    }
}
