// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * The order of the rungs. Two shares are measured, with the twin and without it, so a mutant goes on with the rungs of
 * one kind after one of the other kind has noticed it. Further cases are for what nothing has noticed.
 */
final class MutantLadder {
    /** Plays one rung of one mutant and returns its answer, empty if the rung does not have this mutant. */
    interface Player {
        String play(MutantRung rung, int mutant) throws IOException;
    }

    private final boolean deep;

    /** @param deep whether what nothing has noticed plays further cases */
    MutantLadder(final boolean deep) {
        this.deep = deep;
    }

    /** Plays one mutant down the ladder. */
    MutantFate fate(final Player player, final Mutant mutant) throws IOException {
        final long begin = System.nanoTime();
        final Map<MutantRung, String> answers = new EnumMap<>(MutantRung.class);
        boolean twin = false;
        boolean alone = false;
        for (final MutantRung rung : MutantRung.values()) {
            if (rung == MutantRung.PROOFS || rung == MutantRung.DEEP && (twin || alone || !deep)) {
                break;
            }
            if (rung.hasTwin() ? !twin : !alone) {
                final String answer = player.play(rung, mutant.number());
                answers.put(rung, answer);
                final boolean dies = !answer.isEmpty() && !answer.equals(MutantRungs.ALIVE);
                twin |= dies && rung.hasTwin();
                alone |= dies && !rung.hasTwin();
            }
        }
        return new MutantFate(mutant, answers, MutantFate.Proof.NONE, (System.nanoTime() - begin) / 1_000_000);
    }
}
