// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.TreeOrder;
import fairlead.twin.router.TorusRouter;

/**
 * The conservation check of links (FB_P2): credits + flits in flight + credits in flight + occupancy = depth for every
 * link VC; at rest the sender has all credits.
 */
final class LinkCheck {
    private static final int PORT_WORDS = Engine.VC_WORDS / HwLayout.ROUTER_PORTS;
    private static final int CLASS_SHIFT = 2;

    private final MachineConfig config;
    private final int vcsPerClass = ModelLimits.CAPABILITIES.vcsPerClass();
    private final long[] states;
    private long checks;
    private long failures;

    LinkCheck(MachineConfig config) {
        this.config = config;
        states = new long[config.nodes() * Engine.VC_WORDS];
    }

    /** Checks routers that are at rest. */
    void check(TorusRouter routers) {
        routers.vcStates(states);
        long before = failures;
        for (int node = 0; node < config.nodes(); node++) {
            for (int link = 0; link < HwLayout.LINKS; link++) {
                if (config.shape().hasLink(node, link)) {
                    check((node * HwLayout.ROUTER_PORTS + link) * PORT_WORDS, link >> 1);
                }
            }
        }
        if (failures == before && !routers.imbalance().isEmpty()) {
            failures++;
        }
    }

    /**
     * Checks the links of the collective network that have carried a packet.
     *
     * @param links words of {@link Engine#treeLinks}
     * @param underWay number of flits and credits on their way, by the place of the sender of flits
     */
    void check(long[] links, int[] underWay) {
        TreeOrder order = config.collective().order();
        for (int place = 0; place < links.length; place++) {
            if (TreeLinkState.packets(links[place]) != 0) {
                int link = place / HwLayout.TREE_CHANNELS % HwLayout.TREE_LINKS;
                int node = place / Engine.TREE_WORDS;
                int there = TreeNetwork.place(
                        order.neighbour(node, link), order.otherEnd(node, link), place % HwLayout.TREE_CHANNELS);
                long sum =
                        TreeLinkState.credits(links[place]) + underWay[place] + TreeLinkState.occupancy(links[there]);
                checks++;
                failures += sum == config.collective().linkDepth() ? 0 : 1;
            }
        }
    }

    private void check(int first, int dimension) {
        for (int cls = 0; cls < HwLayout.CLASSES; cls++) {
            for (int vc = 0; vc < vcsPerClass; vc++) {
                checks++;
                if (VcState.credits(states[first + (cls << CLASS_SHIFT | vc)])
                        != all(dimension, cls << CLASS_SHIFT | vc)) {
                    failures++;
                }
            }
        }
    }

    /** Returns all credits of a link VC, in flits, or in packets under cut-through. */
    private int all(int dimension, int vc) {
        int depth = config.buffers().links().at(dimension, Depths.kind(vc));
        return config.routing().cutThrough() ? config.routing().slots(depth) : depth;
    }

    /** Returns the number of (link, VC) sums compared since cycle 0. */
    long checks() {
        return checks;
    }

    /** Returns the number of sums that differed. */
    long failures() {
        return failures;
    }
}
