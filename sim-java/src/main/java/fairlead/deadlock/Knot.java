// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A knot: a set of packets each of which can be released only by others of the set.
 *
 * @param reportedAt cycle of the snapshot that shows the knot
 * @param clearAt cycle of the last snapshot before without the knot, or -1
 * @param members VCs of the knot; each waits for the next, and the last waits for the first
 * @param blocked number of dead VCs, members included
 * @param occupied number of VCs with flits in that snapshot
 */
public record Knot(long reportedAt, long clearAt, List<Member> members, int blocked, int occupied) {
    /**
     * One VC of a knot.
     *
     * @param node rank of the router
     * @param port input port of the router; ports from 6 on are injection ports
     * @param vc VC number within the port
     * @param packet description of the front packet's header; empty if hops were not recorded
     * @param holds description of the buffer that the packet holds
     * @param wantPort output port that the packet wants
     * @param wantVc output VC that the packet wants
     * @param wants description of the wanted output VC
     * @param reason description of the reason why the packet waits
     */
    public record Member(
            int node,
            int port,
            int vc,
            String packet,
            String holds,
            int wantPort,
            int wantVc,
            String wants,
            String reason) {
        Map<String, Object> json() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("node", node);
            map.put("port", port);
            map.put("vc", vc);
            map.put("packet", packet.isEmpty() ? null : packet);
            map.put("holds", holds);
            map.put("want_port", wantPort);
            map.put("want_vc", wantVc);
            map.put("wants", wants);
            map.put("reason", reason);
            return map;
        }

        @Override
        public String toString() {
            return (packet.isEmpty() ? "" : packet + " ") + "holds " + holds + ", wants " + wants + ": " + reason;
        }
    }

    public Knot {
        members = List.copyOf(members);
    }

    /** Returns whether other packets could still move. */
    public boolean isLocal() {
        return blocked < occupied;
    }

    public List<Integer> nodes() {
        TreeSet<Integer> nodes = new TreeSet<>();
        members.forEach(m -> nodes.add(m.node()));
        return List.copyOf(nodes);
    }

    public List<Map<String, Object>> json() {
        return members.stream().map(Member::json).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("knot of " + members.size() + " VCs");
        members.forEach(m -> text.append("\n  ").append(m));
        return text.toString();
    }

    static String place(Shape shape, int vc) {
        int port = Waits.port(vc);
        String buffer = port < HwLayout.LINKS
                ? "from " + Shape.LINKS.get(port) + " " + WaitTable.vcName(vc % Waits.VCS)
                : (port < HwLayout.LINKS + HwLayout.MOST_PORTS ? "request" : "response") + " injection "
                        + (port - HwLayout.LINKS) % HwLayout.MOST_PORTS;
        return "node " + shape.place(Waits.node(vc)) + " " + buffer;
    }

    static String output(int port, int vc) {
        return port < HwLayout.LINKS
                ? "link " + Shape.LINKS.get(port) + " " + WaitTable.vcName(vc)
                : (WaitTable.localVc(port) == 0 ? "request" : "response") + " ejection "
                        + (port - HwLayout.LINKS) % HwLayout.MOST_PORTS;
    }
}
