// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.sun.jna.NativeLibrary;
import fairlead.engine.Capabilities;
import fairlead.evaluate.Workers;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.faults.Ledger;
import fairlead.lab.lockstep.RawRun;
import fairlead.lab.lockstep.RawWatch;
import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.litmus.run.LitmusRunner;
import fairlead.litmus.run.TestResult;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The main class of a process that plays mutants ({@link Workers}), and the rungs of the ladder that play the tile
 * library, each of which answers with one line. A request is `RUNG NUMBER`, with a {@link MutantRung}. Whatever a
 * mutant does to the process, the campaign goes on with a new one.
 */
public final class MutantWorker {
    private static final int RAW_CASES = 8;
    private static final int RAW_WORDS = 600;

    private final long seed;
    private final int count; // cases of the rung lockstep
    private final int deep;
    private final Capabilities limits =
            FabricLibrary.variant(RtlOptions.PRODUCT.variant()).capabilities();
    private final NativeLibrary library = NativeLibrary.getInstance(
            NativeLibraries.path(RtlOptions.PRODUCT.variant()).toString());
    private final LockstepCases cases;
    private final List<Path> files;
    private final VerdictRuns runs;
    private final LitmusRunner litmus;

    private MutantWorker(String[] args) {
        Path root = Path.of(args[0]); // its examples are played
        seed = Long.parseLong(args[1]);
        count = Integer.parseInt(args[2]);
        deep = Integer.parseInt(args[3]);
        files = Ledger.lines(MutantWorker.class, "litmus-runs.txt").stream()
                .map(root::resolve)
                .toList();
        runs = new VerdictRuns(root, seed, limits, true);
        cases = new LockstepCases(seed, true);
        litmus = new LitmusRunner(new RtlEngineFactory(), "rtl", "base", 1, 1, seed);
    }

    /** @param args the root of the project, the seed of the campaign, the cases of the rungs lockstep and deep */
    public static void main(String[] args) throws InterruptedException {
        answer(new MutantWorker(args)::play);
    }

    /** Answers each line of the input with what the rungs say. */
    static void answer(MutantFate.Player rungs) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        Workers.serve(line -> {
            String[] words = line.split(" ");
            try {
                return rungs.play(MutantRung.valueOf(words[0]), Integer.parseInt(words[1]));
            } catch (OutOfMemoryError e) {
                return "memory: the heap is full"; // of events, or of whatever else a mutant repeats
            } catch (IOException | RuntimeException | StackOverflowError e) {
                e.printStackTrace();
                return "broken " + e.toString().replaceAll("\\s+", " ");
            }
        });
    }

    private String play(MutantRung rung, int mutant) throws IOException {
        library.getFunction("fl_mutant").invokeVoid(new Object[] {mutant});
        library.getFunction("fl_assertions").invokeVoid(new Object[] {rung == MutantRung.ASSERTIONS ? 1 : 0});
        return switch (rung) {
            case LOCKSTEP -> cases.play(new ModelEngineFactory(), 0, count);
            case DEEP -> cases.play(new ModelEngineFactory(), count, count + deep);
            case VERDICTS -> first(
                    runs.plans(), RunPlan::name, plan -> VerdictRuns.wrong(new Session(plan).run(executor -> {})));
            case LITMUS -> first(files, file -> file.getFileName().toString(), file -> litmus(litmus, file));
            case RAW -> first(IntStream.range(0, RAW_CASES).boxed().toList(), k -> "case " + (k + 1), this::raw);
            case ASSERTIONS -> cases.alone(new RtlEngineFactory(), count);
            case PAGES, TESTS, PROOFS -> throw new IllegalArgumentException("no rung of this process: " + rung);
        };
    }

    /** Runs one schedule of a litmus file and returns its forbidden outcome or false verdict, or an empty text. */
    static String litmus(LitmusRunner runner, Path file) {
        TestResult result = runner.run(file);
        return !result.forbidden().isEmpty()
                ? "forbidden " + result.forbidden().get(0).condition()
                : result.errors().isEmpty()
                        ? ""
                        : "error " + result.errors().get(0).condition();
    }

    private String raw(int number) {
        RawWatch.Violation violation = new RawRun(new RtlEngineFactory(), false, EnumSet.allOf(RawWatch.Kind.class))
                .play(RawDraw.draw(seed + number, RAW_WORDS, limits))
                .violation();
        return violation == null ? "" : violation.toString();
    }

    /** Returns the name of the first item of which something is noticed, and what, or {@link MutantFate#ALIVE}. */
    static <T> String first(List<T> items, Function<T, String> name, Function<T, String> noticed) {
        for (T item : items) {
            String how;
            try {
                how = noticed.apply(item);
            } catch (RuntimeException | AssertionError e) {
                StackTraceElement[] trace = e.getStackTrace();
                how = "threw " + (e + (trace.length == 0 ? "" : " at " + trace[0])).replaceAll("\\s+", " ");
            }
            if (!how.isEmpty()) {
                return name.apply(item) + ": " + how;
            }
        }
        return MutantFate.ALIVE;
    }
}
