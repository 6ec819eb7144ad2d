// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Commands in processes of their own. */
final class ChildProcess {
    static final long MOST_SECONDS = 300; // on a busy machine

    /** A run that only a signal ends. */
    static final String ENDLESS = "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [2, 1, 1]}\n"
            + "workload: {kind: traffic, cycles: 900000, load: 1.0, packet_flits: 17}\n"
            + "run: {max_cycles: 1000000000000}\n";

    /** A shell starts what runs behind it with SIGINT ignored, and a child would inherit that. */
    static final List<String> TAKES_SIGINT = List.of("perl", "-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV");

    private static final Path TARGET = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "target")
            .toAbsolutePath()
            .normalize();

    // Under scripts/test a process has what scripts/fairlead gives it, and starts in half the time.
    private static final boolean IS_INSTALLED = System.getenv("FAIRLEAD_INSTALLED") != null;
    private static final String CLASSES = IS_INSTALLED ? jars() : System.getProperty("java.class.path");

    /** Options of short processes, and of the processes that they start. */
    private static final List<String> SHORT = Stream.of(
                    "-XX:TieredStopAtLevel=1",
                    "-Xlog:disable",
                    IS_INSTALLED ? "-XX:SharedArchiveFile=" + TARGET.resolve("fairlead.jsa") : "-Xshare:auto")
            .filter(option -> !option.contains(" "))
            .toList();

    private ChildProcess() {}

    private static String jars() {
        try (Stream<String> jars = Files.lines(TARGET.resolve("classpath"))) {
            return jars.map(jar -> TARGET.resolveSibling(jar).toString())
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command line of this program with these options of the virtual machine. */
    static List<String> java(List<String> options, Object... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Dfairlead.process.options=" + String.join(" ", SHORT)));
        command.addAll(SHORT);
        command.addAll(options);
        command.addAll(List.of("-cp", CLASSES, Main.class.getName()));
        for (Object word : words) {
            command.add(word.toString());
        }
        return command;
    }

    static void signal(long pid, String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertEquals(0, kill.waitFor());
    }

    /** Waits for the end and returns the exit code. */
    static int end(Process process) throws InterruptedException {
        assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "no end");
        return process.exitValue();
    }
}
