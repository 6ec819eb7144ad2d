// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import fairlead.hw.HwLayout.LinkCtl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The ports of a tile in the order of a file of pins, which `fl_pins` of the C ABI writes. The file begins with a line
 * for each port and the line `edges`. Then it has a line for each edge: all inputs, a blank, all outputs after the
 * edge, each port in whole hexadecimal digits.
 */
record TilePins(List<Port> ports) {
    private static final String END = "edges";
    private static final int DIGIT = 4; // bits of a hexadecimal digit

    /**
     * One port.
     *
     * @param bits its width
     */
    record Port(boolean input, int bits, String name) {
        /** The bits that the port has in a line of the file. */
        int room() {
            return (bits + DIGIT - 1) / DIGIT * DIGIT;
        }

        boolean isClock() {
            return "clock".equals(name) || name.endsWith("Clock");
        }
    }

    /** One bit of an output. */
    record Bit(Port port, int index) {}

    TilePins {
        ports = List.copyOf(ports);
    }

    static TilePins read(final Path file) throws IOException {
        final List<Port> ports = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); !END.equals(line); line = lines.readLine()) {
                if (line == null) {
                    throw new IOException(file + ": the list of ports has no end");
                }
                final String[] words = line.split(" ");
                ports.add(new Port("in".equals(words[0]), Integer.parseInt(words[1]), words[2]));
            }
        }
        return new TilePins(ports);
    }

    List<Port> inputs() {
        return ports.stream().filter(Port::input).toList();
    }

    List<Port> outputs() {
        return ports.stream().filter(Predicate.not(Port::input)).toList();
    }

    /** The lines of the file before its first edge. */
    int headerLines() {
        return ports.size() + 1;
    }

    /**
     * Returns the bit that says whether an output means anything, if there is one: the valid output of its group, or
     * the valid bit of the control word of its link. A tile may drive anything on the others of a group that is not
     * valid.
     */
    Optional<Bit> valid(final Port output) {
        final String name = output.name();
        if (name.endsWith("valid")) {
            return Optional.empty();
        }
        return outputs().stream()
                .map(other -> validOf(name, other))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static Bit validOf(final String name, final Port other) {
        if (other.name().endsWith("_ctl")) {
            final String link = other.name().substring(0, other.name().length() - "ctl".length());
            return name.startsWith(link + "w") ? new Bit(other, LinkCtl.VALID_LSB) : null;
        }
        for (final String end : List.of("flit_valid", "valid")) {
            if (other.name().endsWith("_" + end)
                    && name.startsWith(other.name().substring(0, other.name().length() - end.length()))) {
                return new Bit(other, 0);
            }
        }
        return null;
    }
}
