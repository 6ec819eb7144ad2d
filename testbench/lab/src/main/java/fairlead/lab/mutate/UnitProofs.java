// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.HarnessSearch;
import fairlead.rtl.LibraryException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rung proofs: a mutant is put into the harnesses in which its unit is proved, and a prover searches for a
 * counterexample of their statements. A harness has the mutants of words that have a name in the source: a bit of the
 * word of this name, driven by a cell of the same type. Most harnesses have smaller tables and fewer ports than the
 * product; some are made again with the unit as it is in the product.
 */
final class UnitProofs {
    /** The folder of the Verilog of the harnesses, below the root of the project. */
    static final String HARNESSES = "hw/target/rtl/prove";

    private final List<HarnessSearch> searches;
    private final Set<String> sound = new HashSet<>(); // harnesses that hold without a mutant, by search

    /**
     * @param folders folders of Verilog of harnesses
     * @param seconds the processor time of one search
     */
    UnitProofs(final List<Path> folders, final int seconds) throws IOException {
        final List<HarnessSearch> all = new ArrayList<>();
        for (final Path folder : folders) {
            all.add(new HarnessSearch(folder, seconds));
        }
        searches = List.copyOf(all);
    }

    /**
     * Returns {@link MutantRungs#ALIVE}, which statements do not hold in which cycle, or an empty text if no harness
     * has this mutant.
     */
    String play(final Mutant mutant) throws IOException {
        String answer = "";
        final boolean isNamed = mutant.wire().matches("[a-zA-Z].*/\\d+"); // firtool's temporaries begin with _
        for (int k = 0; isNamed && k < searches.size(); k++) {
            for (final String harness : searches.get(k).of(mutant.unit())) {
                final String[] wire = mutant.wire().split("/");
                final String filter = "-mode " + mutant.mode() + " -module " + mutant.unit() + " -port " + mutant.pin()
                        + " -wire " + wire[0] + " -wirebit " + wire[1];
                final List<Mutant> there = searches.get(k).mutations(harness, filter).stream()
                        .map(line -> Mutant.of(mutant.number(), line))
                        .filter(m -> type(m).equals(type(mutant)))
                        .toList();
                if (there.size() == 1) {
                    requireSound(k, harness);
                    answer = searches.get(k).refuted(harness, there.get(0).edit(mutant.unit()));
                    if (!answer.isEmpty()) {
                        return answer;
                    }
                    answer = MutantRungs.ALIVE;
                }
            }
        }
        return answer;
    }

    /** Returns the type of the cell, which its name begins with; the pin Q is enough for a register. */
    private static String type(final Mutant mutant) {
        return mutant.pin().equals("Q") ? "$dff" : mutant.cell().replaceFirst("^(\\$\\w+)\\$.*", "$1");
    }

    /** Requires, once, that a harness has no counterexample without a mutant: it would notice every mutant. */
    private synchronized void requireSound(final int search, final String harness) throws IOException {
        if (sound.add(search + " " + harness)) {
            final String found = searches.get(search).refuted(harness, "");
            if (!found.isEmpty()) {
                throw new LibraryException("a harness does not hold while no mutant is in it; " + found);
            }
        }
    }
}
