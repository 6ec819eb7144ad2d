// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.reference;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import fairlead.program.ProgramException;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Nearest;
import fairlead.workload.pattern.TrafficPattern;
import java.io.IOException;
import java.io.Serializable;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * One figure of another simulator for a k-ary n-cube.
 *
 * @param vcs the number of VCs per link
 * @param buffer the depth of a VC buffer in flits
 * @param isSaturation whether the offered load exceeds the capacity, so that only the accepted rate is meaningful
 * @param latency the mean packet latency in cycles, including the source queue
 * @param accepted the accepted rate in flits per node and cycle
 * @param hops the mean number of links of a packet
 * @param isStable whether the other simulator reported a stable run
 */
public record ReferenceRow(
        TrafficPattern pattern,
        int k,
        int dimensions,
        int vcs,
        int buffer,
        int packetFlits,
        boolean isSaturation,
        double offered,
        double latency,
        double accepted,
        double hops,
        boolean isStable)
        implements Serializable {
    private static final List<String> PATTERNS =
            Arrays.stream(TrafficPattern.values()).map(TrafficPattern::word).toList();
    private static final List<String> MODES = List.of("latency", "saturation");
    private static final double MOST_LATENCY = 1e9;
    private static final CSVFormat FORMAT = CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setAllowMissingColumnNames(true)
            .get();

    /** Reads the rows of a CSV file with a heading; columns that are not needed are ignored. */
    public static List<ReferenceRow> read(Path file) {
        List<ReferenceRow> rows = new ArrayList<>();
        long line = 0; // of the last row that has been read whole
        try (CSVParser parser = FORMAT.parse(new StringReader(InputText.of(file)))) {
            line = parser.getCurrentLineNumber();
            for (CSVRecord cells : parser) {
                rows.add(new Cells(file + " line " + (line + 1), cells).row());
                line = parser.getCurrentLineNumber();
            }
        } catch (UncheckedIOException e) {
            throw new BadInput(
                    file + " line " + (line + 1) + ": not CSV: " + e.getCause().getMessage());
        } catch (IOException e) {
            throw new BadInput(file + " line " + (line + 1) + ": not CSV: " + e.getMessage());
        }
        if (rows.isEmpty()) {
            throw new BadInput(file + " line " + line + ": must have a heading and at least one row");
        }
        return rows;
    }

    Shape shape() {
        return new Shape(k, dimensions > 1 ? k : 1, dimensions > 2 ? k : 1);
    }

    /** The cells of one row. Each error message names the column, the value and the allowed values. */
    private record Cells(String place, CSVRecord cells) {
        private String get(String name) {
            if (!cells.isSet(name)) {
                throw new BadInput(place + ": " + name + ": there is no such column");
            }
            return cells.get(name);
        }

        private BadInput wrong(String name, String allowed) {
            return new BadInput(place + ": " + name + " = '" + get(name) + "': must be " + allowed);
        }

        private int integer(String name, int least, int most) {
            String text = get(name);
            int value = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
            if (value < least || value > most) {
                throw wrong(name, "an integer from " + least + " to " + most);
            }
            return value;
        }

        /** @param empty the value of an empty cell; NaN if empty cells are allowed */
        private double real(String name, double most, double empty) {
            String text = get(name);
            if (text.isEmpty() && Double.isNaN(empty)) {
                return empty;
            }
            boolean number = text.matches("[0-9]{1,20}(\\.[0-9]{0,20})?([eE][-+]?[0-9]{1,3})?|nan|NaN");
            double value = number ? Double.parseDouble(text.replace("nan", "NaN")) : -1;
            if (!(value >= 0 && value <= most) && !(Double.isNaN(value) && Double.isNaN(empty))) {
                throw wrong(name, "a number from 0 to " + most);
            }
            return value;
        }

        private String word(String name, List<String> words) {
            String text = get(name).toLowerCase(Locale.ROOT);
            if (!words.contains(text)) {
                throw wrong(name, "one of " + String.join(", ", words) + Nearest.hint(text, words));
            }
            return text;
        }

        ReferenceRow row() {
            ReferenceRow row = new ReferenceRow(
                    TrafficPattern.values()[PATTERNS.indexOf(word("traffic", PATTERNS))],
                    integer("k", 2, Shape.MAX_K),
                    integer("n", 1, 3),
                    integer("vcs", 2, 4),
                    integer("buf", 1, 256),
                    integer("pkt", 1, HwLayout.MAX_PACKET_FLITS),
                    word("mode", MODES).equals("saturation"),
                    real("offered_flits_node_cycle", 1, 0),
                    real("avg_packet_latency", MOST_LATENCY, Double.NaN),
                    real("accepted_flits_node_cycle", 1, Double.NaN),
                    real("avg_link_hops", MOST_LATENCY, Double.NaN),
                    integer("unstable", 0, 1) == 0);
            if (row.vcs % 2 != 0) {
                throw wrong("vcs", "2 or 4");
            }
            try {
                row.pattern.check(row.shape());
            } catch (ProgramException e) {
                throw wrong("traffic", "another: " + e.getMessage());
            }
            return row;
        }
    }
}
