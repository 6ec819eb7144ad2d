// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.PinBench;
import fairlead.rtl.PinBench.TilePins;
import fairlead.rtl.PinBench.TilePins.Port;
import fairlead.run.ScratchFolder;
import fairlead.run.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A second simulator of the tile's Verilog: Icarus Verilog, which has four values and knows nothing of Verilator. It is
 * given what went into one tile of a run at each edge, and must give what came out (docs/lab/second-simulator.md).
 */
public final class Icarus {
    /** The values with which registers and memories begin. */
    public enum Start {
        UNKNOWN, // unknown, as Verilog has it
        /** Random, from a seed. */
        RANDOM
    }

    private static final int MOST_DIFFERENCES = 20;
    private static final int LIMIT = 100_000; // seconds of processor time of one run
    private static final int DIGIT = 4; // bits of a hexadecimal digit

    private final Path rtl;

    /** @param rtl the folder of the tile's Verilog, one file for each module */
    public Icarus(Path rtl) {
        this.rtl = rtl.toAbsolutePath();
    }

    public static boolean installed() {
        return ProverTool.installed("iverilog");
    }

    /**
     * Plays a file of pins, which `fl_pins` wrote.
     *
     * @param seed the seed of a random start
     */
    public Played play(Path pins, Start start, int seed) throws IOException {
        ProverTool.require("iverilog");
        try (ScratchFolder scratch = new ScratchFolder("icarus")) {
            Path folder = scratch.place();
            Path played = rtl.endsWith("lab") ? pins : withoutUnsafe(pins, folder.resolve("product.txt"));
            PinBench.write(folder, "Tile", played, name -> true, seed, MOST_DIFFERENCES);
            Path program = folder.resolve("bench.vvp");
            List<String> compile =
                    new ArrayList<>(List.of("iverilog", "-g2012", "-s", "Bench", "-o", program.toString(), "Bench.v"));
            for (Path module : modules()) {
                compile.add(start == Start.UNKNOWN ? module.toString() : randomStart(module, folder));
            }
            ProverTool.output(folder, LIMIT, compile);
            return read(ProverTool.output(folder, LIMIT, List.of("vvp", "-n", program.toString())));
        }
    }

    /** The product has no register UNSAFE, which library lab writes in reset: its tile is not asked to write it. */
    private static Path withoutUnsafe(Path pins, Path to) throws IOException {
        TilePins tile = TilePins.read(pins);
        int valid = digit(tile, "io_cfg_valid");
        int register = digit(tile, "io_cfg_reg");
        String unsafe = String.format(Locale.ROOT, "%02x", ConfigReg.UNSAFE);
        List<String> lines = new ArrayList<>(Files.readAllLines(pins));
        for (int edge = tile.ports().size() + 1; edge < lines.size(); edge++) {
            String line = lines.get(edge);
            if (line.startsWith(unsafe, register)) {
                lines.set(edge, line.substring(0, valid) + '0' + line.substring(valid + 1));
            }
        }
        return Files.write(to, lines);
    }

    /** The place of an input in a line of pins, in hexadecimal digits. */
    private static int digit(TilePins tile, String name) {
        return tile.ports().stream()
                        .filter(Port::input)
                        .takeWhile(port -> !port.name().equals(name))
                        .mapToInt(Port::room)
                        .sum()
                / DIGIT;
    }

    private List<Path> modules() throws IOException {
        try (Stream<Path> all = Files.list(rtl)) {
            return all.filter(file -> file.toString().endsWith(".sv")).sorted().toList();
        }
    }

    private static String randomStart(Path module, Path folder) throws IOException {
        Path copy = folder.resolve(module.getFileName());
        Files.writeString(copy, RandomStart.of(Files.readString(module)));
        return copy.toString();
    }

    private static Played read(String output) {
        List<Played.Differing> differences = new ArrayList<>();
        for (String line : output.split("\n")) {
            String[] words = line.split(" ");
            if (line.startsWith(PinBench.DIFFERS)) {
                differences.add(new Played.Differing(Long.parseLong(words[1]), words[2], words[3], words[4]));
            } else if (line.startsWith(PinBench.PLAYED)) {
                return new Played(Long.parseLong(words[1]), Long.parseLong(words[2]), differences);
            }
        }
        throw new ToolException("vvp did not come to the end of the pins: " + output.strip());
    }

    /**
     * What the second simulator did with the pins of a tile.
     *
     * @param edges the number of edges that it played
     * @param judged the number of them after the reset, at which its outputs were compared
     * @param differences the outputs that differ, the first ones
     */
    public record Played(long edges, long judged, List<Differing> differences) {
        /**
         * @param edge the edge, from 0
         * @param got the value in the second simulator, in hexadecimal digits, x where it is unknown
         * @param wanted the value in the first
         */
        public record Differing(long edge, String port, String got, String wanted) {
            @Override
            public String toString() {
                return "edge " + edge + ": " + port + " is " + got + " in Icarus and " + wanted + " in Verilator";
            }
        }

        public Played {
            differences = List.copyOf(differences);
        }
    }

    /**
     * Verilog whose registers and memories begin with random values in place of unknown ones. An unknown value in a
     * condition takes the `else` branch in Verilog, so a run with unknown values alone does not see what a register
     * without a reset can do there.
     */
    static final class RandomStart {
        private static final Pattern REGISTER =
                Pattern.compile("^  reg +(?:\\[(\\d+):0\\] *)?(\\w+)(?:\\[0:(\\d+)\\])?;$", Pattern.MULTILINE);
        private static final int WORD = 32; // bits of $random

        private RandomStart() {}

        /** Returns a module with a random start; the values come from the seed of the bench. */
        static String of(String verilog) {
            StringBuilder start = new StringBuilder("  integer start_at;\n  initial begin\n");
            for (Matcher at = REGISTER.matcher(verilog); at.find(); ) {
                // what `always_comb` assigns is a variable and no register
                if (Pattern.compile("^ *" + at.group(2) + "(\\[\\w+\\])? *<=", Pattern.MULTILINE)
                        .matcher(verilog)
                        .find()) {
                    start.append(line(at));
                }
            }
            int end = verilog.lastIndexOf("endmodule");
            return verilog.substring(0, end) + start + "  end\n" + verilog.substring(end);
        }

        private static String line(Matcher at) {
            int bits = at.group(1) == null ? 1 : Integer.parseInt(at.group(1)) + 1;
            String value = "{" + "$random(Bench.seed), ".repeat((bits - 1) / WORD) + "$random(Bench.seed)};\n";
            if (at.group(3) == null) {
                return "    " + at.group(2) + " = " + value;
            }
            return "    for (start_at = 0; start_at <= " + at.group(3) + "; start_at = start_at + 1) " + at.group(2)
                    + "[start_at] = " + value;
        }
    }
}
