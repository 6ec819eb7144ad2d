// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.EngineFactory;
import java.io.IOException;
import java.util.List;

/**
 * The main class of a process that plays mutants of the twin in lockstep with the RTL. It reads and answers lines as
 * {@link MutantWorker} does.
 */
public final class TwinWorker {
    private TwinWorker() {}

    /**
     * Answers until the input ends.
     *
     * @param args the seed of the campaign, its mutants, the cases of each, and units, if not all
     */
    public static void main(final String[] args) throws InterruptedException, IOException {
        final long seed = Long.parseLong(args[0]);
        final List<TwinMutant> mutants =
                TwinDraw.ofTwin(List.of(args).subList(3, args.length)).sample(seed, Integer.parseInt(args[1]));
        final LockstepCases cases = new LockstepCases(seed, false);
        MutantWorker.answer((rung, number) -> {
            TwinReach.take();
            final TwinMutant mutant = number == 0 ? null : mutants.get(number - 1);
            String answer;
            try {
                final EngineFactory twin = new TwinLoader(mutant).factory();
                answer = cases.play(twin, 0, Integer.parseInt(args[2]));
            } catch (final IllegalStateException | LinkageError e) {
                answer = "threw " + MutantRungs.oneLine(e);
            }
            return (TwinReach.take() ? "" : "unreached ") + answer;
        });
    }
}
