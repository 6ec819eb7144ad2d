// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The numbers of statements by kind and verdict, in a few sentences. */
public final class ProofCounts {
    private ProofCounts() {}

    public static String of(final List<ProofOutcome> outcomes) {
        return String.format(
                Locale.ROOT,
                "The table has %d rows for %d distinct statements: %d safety, %d bounded response, %d liveness. "
                        + "%d are proved for all time, %d have no counterexample up to their bound, %d are undecided. "
                        + "%d restate what the unit assigns. They refute %d distinct mutants and reach %d distinct covers.",
                outcomes.size(),
                distinct(outcomes, o -> o.property().assertion()),
                kind(outcomes, PropertyKind.SAFETY),
                kind(outcomes, PropertyKind.BOUNDED),
                kind(outcomes, PropertyKind.LIVENESS),
                verdict(outcomes, ProofVerdict.PROVED),
                verdict(outcomes, ProofVerdict.BOUNDED),
                verdict(outcomes, ProofVerdict.UNDECIDED),
                outcomes.stream().filter(o -> o.property().restates()).count(),
                distinct(outcomes, o -> o.mutant().detail()),
                distinct(outcomes, o -> o.property().cover()));
    }

    private static long kind(final List<ProofOutcome> outcomes, final PropertyKind kind) {
        return outcomes.stream().filter(o -> o.property().kind() == kind).count();
    }

    private static long verdict(final List<ProofOutcome> outcomes, final ProofVerdict verdict) {
        return outcomes.stream().filter(o -> o.verdict() == verdict).count();
    }

    private static long distinct(final List<ProofOutcome> outcomes, final Function<ProofOutcome, Object> what) {
        return outcomes.stream().map(what).distinct().count();
    }
}
