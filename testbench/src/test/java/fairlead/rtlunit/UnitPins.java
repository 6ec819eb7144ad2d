// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.twin.nic.EventPorts;
import fairlead.twin.nic.MemoryPorts;
import fairlead.twin.nic.TileContext;

/**
 * The constructor arguments of a twin's unit that is driven alone, and its event ports: the RTL must show in cycle t +
 * 1 what the twin emits in t.
 */
public final class UnitPins implements EventPorts {
    private final int[] kinds = new int[HwLayout.FIRST_TILE_PORT_UNIT + HwLayout.EVENT_PORTS];
    private final long[] as = new long[kinds.length];
    private final long[] bs = new long[kinds.length];
    private long valid; // by unit

    public TileContext tile(MachineConfig machine, int node) {
        return tile(machine, node, null);
    }

    public TileContext tile(MachineConfig machine, int node, MemoryPorts memory) {
        Capabilities limits = new Capabilities("model", false, false, new Buffers(64, 32, 64, 256, 1024, 16), 16, 8, 2);
        return new TileContext(node, machine.shape().coord(node), machine, limits, null, null, memory, this);
    }

    @Override
    public void emit(int unit, int kind, long a, long b) {
        if (shows(unit)) {
            throw new IllegalStateException("two events of unit " + unit + " in one cycle");
        }
        valid |= 1L << unit;
        kinds[unit] = kind;
        as[unit] = a;
        bs[unit] = b;
    }

    /** Returns whether the unit emitted an event in the previous cycle. */
    public boolean shows(int unit) {
        return (valid >>> unit & 1) != 0;
    }

    public int kind(int unit) {
        return kinds[unit];
    }

    public long a(int unit) {
        return as[unit];
    }

    public long b(int unit) {
        return bs[unit];
    }

    /** Requires that the RTL's port shows the event of the previous cycle, or none. */
    public void compare(UnitComparison comparison, int unit, String port, boolean hasKind) {
        comparison.same(pin(port, "_valid"), shows(unit));
        if (shows(unit)) {
            if (hasKind) {
                comparison.same(pin(port, "_kind"), kinds[unit]);
            }
            comparison.same(pin(port, "_a"), as[unit]);
            comparison.same(pin(port, "_b"), bs[unit]);
        }
    }

    /** Discards the events before the twin's next cycle. */
    public void clear() {
        valid = 0;
    }
}
