// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;

/**
 * The channels of a machine on which a report has figures: of each node its six outgoing links, its injection ports and
 * its ejection ports. A channel has the number node * {@link #PER_NODE} + index.
 */
public final class Channels {
    public static final int LINKS = HwLayout.LINKS;
    public static final int LOCAL = HwLayout.CLASSES * HwLayout.MOST_PORTS;
    public static final int INJECT = LINKS;
    public static final int EJECT = LINKS + LOCAL;
    public static final int PER_NODE = LINKS + 2 * LOCAL;

    private static final String[] DIRECTION = {"X+", "X-", "Y+", "Y-", "Z+", "Z-"};

    private Channels() {}

    /** Returns the name of the channel with this index at its node. */
    public static String name(int index) {
        if (index < LINKS) {
            return "link " + DIRECTION[index];
        }
        int port = (index - LINKS) % LOCAL;
        return (index < EJECT ? "injection " : "ejection ")
                + (port < HwLayout.MOST_PORTS ? "request " : "response ")
                + port % HwLayout.MOST_PORTS;
    }

    /** Returns whether the machine has this channel: a ring of one node has no link, and a local port may be unused. */
    public static boolean exists(Shape shape, int localPorts, int index) {
        return index < LINKS ? shape.k(index >> 1) > 1 : (index - LINKS) % HwLayout.MOST_PORTS < localPorts;
    }

    /** Returns the number of flits of a packet with this first header word. */
    public static int flits(long word0) {
        int payload = (int) HwLayout.Header0.length(word0);
        return 1 + (payload + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }
}
