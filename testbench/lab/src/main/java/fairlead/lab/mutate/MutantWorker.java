// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import fairlead.evaluate.LineProcess;
import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.RtlOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The main class of a process that plays mutants ({@link LineProcess}). A request is `RUNG NUMBER`, with a {@link
 * MutantRung}. Whatever a mutant does to the process, the campaign goes on with a new one.
 */
public final class MutantWorker {
    /** The beginning of each answer; other lines of the output are of the virtual machine. */
    static final String ANSWER = "answer: ";

    private MutantWorker() {}

    /** Plays one rung of one mutant and returns the answer, a line. */
    interface Rungs {
        String play(MutantRung rung, int mutant) throws IOException;
    }

    /**
     * Answers until the input ends.
     *
     * @param args the root of the project, the seed of the campaign, the cases of the rungs lockstep and deep
     */
    public static void main(String[] args) throws InterruptedException {
        MutantRungs rungs = new MutantRungs(Path.of(args[0]), Long.parseLong(args[1]));
        int cases = Integer.parseInt(args[2]);
        Function choose = function("fl_mutant");
        Function assertions = function("fl_assertions");
        answer((rung, mutant) -> {
            choose.invokeVoid(new Object[] {mutant});
            assertions.invokeVoid(new Object[] {rung == MutantRung.ASSERTIONS ? 1 : 0});
            return switch (rung) {
                case LOCKSTEP -> rungs.lockstep(0, cases);
                case DEEP -> rungs.lockstep(cases, cases + Integer.parseInt(args[3]));
                case VERDICTS -> rungs.verdicts();
                case LITMUS -> rungs.litmus();
                case RAW -> rungs.raw();
                case ASSERTIONS -> rungs.assertions(cases);
                case PAGES, TESTS, PROOFS -> throw new IllegalArgumentException("no rung of this process: " + rung);
            };
        });
    }

    /** Answers each line of the input with what the rungs say. */
    static void answer(Rungs rungs) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        LineProcess.serve(line -> {
            String[] words = line.split(" ");
            try {
                return ANSWER + rungs.play(MutantRung.valueOf(words[0]), Integer.parseInt(words[1]));
            } catch (OutOfMemoryError e) {
                return ANSWER + "memory: the heap is full"; // of events, or of whatever else a mutant repeats
            } catch (IOException | RuntimeException | StackOverflowError e) {
                e.printStackTrace();
                return ANSWER + "broken " + e.toString().replaceAll("\\s+", " ");
            }
        });
    }

    private static Function function(String name) {
        return NativeLibrary.getInstance(
                        NativeLibraries.path(RtlOptions.PRODUCT.variant()).toString())
                .getFunction(name);
    }
}
