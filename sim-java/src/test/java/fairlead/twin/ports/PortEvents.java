// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.ports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The event ports of a tile on the test bench. They keep every event as one line "cycle KIND a b" with the cycle of its
 * cause.
 */
public final class PortEvents implements EventPorts {
    private final List<String> lines = new ArrayList<>();
    private final List<String> units = new ArrayList<>();
    private final long[] last = new long[HwLayout.FIRST_TILE_PORT_UNIT + HwLayout.EVENT_PORTS];
    private long cycle;

    /** Sets the cycle that is stepped next. */
    public void at(final long t) {
        cycle = t;
    }

    @Override
    public void emit(final int unit, final int kind, final long a, final long b) {
        assertTrue(
                last[unit] != cycle + 1,
                () -> "two events of " + EventUnit.name(unit) + " in cycle " + cycle + ": " + lines);
        last[unit] = cycle + 1;
        units.add(EventUnit.name(unit));
        lines.add(cycle + " " + EventKind.name(kind) + " " + a + " " + b);
    }

    /** Asserts that the events since the last call, in the order in which they were given, are exactly these. */
    public void expect(final String... expected) {
        assertEquals(List.of(expected), take());
    }

    /** Returns the name of the unit that gave event `index` since the last call. */
    public String unit(final int index) {
        return units.get(index);
    }

    /** Returns and removes all events since the last call. */
    public List<String> take() {
        final List<String> taken = List.copyOf(lines);
        lines.clear();
        units.clear();
        return taken;
    }
}
