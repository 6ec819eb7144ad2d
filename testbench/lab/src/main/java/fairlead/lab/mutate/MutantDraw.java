// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.machine.Mix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws mutants by site: first a site, each with the same probability, then one of its kinds, then a bit. No site is
 * drawn again before every other one of its unit has been. Wide words have no larger share than narrow ones.
 */
final class MutantDraw {
    private final TileNetlist netlist;
    private final long seed;

    MutantDraw(final TileNetlist netlist, final long seed) {
        this.netlist = netlist;
        this.seed = seed;
    }

    /** Draws `count` mutants of each unit; those of a unit do not depend on the other units. */
    List<WordMutant> ofEach(final List<String> units, final int count) {
        final List<WordMutant> drawn = new ArrayList<>();
        for (final String unit : units) {
            draw(netlist.sites(unit), count, Mix.seed(seed, unit.hashCode()), drawn);
        }
        return drawn;
    }

    /** Draws `count` mutants of all units together, so that a unit has a share by its number of sites. */
    List<WordMutant> sample(final List<String> units, final int count) {
        final List<MutationSite> sites = new ArrayList<>();
        units.forEach(unit -> sites.addAll(netlist.sites(unit)));
        final List<WordMutant> drawn = new ArrayList<>();
        draw(sites, count, Mix.seed(seed, 0), drawn);
        return drawn;
    }

    /** Draws one mutant at each site. */
    List<WordMutant> everySite(final List<String> units) {
        final List<WordMutant> drawn = new ArrayList<>();
        for (final String unit : units) {
            final List<MutationSite> sites = netlist.sites(unit);
            draw(sites, sites.size(), Mix.seed(seed, unit.hashCode()), drawn);
        }
        return drawn;
    }

    private static void draw(
            final List<MutationSite> sites, final int count, final long seed, final List<WordMutant> into) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Set<String> known = new HashSet<>();
        final List<MutationSite> order = new ArrayList<>(sites);
        final long most = sites.stream().mapToLong(MutantDraw::possible).sum();
        int at = 0;
        while (known.size() < Math.min(count, most)) {
            if (at % order.size() == 0) {
                shuffle(order, random);
            }
            final WordMutant one = of(order.get(at++ % order.size()), into.size() + 1, random);
            if (known.add(one.text())) {
                into.add(one);
            }
        }
    }

    private static long possible(final MutationSite site) {
        return site.kinds().stream().mapToInt(k -> k.isBit() ? site.width() : 1).sum();
    }

    private static WordMutant of(final MutationSite site, final int number, final SplittableRandom random) {
        final List<MutantKind> kinds = site.kinds();
        final MutantKind kind = kinds.get(random.nextInt(kinds.size()));
        final int bit = random.nextInt(site.width());
        return new WordMutant(number, site, kind, kind.isBit() ? bit : -1);
    }

    private static void shuffle(final List<MutationSite> order, final SplittableRandom random) {
        for (int i = order.size() - 1; i > 0; i--) {
            final int j = random.nextInt(i + 1);
            final MutationSite one = order.get(i);
            order.set(i, order.get(j));
            order.set(j, one);
        }
    }
}
