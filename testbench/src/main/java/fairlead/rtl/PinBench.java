// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.hw.HwLayout.LinkCtl;
import fairlead.rtl.PinBench.TilePins.Port;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The Verilog of a bench that plays a file of pins to a tile: it applies the inputs of an edge, raises the edge's
 * clocks all at once, and compares every output with the file. An output counts from the first edge after the reset,
 * and an output of a group that has a valid bit only where that bit is set. There it must equal the file in all four
 * values, so an unknown bit is a difference too.
 */
public final class PinBench {
    public static final String DIFFERS = "differs ";
    public static final String PLAYED = "played ";

    private static final String PLAYED_FILE = "pins.hex";

    private PinBench() {}

    /**
     * Writes the bench, `Bench.v`, and what it plays, `pins.hex`: a word for each edge.
     *
     * @param top the module
     * @param file the file of pins
     * @param has which of them the module has; the others are not compared
     * @param seed the seed of the modules' random start
     * @param most the number of differing outputs after which the bench stops
     */
    public static void write(Path folder, String top, Path file, Predicate<String> has, int seed, int most)
            throws IOException {
        TilePins pins = TilePins.read(file);
        int edges = 0;
        try (BufferedReader lines = Files.newBufferedReader(file);
                BufferedWriter words = Files.newBufferedWriter(folder.resolve(PLAYED_FILE))) {
            for (int header = 0; header < pins.headerLines(); header++) {
                lines.readLine();
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine(), edges++) {
                words.write(line.replace(' ', '_') + "\n");
            }
        }
        Files.writeString(folder.resolve("Bench.v"), text(top, pins, has, edges, seed, most));
    }

    private static String text(String top, TilePins pins, Predicate<String> has, int edges, int seed, int most) {
        List<Port> inputs = pins.inputs();
        List<Port> outputs = pins.outputs();
        List<Port> clocks = inputs.stream().filter(Port::isClock).toList();
        Port reset = inputs.stream()
                .filter(port -> "reset".equals(port.name()))
                .findFirst()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                Deliverable.resource("bench.v"),
                seed,
                room(inputs) - 1,
                room(outputs) - 1,
                inputs.stream().map(port -> input(inputs, port)).collect(Collectors.joining("\n"))
                        + "\n"
                        + outputs.stream()
                                .map(port -> output(pins, outputs, port, has.test(port.name())))
                                .collect(Collectors.joining("\n")),
                pins.ports().stream()
                        .filter(port -> has.test(port.name()))
                        .map(port -> "." + port.name() + "(" + port.name() + ")")
                        .collect(Collectors.joining(", ")),
                DIFFERS,
                outputs.stream().map(port -> told(outputs, port)).collect(Collectors.joining("\n")),
                PLAYED_FILE,
                edges,
                most,
                clocks.stream().map(Port::name).collect(Collectors.joining(", ")),
                clocks.stream().map(port -> "pins[" + at(inputs, port) + "]").collect(Collectors.joining(", ")),
                at(inputs, reset),
                PLAYED,
                top);
    }

    private static String input(List<Port> inputs, Port port) {
        return port.isClock()
                ? "  reg " + port.name() + " = 0;"
                : "  wire [" + (port.bits() - 1) + ":0] " + port.name() + " = " + slice("in", inputs, port) + ";";
    }

    private static String output(TilePins pins, List<Port> outputs, Port port, boolean isThere) {
        String counts = !isThere
                ? "0"
                : pins.valid(port)
                        .map(bit -> "{" + port.room() + "{want[" + (at(outputs, bit.port()) + bit.index()) + "]}}")
                        .orElse("{" + port.room() + "{1'b1}}");
        String place = "[" + at(outputs, port) + " +: " + port.room() + "]";
        return "  wire [" + (port.bits() - 1) + ":0] " + port.name() + ";\n  assign out" + place + " = " + port.name()
                + ";\n  assign counts" + place + " = " + counts + ";";
    }

    private static String told(List<Port> outputs, Port port) {
        String want = slice("want", outputs, port);
        String counts = slice("counts", outputs, port);
        return "    tell(\"" + port.name() + "\", (" + port.name() + " ^ " + want + ") & " + counts + ", " + port.name()
                + ", " + want + ");";
    }

    private static String slice(String from, List<Port> ports, Port port) {
        return from + "[" + at(ports, port) + " +: " + port.bits() + "]";
    }

    /** The least bit of a port in its line: the first port of a line is the most significant. */
    private static int at(List<Port> ports, Port port) {
        return room(ports.subList(ports.indexOf(port) + 1, ports.size()));
    }

    private static int room(List<Port> ports) {
        return ports.stream().mapToInt(Port::room).sum();
    }

    /**
     * The ports of a tile in the order of a file of pins, which `fl_pins` of the C ABI writes. The file begins with a
     * line for each port and the line `edges`. Then it has a line for each edge: all inputs, a blank, all outputs after
     * the edge, each port in whole hexadecimal digits.
     */
    public record TilePins(List<Port> ports) {
        private static final String END = "edges";
        private static final int DIGIT = 4; // bits of a hexadecimal digit

        /** @param bits its width */
        public record Port(boolean input, int bits, String name) {
            /** The bits that the port has in a line of the file. */
            public int room() {
                return (bits + DIGIT - 1) / DIGIT * DIGIT;
            }

            boolean isClock() {
                return "clock".equals(name) || name.endsWith("Clock");
            }
        }

        /** One bit of an output. */
        public record Bit(Port port, int index) {}

        public TilePins {
            ports = List.copyOf(ports);
        }

        public static TilePins read(Path file) throws IOException {
            List<Port> ports = new ArrayList<>();
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                for (String line = lines.readLine(); !END.equals(line); line = lines.readLine()) {
                    if (line == null) {
                        throw new IOException(file + ": the list of ports has no end");
                    }
                    String[] words = line.split(" ");
                    ports.add(new Port("in".equals(words[0]), Integer.parseInt(words[1]), words[2]));
                }
            }
            return new TilePins(ports);
        }

        List<Port> inputs() {
            return ports.stream().filter(Port::input).toList();
        }

        public List<Port> outputs() {
            return ports.stream().filter(Predicate.not(Port::input)).toList();
        }

        /** The lines of the file before its first edge. */
        int headerLines() {
            return ports.size() + 1;
        }

        /**
         * Returns the bit that says whether an output means anything, if there is one: the valid output of its group,
         * or the valid bit of the control word of its link. A tile may drive anything on the others of a group that is
         * not valid.
         */
        public Optional<Bit> valid(Port output) {
            String name = output.name();
            if (name.endsWith("valid")) {
                return Optional.empty();
            }
            return outputs().stream()
                    .map(other -> validOf(name, other))
                    .filter(Objects::nonNull)
                    .findFirst();
        }

        private static Bit validOf(String name, Port other) {
            if (other.name().endsWith("_ctl")) {
                String link = other.name().substring(0, other.name().length() - "ctl".length());
                return name.startsWith(link + "w") ? new Bit(other, LinkCtl.VALID_LSB) : null;
            }
            for (String end : List.of("flit_valid", "valid")) {
                if (other.name().endsWith("_" + end)
                        && name.startsWith(
                                other.name().substring(0, other.name().length() - end.length()))) {
                    return new Bit(other, 0);
                }
            }
            return null;
        }
    }
}
