// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.lab.faults.Ledger;
import fairlead.node.CounterReading;
import fairlead.run.record.Channels;
import fairlead.run.record.CounterTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The cross of unit, class, VC and cause of what waits, with the hits of each of its cells.
 *
 * <p>Two sources have cells. A sampled VC state has the VC, and distinguishes an owner and a credit from all else. A
 * performance counter that was read and is not 0 has every cause, of all VCs of a class together, also of the queues of
 * the NIC. A cell is named by its source and its four parts, as "sampled, from X+, request, VC 2, CREDIT" or "counted,
 * injection FIFO 0, request, FENCE".
 */
public final class WaitCross {
    static final int FREE = 0;
    static final int OWNER = 1;
    static final int CREDIT = 2;
    private static final List<String> SAMPLED = List.of("FREE", "OWNER", "CREDIT");
    private static final String NEVER = "never-waits.txt";
    private static final int VCS = 8;
    private static final int CLASS_BIT = 2; // of a VC number
    private static final int MOVED = 0;
    private static final int BLOCKED = 1;

    private static final List<String> CELLS = new ArrayList<>();
    private static final int[] FIRST_SAMPLED = new int[HwLayout.ROUTER_PORTS * VCS];
    private static final int[] FIRST_COUNTED = new int[HwLayout.CYCLES_ROW];

    static {
        for (int at = 0; at < FIRST_SAMPLED.length; at++) {
            int port = at / VCS;
            int vc = at % VCS;
            if (port >= HwLayout.LINKS && vc > 0) {
                FIRST_SAMPLED[at] = FIRST_SAMPLED[port * VCS]; // a local port has one VC, numbered by its class
                continue;
            }
            FIRST_SAMPLED[at] = CELLS.size();
            String traffic = port < HwLayout.LINKS
                    ? "from " + Channels.name(port).substring("link ".length())
                            + (vc >> CLASS_BIT == 0 ? ", request, VC " : ", response, VC ") + (vc & 3)
                    : local(port);
            SAMPLED.forEach(cause -> CELLS.add("sampled, " + traffic + ", " + cause));
        }
        for (int row = 0; row < FIRST_COUNTED.length; row++) {
            FIRST_COUNTED[row] = CELLS.size();
            String queue = "counted, " + CounterTable.port(row) + ", " + CounterTable.traffic(row) + ", ";
            CELLS.add(queue + "MOVED");
            CounterTable.causeNames(row).forEach(cause -> CELLS.add(queue + cause));
        }
    }

    private final long[] hits = new long[CELLS.size()];

    private static String local(int port) {
        int row = HwLayout.LINKS * HwLayout.CLASSES + port - HwLayout.LINKS;
        return CounterTable.port(row) + ", " + CounterTable.traffic(row);
    }

    /** Counts a VC that holds flits: its port, its number and whether it waits for an owner or a credit. */
    void sampled(int port, int vc, int cause) {
        hits[FIRST_SAMPLED[port * VCS + vc] + cause]++;
    }

    void counted(EventCursor e) {
        int row = (int) CounterIndex.row(e.b());
        int first = 2 * (int) CounterIndex.part(e.b());
        counted(row, first, (int) e.a());
        counted(row, first + 1, (int) (e.a() >>> Integer.SIZE));
    }

    private void counted(int row, int counter, int value) {
        if (value == 0 || row >= FIRST_COUNTED.length || counter == BLOCKED) {
            return;
        }
        int cell = counter == MOVED ? 0 : counter - BLOCKED;
        if (counter < CounterReading.counters(row)
                && cell <= CounterTable.causeNames(row).size()) { // not the cycles in stages
            hits[FIRST_COUNTED[row] + cell]++;
        }
    }

    void add(WaitCross other) {
        for (int cell = 0; cell < hits.length; cell++) {
            hits[cell] += other.hits[cell];
        }
    }

    /** Returns the hits of all cells, by name. */
    public Map<String, Long> hits() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (int cell = 0; cell < hits.length; cell++) {
            all.put(CELLS.get(cell), hits[cell]);
        }
        return all;
    }

    /** Returns the cells that were hit although they are among these. */
    public List<String> wrong(Map<String, String> impossible) {
        Map<String, Long> hits = hits();
        return impossible.keySet().stream().filter(cell -> hits.get(cell) > 0).toList();
    }

    /**
     * The cells that cannot be hit: of each line of the list, the cells that its name matches, with the reason.
     *
     * @param list lines "name | reason"; in the name, `*` stands for any part
     */
    static Map<String, String> impossible(List<String> list) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : list) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split(" \\| ", 2);
            Pattern name = Pattern.compile("\\Q" + parts[0].replace("*", "\\E[^,]*\\Q") + "\\E");
            List<String> found =
                    CELLS.stream().filter(cell -> name.matcher(cell).matches()).toList();
            if (parts.length < 2 || found.isEmpty()) {
                throw new IllegalArgumentException(line + ": no reason, or no such cell");
            }
            found.forEach(cell -> reasons.put(cell, parts[1]));
        }
        return reasons;
    }

    /** Returns the cells that cannot be hit on the default structure, with their reasons. */
    public static Map<String, String> impossible() {
        return impossible(Ledger.lines(WaitCross.class, NEVER));
    }
}
