// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Property.PropertyKind;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The outcome of one property: the prover's answer, and the evidence that the property is not vacuous.
 *
 * @param statement the text of the assertion
 * @param proof the answer about the RTL
 * @param cover the answer about the situation of interest; REFUTED means that it is reachable
 * @param mutant the answer about the mutants; REFUTED means that the property alone catches the one in the detail
 */
public record ProofOutcome(Property property, String statement, Answer proof, Answer cover, Answer mutant) {
    public ProofVerdict verdict() {
        return proof.verdict();
    }

    /**
     * Tells whether the property is proved, or bounded or undecided as claimed, its cover is reached and a mutant is
     * caught.
     */
    public boolean holds() {
        return holdsWithoutMutant() && mutant.verdict() == ProofVerdict.REFUTED;
    }

    /** Tells whether the property is as claimed and its cover reached, where there is no mutant that it could catch. */
    public boolean holdsWithoutMutant() {
        return asClaimed() && cover.verdict() == ProofVerdict.REFUTED;
    }

    private boolean asClaimed() {
        return switch (proof.verdict()) {
            case PROVED -> true;
            case BOUNDED -> property.claim() == ProofVerdict.BOUNDED && proof.depth() >= property.depth();
                // a tool that stops early with an error has not used its time
            case UNDECIDED -> property.claim() == ProofVerdict.UNDECIDED && proof.seconds() >= property.limit();
            case REFUTED -> false;
        };
    }

    /** Returns the verdict in words, with the bound or with the prover's time. */
    public String told() {
        return switch (proof.verdict()) {
            case PROVED -> "proved";
            case BOUNDED -> "bounded " + proof.depth();
            case REFUTED -> "refuted";
            case UNDECIDED -> "undecided after " + Math.round(proof.seconds()) + " s";
        };
    }

    public double seconds() {
        return proof.seconds() + cover.seconds() + mutant.seconds();
    }

    /** Returns the reason why the property does not hold, for the reader. */
    public String why() {
        if (holds()) {
            return "";
        }
        if (proof.verdict() == ProofVerdict.REFUTED) {
            return "counterexample of " + proof.depth() + " cycles";
        }
        if (!asClaimed()) {
            return proof.detail();
        }
        if (cover.verdict() != ProofVerdict.REFUTED) {
            return property.cover() + " is not reached (" + cover.verdict() + " " + cover.detail() + ")";
        }
        return "no mutant of " + property.mutants().unit() + " is caught (" + mutant.verdict() + " " + mutant.detail()
                + ")";
    }

    /** The numbers of statements by kind and verdict, in a few sentences. */
    public static final class ProofCounts {
        private ProofCounts() {}

        public static String of(List<ProofOutcome> outcomes) {
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

        private static long kind(List<ProofOutcome> outcomes, PropertyKind kind) {
            return outcomes.stream().filter(o -> o.property().kind() == kind).count();
        }

        private static long verdict(List<ProofOutcome> outcomes, ProofVerdict verdict) {
            return outcomes.stream().filter(o -> o.verdict() == verdict).count();
        }

        private static long distinct(List<ProofOutcome> outcomes, Function<ProofOutcome, Object> what) {
            return outcomes.stream().map(what).distinct().count();
        }
    }
}
