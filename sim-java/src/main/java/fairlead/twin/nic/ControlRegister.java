// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The register of a source of header-only packets. In the edge of its unit, {@link #isFree} comes first; a handover and
 * the next load may share a cycle.
 */
public final class ControlRegister implements Ports.ControlSource {
    private final Attention attention;
    private final int part; // of the tile, whose edge loads the register
    private final int source; // its bit among the sources that offer packets
    private boolean valid;
    private int ptype;
    private int dst;
    private long word1;
    private boolean taken; // in this cycle

    ControlRegister(Attention attention, int part, int source) {
        this.attention = attention;
        this.part = part;
        this.source = source;
        attention.offer(source, false);
    }

    /** Removes a packet that was taken in this cycle; returns whether the register can be loaded. */
    boolean isFree() {
        if (taken) {
            taken = false;
            valid = false;
            attention.offer(source, false);
        }
        return !valid;
    }

    void load(int itsType, int itsTarget, long itsWord) {
        valid = true;
        ptype = itsType;
        dst = itsTarget;
        word1 = itsWord;
        attention.offer(source, true);
    }

    @Override
    public boolean valid() {
        return valid;
    }

    @Override
    public int ptype() {
        return ptype;
    }

    @Override
    public int dst() {
        return dst;
    }

    @Override
    public long word1() {
        return word1;
    }

    @Override
    public void take() {
        taken = true;
        attention.stir(part);
    }
}
