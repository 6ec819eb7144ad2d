// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;

/**
 * The event ports of the current tile. They keep the events that its units emit in a cycle, in any order, until the
 * cycle ends. All tiles use the same object, because they are stepped one after the other.
 */
public final class EventLatches implements EventPorts {
    private static final int FIRST = HwLayout.FIRST_TILE_PORT_UNIT;

    private final int[] kinds = new int[HwLayout.EVENT_PORTS];
    private final long[] as = new long[HwLayout.EVENT_PORTS];
    private final long[] bs = new long[HwLayout.EVENT_PORTS];
    private long valid;

    @Override
    public void emit(int unit, int kind, long a, long b) {
        int port = unit - FIRST;
        if ((valid >>> port & 1) != 0) {
            throw new IllegalStateException("two events of unit " + unit + " in one cycle");
        }
        valid |= 1L << port;
        kinds[port] = kind;
        as[port] = a;
        bs[port] = b;
    }

    /** Passes on the events that the node's units have emitted in its cycle. */
    public void drain(int node, TileEvents into) {
        for (long left = valid; left != 0; left &= left - 1) {
            int port = Long.numberOfTrailingZeros(left);
            into.event(node, FIRST + port, kinds[port], as[port], bs[port]);
        }
        valid = 0;
    }

    /** A listener for the events of the tiles; the events of one tile and cycle are in ascending order of the unit. */
    @FunctionalInterface
    public interface TileEvents {
        /** @param unit HwLayout.EventUnit */
        void event(int node, int unit, int kind, long a, long b);
    }
}
