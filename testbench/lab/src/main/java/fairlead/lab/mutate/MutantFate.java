// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What became of one mutant.
 *
 * @param answers the answer of each rung that the mutant came to, {@link #ALIVE} if the rung noticed nothing
 * @param proof whether it is the same machine at all, only for a mutant that no rung noticed
 * @param millis the time that the mutant took
 */
record MutantFate(Mutant mutant, Map<MutantRung, String> answers, Proof proof, long millis) {
    static final String ALIVE = "alive"; // the answer of a rung that noticed nothing

    /** The answer of the provers about a mutant compared with its unit. */
    enum Proof {
        NONE, // nobody asked: the mutant died before, or the campaign has no proofs
        EQUIVALENT, // no input and no time shows a difference at the pins of the unit
        DIFFERS, // some inputs, which the machine may never have, show a difference at a pin of the unit
        /** The provers found neither within their limit. */
        UNDECIDED
    }

    /** Plays one rung of one mutant and returns its answer, empty if the rung does not have this mutant. */
    interface Player {
        String play(MutantRung rung, int mutant) throws IOException;
    }

    /**
     * Plays one mutant down the ladder. Two shares are measured, with the twin and without it, so a mutant goes on with
     * the rungs of one kind after one of the other kind has noticed it. Further cases are for what nothing has noticed.
     *
     * @param deep whether what nothing has noticed plays further cases
     */
    static MutantFate played(Player player, Mutant mutant, boolean deep) throws IOException {
        long begin = System.nanoTime();
        Map<MutantRung, String> answers = new EnumMap<>(MutantRung.class);
        boolean twin = false;
        boolean alone = false;
        for (MutantRung rung : MutantRung.values()) {
            if (rung == MutantRung.PROOFS || rung == MutantRung.DEEP && (twin || alone || !deep)) {
                break;
            }
            if (rung.hasTwin() ? !twin : !alone) {
                String answer = player.play(rung, mutant.number());
                answers.put(rung, answer);
                boolean dies = !answer.isEmpty() && !answer.equals(ALIVE);
                twin |= dies && rung.hasTwin();
                alone |= dies && !rung.hasTwin();
            }
        }
        return new MutantFate(mutant, answers, Proof.NONE, (System.nanoTime() - begin) / 1_000_000);
    }

    MutantFate {
        answers = Map.copyOf(answers);
    }

    /** Returns the answer of a rung, or an empty text if the mutant did not come to it. */
    String answer(MutantRung rung) {
        return answers.getOrDefault(rung, "");
    }

    boolean diesIn(MutantRung rung) {
        return !answer(rung).isEmpty() && !answer(rung).equals(ALIVE);
    }

    boolean diesByTwin() {
        return answers.keySet().stream().anyMatch(r -> r.hasTwin() && diesIn(r));
    }

    /** Tells whether a rung without the twin has noticed the mutant. */
    boolean diesAlone() {
        return answers.keySet().stream().anyMatch(r -> !r.hasTwin() && diesIn(r));
    }

    /**
     * Tells whether a rung has noticed the mutant that looks at the machine from outside: neither the twin nor the
     * assertions or tests of the units.
     */
    boolean diesOutside() {
        return Stream.of(MutantRung.VERDICTS, MutantRung.LITMUS, MutantRung.RAW).anyMatch(this::diesIn);
    }

    /** Tells whether the twin has noticed the mutant in a drawn case. */
    boolean diesInCases() {
        return diesIn(MutantRung.LOCKSTEP) || diesIn(MutantRung.DEEP);
    }

    /** Tells whether the mutant did something to the process, or made a run throw, where a verdict should be false. */
    boolean isAbnormal() {
        return answers.entrySet().stream()
                .anyMatch(a -> !a.getKey().hasTwin()
                        && a.getValue().matches("(?s)(crash|hang|memory|broken)\\b.*|.*: threw .*"));
    }

    MutantFate withAnswers(UnaryOperator<String> change) {
        Map<MutantRung, String> all = new EnumMap<>(MutantRung.class);
        answers.forEach((rung, answer) -> all.put(rung, change.apply(answer)));
        return new MutantFate(mutant, all, proof, millis);
    }

    /** Returns this fate with the answer of one more rung. */
    MutantFate with(MutantRung rung, String answer) {
        Map<MutantRung, String> all = new EnumMap<>(MutantRung.class);
        all.putAll(answers);
        all.put(rung, answer);
        return new MutantFate(mutant, all, proof, millis);
    }

    /** Returns this fate with what the provers say. */
    MutantFate with(Proof answer) {
        return new MutantFate(mutant, answers, answer, millis);
    }

    boolean dies() {
        return diesByTwin() || diesAlone();
    }

    boolean isEquivalent() {
        return proof == Proof.EQUIVALENT;
    }

    /** A step of the ladder that plays a mutant, in the order of the ladder. */
    enum MutantRung {
        LOCKSTEP(true), // random cases in lockstep with the twin
        VERDICTS(false), // scenarios and drawn workloads under verdicts
        LITMUS(false), // litmus files, judged by their conditions, by the memory model and by verdicts
        RAW(false), // meaningless commands, judged from the events alone
        /** The cases of the rung lockstep without the twin, with the assertions of the units switched on. */
        ASSERTIONS(false),
        PAGES(false), // fast tests of the unit alone or of the tile, which compare them with what the pages say
        TESTS(true), // fast tests of the unit alone or of the tile, which compare them with the twin
        DEEP(true), // more random cases in lockstep with the twin
        PROOFS(false); // the proofs of the unit, played after all others, as the proofs of equivalence are

        private final boolean twin;

        MutantRung(boolean twin) {
            this.twin = twin;
        }

        boolean hasTwin() {
            return twin;
        }

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
