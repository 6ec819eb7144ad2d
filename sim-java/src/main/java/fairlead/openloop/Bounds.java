// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.workload.pattern.TrafficPattern;

/**
 * The upper bounds of the throughput of any routing, in flits per node and cycle, head included, when every node sends
 * equally to all nodes. The local ports have no memory.
 *
 * @param network 2 / (mean hops of a packet in the worst dimension), because a node has two links in each dimension; 8
 *     / k for a long even ring
 * @param injection greatest number of flits that a source may send
 * @param ejection greatest number of flits that the ejection ports of the used classes take
 */
public record Bounds(double network, double injection, double ejection) {
    private static final int LOCAL_LOOP = 4; // cycles of the credit loop of a local port

    /** Returns whether the bounds apply to the pattern. */
    public static boolean knows(TrafficPattern pattern) {
        return pattern == TrafficPattern.UNIFORM || pattern == TrafficPattern.ALLTOALL;
    }

    /** Returns the bounds of a pattern for which {@link #knows} returns true. */
    public static Bounds of(MachineConfig machine, TrafficSpec spec) {
        Shape shape = machine.shape();
        int nodes = shape.nodes();
        boolean self = spec.pattern() == TrafficPattern.UNIFORM && spec.includeSelf();
        double others = self || nodes == 1 ? 1 : (double) nodes / (nodes - 1);
        double hops = 0;
        for (int d = 0; d < 3; d++) {
            hops = Math.max(hops, others * meanDistance(shape.k(d)));
        }
        double network = hops == 0 ? Double.POSITIVE_INFINITY : 2 / hops;
        if (HwLayout.SHARED_VCS > 0) {
            return new Bounds(network, 1, 1); // one local port (RT_R17)
        }
        double port = Math.min(1, (double) machine.buffers().local() / LOCAL_LOOP);
        int classes = spec.lanes() > HwLayout.MOST_PORTS ? HwLayout.CLASSES : 1;
        return new Bounds(network, spec.inject() * port, classes * machine.localPorts() * port);
    }

    private static double meanDistance(int k) {
        int sum = 0;
        for (int far = 0; far < k; far++) {
            sum += Math.min(far, k - far);
        }
        return (double) sum / k;
    }

    public double least() {
        return Math.min(network, Math.min(injection, ejection));
    }

    /** Returns the name of the lowest bound. */
    public String binding() {
        return network <= least() ? "network" : injection <= least() ? "injection" : "ejection";
    }
}
