// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

import fairlead.engine.rtl.LibraryException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Plays mutants of the emitted netlist down a ladder (docs/mutation.md). All mutants of a part are in one library; each
 * process plays one mutant after the other.
 */
public final class MutationCampaign {
    private static final int MOST_IN_LIBRARY = 2000;
    private static final int TOLD = 100; // mutants between two lines of progress

    /**
     * The extent of a campaign.
     *
     * @param units the units to mutate; empty means all
     * @param each the mutants of each unit, or 0
     * @param sample if `each` is 0, the mutants of all units together; if 0, too, one mutant at each site
     * @param seed the seed of the draw, and the first seed of the cases
     * @param cases the cases of the rung lockstep
     * @param deep the cases of the rung deep
     * @param proofSeconds the seconds of processor time of one proof, or 0 for no proofs
     * @param jobs the processes at a time
     */
    public record Extent(
            List<String> units, int each, int sample, long seed, int cases, int deep, int proofSeconds, int jobs) {}

    private final Path root;
    private final Extent extent;
    private final PrintStream progress;
    private final MutantLibrary libraries;
    private final TileNetlist netlist;
    private final Path errors;

    /**
     * Reads the netlist.
     *
     * @param root the root of the project
     * @param progress is told what is done
     * @throws LibraryException if a tool is missing
     */
    public MutationCampaign(final Path root, final Extent extent, final PrintStream progress) throws IOException {
        this.root = root.toAbsolutePath().normalize();
        this.extent = extent;
        this.progress = progress;
        libraries = new MutantLibrary(this.root, progress);
        netlist = libraries.netlist();
        errors = Files.createDirectories(this.root.resolve("target/mutants")).resolve("worker-errors.txt");
    }

    /** Returns the names of the units that have sites. */
    public List<String> units() {
        return netlist.units();
    }

    /** Runs the campaign and returns its report. */
    public MutationReport run() throws IOException {
        final List<String> units = extent.units().isEmpty() ? netlist.units() : extent.units();
        final MutantDraw draw = new MutantDraw(netlist, extent.seed());
        final List<WordMutant> mutants = extent.each() > 0
                ? draw.ofEach(units, extent.each())
                : extent.sample() > 0 ? draw.sample(units, extent.sample()) : draw.everySite(units);
        final List<MutantFate> fates = new ArrayList<>();
        for (int from = 0; from < mutants.size(); from += MOST_IN_LIBRARY) {
            final List<WordMutant> part = mutants.subList(from, Math.min(mutants.size(), from + MOST_IN_LIBRARY));
            final Path library = libraries.of(netlist, part);
            requireSame(library);
            final AtomicInteger done = new AtomicInteger(from);
            fates.addAll(all(part.size(), library, (process, i) -> {
                final MutantFate fate = fate(process, part.get(i));
                if (done.incrementAndGet() % TOLD == 0) {
                    progress.println("fairlead: " + done + " of " + mutants.size() + " mutants");
                }
                return fate;
            }));
        }
        fates.sort(Comparator.comparingInt(f -> f.mutant().number()));
        return new MutationReport(netlist, units, fates);
    }

    /** Requires that the library without a chosen mutant has the event hashes of the product. */
    private void requireSame(final Path library) throws IOException {
        try (MutantProcess changed = process(library, true);
                MutantProcess product = process(root.resolve("verilator/target/lib"), false)) {
            final String expected = product.play(MutantWorker.Rung.HASHES, 0);
            final String found = changed.play(MutantWorker.Rung.HASHES, 0);
            final String alive = changed.play(MutantWorker.Rung.VERDICTS, 0);
            if (!expected.equals(found) || !alive.equals(MutantRungs.ALIVE)) {
                throw new LibraryException("the library of mutants in " + library
                        + " is not the product while no mutant is chosen: event hashes " + found + ", expected "
                        + expected + "; verdicts: " + alive);
            }
        }
    }

    private MutantProcess process(final Path library, final boolean mutants) {
        return new MutantProcess(
                library,
                mutants,
                errors,
                List.of(
                        root.toString(),
                        Long.toString(extent.seed()),
                        Integer.toString(extent.cases()),
                        Integer.toString(extent.deep())));
    }

    private interface Work {
        MutantFate of(MutantProcess process, int index) throws IOException;
    }

    /** Does the work for each index, on as many processes as the extent says. */
    private List<MutantFate> all(final int count, final Path library, final Work work) {
        final AtomicInteger next = new AtomicInteger();
        final ExecutorService threads = Executors.newFixedThreadPool(extent.jobs());
        final List<MutantFate> fates = new ArrayList<>();
        try {
            final List<Future<List<MutantFate>>> parts = new ArrayList<>();
            for (int t = 0; t < extent.jobs(); t++) {
                parts.add(threads.submit(() -> {
                    final List<MutantFate> own = new ArrayList<>();
                    try (MutantProcess process = process(library, true)) {
                        for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                            own.add(work.of(process, i));
                        }
                    }
                    return own;
                }));
            }
            for (final Future<List<MutantFate>> part : parts) {
                fates.addAll(part.get());
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw new UncheckedIOException(io);
            }
            throw e.getCause() instanceof RuntimeException same ? same : new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return fates;
    }

    private MutantFate fate(final MutantProcess process, final WordMutant mutant) throws IOException {
        final String lockstep = process.play(MutantWorker.Rung.LOCKSTEP, mutant.number());
        final String verdicts = process.play(MutantWorker.Rung.VERDICTS, mutant.number());
        final MutantFate first = new MutantFate(mutant, lockstep, verdicts, "", MutantFate.Proof.NONE);
        if (first.dies()) {
            return first;
        }
        final MutantFate.Proof proof = extent.proofSeconds() == 0 ? MutantFate.Proof.UNDECIDED : proof(mutant);
        if (proof == MutantFate.Proof.EQUIVALENT || extent.deep() == 0) {
            return new MutantFate(mutant, lockstep, verdicts, "", proof);
        }
        final String deep = process.play(MutantWorker.Rung.DEEP, mutant.number());
        return new MutantFate(mutant, lockstep, verdicts, deep, proof);
    }

    private MutantFate.Proof proof(final WordMutant mutant) throws IOException {
        return new MiterProof(netlist, extent.proofSeconds()).of(mutant);
    }
}
