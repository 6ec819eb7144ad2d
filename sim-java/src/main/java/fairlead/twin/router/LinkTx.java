// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import java.util.Arrays;

/**
 * The sending ends of all links of a machine whose links are slower than its routers: the twin of the RTL's LinkTx
 * (RT_R10). A link is named by its index, node * LINKS + port, and a VC by the event word of its input VC at the other
 * end. All times are cycles of the grant.
 */
final class LinkTx {
    private final int interval;
    private final long period; // cycles of a chunk
    private final long[] opened; // by link: cycle in which its last chunk began
    private final int[] opener; // by link: VC of its last chunk

    LinkTx(int links, int interval, int chunk) {
        this.interval = interval;
        period = (long) interval * chunk;
        opened = new long[links];
        opener = new int[links];
        Arrays.fill(opened, -period);
    }

    /** Returns whether a flit of any VC may be granted in cycle t, because no chunk is open. */
    boolean starts(int link, long t) {
        return t - opened[link] >= period;
    }

    /** Returns whether the open chunk has a slot for a body of VC `vc` in cycle t. */
    boolean follows(int link, int vc, long t) {
        return vc == opener[link] && (t - opened[link]) % interval == 0;
    }

    /** Returns the last cycle of the chunk that was opened last. */
    long last(int link) {
        return opened[link] + period - 1;
    }

    /** Notes a flit that is granted in cycle t; it opens a chunk if none is open. */
    void sent(int link, int vc, long t) {
        if (starts(link, t)) {
            opened[link] = t;
            opener[link] = vc;
        }
    }
}
