// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.management.OperatingSystemMXBean;
import fairlead.rtl.NativeLibraries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * `TestLadder EDITS OUT LIBRARIES TEST..` runs, for each edit of EDITS, the fast tests of these classes up to the first
 * failure, on libraries in which an edit is chosen at run time (scripts/lib/drawn-strength.sh, rtl-strength.sh). A line
 * of OUT holds the edit, `alive` or the failed test, and the milliseconds of CPU time. Edits that have a line are
 * omitted, so a run continues where it ended; an edit that ended the process has a line, too. A class that failed must
 * pass again without the edit. If it does not, the process is unsound and ends with {@link #UNSOUND}. The edit then
 * counts only if it was the first of its process, and the script starts the process again.
 */
public final class TestLadder implements TestExecutionListener {
    private static final long MOST = 60_000_000_000L; // in nanoseconds of CPU time of one test
    private static final int HANGS = 3; // exit code if a test takes too long
    private static final int UNSOUND = 4;
    private static final String ALIVE = "alive";
    private static volatile boolean failed;

    private final Path out;
    private final Path current;
    private final Launcher launcher = LauncherFactory.create();
    private final IntConsumer choose;
    private boolean fresh = true; // whether no edit has been played yet
    private volatile String id;
    private volatile long since;
    private volatile String found;
    private String failedClass;

    /** Skips the other tests of the class after the first failure. */
    public static final class UntilFailure implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(final ExtensionContext context) {
            return failed ? ConditionEvaluationResult.disabled("failed") : ConditionEvaluationResult.enabled("");
        }
    }

    /** @param choose selects this edit in the libraries; 0 selects none */
    TestLadder(final Path out, final IntConsumer choose) {
        this.out = out;
        this.choose = choose;
        current = Path.of(out + ".now");
    }

    public static void main(final String[] args) throws IOException {
        final List<Function> choosers = Stream.of(args[2].split(","))
                .map(library -> NativeLibrary.getInstance(
                                NativeLibraries.path(library).toString())
                        .getFunction("fl_choose"))
                .toList();
        final TestLadder ladder = new TestLadder(
                Path.of(args[1]), edit -> choosers.forEach(function -> function.invokeVoid(new Object[] {edit})));
        ladder.watch();
        System.exit(ladder.playAll(Path.of(args[0]), List.of(args).subList(3, args.length)) ? 0 : UNSOUND);
    }

    /** Plays all edits; returns false if the process has become unsound. */
    boolean playAll(final Path edits, final List<String> classes) throws IOException {
        final Set<String> done = done();
        for (final String line : Files.readAllLines(edits)) {
            final String edit = line.split("\t")[0];
            if (!done.contains(edit) && !play(edit, classes)) {
                return false;
            }
        }
        return true;
    }

    private Set<String> done() throws IOException {
        if (Files.exists(current)) {
            tell(Files.readString(current) + "\tthe process ended\t0");
            Files.delete(current);
        }
        final Set<String> done = new HashSet<>();
        if (Files.exists(out)) {
            Files.readAllLines(out).forEach(line -> done.add(line.split("\t")[0]));
        }
        return done;
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Ends the process if a test takes too long; the script restarts it after the edit. */
    private void watch() {
        final Thread thread = new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(500);
                } catch (final InterruptedException e) {
                    return;
                }
                if (id != null && cpu() - since > MOST) {
                    tell(id + "\thang\t" + MOST / 1_000_000);
                    try {
                        Files.deleteIfExists(current);
                    } catch (final IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    Runtime.getRuntime().halt(HANGS);
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void tell(final String line) {
        try {
            Files.writeString(out, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Plays one edit; returns false if the failure also occurs without the edit. */
    private boolean play(final String edit, final List<String> classes) throws IOException {
        Files.writeString(current, edit);
        final long begun = cpu();
        since = begun;
        id = edit;
        final String result = run(edit, classes);
        final long used = cpu() - begun;
        final int edited = Integer.parseInt(edit);
        final boolean sound =
                edited == 0 || !failed || run("0", List.of(failedClass)).equals(ALIVE);
        id = null;
        if (sound || fresh) {
            tell(edit + "\t" + result + "\t" + used / 1_000_000);
        }
        fresh &= edited == 0;
        Files.delete(current);
        return sound;
    }

    /** Returns `alive`, or the first test that fails with this edit. */
    private String run(final String edit, final List<String> classes) {
        choose.accept(Integer.parseInt(edit));
        failed = false;
        found = ALIVE;
        for (int i = 0; i < classes.size() && !failed; i++) {
            since = cpu();
            failedClass = classes.get(i);
            launcher.execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(DiscoverySelectors.selectClass(failedClass))
                            .filters(TagFilter.excludeTags("slow"))
                            .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                            .build(),
                    this);
        }
        return found;
    }

    @Override
    public void executionStarted(final TestIdentifier test) {
        since = cpu();
    }

    @Override
    public void executionFinished(final TestIdentifier test, final TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED && !failed) {
            final String cause =
                    String.valueOf(result.getThrowable().orElse(null)).replaceAll("\\s+", " ");
            found = test.getUniqueId().replaceAll(".*\\[class:(?:\\w+\\.)*(\\w+)\\].*", "$1") + " "
                    + test.getDisplayName().replaceAll("\\s+", " ") + ": "
                    + cause.substring(0, Math.min(200, cause.length()));
            failed = true;
        }
    }
}
