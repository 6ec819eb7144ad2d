// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.twin.router.HopSink;
import fairlead.twin.router.Packets;
import java.util.Arrays;

/**
 * The hops of one cycle, which the routers report after all other events; {@link #merge} inserts each behind the memory
 * events of its node.
 */
final class HopRecords implements HopSink {
    private static final int LINK_SHIFT = HopEvent.LINK_LSB;

    private final Packets packets;
    private int[] node = new int[64];
    private int[] place = new int[64];
    private int[] sequence = new int[64];
    private long[] header0 = new long[64];
    private long[] header1 = new long[64];
    private int count;

    HopRecords(Packets packets) {
        this.packets = packets;
    }

    @Override
    public void hop(int from, int link, int vc, int packet) {
        int at = count++;
        if (at == node.length) {
            node = Arrays.copyOf(node, 2 * at);
            place = Arrays.copyOf(place, 2 * at);
            sequence = Arrays.copyOf(sequence, 2 * at);
            header0 = Arrays.copyOf(header0, 2 * at);
            header1 = Arrays.copyOf(header1, 2 * at);
        }
        node[at] = from;
        place[at] = link << LINK_SHIFT | vc;
        sequence[at] = at > 0 && node[at - 1] == from ? sequence[at - 1] + 1 : 0;
        header0[at] = packets.header0(packet);
        header1[at] = packets.header1(packet);
    }

    /** Ends the cycle: inserts the hops from the back, so that every record moves once. */
    void merge(EventStream events) {
        if (count == 0) {
            return;
        }
        int other = events.cycleCount() - 1;
        int to = other + count;
        int hop = count - 1;
        events.extend(count);
        for (; hop >= 0; to--) {
            if (other >= 0 && events.isBehind(other, node[hop], EventUnit.LINK)) {
                events.move(other--, to);
                continue;
            }
            events.set(
                    to,
                    node[hop],
                    EventUnit.LINK,
                    EventKind.HOP,
                    sequence[hop],
                    header0[hop],
                    header1[hop],
                    place[hop]);
            hop--;
        }
        count = 0;
    }
}
