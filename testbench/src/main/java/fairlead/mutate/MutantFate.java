// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

/**
 * What became of one mutant: the answer of each rung, `alive` if the rung noticed nothing, or an empty text if the
 * mutant did not come to the rung.
 *
 * @param lockstep random cases beside the twin
 * @param verdicts runs under verdicts, without the twin
 * @param deep more cases beside the twin, only for a mutant that both noticed nothing of
 * @param proof whether it is the same machine at all, only for a mutant that no rung noticed
 */
record MutantFate(WordMutant mutant, String lockstep, String verdicts, String deep, Proof proof) {
    /** What the provers say of a mutant beside its unit. */
    enum Proof {
        /** The mutant died before. */
        NONE,
        /** No input and no time shows a difference at the pins of the unit. */
        EQUIVALENT,
        /** Some inputs, which the machine may never have, show a difference at a pin of the unit. */
        DIFFERS,
        /** The provers found neither within their limit. */
        UNDECIDED
    }

    boolean diesByTwin() {
        return dead(lockstep) || dead(deep);
    }

    boolean diesByVerdicts() {
        return dead(verdicts);
    }

    /** Tells whether the mutant did something to the process, or made a run throw, where a verdict should be false. */
    boolean isAbnormal() {
        return verdicts.matches("(?s)(crash|hang|memory):.*|.*: threw .*");
    }

    boolean dies() {
        return diesByTwin() || diesByVerdicts();
    }

    private static boolean dead(final String answer) {
        return !answer.isEmpty() && !answer.equals(MutantRungs.ALIVE);
    }
}
