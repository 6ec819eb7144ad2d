// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands in processes of their own. */
final class ChildProcess {
    static final long MOST_SECONDS = 300; // on a busy machine

    /** A run that only a signal ends. */
    static final String ENDLESS = "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [2, 1, 1]}\n"
            + "workload: {kind: traffic, cycles: 900000, load: 1.0, packet_flits: 17}\n"
            + "run: {max_cycles: 1000000000000}\n";

    /** A shell starts what runs behind it with SIGINT ignored, and a child would inherit that. */
    static final List<String> TAKES_SIGINT = List.of("perl", "-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV");

    private ChildProcess() {}

    /** Returns the command line of this program with these options of the virtual machine. */
    static List<String> java(List<String> options, Object... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
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
