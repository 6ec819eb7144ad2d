// SPDX-License-Identifier: Apache-2.0
package fairlead.strength;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.management.OperatingSystemMXBean;
import fairlead.engine.rtl.NativeLibraries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
 * `TestLadder EDITS OUT LIBRARIES TEST..`: for each edit of EDITS the fast tests of these classes, up to the first that fails, on libraries in which an edit is chosen at run time
 * (scripts/lib/drawn-strength.sh, rtl-strength.sh). A line of OUT: edit, `alive` or what failed, milliseconds of CPU time. What has a line is passed over, so a run goes on where it ended; an edit that
 * ended the process has a line too.
 */
public final class TestLadder implements TestExecutionListener {
    private static final long MOST = 60_000_000_000L; // ns of CPU time for one test
    private static final int HANGS = 3; // exit code
    private static volatile boolean failed;

    private final Path out;
    private final Path current;
    private final Launcher launcher = LauncherFactory.create();
    private final List<Function> choosers = new ArrayList<>();
    private volatile String id;
    private volatile long since;
    private volatile String found;

    /** After the first failure the other tests of the class are not run. */
    public static final class UntilFailure implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(final ExtensionContext context) {
            return failed ? ConditionEvaluationResult.disabled("failed") : ConditionEvaluationResult.enabled("");
        }
    }

    private TestLadder(final Path out, final String libraries) {
        this.out = out;
        current = Path.of(out + ".now");
        for (final String library : libraries.split(",")) {
            choosers.add(NativeLibrary.getInstance(NativeLibraries.path(library).toString())
                    .getFunction("fl_choose"));
        }
    }

    public static void main(final String[] args) throws IOException {
        final TestLadder ladder = new TestLadder(Path.of(args[1]), args[2]);
        final Set<String> done = ladder.done();
        ladder.watch();
        for (final String line : Files.readAllLines(Path.of(args[0]))) {
            final String id = line.split("\t")[0];
            if (!done.contains(id)) {
                ladder.play(id, List.of(args).subList(3, args.length));
            }
        }
        System.exit(0);
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

    /** Ends the process when a test takes too long; the script starts it again behind the edit. */
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

    private void play(final String edit, final List<String> classes) throws IOException {
        choosers.forEach(choose -> choose.invokeVoid(new Object[] {Integer.parseInt(edit)}));
        Files.writeString(current, edit);
        final long begun = cpu();
        failed = false;
        found = "alive";
        since = begun;
        id = edit;
        for (int i = 0; i < classes.size() && !failed; i++) {
            since = cpu();
            launcher.execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(DiscoverySelectors.selectClass(classes.get(i)))
                            .filters(TagFilter.excludeTags("slow"))
                            .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                            .build(),
                    this);
        }
        id = null;
        tell(edit + "\t" + found + "\t" + (cpu() - begun) / 1_000_000);
        Files.delete(current);
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
