// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Draws mutants of the twin: an instruction of all its classes, each with the same probability, then one of the changes
 * that fit it. No instruction is drawn twice.
 */
final class TwinDraw {
    private final List<List<TwinMutant>> sites; // the mutants of each instruction

    private TwinDraw(final List<List<TwinMutant>> sites) {
        this.sites = sites;
    }

    /**
     * Reads the byte code of the twin.
     *
     * @param units the names of classes, without package; empty means all
     * @throws BadInput if there is no such class
     */
    static TwinDraw ofTwin(final List<String> units) throws IOException {
        final Map<String, List<TwinMutant>> sites = new LinkedHashMap<>();
        final List<String> known = new ArrayList<>();
        for (final String name : classes()) {
            final byte[] code;
            try {
                code = TwinLoader.code(name);
            } catch (final ClassNotFoundException e) {
                throw new IOException(e);
            }
            for (final TwinMutant each : TwinCode.mutants(code)) {
                known.add(each.unit());
                if (units.isEmpty() || units.contains(each.unit())) {
                    sites.computeIfAbsent(
                                    each.type() + " " + each.method() + " " + each.index(), k -> new ArrayList<>())
                            .add(each);
                }
            }
        }
        for (final String unit : units) {
            if (!known.contains(unit)) {
                final String near = Nearest.to(unit, known.stream().distinct().toList());
                throw new BadInput("--unit " + unit + ": the twin has no such class"
                        + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
            }
        }
        return new TwinDraw(List.copyOf(sites.values()));
    }

    /** Returns the names of the classes of the twin, sorted. */
    private static List<String> classes() throws IOException {
        final Path place;
        try {
            place = Path.of(ModelEngineFactory.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (final URISyntaxException e) {
            throw new IOException(e);
        }
        if (Files.isDirectory(place)) {
            return classes(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
            return classes(jar.getPath("/"));
        }
    }

    private static List<String> classes(final Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(f -> root.relativize(f).toString())
                    .filter(f -> f.endsWith(".class"))
                    .map(f -> f.substring(0, f.length() - ".class".length()).replace('/', '.'))
                    .filter(TwinLoader::isOfTwin)
                    .sorted()
                    .toList();
        }
    }

    /** Returns the number of instructions that can be changed. */
    int sites() {
        return sites.size();
    }

    /** Draws so many mutants, or one at each instruction if there are fewer. */
    List<TwinMutant> sample(final long seed, final int count) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<List<TwinMutant>> left = new ArrayList<>(sites);
        final List<TwinMutant> drawn = new ArrayList<>();
        while (drawn.size() < count && !left.isEmpty()) {
            final int at = random.nextInt(left.size());
            final List<TwinMutant> site = left.get(at);
            left.set(at, left.get(left.size() - 1));
            left.remove(left.size() - 1);
            final TwinMutant one = site.get(random.nextInt(site.size()));
            drawn.add(new TwinMutant(drawn.size() + 1, one.type(), one.method(), one.index(), one.line(), one.kind()));
        }
        return drawn;
    }
}
