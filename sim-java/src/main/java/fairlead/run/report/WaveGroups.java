// SPDX-License-Identifier: Apache-2.0
package fairlead.run.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a GTKWave save file for a waveform: for each node a group of the pins of the tile and one of the pins of each
 * unit, with a marker at one cycle. The names and widths come from the waveform itself.
 */
public final class WaveGroups {
    private static final String HEX = "@22";
    private static final String BIT = "@28";
    private static final String OPEN_GROUP = "@c00200"; // a group that GTKWave shows closed
    private static final String CLOSE_GROUP = "@1401200";
    /** Number of waveform ticks in a cycle: a rising edge and a falling edge. */
    private static final int TICKS = 2;
    /** The number of cycles before the marker with which GTKWave begins. */
    private static final int LEAD = 40;

    /** A pin of a tile or of one of its units, by the names of their scopes. */
    private static final Pattern PIN = Pattern.compile("(node\\d+)\\.Tile\\.(?:(\\w+)\\.)?(io_\\w+)");

    private WaveGroups() {}

    /**
     * @param what what is in the marked cycle
     * @param cycle cycle of the marker
     * @throws IOException if the waveform cannot be read
     */
    public static String of(final Path waveform, final String what, final long cycle) throws IOException {
        final Map<String, Map<String, Integer>> groups = new TreeMap<>();
        FstSignals.widths(waveform).forEach((name, width) -> {
            final Matcher pin = PIN.matcher(name);
            if (pin.matches()) {
                final String unit = pin.group(2) == null ? "tile" : pin.group(2);
                groups.computeIfAbsent(pin.group(1) + " " + unit, n -> new TreeMap<>())
                        .put(name, width);
            }
        });
        final StringBuilder text = new StringBuilder();
        text.append("[*] ").append(what).append(" in cycle ").append(cycle).append('\n');
        text.append("[dumpfile] \"").append(waveform.getFileName()).append("\"\n");
        text.append("[timestart] ").append(Math.max(0, (cycle - LEAD) * TICKS)).append('\n');
        text.append("*-5.0 ").append(cycle * TICKS).append('\n');
        groups.forEach((group, pins) -> {
            text.append(OPEN_GROUP).append("\n-").append(group).append('\n');
            pins.forEach((name, width) -> text.append(width == 1 ? BIT : HEX)
                    .append('\n')
                    .append(name)
                    .append(width == 1 ? "" : "[" + (width - 1) + ":0]")
                    .append('\n'));
            text.append(CLOSE_GROUP).append("\n-").append(group).append('\n');
        });
        return text.toString();
    }
}
