// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

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
public final class WaitTable {
    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int VCS = 8;
    private static final int LINKS = HwLayout.LINKS;
    private static final int LOCAL = HwLayout.MOST_PORTS;

    /** An injection port for which an ejection port may wait, with a description of the units between them. */
    public record Through(int port, int vc, String units) {}

    /** Two words for each input VC, with bit port * 8 + VC number for each allowed output VC. */
    private final long[] allowed;

    private final List<List<Through>> behind = new ArrayList<>();

    WaitTable(final Shape shape, final WaitGraph graph) {
        allowed = new long[shape.nodes() * PORTS * VCS * 2];
        for (int node = 0; node < shape.nodes(); node++) {
            for (int slot = 0; slot < VertexKind.PER_NODE; slot++) {
                final int in = input(shape, node, slot);
                final int vertex = node * VertexKind.PER_NODE + slot;
                for (int e = graph.start(vertex); in >= 0 && e < graph.start(vertex + 1); e++) {
                    allow(in, graph.target(e));
                }
            }
        }
        for (int port = LINKS; port < PORTS; port++) {
            behind.add(search(graph, ejection(port)));
        }
    }

    /**
     * Returns the input VC whose buffer is this resource, as (node * PORTS + port) * VCS + VC number; -1 if there is
     * none.
     */
    private static int input(final Shape shape, final int node, final int slot) {
        switch (VertexKind.ofSlot(slot)) {
            case LINK -> {
                final int direction = VertexKind.direction(slot);
                return (shape.neighbour(node, direction) * PORTS + (direction ^ 1)) * VCS + VertexKind.vcNumber(slot);
            }
            case REQUEST_INJECTION, RESPONSE_INJECTION -> {
                final int port = injectionPort(slot);
                return (node * PORTS + port) * VCS + localVc(port);
            }
            default -> {
                return -1;
            }
        }
    }

    private static int injectionPort(final int slot) {
        return VertexKind.ofSlot(slot) == VertexKind.REQUEST_INJECTION
                ? LINKS + slot - VertexKind.REQUEST_INJECTION.slot(0)
                : LINKS + LOCAL + slot - VertexKind.RESPONSE_INJECTION.slot(0);
    }

    private static int ejection(final int port) {
        return port < LINKS + LOCAL
                ? VertexKind.REQUEST_EJECTION.slot(port - LINKS)
                : VertexKind.RESPONSE_EJECTION.slot(port - LINKS - LOCAL);
    }

    /** Returns the VC number of a local port. */
    public static int localVc(final int port) {
        return (port - LINKS) / LOCAL << 2;
    }

    /** Returns the description of a VC number, class * 4 + v. */
    public static String vcName(final int vc) {
        return (vc >> 2 == 0 ? "request VC " : "response VC ") + (vc & 3);
    }

    private void allow(final int in, final int vertex) {
        final int slot = vertex % VertexKind.PER_NODE;
        switch (VertexKind.ofSlot(slot)) {
            case LINK -> set(in, VertexKind.direction(slot) * VCS + VertexKind.vcNumber(slot));
            case REQUEST_EJECTION -> set(in, (LINKS + slot - VertexKind.REQUEST_EJECTION.slot(0)) * VCS);
            case RESPONSE_EJECTION -> set(in, (LINKS + LOCAL + slot - VertexKind.RESPONSE_EJECTION.slot(0)) * VCS + 4);
            default -> throw new IllegalStateException("a VC waits for " + VertexKind.name(slot));
        }
    }

    private void set(final int in, final int out) {
        allowed[2 * in + (out >> 6)] |= 1L << out;
    }

    /** Returns whether the graph contains the wait of (node, inPort, inVc) for (node, outPort, outVc). */
    public boolean has(final int node, final int inPort, final int inVc, final int outPort, final int outVc) {
        final int out = outPort * VCS + outVc;
        return out < PORTS * VCS && (allowed[2 * ((node * PORTS + inPort) * VCS + inVc) + (out >> 6)] >>> out & 1) != 0;
    }

    /**
     * Returns whether the graph contains the wait of (node, inPort, inVc) for every output VC of `links`, bit port * 8
     * + VC number.
     */
    public boolean hasAll(final int node, final int inPort, final int inVc, final long links) {
        return (links & ~allowed[2 * ((node * PORTS + inPort) * VCS + inVc)]) == 0;
    }

    /**
     * Returns the injection ports for which the units of a node may make an ejection port wait, without an answer from
     * another node.
     */
    public List<Through> behind(final int ejectionPort) {
        return behind.get(ejectionPort - LINKS);
    }

    private static List<Through> search(final WaitGraph graph, final int from) {
        final int[] before = new int[VertexKind.PER_NODE + 1];
        Arrays.fill(before, -1);
        before[from] = from;
        final List<Through> found = new ArrayList<>();
        final ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            final int at = queue.remove();
            final VertexKind kind = VertexKind.ofSlot(at);
            if (kind == VertexKind.REQUEST_INJECTION || kind == VertexKind.RESPONSE_INJECTION) {
                found.add(new Through(injectionPort(at), localVc(injectionPort(at)), path(before, from, at)));
                continue;
            }
            for (final int next : kind == VertexKind.LINK ? new int[0] : graph.localTargets(at)) {
                if (before[next] < 0) {
                    before[next] = at;
                    queue.add(next);
                }
            }
        }
        return List.copyOf(found);
    }

    private static String path(final int[] before, final int from, final int to) {
        String text = VertexKind.name(to);
        for (int at = before[to]; at != from; at = before[at]) {
            text = VertexKind.name(at) + ", " + text;
        }
        return text;
    }
}
