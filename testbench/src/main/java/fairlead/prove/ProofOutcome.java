// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/**
 * A property, tried: what the prover says, and whether the property means anything.
 *
 * @param statement text of the assertion
 * @param proof answer about the RTL
 * @param cover answer about the situation of interest: REFUTED means that it is reached
 * @param mutant answer about the seeded bug: REFUTED means that the property catches it, alone
 */
public record ProofOutcome(Property property, String statement, Answer proof, Answer cover, Answer mutant) {
    public ProofVerdict verdict() {
        return proof.verdict();
    }

    /** As claimed or proved, and neither vacuous nor blind. */
    public boolean holds() {
        return asClaimed() && cover.verdict() == ProofVerdict.REFUTED && mutant.verdict() == ProofVerdict.REFUTED;
    }

    private boolean asClaimed() {
        return switch (proof.verdict()) {
            case PROVED -> true;
            case BOUNDED -> property.claim() == ProofVerdict.BOUNDED && proof.depth() >= property.depth();
                // a tool that fails early has not used its time
            case UNDECIDED -> property.claim() == ProofVerdict.UNDECIDED && proof.seconds() >= property.limit();
            case REFUTED -> false;
        };
    }

    /** The verdict in words: with the bound, or the time that the prover was given. */
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

    /** Why it does not hold, for the reader. */
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
        return "the mutant is not caught (" + mutant.verdict() + " " + mutant.detail() + ")";
    }
}
