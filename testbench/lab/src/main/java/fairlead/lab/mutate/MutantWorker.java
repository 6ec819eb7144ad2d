// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.RtlOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main class of a process that plays mutants. The process reads lines `RUNG NUMBER`, with a {@link MutantRung},
 * and answers each with one line.
 * Whatever a mutant does to the process, the campaign goes on with a new one. The process exits when its input ends,
 * even in the middle of a rung.
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
    public static void main(final String[] args) throws InterruptedException {
        final MutantRungs rungs = new MutantRungs(Path.of(args[0]), Long.parseLong(args[1]));
        final int cases = Integer.parseInt(args[2]);
        final Function choose = function("fl_mutant");
        final Function assertions = function("fl_assertions");
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
    static void answer(final Rungs rungs) throws InterruptedException {
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // only answers may be written to the pipe
        Locale.setDefault(Locale.ROOT);
        final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final Thread reader = new Thread(() -> read(lines), "input");
        reader.setDaemon(true);
        reader.start();
        while (true) {
            final String[] words = lines.take().split(" ");
            String answer;
            try {
                answer = rungs.play(MutantRung.valueOf(words[0]), Integer.parseInt(words[1]));
            } catch (final OutOfMemoryError e) {
                answer = "memory: the heap is full"; // of events, or of whatever else a mutant repeats
            } catch (final IOException | RuntimeException | StackOverflowError e) {
                e.printStackTrace();
                answer = "broken " + e.toString().replaceAll("\\s+", " ");
            }
            out.println(ANSWER + answer);
        }
    }

    private static Function function(final String name) {
        return NativeLibrary.getInstance(
                        NativeLibraries.path(RtlOptions.PRODUCT.variant()).toString())
                .getFunction(name);
    }

    private static void read(final LinkedBlockingQueue<String> lines) {
        try {
            final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (final IOException e) {
            e.printStackTrace();
        }
        Runtime.getRuntime().halt(0); // the campaign is gone
    }
}
