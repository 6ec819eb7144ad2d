// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;

/** A packet on its way into a queue, or in it. */
record CommitPacket(int ptype, int reason, long w0, long w1, long data) {
    private static final int REASON = 3; // bits below the bytes in the address of a NACK

    boolean isAtomic() {
        return (ptype == PacketType.FADD || ptype == PacketType.CAS) && reason == 0;
    }

    boolean counts() {
        return ptype == PacketType.DATA
                || refusesGet()
                || ptype == PacketType.PUT && reason == 0 && Header1.ctrValid(w1) != 0;
    }

    /** Returns whether it is the NACK of a packet of a get that had its counter. */
    boolean refusesGet() {
        return ptype == PacketType.NACK && (Header1.slot(w1) & 7) == PacketType.GET && Header1.ctrValid(w1) == 0;
    }

    /** Returns the counter that it changes. */
    long counter() {
        return refusesGet() ? Header1.addr(w1) >>> Header1.ADDR_WIDTH - Header1.CTR_WIDTH : Header1.ctr(w1);
    }

    /** Returns by how much. */
    long bytes() {
        return refusesGet() ? Header1.addr(w1) >>> REASON & Header0.LENGTH_MASK : Header0.length(w0);
    }
}
