// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.RtlOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The main class of a process that plays mutants against the fast tests of their units, as {@link MutantWorker} plays
 * the other rungs: the rungs pages and tests. A test that fails has noticed the mutant.
 */
public final class MutantTests implements TestExecutionListener {
    private static final int LONGEST = 120; // characters of what a test says
    /** The tests of a unit that compare it with the twin; all others know the page alone. */
    static final Set<String> WITH_TWIN = Set.of("everyOutputIsAsExpectedInEveryCycle", "everyBitOfEveryPortCounts");

    private final Launcher launcher = LauncherFactory.create();
    private String found;

    private MutantTests() {}

    /**
     * Answers until the input ends.
     *
     * @param args a file with lines of a rung, the number of a mutant and the names of test classes
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, List<String>> classes = new HashMap<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            List<String> words = List.of(line.split(" "));
            classes.put(words.get(0) + " " + words.get(1), words.subList(2, words.size()));
        }
        List<Function> choosers = new ArrayList<>();
        for (String library : List.of(RtlOptions.PRODUCT.variant(), "units")) {
            choosers.add(NativeLibrary.getInstance(NativeLibraries.path(library).toString())
                    .getFunction("fl_mutant"));
        }
        MutantTests tests = new MutantTests();
        MutantWorker.answer((rung, mutant) -> {
            choosers.forEach(choose -> choose.invokeVoid(new Object[] {mutant}));
            return tests.play(classes.getOrDefault(rung + " " + mutant, List.of()));
        });
    }

    /** Returns {@link MutantFate#ALIVE}, or the first class of which a test fails, and how. */
    private String play(List<String> classes) {
        found = MutantFate.ALIVE;
        for (int i = 0; i < classes.size() && found.equals(MutantFate.ALIVE); i++) {
            String[] name = classes.get(i).split(":");
            PostDiscoveryFilter part = test -> FilterResult.includedIf(name.length == 1
                    || !(test.getSource().orElse(null) instanceof MethodSource method)
                    || !WITH_TWIN.contains(method.getMethodName()));
            launcher.execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(DiscoverySelectors.selectClass(name[0]))
                            .filters(TagFilter.excludeTags("slow"), part)
                            .build(),
                    this);
        }
        return found;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED && found.equals(MutantFate.ALIVE)) {
            String cause = String.valueOf(result.getThrowable().orElse(null)).replaceAll("\\s+", " ");
            found = test.getUniqueId().replaceAll(".*\\[class:(?:\\w+\\.)*(\\w+)\\].*", "$1") + ": "
                    + cause.substring(0, Math.min(LONGEST, cause.length()));
        }
    }
}
