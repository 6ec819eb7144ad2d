// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.run.ToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern SEARCHED = Pattern.compile(
            "(?:No output asserted in|Some outputs are SAT \\(\\d+ out of \\d+\\) after) (\\d+) frames");
    private static final Pattern OUTPUT = Pattern.compile("(?i)output +(\\d+).*? asserted in frame +(\\d+)");
    private static final Pattern ASSERTED = Pattern.compile("was asserted in frame (\\d+)");

    /**
     * @param exit the exit code, or -1 if the process exceeded its limit
     * @param seconds the used processor time where the system reports it, so that a busy machine changes no verdict
     */
    public record Result(int exit, String output, double seconds) {
        /** Returns the cycle in which abc has found a counterexample, or -1. */
        public int frame() {
            Matcher asserted = ASSERTED.matcher(output);
            return asserted.find() ? Integer.parseInt(asserted.group(1)) : -1;
        }

        /** Returns how many cycles abc has searched for counterexamples, or -1. */
        int searched() {
            if (output.contains("reachable states are visited")) {
                return Integer.MAX_VALUE;
            }
            Matcher frames = SEARCHED.matcher(output);
            return frames.find() ? Integer.parseInt(frames.group(1)) : -1;
        }

        /** Returns the cycles in which abc has found counterexamples, by the number of the output. */
        Map<Integer, Integer> asserted() {
            Map<Integer, Integer> frames = new TreeMap<>();
            Matcher asserted = OUTPUT.matcher(output);
            while (asserted.find()) {
                frames.put(Integer.parseInt(asserted.group(1)), Integer.parseInt(asserted.group(2)));
            }
            return frames;
        }

        /** Tells whether abc has proved what it was asked. */
        public boolean isProof() {
            return output.contains("Property proved.");
        }

        /** Returns the last lines that say something. */
        public String end() {
            List<String> all = output.lines().filter(l -> !l.isBlank()).toList();
            return all.isEmpty()
                    ? "no answer"
                    : String.join(" / ", all.subList(Math.max(0, all.size() - 3), all.size()));
        }
    }

    private ProverTool() {}

    /** Throws {@link ProveException} if a tool is not installed. */
    public static void require(String... tools) {
        for (String tool : tools) {
            if (!installed(tool)) {
                throw new ProveException(tool + " is not installed; as root: apt-get install "
                        + tool.replace("-abc", "") + " (Debian 12 name)");
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

    /** Runs a script of yosys in a folder, where it is left, and requires that it succeeds. */
    public static Result yosys(Path folder, int limit, String script) throws IOException {
        Result made = asked(folder, limit, script);
        if (made.exit() != 0) {
            throw new YosysException("yosys failed in " + folder + ": exit " + made.exit() + ": " + made.end());
        }
        return made;
    }

    /** Runs a script of yosys that may fail. */
    public static Result asked(Path folder, int limit, String script) throws IOException {
        Files.writeString(folder.resolve("script.ys"), script + "\n");
        return run(folder, limit, List.of("yosys", "-Q", "script.ys"));
    }

    /** Lets the model checker abc execute its commands. */
    public static Result abc(Path folder, int limit, String commands) throws IOException {
        return run(folder, limit, List.of("yosys-abc", "-c", commands));
    }

    /** Runs a program that must succeed and returns what it printed. */
    public static String output(Path folder, int limit, List<String> command) throws IOException {
        Result result = run(folder, limit, command);
        if (result.exit() != 0) {
            throw new ToolException(command.get(0) + " failed with code " + result.exit() + ": " + result.end());
        }
        return result.output();
    }

    public static Result run(Path folder, int limit, List<String> command) throws IOException {
        return run(folder, limit, command, Map.of());
    }

    /** @param variables of the environment, in addition to those of this process */
    public static Result run(Path folder, int limit, List<String> command, Map<String, String> variables)
            throws IOException {
        long begin = System.nanoTime();
        Path log = Files.createTempFile(folder, "tool", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        builder.environment().putAll(variables);
        Process process = builder.start();
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
    public static class ProveException extends ToolException {
        private static final long serialVersionUID = 1L;

        public ProveException(String message) {
            super(message);
        }
    }

    /** The failure of a script of yosys, after which a question is undecided. */
    static final class YosysException extends ProveException {
        private static final long serialVersionUID = 1L;

        YosysException(String message) {
            super(message);
        }
    }
}
