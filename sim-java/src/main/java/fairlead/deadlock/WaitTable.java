// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.RuleTable.VertexKind;
import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The waits of the static graph in the terms of a router: the output VCs that the front of each input VC may want, and
 * the injection ports for which an ejection port may wait because of the node's units. Ports and VC numbers are those
 * of HwLayout.VcState.
 */
final class WaitTable {
    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int VCS = 8;
    private static final int LINKS = HwLayout.LINKS;
    private static final int LOCAL = HwLayout.MOST_PORTS;

    /** An injection port for which an ejection port may wait, with a description of the units between them. */
    record Through(int port, int vc, String units) {}

    /** Two words for each input VC, with bit port * 8 + VC number for each allowed output VC. */
    private final long[] allowed;

    private final List<List<Through>> behind = new ArrayList<>();

    WaitTable(Shape shape, WaitGraph graph) {
        allowed = new long[shape.nodes() * PORTS * VCS * 2];
        for (int vertex = 0; vertex < graph.vertices() - 1; vertex++) {
            int slot = vertex % VertexKind.PER_NODE;
            int node = vertex / VertexKind.PER_NODE;
            int direction = VertexKind.direction(slot);
            int in = VertexKind.ofSlot(slot) == VertexKind.LINK
                    ? (shape.neighbour(node, direction) * PORTS + (direction ^ 1)) * VCS + VertexKind.vcNumber(slot)
                    : isInjection(slot) ? node * PORTS * VCS + place(slot) : -1;
            for (int e = graph.start(vertex); in >= 0 && e < graph.start(vertex + 1); e++) {
                int out = place(graph.target(e) % VertexKind.PER_NODE);
                allowed[2 * in + (out >> 6)] |= 1L << out;
            }
        }
        int ejections = VertexKind.REQUEST_EJECTION.slot(0); // those of responses follow
        for (int port = 0; port < HwLayout.CLASSES * LOCAL; port++) {
            behind.add(search(graph, ejections + port));
        }
    }

    private static boolean isInjection(int slot) {
        VertexKind kind = VertexKind.ofSlot(slot);
        return kind == VertexKind.REQUEST_INJECTION || kind == VertexKind.RESPONSE_INJECTION;
    }

    /** Returns port * VCS + VC number of a link VC, of an injection or of an ejection port. */
    private static int place(int slot) {
        VertexKind kind = VertexKind.ofSlot(slot);
        return switch (kind) {
            case LINK -> slot; // direction and VC number
            case REQUEST_INJECTION, REQUEST_EJECTION -> (LINKS + slot - kind.slot(0)) * VCS;
            case RESPONSE_INJECTION, RESPONSE_EJECTION -> (LINKS + LOCAL + slot - kind.slot(0)) * VCS + 4;
            default -> throw new IllegalStateException("a VC waits for " + VertexKind.name(slot));
        };
    }

    static int localVc(int port) {
        return (port - LINKS) / LOCAL << 2;
    }

    /** Returns the description of a VC number, class * 4 + v. */
    static String vcName(int vc) {
        return (vc >> 2 == 0 ? "request VC " : "response VC ") + (vc & 3);
    }

    /** Returns whether the graph contains the wait of an input VC for an output VC, port * 8 + VC number. */
    boolean has(int in, int out) {
        return out < PORTS * VCS && (allowed[2 * in + (out >> 6)] >>> out & 1) != 0;
    }

    /** Returns whether the graph contains the waits of an input VC for all output VCs of a mask, which are of links. */
    boolean hasAll(int in, long links) {
        return (links & ~allowed[2 * in]) == 0;
    }

    /**
     * Returns the injection ports for which the units of a node may make an ejection port wait, without an answer from
     * another node.
     */
    List<Through> behind(int ejectionPort) {
        return behind.get(ejectionPort - LINKS);
    }

    private static List<Through> search(WaitGraph graph, int from) {
        int[] before = new int[VertexKind.PER_NODE];
        Arrays.fill(before, -1);
        before[from] = from;
        List<Through> found = new ArrayList<>();
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int at = queue.remove();
            if (isInjection(at)) {
                String units = VertexKind.name(at);
                for (int unit = before[at]; unit != from; unit = before[unit]) {
                    units = VertexKind.name(unit) + ", " + units;
                }
                found.add(new Through(place(at) / VCS, place(at) % VCS, units));
                continue;
            }
            for (int next : graph.localTargets(at)) {
                if (before[next] < 0) {
                    before[next] = at;
                    queue.add(next);
                }
            }
        }
        return List.copyOf(found);
    }
}
