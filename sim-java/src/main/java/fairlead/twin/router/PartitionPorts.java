// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import java.util.Arrays;

/**
 * The connections of the routers of one partition. Only the thread of the partition uses them.
 *
 * @param packets packets of the partition
 * @param nic receives ejected flits and injection credits
 * @param hopsOrNull listener for hops, or null
 */
public record PartitionPorts(Packets packets, EjectionLinks nic, HopSink hopsOrNull) {

    /** A listener for heads on links (the HOP events), called in ascending order of (node, link) within a cycle. */
    public interface HopSink {
        /**
         * Reports that the head of `packet` leaves `node` over `link` (0 to 5) on VC number `vc`, in the current cycle.
         */
        void hop(int node, int link, int vc, int packet);
    }

    /**
     * The NIC side of the local ports, for calls of the router. A call is about the pins in the next cycle to be
     * stepped, and it wakes the node.
     */
    public interface EjectionLinks {
        /**
         * Receives a flit on ejection link `port`: 0 and 1 for requests, 2 and 3 for responses. There is at most one
         * flit for each port and cycle.
         */
        void eject(int node, int port, int flit);

        /** Reports that one slot of the router's buffer of injection link `port` is free again. */
        void injectCredit(int node, int port);
    }

    /**
     * The flits that are on their way through the switches of one partition, where this takes a stage of its own: what
     * a grant tells of the ejection ports and of hops reaches its receiver one cycle later. A flit on a link has the
     * cycle in the latency of its link. Injection credits pass at once.
     */
    static final class Crossing implements PartitionPorts.EjectionLinks, PartitionPorts.HopSink {
        private static final int FLIT_WORDS = 3;
        private static final int HOP_WORDS = 4;

        private final PartitionPorts.EjectionLinks nic;
        private final PartitionPorts.HopSink hopsOrNull;
        private int[] flits = new int[64];
        private int[] hops = new int[64];
        private int flitWords;
        private int hopWords;

        Crossing(PartitionPorts.EjectionLinks nic, PartitionPorts.HopSink hopsOrNull) {
            this.nic = nic;
            this.hopsOrNull = hopsOrNull;
        }

        /** Returns connections that pass through `this`. */
        PartitionPorts before(PartitionPorts ports) {
            return new PartitionPorts(ports.packets(), this, hopsOrNull == null ? null : this);
        }

        /** Begins a cycle: passes on what was granted in the last one. */
        void end() {
            for (int at = 0; at < flitWords; at += FLIT_WORDS) {
                nic.eject(flits[at], flits[at + 1], flits[at + 2]);
            }
            for (int at = 0; at < hopWords; at += HOP_WORDS) {
                hopsOrNull.hop(hops[at], hops[at + 1], hops[at + 2], hops[at + 3]);
            }
            flitWords = 0;
            hopWords = 0;
        }

        /** Returns whether a flit is on its way to an ejection port, or a head to a link. */
        boolean isBusy() {
            return flitWords + hopWords > 0;
        }

        @Override
        public void eject(int node, int port, int flit) {
            if (flitWords + FLIT_WORDS > flits.length) {
                flits = Arrays.copyOf(flits, 2 * flits.length);
            }
            flits[flitWords++] = node;
            flits[flitWords++] = port;
            flits[flitWords++] = flit;
        }

        @Override
        public void injectCredit(int node, int port) {
            nic.injectCredit(node, port);
        }

        @Override
        public void hop(int node, int link, int vc, int packet) {
            if (hopWords + HOP_WORDS > hops.length) {
                hops = Arrays.copyOf(hops, 2 * hops.length);
            }
            hops[hopWords++] = node;
            hops[hopWords++] = link;
            hops[hopWords++] = vc;
            hops[hopWords++] = packet;
        }
    }

    /**
     * The router side of the local ports, for calls of one node's NIC. Ports 0 and 1 are for requests, 2 and 3 for
     * responses. Both calls are registers: a call in cycle t is on the pins in t + 1.
     */
    public interface InjectionLinks {
        /** Sends a flit from the NIC on injection link `port`. The sender counts the credits. */
        void inject(int node, int port, int flit);

        /** Reports that the NIC has consumed a flit of ejection link `port`. */
        void ejectCredit(int node, int port);
    }
}
