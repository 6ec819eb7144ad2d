// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.PacketType;
import fairlead.verdict.Checker.Packet;

/**
 * Counts the requests whose answer needs a response slot of their target, from their entry into the network to that of
 * the answer (docs/spec/dma-engine-rx.md). While no node is asked for more answers than it has slots, no request waits
 * for a slot. A refused packet needs a slot too, so a run with a refusal has no such time.
 */
final class SlotDemand {
    private final int[] asked; // by target
    private int most;
    private boolean refused;

    SlotDemand(int nodes) {
        asked = new int[nodes];
    }

    void injected(Packet p) {
        switch (p.type) {
            case PacketType.PUT -> ask(p, p.isUnordered());
            case PacketType.GET, PacketType.FADD, PacketType.CAS, PacketType.PING, PacketType.INIT -> ask(p, true);
            case PacketType.DATA -> asked[p.node] -= p.isLast() ? 1 : 0;
            case PacketType.PONG, PacketType.FADD_R, PacketType.INIT_ACK, PacketType.PUT_ACK -> asked[p.node]--;
            case PacketType.NACK -> refused = true;
            default -> {}
        }
    }

    private void ask(Packet p, boolean needs) {
        if (needs && p.dst >= 0) {
            most = Math.max(most, ++asked[p.dst]);
        }
    }

    /** Returns whether no request has waited for one of so many slots so far, unless a packet is refused. */
    boolean fits(int slots) {
        return most <= slots;
    }

    boolean hasRefused() {
        return refused;
    }
}
