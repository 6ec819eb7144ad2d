// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.verdict.Checks;
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
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Random faults of the checkers, for scripts/lib/checker-strength.sh: how many of them do the tests of the checkers
 * notice? `draw DIR SEED COUNT` changes one instruction of `fairlead.verdict` a mutant, each instruction with the same
 * probability and none twice, writes the changed class to DIR/K and a line for it to DIR/mutants.tsv. `play TEST..`
 * runs test classes up to the first failure, which is printed; it prints `alive` if nothing fails.
 */
public final class CheckerMutants {
    private static final String FOLDER = "fairlead/check";

    private CheckerMutants() {}

    public static void main(final String[] args) throws IOException, URISyntaxException {
        if (args[0].equals("draw")) {
            draw(Path.of(args[1]), Long.parseLong(args[2]), Integer.parseInt(args[3]));
        } else {
            play(List.of(args).subList(1, args.length));
        }
    }

    /** Draws mutants and writes their classes; returns them. */
    static List<TwinMutant> draw(final Path dir, final long seed, final int count)
            throws IOException, URISyntaxException {
        final Map<String, byte[]> code = code();
        final List<List<TwinMutant>> sites = new ArrayList<>();
        for (final byte[] one : code.values()) {
            final Map<String, List<TwinMutant>> here = new LinkedHashMap<>();
            TwinCode.mutants(one)
                    .forEach(each -> here.computeIfAbsent(each.method() + " " + each.index(), key -> new ArrayList<>())
                            .add(each));
            sites.addAll(here.values());
        }
        final int all = sites.size();
        final SplittableRandom random = new SplittableRandom(seed);
        final List<TwinMutant> drawn = new ArrayList<>();
        final StringBuilder lines = new StringBuilder();
        while (drawn.size() < count && !sites.isEmpty()) {
            final List<TwinMutant> site = sites.remove(random.nextInt(sites.size()));
            final TwinMutant one = site.get(random.nextInt(site.size()));
            drawn.add(one);
            final Path file = dir.resolve(drawn.size() + "/" + one.type().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, TwinCode.with(code.get(one.type()), one));
            lines.append(drawn.size())
                    .append('\t')
                    .append(one.unit())
                    .append('\t')
                    .append(one.text())
                    .append('\n');
        }
        Files.writeString(dir.resolve("mutants.tsv"), lines);
        System.out.println(drawn.size() + " of " + all + " instructions, seed " + seed);
        return drawn;
    }

    /** Returns the classes of the checkers by name, sorted. */
    private static Map<String, byte[]> code() throws IOException, URISyntaxException {
        final Path place = Path.of(
                Checks.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return code(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
            return code(jar.getPath("/"));
        }
    }

    private static Map<String, byte[]> code(final Path root) throws IOException {
        final Map<String, byte[]> code = new LinkedHashMap<>();
        try (Stream<Path> all = Files.list(root.resolve(FOLDER))) {
            for (final Path file : all.filter(f -> f.toString().endsWith(".class"))
                    .filter(f -> !f.toString().endsWith("package-info.class"))
                    .sorted()
                    .toList()) {
                final String name = file.getFileName().toString();
                code.put(
                        "fairlead.check." + name.substring(0, name.length() - ".class".length()),
                        Files.readAllBytes(file));
            }
        }
        return code;
    }

    private static void play(final List<String> classes) {
        final TestExecutionListener listener = new TestExecutionListener() {
            @Override
            public void executionFinished(final TestIdentifier test, final TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    System.out.println("found\t" + test.getUniqueId().replaceAll(".*class:([^]]*)].*", "$1") + " "
                            + test.getDisplayName());
                    System.out.flush();
                    Runtime.getRuntime().halt(1);
                }
            }
        };
        for (final String name : classes) { // one after the other: the first are those of the unit
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(DiscoverySelectors.selectClass(name))
                                    .filters(TagFilter.excludeTags("slow"))
                                    .build(),
                            listener);
        }
        System.out.println("alive\t" + (TwinReach.take() ? "reached" : "not reached"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
