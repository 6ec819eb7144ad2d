// SPDX-License-Identifier: Apache-2.0
package fairlead.reference;

import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.workload.TrafficPattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One figure of another simulator on a k-ary n-cube.
 *
 * @param vcs VCs of a link
 * @param buffer flits of a VC
 * @param isSaturation offered more than can be taken: only the accepted rate means something
 * @param latency mean packet latency in cycles, source queue included
 * @param accepted flits per node and cycle
 * @param hops mean links of a packet
 * @param isStable the other simulator's own judgement
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
        boolean isStable) {
    /** Rows of a CSV file with a heading; other columns than those that are needed are ignored. */
    public static List<ReferenceRow> read(final Path file) {
        final List<String> lines = lines(file);
        final List<String> heading = Arrays.asList(lines.get(0).split(","));
        final List<ReferenceRow> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            final String[] cells = lines.get(i).split(",", -1);
            final int number = i + 1;
            final Cells at = name -> {
                final int column = heading.indexOf(name);
                if (column < 0 || column >= cells.length) {
                    throw new BadInput(file + " line " + number + ": " + name + ": there is no such column");
                }
                return cells[column];
            };
            try {
                rows.add(row(at));
            } catch (final IllegalArgumentException e) {
                throw new BadInput(file + " line " + number + ": " + e.getMessage());
            }
        }
        return rows;
    }

    /** The heading and at least one row. */
    private static List<String> lines(final Path file) {
        final List<String> lines = InputText.of(file).lines().toList();
        if (lines.size() < 2) {
            throw new BadInput(file + ": must have a heading and at least one row");
        }
        return lines;
    }

    private interface Cells {
        String get(String name);
    }

    private static ReferenceRow row(final Cells at) {
        return new ReferenceRow(
                TrafficPattern.valueOf(at.get("traffic").toUpperCase(Locale.ROOT)),
                Integer.parseInt(at.get("k")),
                Integer.parseInt(at.get("n")),
                Integer.parseInt(at.get("vcs")),
                Integer.parseInt(at.get("buf")),
                Integer.parseInt(at.get("pkt")),
                at.get("mode").equals("saturation"),
                number(at.get("offered_flits_node_cycle")),
                number(at.get("avg_packet_latency")),
                number(at.get("accepted_flits_node_cycle")),
                number(at.get("avg_link_hops")),
                at.get("unstable").equals("0"));
    }

    private static double number(final String text) {
        return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }
}
