// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.evaluate.LineProcess;
import fairlead.regress.Suite.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One process of this program that runs one command line in a folder of its own. Whatever happens to it, a crash in
 * native code, a full memory or a hang, ends as an {@link Ending}, and the caller goes on.
 */
final class CaseProcess {
    static final String OUTPUT = "output.txt";
    static final String CRASH = "crash.txt";

    /** The exit code of a process that did not end by itself. */
    static final int NO_CODE = -1;

    private static final int SIGNALS = 128; // an exit code above this value means that a signal ended the process
    private static final int SIGABRT = 134;
    private static final long POLL_MILLIS = 50;
    private static final long GRACE_SECONDS = 5; // time from SIGTERM, after which a run writes its results, to SIGKILL
    private static final Map<Integer, String> NAMES = Map.of(
            129, "SIGHUP", 130, "SIGINT", 131, "SIGQUIT", 132, "SIGILL", 134, "SIGABRT", 135, "SIGBUS", 136, "SIGFPE",
            137, "SIGKILL", 139, "SIGSEGV", 143, "SIGTERM");
    private static final Pattern REPORTED =
            Pattern.compile("(?m)^#\\s+(SIG[A-Z]+|Internal Error|There is insufficient)");

    /**
     * The end of a process.
     *
     * @param code exit code, or {@link #NO_CODE}
     * @param trouble what ended the process in place of its own end, or an empty text
     */
    record Ending(int code, String trouble) {}

    private final List<String> java;
    private final List<Process> alive = new ArrayList<>(); // guards itself and `stopped`
    private boolean stopped;

    /** @param java the command that starts this program, with the class path and without arguments */
    CaseProcess(List<String> java) {
        this.java = List.copyOf(java);
    }

    /** Ends all processes; none is started any more. */
    void stop() {
        synchronized (alive) {
            stopped = true;
            alive.forEach(Process::destroy);
        }
    }

    boolean isStopped() {
        synchronized (alive) {
            return stopped;
        }
    }

    /**
     * Runs one command line to its end.
     *
     * @param folder working folder, which receives all output and the report of a crash
     */
    Ending run(List<String> words, Path folder, Limits limits) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(
                1,
                List.of(
                        "-XX:ErrorFile=" + folder.resolve(CRASH),
                        "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp"))));
        command.addAll(words);
        Process process;
        synchronized (alive) {
            if (stopped) {
                return new Ending(NO_CODE, "not started");
            }
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve(OUTPUT).toFile()))
                    .start();
            alive.add(process);
        }
        try {
            return await(process, folder, limits);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ending(NO_CODE, "interrupted");
        } finally {
            process.destroyForcibly();
            synchronized (alive) {
                alive.remove(process);
            }
        }
    }

    private static Ending await(Process process, Path folder, Limits limits) throws InterruptedException, IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(limits.seconds());
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() > end) {
                return ended(process, "hang: no end within the limit of " + limits.seconds() + " s");
            }
            if (LineProcess.megabytes(process) > limits.megabytes()) {
                return ended(process, "out of memory: it held more than the limit of " + limits.megabytes() + " MB");
            }
        }
        int code = process.exitValue();
        String report = report(folder.resolve(CRASH));
        if (code == SIGABRT || !report.isEmpty()) {
            return new Ending(code, "crash in native code: " + (report.isEmpty() ? NAMES.get(SIGABRT) : report));
        }
        return new Ending(
                code, code > SIGNALS ? "ended by " + NAMES.getOrDefault(code, "signal " + (code - SIGNALS)) : "");
    }

    private static Ending ended(Process process, String why) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return new Ending(NO_CODE, why);
    }

    /** Returns the signal that the crash report of the virtual machine names, or an empty text. */
    private static String report(Path crash) throws IOException {
        if (!Files.exists(crash)) {
            return "";
        }
        Matcher name = REPORTED.matcher(Files.readString(crash));
        return (name.find() ? name.group(1) : "unknown") + ", report in " + CRASH;
    }
}
