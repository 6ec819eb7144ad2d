// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import fairlead.run.report.ScratchFolder;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A second simulator of the tile's Verilog: Icarus Verilog, which has four values and knows nothing of Verilator. It is
 * given what went into one tile of a run at each edge, and must give what came out (docs/lab/second-simulator.md).
 */
public final class Icarus {
    /** The values with which registers and memories begin. */
    public enum Start {
        /** Unknown, as Verilog has it. */
        UNKNOWN,
        /** Random, from a seed. */
        RANDOM
    }

    private static final int MOST_DIFFERENCES = 20;
    private static final int TAIL = 600; // characters of a tool's output that an error message shows

    private final Path rtl;

    /** @param rtl the folder of the tile's Verilog, one file for each module */
    public Icarus(final Path rtl) {
        this.rtl = rtl.toAbsolutePath();
    }

    public static boolean installed() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "iverilog")));
    }

    /**
     * Plays a file of pins, which `fl_pins` wrote.
     *
     * @param seed the seed of a random start
     */
    public Played play(final Path pins, final Start start, final int seed) {
        if (!installed()) {
            throw new IcarusException(
                    "iverilog is not installed; as root: apt-get install iverilog (Debian 12 name), or scripts/setup --tests");
        }
        try (ScratchFolder scratch = new ScratchFolder("icarus")) {
            final Path folder = scratch.place();
            final Path bench = folder.resolve("Bench.v");
            Files.writeString(bench, PinBench.of(TilePins.read(pins), pins, seed, MOST_DIFFERENCES));
            final Path program = folder.resolve("bench.vvp");
            final List<String> compile = new ArrayList<>(
                    List.of("iverilog", "-g2012", "-s", "Bench", "-o", program.toString(), bench.toString()));
            for (final Path module : modules()) {
                compile.add(start == Start.UNKNOWN ? module.toString() : randomStart(module, folder));
            }
            run(folder, compile);
            return read(run(folder, List.of("vvp", "-n", program.toString())));
        } catch (final IOException e) {
            throw new IcarusException("the second simulator: " + e.getMessage(), e);
        }
    }

    private List<Path> modules() throws IOException {
        try (Stream<Path> all = Files.list(rtl)) {
            return all.filter(file -> file.toString().endsWith(".sv")).sorted().toList();
        }
    }

    private static String randomStart(final Path module, final Path folder) throws IOException {
        final Path copy = folder.resolve(module.getFileName());
        Files.writeString(copy, RandomStart.of(Files.readString(module)));
        return copy.toString();
    }

    private static Played read(final String output) {
        final List<Played.Differing> differences = new ArrayList<>();
        for (final String line : output.split("\n")) {
            final String[] words = line.split(" ");
            if (line.startsWith(PinBench.DIFFERS)) {
                differences.add(new Played.Differing(Long.parseLong(words[1]), words[2], words[3], words[4]));
            } else if (line.startsWith(PinBench.PLAYED)) {
                return new Played(Long.parseLong(words[1]), Long.parseLong(words[2]), differences);
            }
        }
        throw new IcarusException("vvp did not come to the end of the pins: " + tail(output));
    }

    private static String run(final Path folder, final List<String> command) throws IOException {
        final Path log = folder.resolve(command.get(0) + ".log");
        final Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        try {
            final int exit = process.waitFor();
            final String output = Files.readString(log, StandardCharsets.ISO_8859_1);
            if (exit != 0) {
                throw new IcarusException(command.get(0) + " failed with code " + exit + ": " + tail(output));
            }
            return output;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IcarusException("interrupted while " + command.get(0) + " ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String tail(final String output) {
        return output.substring(Math.max(0, output.length() - TAIL)).strip();
    }
}
