// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import java.util.Arrays;

/**
 * The point-to-point channel. A message goes up and then down in the class route that its header names. An output that
 * has begun a message continues it until the tail of its last packet (R-SND-2). Sources and outputs are the links and,
 * as number LINKS, the node itself.
 */
final class MessageChannel {
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int ENDS = LINKS + 1;
    private static final long PATH_DOWN = CollectiveHeader.DOWN_MASK << CollectiveHeader.DOWN_LSB
            | CollectiveHeader.PATH_MASK << CollectiveHeader.PATH_LSB;

    private final int[] parent = new int[HwLayout.CLASS_ROUTES]; // link to the parent or -1, by class route
    private final int[][] child = new int[HwLayout.CLASS_ROUTES][]; // links to the children or -1, by class route

    private final boolean[] within = new boolean[ENDS]; // by source: whether it is in the middle of a message
    private final boolean[] mid = new boolean[ENDS]; // by source: whether it is in the middle of a packet
    private final boolean[] ending = new boolean[ENDS]; // by source: whether that packet is the last of its message
    private final int[] bound = new int[ENDS]; // by source: output of its message
    private final int[] owner = new int[ENDS]; // by output: source of its message, or -1
    private final int[] turn = new int[ENDS]; // by output: source that is asked first
    final TreeFlit[] stage = new TreeFlit[ENDS]; // by output: the flit that it offers, or null

    // decided in this cycle
    private final int[] pick = new int[ENDS]; // by output: source from which it takes, or -1
    private final long[] next = new long[ENDS]; // by source: header that the packet has after this node
    private final int[] output = new int[ENDS]; // by source: output of its head
    private TreeFlit[] fronts;
    private int taken;

    MessageChannel(CollectiveConfig config) {
        for (int route = 0; route < HwLayout.CLASS_ROUTES; route++) {
            int children = config.children(route);
            parent[route] = lowest(config.parent(route));
            child[route] = new int[] {lowest(children), lowest(children & children - 1)};
        }
        Arrays.fill(owner, -1);
    }

    private static int lowest(int links) {
        return links == 0 ? -1 : Integer.numberOfTrailingZeros(links);
    }

    /** Decides which flits move, and returns the mask of the sources from which a flit is taken. */
    int decide(TreeFlit[] itsFronts, int itsTaken) {
        fronts = itsFronts;
        taken = itsTaken;
        for (int s = 0; s < ENDS; s++) {
            if (fronts[s] != null && !mid[s]) {
                route(s);
            }
            output[s] = within[s] ? bound[s] : output[s];
        }
        int sources = 0;
        for (int o = 0; o < ENDS; o++) {
            pick[o] = -1;
            if (stage[o] != null && (taken >> o & 1) == 0) {
                continue;
            }
            if (owner[o] >= 0) {
                pick[o] = fronts[owner[o]] == null ? -1 : owner[o];
            } else {
                int starts = 0;
                for (int s = 0; s < ENDS; s++) {
                    starts |= fronts[s] != null && !within[s] && output[s] == o ? 1 << s : 0;
                }
                pick[o] = starts == 0 ? -1 : IndexSet.next(starts, turn[o]);
            }
            sources |= pick[o] < 0 ? 0 : 1 << pick[o];
        }
        return sources;
    }

    /**
     * Determines the output of a head and the header that it has afterwards. If the class route lacks the link, the
     * path ends at this node.
     */
    private void route(int s) {
        long header = fronts[s].w0();
        long up = CollectiveHeader.up(header);
        long down = CollectiveHeader.down(header);
        int route = (int) CollectiveHeader.route(header);
        int to = LINKS;
        long word = header;
        if (up != 0) {
            to = parent[route];
            word = header - (1L << CollectiveHeader.UP_LSB);
        } else if (down != 0) {
            to = child[route][(int) CollectiveHeader.path(header) & 1];
            word = header & ~PATH_DOWN
                    | down - 1 << CollectiveHeader.DOWN_LSB
                    | CollectiveHeader.path(header) >>> 1 << CollectiveHeader.PATH_LSB;
        }
        boolean lost = to < 0;
        output[s] = lost ? LINKS : to;
        next[s] = lost ? header | 1L << CollectiveHeader.MIXED_LSB : word;
    }

    boolean acts() {
        for (int source : pick) {
            if (source >= 0) {
                return true;
            }
        }
        return false;
    }

    void edge() {
        for (int o = 0; o < ENDS; o++) {
            int s = pick[o];
            if (s < 0) {
                stage[o] = (taken >> o & 1) != 0 ? null : stage[o];
                continue;
            }
            TreeFlit flit = fronts[s];
            boolean last = mid[s] ? ending[s] : CollectiveHeader.last(flit.w0()) != 0;
            stage[o] = mid[s] ? flit : new TreeFlit(flit.head(), flit.tail(), next[s], flit.w1());
            turn[o] = owner[o] < 0 ? (s + 1) % ENDS : turn[o];
            bound[s] = o;
            ending[s] = last;
            mid[s] = !flit.tail();
            within[s] = !(flit.tail() && last);
            owner[o] = within[s] ? s : -1;
        }
    }
}
