// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.run.ToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs one child process with a limit in seconds of processor time. At the limit the process and its children are
 * killed.
 */
public final class ProverTool {
    /** The factor by which the elapsed time may exceed the limit of processor time on a busy machine. */
    private static final int BUSY = 20;

    /** Additional seconds for a prover to stop by itself at its limit, before it is killed. */
    private static final int GRACE = 10;

    private static final int POLL_MILLIS = 50;
    /**
     * The index of the first time field of /proc/PID/stat after the process name. The fields are user and system time
     * of the process and of its finished children, in ticks.
     */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;
    private static final double TICKS = 100; // ticks per second: USER_HZ of Linux

    /**
     * The result of a process.
     *
     * @param exit the exit code, or -1 if the process exceeded its limit
     * @param seconds the used processor time where the system reports it, so that a busy machine changes no verdict
     */
    public record Result(int exit, String output, double seconds) {}

    private ProverTool() {}

    /** Throws {@link ProveException} if a prover is not installed. */
    public static void requireAll() {
        for (String tool : List.of("yosys", "yosys-abc")) {
            if (!installed(tool)) {
                throw new ProveException(tool + " is not installed; as root: apt-get install yosys (Debian 12 name)");
            }
        }
    }

    public static boolean installed(String tool) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(folder, tool))) {
                return true;
            }
        }
        return false;
    }

    public static Result run(Path folder, int limit, List<String> command) throws IOException {
        long begin = System.nanoTime();
        Path log = Files.createTempFile(folder, "tool", ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        int exit = -1;
        double used = 0;
        try {
            boolean over = false;
            while (!over && !process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                double wall = (System.nanoTime() - begin) / 1e9;
                used = processorSeconds(process.pid(), used);
                over = used > limit + GRACE || wall > BUSY * (limit + GRACE);
            }
            exit = over ? -1 : process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " ran", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Result(
                exit,
                Files.readString(log, StandardCharsets.ISO_8859_1),
                used > 0 ? used : (System.nanoTime() - begin) / 1e9);
    }

    /** Returns the processor time that a process has used, in seconds, or `before` if the process has ended. */
    private static double processorSeconds(long pid, double before) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            double ticks = 0;
            for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return Math.max(before, ticks / TICKS);
        } catch (IOException e) {
            return before;
        }
    }

    /**
     * The reason why a proof cannot be attempted: a tool or the Verilog is missing, or the catalogue does not match the
     * Verilog.
     */
    public static final class ProveException extends ToolException {
        private static final long serialVersionUID = 1L;

        public ProveException(String message) {
            super(message);
        }
    }
}
