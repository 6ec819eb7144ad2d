// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.evaluate.Campaign;
import fairlead.lab.mutate.Mutant.MutantDraw;
import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.lab.mutate.MutantProcess.UnitTests;
import fairlead.lab.mutate.MutantProof.UnitProofs;
import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Plays mutants of the emitted netlist down a ladder (docs/lab/mutation.md). All mutants of a part are in one library;
 * each process plays one mutant after the other.
 */
public final class MutationCampaign {
    private static final int MOST_IN_LIBRARY = 2000;
    private static final long TOLD = 10_000_000_000L; // nanoseconds between two lines of progress

    /**
     * @param units the units to mutate; empty means all
     * @param each the mutants of each unit, or 0
     * @param sample if `each` is 0, the mutants of all units together
     * @param seed the seed of the draw, and the first seed of the cases
     * @param cases the cases of the rung lockstep
     * @param deep the cases of the rung deep
     * @param proofSeconds the seconds of processor time of one proof, or 0 for no proofs
     * @param jobs the processes at a time
     * @param tests the class path of the tests of units, or an empty text if they are not played
     */
    public record Extent(
            List<String> units,
            int each,
            int sample,
            long seed,
            int cases,
            int deep,
            int proofSeconds,
            int jobs,
            String tests) {}

    private final Path root;
    private final Extent extent;
    private final PrintStream progress;
    private final MutantLibrary libraries;
    private final TileNetlist netlist;
    private final Path errors;
    private long told;

    /**
     * @param root the root of the project
     * @param progress gets a line for each step
     * @throws LibraryException if a tool is missing
     */
    public MutationCampaign(Path root, Extent extent, PrintStream progress) throws IOException {
        this.root = root.toAbsolutePath().normalize();
        this.extent = extent;
        this.progress = progress;
        libraries = new MutantLibrary(this.root, progress);
        netlist = libraries.netlist();
        errors = Files.createDirectories(this.root.resolve("target/mutants")).resolve("worker-errors.txt");
    }

    public List<String> units() {
        return netlist.units();
    }

    /** @param file the ledger, which has a row for each mutant that has ended */
    public MutationReport run(Path file) throws IOException {
        List<String> units = extent.units().isEmpty() ? netlist.units() : extent.units();
        MutantDraw draw = new MutantDraw(netlist, extent.seed());
        List<Mutant> mutants =
                extent.each() > 0 ? draw.ofEach(units, extent.each()) : draw.sample(units, extent.sample());
        MutationLedger ledger = new MutationLedger(file, name(mutants.size()), mutants);
        for (int from = 0; from < mutants.size(); from += MOST_IN_LIBRARY) {
            List<Mutant> part = mutants.subList(from, Math.min(mutants.size(), from + MOST_IN_LIBRARY));
            List<Mutant> left = part.stream()
                    .filter(m -> !ledger.fates().containsKey(m.number()))
                    .toList();
            if (!left.isEmpty()) {
                Path library = libraries.of(netlist, part);
                Path tests = tests(library, part);
                List<String> arguments = Stream.of(root, extent.seed(), extent.cases(), extent.deep())
                        .map(String::valueOf)
                        .toList();
                MutantProcess tile = MutantProcess.tile(library, errors, arguments);
                MutantProcess alone =
                        tests == null ? null : MutantProcess.tests(library, errors, extent.tests(), tests);
                try (Processes processes = new Processes(tile, alone)) {
                    requireSound(processes);
                    each(left, processes::run, ledger);
                }
            }
        }
        if (extent.proofSeconds() > 0) {
            playProofs(ledger);
            compare(ledger);
        }
        return new MutationReport(units, ledger.finish());
    }

    /** Builds the single units and returns the list of the tests of each mutant, or null if no tests are played. */
    private Path tests(Path product, List<Mutant> mutants) throws IOException {
        if (extent.tests().isEmpty()) {
            return null;
        }
        UnitTests tests = new UnitTests(netlist);
        libraries.units(product, tests.tops(mutants));
        Path list = product.resolveSibling("unit-tests.txt");
        tests.write(list, mutants);
        return list;
    }

    /** Searches the proofs of its unit for each mutant that nothing without the twin has noticed. */
    private void playProofs(MutationLedger ledger) throws IOException {
        if (!Files.isDirectory(root.resolve(UnitProofs.HARNESSES))) {
            progress.println("fairlead: no proofs of units are played, because " + UnitProofs.HARNESSES
                    + " is not there (scripts/lab prove)");
            return;
        }
        UnitProofs proofs = new UnitProofs(
                List.of(root.resolve(UnitProofs.HARNESSES), libraries.wholeHarnesses()), extent.proofSeconds());
        List<MutantFate> left = chosen(
                ledger, f -> !f.diesAlone() && f.answer(MutantRung.PROOFS).isEmpty());
        progress.println("fairlead: playing the proofs of the units of " + left.size() + " mutants");
        each(
                left,
                fate -> {
                    String answer = proofs.play(fate.mutant());
                    return answer.isEmpty() ? null : fate.with(MutantRung.PROOFS, answer);
                },
                ledger);
    }

    /** Compares each mutant that no rung has noticed with the machine, unless the ledger has the answer. */
    private void compare(MutationLedger ledger) throws IOException {
        MutantProof proof = new MutantProof(netlist, extent.proofSeconds());
        List<MutantFate> alive = chosen(ledger, f -> !f.dies() && f.proof() == MutantFate.Proof.NONE);
        progress.println("fairlead: comparing " + alive.size() + " mutants with the machine");
        for (MutantFate fate : alive) {
            ledger.add(fate.with(proof.of(fate.mutant())));
        }
    }

    private static List<MutantFate> chosen(MutationLedger ledger, Predicate<MutantFate> which) {
        return ledger.fates().values().stream()
                .filter(which)
                .sorted(Comparator.comparingInt(f -> f.mutant().number()))
                .toList();
    }

    private String name(int mutants) throws IOException {
        return "lab mutate: " + mutants + " mutants, "
                + (extent.each() > 0 ? extent.each() + " of each unit" : "a sample of all")
                + (extent.units().isEmpty() ? "" : " of " + String.join(" ", extent.units()))
                + ", seed " + extent.seed() + ", cases " + extent.cases() + ", deep " + extent.deep()
                + (extent.tests().isEmpty() ? "" : ", with tests of units") + ", machine " + libraries.machine();
    }

    /** Requires that no rung notices anything of the libraries while no mutant is chosen. */
    private void requireSound(Processes processes) throws IOException {
        for (MutantRung rung : MutantRung.values()) {
            String answer = rung == MutantRung.DEEP ? "" : processes.play(rung, 0); // proofs have no library
            if (!answer.isEmpty() && !answer.equals(MutantFate.ALIVE)) {
                throw new LibraryException("the library of mutants is not the product while no mutant is chosen; "
                        + rung.title() + ": " + answer);
            }
        }
    }

    private <I> void each(List<I> items, Campaign.Worker<I, MutantFate> worker, MutationLedger ledger)
            throws IOException {
        int before = ledger.fates().size();
        try {
            Campaign.run(items, extent.jobs(), worker, (item, fate) -> {
                if (fate != null) {
                    ledger.add(fate);
                    tell(ledger, ledger.fates().size() == before + items.size());
                }
            });
        } catch (IOException e) {
            throw new LibraryException("the campaign ended early: " + e.getMessage()
                    + "; the ledger is sound, and the same command goes on behind it");
        }
    }

    private synchronized void tell(MutationLedger ledger, boolean last) {
        if (last || System.nanoTime() - told > TOLD) {
            told = System.nanoTime();
            Collection<MutantFate> fates = ledger.fates().values();
            progress.println("fairlead: " + fates.size() + " mutants have ended, "
                    + fates.stream().filter(f -> !f.dies()).count() + " of them alive");
        }
    }

    /**
     * The processes: some play the tile, and some tests of units.
     *
     * @param tests null if no tests are played
     */
    private final class Processes implements AutoCloseable {
        private final MutantProcess tile;
        private final MutantProcess tests;

        Processes(MutantProcess tile, MutantProcess tests) {
            this.tile = tile;
            this.tests = tests;
        }

        MutantFate run(Mutant mutant) throws IOException {
            return MutantFate.played(this::play, mutant, extent.deep() > 0);
        }

        /** Plays one rung of one mutant and returns the answer, empty if it is not played. */
        String play(MutantRung rung, int mutant) throws IOException {
            return switch (rung) {
                case PAGES, TESTS -> tests == null ? "" : tests.play(rung, mutant);
                case PROOFS -> "";
                case LOCKSTEP, VERDICTS, LITMUS, RAW, ASSERTIONS, DEEP -> tile.play(rung, mutant);
            };
        }

        @Override
        public void close() {
            tile.close();
            if (tests != null) {
                tests.close();
            }
        }
    }
}
