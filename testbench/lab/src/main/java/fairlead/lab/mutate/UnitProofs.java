// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.proofs.HarnessSearch;
import fairlead.rtl.LibraryException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rung proofs: a mutant is put into the harnesses in which its unit is proved, and a prover searches for a
 * counterexample of their statements. Most harnesses have smaller tables and fewer ports than the product, so they have
 * only the mutants of cells that compute the same there. Some are made again with the unit as it is in the product.
 */
final class UnitProofs {
    /** The folder of the Verilog of the harnesses, below the root of the project. */
    static final String HARNESSES = "hw/target/rtl/prove";

    private final TileNetlist netlist;
    private final List<HarnessSearch> searches;
    private final Set<String> sound = new HashSet<>(); // harnesses that hold without a mutant, by search
    private final Map<String, SiteMatch> matches = new HashMap<>(); // by search, harness and unit

    /**
     * @param netlist the netlist of the product
     * @param folders folders of Verilog of harnesses
     * @param seconds the processor time of one search
     */
    UnitProofs(final TileNetlist netlist, final List<Path> folders, final int seconds) throws IOException {
        this.netlist = netlist;
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
    String play(final WordMutant mutant) throws IOException {
        String answer = "";
        for (final HarnessSearch search : searches) {
            for (final String harness : search.of(mutant.site().unit())) {
                final Optional<WordMutant> there =
                        match(search, harness, mutant.site().unit()).of(mutant);
                if (there.isPresent()) {
                    requireSound(search, harness, mutant.site().unit());
                    answer = refuted(search, harness, there.get());
                    if (!answer.isEmpty()) {
                        return answer;
                    }
                    answer = MutantRungs.ALIVE;
                }
            }
        }
        return answer;
    }

    private static String refuted(final HarnessSearch search, final String harness, final WordMutant mutant)
            throws IOException {
        final ObjectNode modules = search.modules(harness);
        final String unit = mutant.site().unit();
        final NetlistEdit edit = new NetlistEdit((ObjectNode) modules.get(unit));
        edit.mutate(List.of(mutant), (name, width) -> MiterProof.control(mutant, name, width));
        modules.set(unit, edit.finish());
        return search.refuted(harness, modules);
    }

    /** Requires, once, that a harness that is only written anew has no counterexample: it would notice every mutant. */
    private synchronized void requireSound(final HarnessSearch search, final String harness, final String unit)
            throws IOException {
        if (sound.add(searches.indexOf(search) + " " + harness + " " + unit)) {
            final ObjectNode modules = search.modules(harness);
            modules.set(unit, new NetlistEdit((ObjectNode) modules.get(unit)).finish());
            final String found = search.refuted(harness, modules);
            if (!found.isEmpty()) {
                throw new LibraryException("a harness does not hold while no mutant is in it; " + found);
            }
        }
    }

    /** Looks for the mutant; a match keeps what it has computed, so only one thread may ask it. */
    private synchronized Optional<WordMutant> found(
            final HarnessSearch search, final String harness, final WordMutant mutant) throws IOException {
        return match(search, harness, mutant.site().unit()).of(mutant);
    }

    private SiteMatch match(final HarnessSearch search, final String harness, final String unit) throws IOException {
        final String key = searches.indexOf(search) + " " + harness + " " + unit;
        SiteMatch match = matches.get(key);
        if (match == null) {
            final JsonNode module = search.modules(harness).get(unit);
            match = new SiteMatch(netlist, TileNetlist.of(unit, module));
            matches.put(key, match);
        }
        return match;
    }
}
