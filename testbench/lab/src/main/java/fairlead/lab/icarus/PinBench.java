// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import fairlead.lab.icarus.TilePins.Port;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The Verilog of a bench that plays a file of pins to a tile: it applies the inputs of an edge, raises the edge's
 * clocks all at once, and compares every output with the file. An output counts from the first edge behind the reset,
 * and an output of a group that has a valid bit only where that bit is set. There it must equal the file in all four
 * values, so an unknown bit is a difference too.
 */
final class PinBench {
    static final String DIFFERS = "differs ";
    static final String PLAYED = "played ";

    private static final String BODY =
            """
            `timescale 1ns/1ns
            module Bench;
              integer seed = %1$d;
              integer file, line, played, judged, told;
              reg begun;
              reg [8191:0] text;
              reg [%2$d:0] pins, in;
              reg [%3$d:0] want;
              wire [%3$d:0] out, counts;
            %4$s
              Tile tile(%5$s);

              task tell(input [8*48-1:0] name, input [127:0] difference, input [127:0] got, input [127:0] wanted);
                if (difference !== 0) begin
                  $display("%6$s%%0d %%0s %%0h %%0h", played, name, got, wanted);
                  told = told + 1;
                end
              endtask

              task judge; begin
            %7$s
              end endtask

              initial begin
                played = 0; judged = 0; told = 0; begun = 0; in = 0;
                file = $fopen("%8$s", "r");
                for (line = 0; line < %9$d; line = line + 1) begin
                  if ($fgets(text, file) == 0) $finish;
                end
                while (told < %10$d && $fscanf(file, "%%h %%h\\n", pins, want) == 2) begin
                  in = pins;
                  #1 {%11$s} = {%12$s};
                  #1 if (begun && !in[%13$d]) begin
                    judged = judged + 1;
                    if (((out ^ want) & counts) !== 0) judge;
                  end
                  if (in[%13$d]) begun = 1;
                  {%11$s} = 0;
                  #1 played = played + 1;
                end
                $display("%14$s%%0d %%0d", played, judged);
                $finish;
              end
            endmodule
            """;

    private PinBench() {}

    /**
     * Returns the bench.
     *
     * @param file the file of pins
     * @param seed the seed of the modules' random start
     * @param most the number of differing outputs after which the bench stops
     */
    static String of(final TilePins pins, final Path file, final int seed, final int most) {
        final List<Port> inputs = pins.inputs();
        final List<Port> outputs = pins.outputs();
        final List<Port> clocks = inputs.stream().filter(Port::isClock).toList();
        final Port reset = inputs.stream()
                .filter(port -> "reset".equals(port.name()))
                .findFirst()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                BODY,
                seed,
                room(inputs) - 1,
                room(outputs) - 1,
                inputs.stream().map(port -> input(inputs, port)).collect(Collectors.joining("\n"))
                        + "\n"
                        + outputs.stream()
                                .map(port -> output(pins, outputs, port))
                                .collect(Collectors.joining("\n")),
                pins.ports().stream()
                        .map(port -> "." + port.name() + "(" + port.name() + ")")
                        .collect(Collectors.joining(", ")),
                DIFFERS,
                outputs.stream().map(port -> told(outputs, port)).collect(Collectors.joining("\n")),
                file.toAbsolutePath(),
                pins.headerLines(),
                most,
                clocks.stream().map(Port::name).collect(Collectors.joining(", ")),
                clocks.stream().map(port -> "pins[" + at(inputs, port) + "]").collect(Collectors.joining(", ")),
                at(inputs, reset),
                PLAYED);
    }

    private static String input(final List<Port> inputs, final Port port) {
        return port.isClock()
                ? "  reg " + port.name() + " = 0;"
                : "  wire [" + (port.bits() - 1) + ":0] " + port.name() + " = " + slice("in", inputs, port) + ";";
    }

    /** The wire of an output, its place among all outputs, and where of them it counts. */
    private static String output(final TilePins pins, final List<Port> outputs, final Port port) {
        final String counts = pins.valid(port)
                .map(bit -> "{" + port.room() + "{want[" + (at(outputs, bit.port()) + bit.index()) + "]}}")
                .orElse("{" + port.room() + "{1'b1}}");
        final String place = "[" + at(outputs, port) + " +: " + port.room() + "]";
        return "  wire [" + (port.bits() - 1) + ":0] " + port.name() + ";\n  assign out" + place + " = " + port.name()
                + ";\n  assign counts" + place + " = " + counts + ";";
    }

    private static String told(final List<Port> outputs, final Port port) {
        final String want = slice("want", outputs, port);
        final String counts = slice("counts", outputs, port);
        return "    tell(\"" + port.name() + "\", (" + port.name() + " ^ " + want + ") & " + counts + ", " + port.name()
                + ", " + want + ");";
    }

    private static String slice(final String from, final List<Port> ports, final Port port) {
        return from + "[" + at(ports, port) + " +: " + port.bits() + "]";
    }

    /** The least bit of a port in its line: the first port of a line is the most significant. */
    private static int at(final List<Port> ports, final Port port) {
        return room(ports.subList(ports.indexOf(port) + 1, ports.size()));
    }

    private static int room(final List<Port> ports) {
        return ports.stream().mapToInt(Port::room).sum();
    }
}
