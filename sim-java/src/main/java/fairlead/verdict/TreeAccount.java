// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the packets of the collective network. What software gives determines what each link has to carry and what has
 * to arrive at each node; the evidence is what the links carried and what arrived elsewhere. The result of a combine
 * goes up once from every node below the root, and what comes down goes once over every link of the class route.
 */
final class TreeAccount {
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int ROUTES = HwLayout.CLASS_ROUTES;
    private static final int MODES = CollectiveMode.MESSAGE;

    private final int nodes;
    private final CollectiveNetwork network;
    private final long[] classRoutes; // register CLASS_ROUTES by node
    private final long[] given; // collective packets given, by (node, class route, mode)
    private final long[] carried; // packets of messages that each link has to carry, by place of the engine's treeLinks
    private final long[] due; // packets of messages that have to arrive, by node
    private final long[] arrived; // by (node, channel)
    private final Map<Long, Long> open = new HashMap<>(); // header of the last packet of a message, by node and tag
    // refusals of collective packets that were not given again, by node and tag
    private final Map<Long, Integer> refusals = new HashMap<>();
    private final long[] lastTag; // of the collective packet given last, by (node, class route)
    private final long[] lastHeader; // as `lastTag`
    private long packets;
    private boolean cut; // whether TREE_ABORT has dropped packets; it does not say which
    private long compared;
    private Violations found;

    TreeAccount(MachineConfig config) {
        nodes = config.nodes();
        network = config.collective();
        classRoutes = network.classRoutes(nodes);
        given = new long[nodes * ROUTES * MODES];
        carried = new long[nodes * LINKS * CHANNELS];
        due = new long[nodes];
        lastTag = Checker.never(nodes * ROUTES);
        lastHeader = new long[nodes * ROUTES];
        arrived = new long[nodes * CHANNELS];
    }

    void given(int node, long header, long tag) {
        long key = key(node, tag);
        if (CollectiveHeader.mode(header) == CollectiveMode.MESSAGE) {
            open.put(key, header);
            count(node, header, 1);
            return;
        }
        int place = node * ROUTES + (int) CollectiveHeader.route(header);
        if (lastTag[place] == tag && refusals.getOrDefault(key, 0) > 0) {
            refusals.merge(key, -1, Integer::sum); // it takes the place of the refused one
        } else {
            count(node, header, 1);
        }
        lastTag[place] = tag;
        lastHeader[place] = header;
    }

    /**
     * Notes that the network has refused a packet. A refusal has a tag and no class route, and packets of several class
     * routes may have the tag; the one that software gives again was the refused one.
     */
    void refused(int node, long reason, long tag) {
        if (reason == CollectiveRefusal.ABORTED) {
            cut = true;
            return;
        }
        Long message = open.remove(key(node, tag));
        if (message != null) {
            count(node, message, -1);
        } else {
            refusals.merge(key(node, tag), 1, Integer::sum);
        }
    }

    private void settle() {
        for (int place = 0; place < lastTag.length; place++) {
            Integer refused = refusals.remove(key(place / ROUTES, lastTag[place]));
            if (refused != null) {
                count(place / ROUTES, lastHeader[place], -refused);
            }
        }
    }

    private long key(int node, long tag) {
        return tag * nodes + node;
    }

    private void count(int node, long header, int by) {
        packets += by;
        int mode = (int) CollectiveHeader.mode(header);
        if (mode == CollectiveMode.MESSAGE) {
            walk(node, header, by);
        } else {
            given[(node * ROUTES + (int) CollectiveHeader.route(header)) * MODES + mode] += by;
        }
    }

    /** Follows the path of a message. A link that its class route does not have ends the path (rule 13). */
    private void walk(int from, long header, int by) {
        int route = (int) CollectiveHeader.route(header);
        long path = CollectiveHeader.path(header);
        int at = from;
        int ups = (int) CollectiveHeader.up(header);
        int downs = (int) CollectiveHeader.down(header);
        for (int step = 0; step < ups + downs; step++) {
            boolean climbs = step < ups;
            int parents = field(route, at, ClassRoute.PARENT_LSB);
            int children = field(route, at, ClassRoute.CHILDREN_LSB);
            boolean higher = !climbs && (path & 1) != 0;
            int links = climbs ? parents : higher ? children & children - 1 : children;
            if (links == 0) {
                break;
            }
            int link = Integer.numberOfTrailingZeros(links);
            path >>= climbs ? 0 : 1;
            carried[place(at, link, ROUTES)] += by;
            at = network.order().neighbour(at, link);
        }
        due[at] += by;
    }

    private int field(int route, int node, int lsb) {
        return (int) (classRoutes[node] >>> HwLayout.CLASS_ROUTE_STRIDE * route + lsb) & (1 << LINKS) - 1;
    }

    private static int place(int node, int link, int channel) {
        return (node * LINKS + link) * CHANNELS + channel;
    }

    /** Notes that packets have become whole in the reception FIFOs of these channels. */
    void arrived(int node, long channels) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            arrived[node * CHANNELS + channel] += channels >> channel & 1;
        }
    }

    /**
     * Compares all counts when the run has drained, and returns the number of counts compared.
     *
     * @param links words of the engine's treeLinks
     */
    long compare(long[] links, Violations violations) {
        settle();
        if (packets == 0 || cut) {
            return 0;
        }
        compared = 0;
        found = violations;
        for (int node = 0; node < nodes; node++) {
            same(due[node], arrived[node * CHANNELS + ROUTES], "node " + node + ": packets of messages");
            for (int link = 0; link < LINKS; link++) {
                link(carried[place(node, link, ROUTES)], links, node, link, ROUTES, "messages");
            }
        }
        for (int route = 0; route < ROUTES; route++) {
            compare(route, links);
        }
        return compared;
    }

    private void compare(int route, long[] links) {
        long[] all = new long[MODES]; // packets of each mode that every one of its givers has given
        for (int at = 0; at < nodes * MODES; at++) {
            all[at % MODES] = Math.max(all[at % MODES], given[(at / MODES * ROUTES + route) * MODES + at % MODES]);
        }
        long reduced = all[CollectiveMode.ALLREDUCE];
        for (int node = 0; node < nodes; node++) {
            int up = field(route, node, ClassRoute.PARENT_LSB);
            int children = field(route, node, ClassRoute.CHILDREN_LSB);
            boolean member = (field(route, node, ClassRoute.MEMBER_LSB) & 1) != 0;
            boolean root = up == 0 && (children != 0 || member);
            long results = (member ? reduced : 0)
                    + (root ? all[CollectiveMode.COMBINE] : member ? all[CollectiveMode.BROADCAST] : 0);
            same(results, arrived[node * CHANNELS + route], "node " + node + ": results of class route " + route);
            for (int link = 0; link < LINKS; link++) {
                long wanted = (up >> link & 1) != 0
                        ? reduced + all[CollectiveMode.COMBINE]
                        : (children >> link & 1) != 0 ? reduced + all[CollectiveMode.BROADCAST] : 0;
                link(wanted, links, node, link, route, "class route " + route);
            }
        }
    }

    private void link(long wanted, long[] links, int node, int link, int channel, String name) {
        long seen = TreeLinkState.packets(links[place(node, link, channel)]);
        same(wanted, seen, "link " + link + " of node " + node + " in the collective network: packets of " + name);
    }

    private void same(long wanted, long seen, String what) {
        compared++;
        if (wanted != seen) {
            found.add(what + ": " + seen + " instead of " + wanted);
        }
    }
}
