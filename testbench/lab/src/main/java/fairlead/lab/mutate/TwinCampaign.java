// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.rtl.LibraryException;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.RtlOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays random mutants of the twin's byte code in lockstep with the RTL (docs/lab/mutation.md). */
public final class TwinCampaign {
    private static final long SECONDS = 20; // of processor time, of one mutant; the twin as it is takes 7
    private static final int TOLD = 50; // mutants between two lines of progress

    private final Path root;
    private final TwinDraw draw;
    private final List<String> units;
    private final long seed;
    private final int cases;
    private final int jobs;

    /**
     * @param root the root of the project
     * @param units the classes to change, by their names without package; empty means all
     * @param seed the seed of the draw, and the first seed of the cases
     * @param cases the cases that each mutant plays
     * @param jobs the processes at a time
     */
    public TwinCampaign(final Path root, final List<String> units, final long seed, final int cases, final int jobs)
            throws IOException {
        this.root = root.toAbsolutePath().normalize();
        this.units = List.copyOf(units);
        this.seed = seed;
        this.cases = cases;
        this.jobs = jobs;
        draw = TwinDraw.ofTwin(units);
    }

    /**
     * Plays so many mutants and returns the report.
     *
     * @param ledger the file that gets the row of each mutant as soon as it has ended
     * @throws LibraryException if the twin as it is differs from the RTL, or a process ends for another reason than its
     *     mutant
     */
    public TwinReport run(final int count, final Path ledger, final PrintStream progress) throws IOException {
        final List<TwinMutant> mutants = draw.sample(seed, count);
        final Path errors =
                Files.createDirectories(root.resolve("target/mutants")).resolve("twin-errors.txt");
        final String[] answers = new String[mutants.size()];
        final AtomicInteger next = new AtomicInteger();
        final AtomicInteger ended = new AtomicInteger();
        final ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try (MutantProcess first = process(errors, mutants.size());
                PrintStream rows = new PrintStream(Files.newOutputStream(ledger), true, StandardCharsets.UTF_8)) {
            rows.print(TwinReport.HEAD);
            final String sound = first.play(MutantRung.LOCKSTEP, 0);
            if (!sound.endsWith(MutantRungs.ALIVE)) {
                throw new LibraryException("the twin as it is differs from the RTL: " + sound);
            }
            final List<Future<?>> parts = new ArrayList<>();
            for (int t = 0; t < jobs; t++) {
                final MutantProcess own = t == 0 ? first : process(errors, mutants.size());
                parts.add(threads.submit(() -> {
                    try (MutantProcess process = own) {
                        for (int i = next.getAndIncrement(); i < answers.length; i = next.getAndIncrement()) {
                            answers[i] = process.play(MutantRung.LOCKSTEP, i + 1);
                            rows.print(TwinReport.row(mutants.get(i), answers[i]));
                            final int now = ended.incrementAndGet();
                            if (now % TOLD == 0 || now == answers.length) {
                                progress.println("fairlead: " + now + " of " + answers.length + " mutants");
                            }
                        }
                    }
                    return null;
                }));
            }
            for (final Future<?> part : parts) {
                part.get();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (final ExecutionException e) {
            throw new LibraryException(
                    "the campaign ended early: " + e.getCause().getMessage());
        } finally {
            threads.shutdownNow();
        }
        return new TwinReport(draw.sites(), mutants, List.of(answers));
    }

    private MutantProcess process(final Path errors, final int count) {
        final List<String> arguments =
                new ArrayList<>(List.of(Long.toString(seed), Integer.toString(count), Integer.toString(cases)));
        arguments.addAll(units);
        final Path libraries = NativeLibraries.path(RtlOptions.PRODUCT.variant())
                .toAbsolutePath()
                .getParent();
        return new MutantProcess(MutantProcess.worker(TwinWorker.class, libraries, errors, arguments), errors, SECONDS);
    }
}
